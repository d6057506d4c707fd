// stream -- the JSON of events, verdicts and states <-> the types of core/ (docs/stream.md). Never judges, never does I/O.
//
// Inches inside and outside; degrees outside, radians inside. Headings come out in (-180, 180] degrees. A reader belongs to one stream and one
// thread; the writers are pure and may be called from any.
//
// docs/stream.md lists all keys; those of events are the rows of stream/event_fields.c. The lines "guide" (referee/guides.h) and "ask"
// (app/marker_lines.h) stand among the verdicts of a live game: help and questions, which no record keeps.
#ifndef VEDETTE_STREAM_STREAM_H
#define VEDETTE_STREAM_STREAM_H

#include <stddef.h>

#include "core/event.h"
#include "core/move.h"
#include "core/verdict.h"

// Longest line that is read, in bytes: a full roster of 4,096 figures with the longest ids fits.
#define STREAM_LINE_MAX ((size_t)1 << 20)

typedef struct stream_reader stream_reader;

// A reader of one event stream about g, which is borrowed until stream_reader_destroy. STATUS_MEMORY.
status stream_reader_create(const game *g, stream_reader **out, fault *fault);
void stream_reader_destroy(stream_reader *w);

// Reads one line (no newline needed, any length) into *out; its arrays belong to w until the next call. STATUS_OK, or STATUS_INVALID with one line
// that names the key and the remedy but neither file nor line number, or STATUS_MEMORY. Rejected: what is not one JSON object in UTF-8, an unknown
// kind, figure, unit, side, action, check or formation; a pose that is not three finite numbers; a wrong type; a key given twice; `t` missing, not
// finite or earlier than in the last line that was accepted; a line longer than STREAM_LINE_MAX. Keys that are not known are passed over, except in
// `declare` and `status`, where words, numbers, flags and places become items.
// `status` with engaged_with: one item a unit; an empty list is one item with is_null. A figure named twice in a list counts once.
status stream_read_event(stream_reader *w, const char *line, size_t length, event *out, fault *fault);
// The same for what a judge enters on the page: it carries no time of its own, `t_s` is its time.
status stream_read_entry(stream_reader *w, const char *line, size_t length, double t_s, event *out, fault *fault);

// Rounds poses and sigmas to exactly what stream_event_json writes and stream_read_event reads back, bit for bit. The live run judges these.
void stream_round_event(event_pose *poses, int count);
// The event as a record keeps it: *e with its poses copied to `poses`, which has room for them, and rounded.
event stream_rounded(const event *e, event_pose *poses);

// One line of JSON without its newline, which the caller frees; NULL: out of memory. Numbers that are not finite are written as null.
char *stream_event_json(const game *g, const event *e);
char *stream_verdict_json(const game *g, const verdict *v);
// A move's verdict has "seen" and "figures", of how many of the unit's figures on the table it was made, where some were hidden when the move ended.
// The same with what the page draws of the move: `figures_from` and `figures_to` {figure: [x, y, heading]} and the observed `path` [[x, y], ...] of
// the unit's middle. m may be NULL.
char *stream_verdict_drawn_json(const game *g, const verdict *v, const move *m);
// Something announced or left out that is no move: without places and maneuvers (docs/stream.md, "act").
char *stream_act_json(const game *g, const verdict *v);
char *stream_alert_json(const game *g, const alert *a);
char *stream_obligation_json(const game *g, const obligation *o);

// An entry of the ledger: figures that were displaced while no hand moved them on purpose.
typedef struct {
    double t_s;
    int number;  // of the entry
    int unit;
    int side;  // the side to move; -1: none
    const int *figures;
    const pose *from, *to;
    int figure_count;
    double distance_in;  // of the figure that moved farthest
    double gap_s;        // no picture came for so long before the nudge was seen, so its cause is unknown; 0: it was watched
    bool open;           // not put back yet, and none of its figures has moved on
} stream_nudge;

// {"kind":"nudge","t":..,"figures":[ids],"distance_in":..,"unit":..,"side":..,"number":..,"from":{id:[x,y,heading]},"to":{..}}; `side` is the side
// to move, absent where there is none; "gap_s" is there if the nudge happened unwatched.
char *stream_nudge_json(const game *g, const stream_nudge *n);
// The figures of entry n->number were put back at t_s: the same with "put_back": number in place of "number".
char *stream_put_back_json(const game *g, double t_s, const stream_nudge *n);
// The unit stands again where it stood before that move (0: one that had not ended): a take-back is offered.
// {"kind":"offer","t":..,"unit":..,"side":..,"action":"take-back","move":..,"message":..}
char *stream_offer_json(const game *g, double t_s, int unit, int number, const char *message);

// Figures with an ambiguous identity: group[i] is that of figures[i], 0, 1, ... in order. {"kind":"mixed","t":..,"groups":[[ids]],
// "message":..}
char *stream_ambiguity_json(const game *g, double t_s, const int *figures, const int *group, int count, const char *message);

