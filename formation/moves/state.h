// formation/moves/state -- what the segmenter remembers, and the parts of its work. Internal to formation/.
#ifndef VEDETTE_FORMATION_MOVES_STATE_H
#define VEDETTE_FORMATION_MOVES_STATE_H

#include "formation/moves/path.h"
#include "formation/moves/segment.h"
#include "formation/steady.h"

#define SEG_GATE_IN 0.08  // a base is not put back on the same spot to 2 mm
#define SEG_GATE_RAD (3 * RAD_PER_DEG)

typedef struct {
    bool on_table;  // has a rest pose and a present one
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
    // Nudges.
    bool is_nudged;    // displaced since it was told last, from `was` to `is`
    bool can_go_back;  // was nudged, as told, and has neither been put back nor moved since; `home` is where it stood
    pose was, is, home;
    vec2 knock;  // what nudges within its unit's move have added to `now`
    double knock_rad;
} seg_figure;

static inline bool seg_is_there(const seg_figure *f) { return f->on_table && (!f->hidden || f->trusted); }

// Where the figure would stand without the nudges within its unit's move.
static inline pose seg_unknocked(const seg_figure *f) {
    pose p = f->now.mean;
    p.at = vec2_sub(p.at, f->knock);
    if (f->knock_rad != 0) p.heading_rad = angle_wrap(p.heading_rad - f->knock_rad);
    return p;
}

// It counts at its rest pose when the unit's form is measured.
static inline bool seg_has_place(const seg_figure *f) { return seg_is_there(f) || (f->on_table && f->stale && f->carried); }

typedef struct {
    bool moving;         // a figure has left its rest pose; perhaps it is a nudge
    bool went_far;       // farther than a nudge since
    bool returning;      // taken back: rest poses are where the unit stood before, the present ones perhaps not yet
    bool returned;       // its way goes back to before its last move, as was told
    bool form_stale;     // a rest pose, or who is there, changed since the form was measured
    bool has_before;     // a move ended that could still be taken back
    bool may_return;     // and in this phase
    bool reinforces;     // announced as reinforcements, and not on the table yet
    bool landed;         // figures of it came onto the table in this event
    bool arriving;       // its move is the one that brings it on: a move even where it stands where it was placed
    double t_begin_s;    // of its move; of a unit that goes far by the present event, too
    double t_change_s;   // last time that a figure moved, as far as is known now
    double t_told_s;     // of the event that told of one last: it may have been found late
    double gap_s;        // of its move: the longest time without a picture
    double t_seen_s;     // last time that one hid or reappeared
    int number;          // of its last move that ended
    bool has_nudged;     // some figure is_nudged
    double t_nudge_s;    // last time that one was
    double nudge_gap_s;  // the longest time without a picture before any of these was seen
    unit_form form;
    int whole_ranks, whole_files;  // of its form when the place of each of its figures was known last; 0: that was never so
    bool anew, anew_before;        // since then its figures did not go as one body; the same before its last move
    int16_t *rank;
    double t_lately_s, t_observed_s;
    path path;
} seg_unit;

// A thing that ended, with the arrays that it borrows.
typedef struct {
    segment_end end;
    double t_begin_s;
    bool closed;  // by the event, after all that had settled before it
    int order;    // in which they were found
    void *arrays;
    path path;
} seg_ended;

struct segmenter {
    const game *g;
    segment_options o;
    steady_terms terms;
    double t_s, t_last_s;  // of this event and the one before
    bool phased;           // a phase was entered
    bool closing;          // what ends now ends by the event
    int moves;
    seg_figure *figures;  // per game figure
    seg_unit *units;
    int16_t *ranks;          // units' rank arrays, one after the other
    unsigned char *touched;  // per unit, while an event is taken: SEG_CHANGED, SEG_SEEN, SEG_FAR
    bool *nudged;            // per game figure, likewise
    bool *taken;             // per game figure, while exchanges are looked for
    bool *exchanged;         // per unit, likewise
    seg_ended *ended;
    int ended_count, ended_next, ended_room;
    // for segmenter_ongoing: room for the largest unit
    pose *scratch_poses;
    bool *scratch_flags;
    int16_t *scratch_ranks;
};

#define SEG_CHANGED 1  // a figure moved
#define SEG_SEEN 2     // one hid or reappeared
#define SEG_FAR 4      // one moved farther than a nudge

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

// segment.c: its small parts.
seg_shift segment_shift(const segmenter *s, int unit);
// True where the move from rest pose a to b is more than a nudge.
bool segment_is_move(const segmenter *s, pose a, pose b);
double segment_turn(pose a, pose b);  // between their headings; 0 where one was not seen
// When the unit will have been still for settle_s, as far as is known now.
double segment_settles_s(const segmenter *s, int unit);
bool segment_still(const segmenter *s, int unit);
// Where the unit stands becomes its rest; its form is measured anew.
void segment_rest(segmenter *s, int unit);
// Measures the unit's form from its rest poses.
void segment_measure(segmenter *s, int unit);

// segment_take.c: observations, placings, removals.
status segment_take_observe(segmenter *s, const event *e);
status segment_take_place(segmenter *s, const event *e);
void segment_take_remove(segmenter *s, const event *e);

// segment_exchange.c: takes in where an observation does nothing but name a unit's equal bases anew, so that it moves nobody.
void segment_take_exchanges(segmenter *s, const event *e);

// segment_end.c: ends.
// Ends what the unit is doing: a move, a nudge or a way back (put into s->ended), or nothing. `said`: by an end-move, which even no motion at all
// answers.
status segment_close(segmenter *s, int unit, bool said);
// The path with its last sample set to where the unit stands now.
status segment_path_to_now(segmenter *s, int unit);
// Room for one more thing that ended, of this unit; NULL: out of memory.
seg_ended *segment_add_end(segmenter *s, segment_end_kind kind, int unit, double t_s);
void segment_free_ended(segmenter *s);

// segment_back.c: ways back.
void segment_take_back(segmenter *s, int unit);
// True where a taken-back unit stands at its old place, near enough for hands.
bool segment_is_back(const segmenter *s, int unit);
// True where the unit stands within a nudge of where it stood before its last move that ended, which it may still return from.
bool segment_is_home(const segmenter *s, int unit);
// Tells that the unit stands where it stood, at t_s, once.
status segment_say_returned(segmenter *s, int unit, double t_s);
// Its way back has ended: no move of it is left.
status segment_withdraw(segmenter *s, int unit, double t_s);
// True where the unit went farther than a nudge, not only in one flicker of measurement, and stands again where it last rested.
bool segment_went_and_came(const segmenter *s, int unit);

// segment_nudge.c: nudges.
// Takes figure f's pose, which is elsewhere although nobody moved it; no picture came for gap_s before.
void segment_take_nudge(segmenter *s, int f, pose p, double gap_s);
// Tells the nudges of the unit that observations named and that have come to rest by t_s; all: whether they have or not.
status segment_say_nudges(segmenter *s, int unit, double t_s, bool all);
// Ends the unit's small displacement as a nudge; said: even one of no figure at all is told.
status segment_close_nudge(segmenter *s, int unit, double t_s, bool said);
// True where all that moved of the unit went back to where it was nudged from, as is then told.
bool segment_put_back(segmenter *s, int unit, double t_s, status *result);
// The move of these figures has ended: what they were nudged by before concerns nobody any more.
void segment_forget_nudges(segmenter *s, int unit);
// Leaves a knock out of account where the figure stands better in its unit's move with it: it was put right on the way.
void segment_settle_knocks(segmenter *s, int unit);

#endif
