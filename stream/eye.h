// stream/eye -- the JSON of the camera's facts beside events and verdicts: how well it sees, occluders, unregistered bases.
#ifndef VEDETTE_STREAM_EYE_H
#define VEDETTE_STREAM_EYE_H

#include "core/game.h"

// An occluder over or on the table, for the page. The outline is the caller's.
typedef struct {
    const char *kind;  // "hand", "ruler", "die", "card", "cup", "thing"
    bool moves;
    const vec2 *outline;  // inches, in order around it
    int count;
} stream_occluder;

// The state of the camera and its pictures.
typedef struct {
    double camera_fps;      // 0: no picture comes
    long dropped;           // pictures that never came
    const char *light;      // "good", "dark", "bright", "changing", "out"
    double calibration_px;  // residual; 0: not known
    bool moved;             // the camera or the table was moved and is not yet calibrated anew
    int hidden, figures;    // hidden: figures that can't be seen now; figures: all
    bool hand;              // over the table
    bool hands_unknown;     // it is not known yet whether a hand is there
    const char *why;        // the reason why not everything is judged; "": everything is
    const stream_occluder *occluders;
    int occluder_count;
} stream_eye;

// The members of the state line: "health_facts":{..},"foreign":[{"kind","moves","outline"}]. The caller frees it; NULL: out of memory.
char *stream_eye_members(const stream_eye *e);
// How much can be judged just now.
typedef enum { STREAM_HEALTH_GOOD, STREAM_HEALTH_PARTLY, STREAM_HEALTH_BLIND } stream_health_state;

// {"kind":"health","t","state":"blind|partly|good","why","units":[ids]}: what can be judged has changed. why: the reason and the remedy, "" where
// everything is judged; units[u]: what unit u does is not all judged (blind: no unit's is, and none is listed). NULL: out of memory.
char *stream_health_json(const game *g, double t_s, stream_health_state state, const char *why, const bool *units);
// A base or marker on the table that belongs to no figure of the game: {"kind":"unknown","t","at","base","message"}; base NULL: a marker alone.
char *stream_unknown_json(double t_s, vec2 at, const base *b, const char *message);

#endif
