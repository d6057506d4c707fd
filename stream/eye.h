// stream/eye -- the JSON of what the camera's side tells beside events and verdicts: how well it sees, what is foreign, what is unknown.
#ifndef VEDETTE_STREAM_EYE_H
#define VEDETTE_STREAM_EYE_H

#include "core/base.h"

// What lies over or on the table and is no figure, for the page. The outline is the caller's.
typedef struct {
    const char *kind;  // "hand", "ruler", "die", "card", "cup", "thing"
    bool moves;
    const vec2 *outline;  // inches, in order around it
    int count;
} stream_occluder;

// What the camera's side knows of itself.
typedef struct {
    double camera_fps;      // 0: no picture comes
    long dropped;           // pictures that never came
    const char *light;      // "good", "dark", "bright", "changing", "out"
    double calibration_px;  // residual; 0: not known
    bool moved;             // the camera or the table was moved and is not yet calibrated anew
    int hidden, figures;    // that can't be seen just now, and in all
    bool hand;              // over the table
    bool hands_unknown;     // nobody can tell yet whether one is
    const char *why;        // not everything is judged; ""
    const stream_occluder *occluders;
    int occluder_count;
} stream_eye;

// What the state line has of it: "health_facts":{..},"foreign":[{"kind","moves","outline"}]. The caller frees it; NULL: out of memory.
char *stream_eye_members(const stream_eye *e);
// A base or marker on the table that belongs to no figure of the game: {"kind":"unknown","t","at","base","message"}; base NULL: a marker alone.
char *stream_unknown_json(double t_s, vec2 at, const base *b, const char *message);

#endif
