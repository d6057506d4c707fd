// formation/moves/state -- what the segmenter remembers of figures and units, and the parts of its work. Internal to formation/moves/.
//
// An event is taken in by observe.c (after exchange.c has looked for equal bases named anew); a move that ends by it is put together in ending.c;
// nudge.c and way_back.c decide what is no move; measure.c measures displacement, rest and form; ongoing.c answers what goes on meanwhile.
#ifndef VEDETTE_FORMATION_MOVES_STATE_H
#define VEDETTE_FORMATION_MOVES_STATE_H

#include "formation/moves/moves_limits.h"
#include "formation/moves/path.h"
#include "formation/moves/segment.h"
#include "formation/steady.h"

// What nudges did to a figure.
typedef struct {
    bool due;          // displaced since it was reported last, from `was` to `is`
    bool can_go_back;  // was nudged, as reported, and has neither been put back nor moved since; `home` is where it stood
    pose was, is, home;
    vec2 knock;  // what nudges within its unit's move have added to its present place
    double knock_rad;
} seg_nudge;

typedef struct {
    bool on_table;  // has a rest pose and a present one
    bool reported;  // an event has told its place
    bool hidden;
    bool trusted;      // hidden when its unit had settled and nothing of it has moved since: it stands where it stood
    bool stale;        // hidden while its unit's move ended: its rest pose is where the move would have carried it
    bool carried;      // stale, and all that was seen of its unit went as one body: it stands there, as far as the unit's form goes
    bool in_move;      // its rest pose is where it stood when the unit's move began
    steady rest, now;  // at rest, `rest` is `now` as it was a while ago: what a slow beginning of a move adds to the average is not in it
    steady lately;     // the next `rest`
    double t_hidden_s;
    double t_moved_s;  // last time that it surely did
    bool has_before;
    pose before;  // rest pose before the last move that ended
    seg_nudge nudge;
} seg_figure;

static inline bool seg_is_there(const seg_figure *f) { return f->on_table && (!f->hidden || f->trusted); }

// Where the figure would stand without the nudges within its unit's move.
static inline pose seg_unknocked(const seg_figure *f) {
    pose p = f->now.mean;
    p.at = vec2_sub(p.at, f->nudge.knock);
    if (f->nudge.knock_rad != 0) p.heading_rad = angle_wrap(p.heading_rad - f->nudge.knock_rad);
    return p;
}

static inline void seg_forget_knock(seg_figure *f) {
    f->nudge.knock = (vec2){0, 0};
    f->nudge.knock_rad = 0;
}

// It counts at its rest pose when the unit's form is measured.
static inline bool seg_has_place(const seg_figure *f) { return seg_is_there(f) || (f->on_table && f->stale && f->carried); }

// The unit's form at rest.
typedef struct {
    unit_form now;
    int16_t *rank;                 // per figure of the unit
    bool stale;                    // a rest pose, or which figures are there, changed since it was measured
    int whole_ranks, whole_files;  // when the place of each of its figures was known last; 0: that was never so
    bool anew, anew_before;        // since then its figures did not go as one body; the same before its last move
} seg_form;

// Nudges of the unit's figures that are not reported yet.
typedef struct {
    bool due;
    double t_s;    // of the last one
    double gap_s;  // the longest time without a picture before any of them was seen
} seg_unit_nudge;

typedef struct {
    bool moving;          // a figure has left its rest pose; perhaps it is a nudge
    bool went_far;        // farther than a nudge since
    bool went_as_body;    // and with most of its figures in sight, at one time
    bool returning;       // taken back: rest poses are where the unit stood before, the present ones perhaps not yet
    bool returned;        // its way goes back to before its last move, as was reported
    bool has_before;      // a move ended that could still be taken back
    bool may_return;      // and in this phase
    bool reinforces;      // announced as reinforcements, and not on the table yet
    bool landed;          // figures of it came onto the table in this event
    bool arriving;        // its move is the one that brings it on: a move even where it stands where it was placed
    double t_begin_s;     // of its move; of a unit that goes far by the present event, too
    double t_change_s;    // last time that a figure moved, as far as is known now
    double t_reported_s;  // of the event that reported one last: it may have been found late
    double t_seen_s;      // last time that one hid or reappeared
    double gap_s;         // of its move: the longest time without a picture
    int number;           // of its last move that ended
    seg_unit_nudge nudge;
    seg_form form;
    double t_lately_s, t_observed_s;
    path path;
    path spare;       // takes the place of `path` where a move that ended keeps that
    bool spare_lent;  // a move that ended in this event has it
} seg_unit;

// What the present event does to a figure and to a unit.
typedef struct {
    bool nudged;
    bool taken;  // its place was given to another one of its unit
    int was;     // in an exchange: the figure of which the base was said to be that it is now; -1: of none
} seg_event_figure;

typedef struct {
    unsigned char touched;  // SEG_CHANGED, SEG_SEEN, SEG_FAR
    bool compared;          // it was found out whether
    bool exchanged;         // its equal bases are named anew
} seg_event_unit;

#define SEG_CHANGED 1  // a figure moved
#define SEG_SEEN 2     // one hid or reappeared
#define SEG_FAR 4      // one moved farther than a nudge

// A thing that ended; its arrays are seg_ends.arrays'.
typedef struct {
    segment_end end;
    double t_begin_s;
    bool closed;  // by the event, after all that had settled before it
    int order;    // in which they were found
    path path;
} seg_ended;

typedef struct {
    seg_ended *list;
    int count, next, capacity;
    arena arrays;
} seg_ends;

// For segmenter_ongoing: arrays for the largest unit.
typedef struct {
    pose *from, *to;
    bool *with, *present, *hidden;
    move_sight *sight;
    int16_t *ranks;
} seg_ongoing;