// A player asks the judge to look at the verdict of that move again: {"kind":"challenge","t":..,"move":..,"unit":..,"by":..,"side":..,"note":..}.
typedef struct {
    double t_s;
    int move, unit;            // unit -1: not known
    const char *by, *side_id;  // who; "": not known
    const char *note;
} stream_challenge;
char *stream_challenge_json(const game *g, const stream_challenge *c);

// An ignored event and the reason, for the page: {"kind":"aside","t":..,"message":..}.
char *stream_aside_json(double t_s, const char *text);

// A picture of part of the table, kept as evidence:
// {"kind":"picture","t":..,"move":..,"unit":..,"what":..,"type":"image/jpeg","width":..,"height":.., "box":[x0,y0,x1,y1]}. Its rows run from north to
// south.
typedef struct {
    double t_s;        // when it was taken
    int move;          // 0: of no move
    int unit;          // -1: of none
    const char *what;  // "before", "after", "table"
    int width, height;
    vec2 low, high;  // corners of the box, inches
} stream_picture;
char *stream_picture_json(const game *g, const stream_picture *p);

// Which film shows the game from t_s on: {"kind":"film","t":..,"file":..,"width":..,"height":..}, or that it ends there:
// {"kind":"film-end","t":..,"file":..,"frames":..}.
typedef struct {
    const char *kind;  // "film", "film-end"
    double t_s;
    const char *file;  // beside the record
    long frames;
    int width, height;
} stream_film;
char *stream_film_json(const stream_film *f);

// How recording goes: {"kind":"recording","t":..,"state":"failing|well","why":..,"lost":[from, to]}. t: from there on the record has nothing yet, or
// had.
typedef struct {
    double t_s;
    bool failing;
    const char *why;  // with the remedy; "" while it is well
    bool lost;        // rows of lost_from_s to lost_to_s are missing for good
    double lost_from_s, lost_to_s;
} stream_recording;
char *stream_recording_json(const stream_recording *r);
// The same as a member of the state: "record":{"head":..,"why":..}.
char *stream_recording_member(const char *head, const char *why);

// How one unit stands and what it has done, for stream_state_json.
typedef struct {
    int unit;
    unit_form form;
    double spent_in;  // of its movement, this turn
    bool moving;      // a move of it is going on
    bool offered;     // a take-back is offered, of the move of that number
    int offered_move;
    const int *contacts;  // units that it touches
    int contact_count;
    const game_option *facts;  // what the rulebook keeps of it: name and value
    int fact_count;
} stream_unit;

// The envelope of a move that goes on: its cost so far, its limit, what is left, and the reach of the middle of the unit's front.
typedef struct {
    int unit;
    double as_of_s;                     // time of these values if the unit is out of sight; NAN: they are current
    double come_in, limit_in, left_in;  // limit and left NAN: nothing bounds it
    double raised_in;                   // the limit after a march or a charge is declared; 0: no other limit
    const vec2 *area;                   // area_count corners
    int area_count;
    bool declared;  // the unit has declared its action
} stream_envelope;

typedef struct {
    double t_s;
    int turn, move;     // move: number of the last finished one
    const char *phase;  // "" where none was entered
    int side;           // the side whose phase it is; -1: none
    const stream_unit *units;
    int unit_count;
    // What follows is the page's: left out of the line where figures is NULL.
    const pose *figures;    // game.figure_count
    const bool *on_table;   // figures off the table are left out; NULL: all are on it
    const bool *hidden;     // NULL: none is
    const char *health;     // what can't be judged now, and the reason; "": nothing
    const obligation *due;  // open obligations
    int due_count;
    const stream_nudge *nudges;  // newest first
    int nudge_count;
    const stream_envelope *envelopes;
    int envelope_count;
    bool is_public;   // for players and viewers: without what only judges may see
    bool shadow;      // nothing that is judged is public
    bool premeasure;  // players may see how far a unit can go before its action is declared
} stream_state;

// {"kind":"state","t":..,"turn":..,"phase":..,"side":..,"move":..,"units":[{"id","formation","facing","frontage","ranks","files","array","anchor",
// "contacts","spent","moving"}]}; "doubtful":true and "runner_up":{"formation","frontage","ranks","files","odds"} (how many times likelier the first
// reading is) where a unit may stand otherwise; and for the page "health","premeasure","shadow" (for judges),"due":[{"unit","rule","message"}],
// "nudges":[{"number","t","unit","side","figures","from","to","distance_in","open"}],"figures":{id:[x,y,heading,hidden]},
// "fronts":{id:[degrees]} (headings that a doubtful front may have; only where there are any),
// "envelopes":[{"unit","as_of","come_in","limit_in","left_in","raised_in","reach":[[x,y],..]}] of the moves that go on (limit and left null: no
// limit); where players may not pre-measure, the public one of a unit that has declared nothing is {"unit"}, with "over":true where no declaration
// would reach so far. A unit has "take_back": the number of the move whose take-back is offered (0: of one that had not ended), where one is.
char *stream_state_json(const game *g, const stream_state *s);
// What the page needs of the roster: title, ruleset, table, sides, units with figures and bases (inches), terrain.
char *stream_game_json(const game *g);

#endif