struct segmenter {
    const game *g;
    segment_options o;
    steady_terms terms;
    double t_s, t_last_s;  // of this event and the one before
    bool closing;          // what ends now ends by the event
    int moves;
    seg_figure *figures;              // per game figure
    seg_unit *units;                  // per unit
    seg_event_figure *event_figures;  // per game figure
    seg_event_unit *event_units;      // per unit
    seg_ends ends;
    seg_ongoing ongoing;
    arena memory;  // of all but ends.arrays
};

// Displacement of a unit's figures from their rest poses, nudges left out.
typedef struct {
    int there;  // figures whose present place is known
    int displaced;
    double farthest_in;
    bool beyond_nudge;  // farther than nudge_in, or turned beyond facing_tol_rad
    bool beyond_noise;
} seg_shift;

static inline int seg_first(const segmenter *s, int unit) { return s->g->units[unit].first_figure; }
static inline int seg_after(const segmenter *s, int unit) { return s->g->units[unit].first_figure + s->g->units[unit].figure_count; }
static inline void seg_keep(status *all, status one) {
    if (one != STATUS_OK) *all = one;
}

// measure.c: displacement, rest and form.
seg_shift segment_shift(const segmenter *s, int unit);
// Where the figures in sight that take part in the unit's move stood at rest, and where they stand. Returns how many.
int segment_places(const segmenter *s, int unit, vec2 *from, vec2 *to);
// True where the move from rest pose a to b is more than a nudge.
bool segment_is_move(const segmenter *s, pose a, pose b);
// What is known of a figure that its unit's move leaves out of sight.
move_sight segment_sight(const segmenter *s, int figure);
double segment_turn(pose a, pose b);  // between their headings, the least where a front is doubtful; 0 where one was not seen
// When the unit will have been still for settle_s, as far as is known now.
double segment_settles_s(const segmenter *s, int unit);
bool segment_still(const segmenter *s, int unit);
// No figure of the unit's move lies under a hand: that one may stand elsewhere when it is seen again.
bool segment_in_sight(const segmenter *s, int unit);
// Where the unit stands becomes its rest; its form is measured anew.
void segment_rest(segmenter *s, int unit);
// Measures the unit's form from its rest poses.
void segment_measure(segmenter *s, int unit);
// The unit's form, with ranks and files as they were when last they were sure.
unit_form segment_known_form(const seg_unit *su);

// observe.c: observations, placings, removals.
status segment_take_observe(segmenter *s, const event_observe *e);
status segment_end_placed(segmenter *s, const event_place *e);  // the moves of the units that it places
status segment_take_place(segmenter *s, const event_place *e);
void segment_take_remove(segmenter *s, const event_remove *e);

// exchange.c: takes in where an observation does nothing but name a unit's equal bases anew, so that it moves none of them.
void segment_take_exchanges(segmenter *s, const event_observe *e);

// ending.c: ends.
// Ends what the unit is doing: a move, a nudge or a way back (put into s->ends), or nothing. `entered`: by an end-move, which even no motion at all
// answers.
status segment_close(segmenter *s, int unit, bool entered);
// The path with its last sample set to where the unit stands now.
void segment_path_to_now(segmenter *s, int unit);
// One more thing that ended, of this unit; NULL: no more fit.
seg_ended *segment_add_end(segmenter *s, segment_end_kind kind, int unit, double t_s);
// So many things of one unit can end by one event at most: as time passes two that settle and one list of nudges, by a phase one more, and by the
// close of its move three.
#define SEG_ENDS_MOST 8
// Takes of a measuring arena the arrays of all that can end by one event.
void segment_measure_ends(const game *g, arena *a);
void segment_clear_ended(segmenter *s);

// way_back.c: ways back.
void segment_take_back(segmenter *s, int unit);
// True where a taken-back unit stands at its old place, near enough for hands.
bool segment_is_back(const segmenter *s, int unit);
// True where the unit stands within a nudge of where it stood before its last move that ended, which it may still return from.
bool segment_is_home(const segmenter *s, int unit);
// Reports that the unit stands where it stood, at t_s, once.
status segment_report_returned(segmenter *s, int unit, double t_s);
// Its way back has ended: no move of it is left.
status segment_withdraw(segmenter *s, int unit, double t_s);
// True where the unit went farther than a nudge, not only in one flicker of measurement, and stands again where it last rested.
bool segment_went_and_came(const segmenter *s, int unit);

// nudge.c: nudges.
// Arrays of displaced figures, one element a figure of the unit.
typedef struct {
    int *figures;
    pose *from, *to;
} seg_list;

seg_list segment_take_list(arena *a, int figures);
// Takes figure f's pose, which is elsewhere although no hand moved it; no picture came for gap_s before.
void segment_take_nudge(segmenter *s, int f, pose p, double gap_s);
// Reports the nudges of the unit that observations named and that have come to rest by t_s; all: whether they have or not.
status segment_report_nudges(segmenter *s, int unit, double t_s, bool all);
// Ends the unit's small displacement as a nudge; entered: even one of no figure at all is reported.
status segment_close_nudge(segmenter *s, int unit, double t_s, bool entered);
// True where all that moved of the unit went back to where it was nudged from, as is then reported.
bool segment_put_back(segmenter *s, int unit, double t_s, status *result);
// The move of these figures has ended: what they were nudged by before counts no more.
void segment_forget_nudges(segmenter *s, int unit);
// Leaves a knock out of account where the figure stands better in its unit's move with it: it was put right on the way.
void segment_settle_knocks(segmenter *s, int unit);

#endif
