// formation/segment_state -- what the segmenter remembers, and the ends of moves. Internal to formation/.
#ifndef VEDETTE_FORMATION_SEGMENT_STATE_H
#define VEDETTE_FORMATION_SEGMENT_STATE_H

#include "formation/path.h"
#include "formation/segment.h"
#include "formation/steady.h"

typedef struct {
    bool on_table;  // has a rest pose and a present one
    bool hidden;
    bool trusted;      // hidden when its unit had settled and nothing of it has moved since: it stands where it stood
    bool stale;        // hidden while its unit's move ended: its rest pose is where the move would have carried it
    bool carried;      // stale, and all that was seen of its unit went as one body: it stands there, as far as the unit's form goes
    bool in_move;      // its rest pose is where it stood when the unit's move began
    steady rest, now;  // at rest, `rest` is `now` as it was a while ago: what a slow beginning of a move adds to the average is not in it
    steady lately;     // the next `rest`
    bool has_before;
    pose before;  // rest pose before the last move that ended
} seg_figure;

static inline bool seg_is_there(const seg_figure *f) { return f->on_table && (!f->hidden || f->trusted); }

// It counts at its rest pose when the unit's form is measured.
static inline bool seg_has_place(const seg_figure *f) { return seg_is_there(f) || (f->on_table && f->stale && f->carried); }

typedef struct {
    bool moving;                   // a figure has left its rest pose; perhaps it is a nudge
    bool returning;                // taken back: rest poses are where the unit stood before, the present ones perhaps not yet
    bool form_stale;               // a rest pose, or who is there, changed since the form was measured
    bool has_before;               // a move ended that could still be taken back
    bool reinforces;               // announced as reinforcements, and not on the table yet
    bool landed;                   // figures of it came onto the table in this event
    bool arriving;                 // its move is the one that brings it on: a move even where it stands where it was placed
    double t_begin_s, t_change_s;  // t_change_s: last time that a figure moved, hid or reappeared
    unit_form form;
    int16_t *rank;
    double t_lately_s, t_observed_s;
    path path;
} seg_unit;

// A move or nudge that ended, with the arrays that its move borrows.
typedef struct {
    segment_end end;
    double t_begin_s;
    void *arrays;
    path path;
} seg_ended;

struct segmenter {
    const game *g;
    segment_options o;
    steady_terms terms;
    double t_s, t_last_s;  // of this event and the one before
    int moves;
    seg_figure *figures;  // per game figure
    seg_unit *units;
    int16_t *ranks;          // units' rank arrays, one after the other
    unsigned char *touched;  // per unit, while an event is taken: SEG_CHANGED, SEG_FAR
    seg_ended *ended;        // room for one a unit
    int ended_count, ended_next;
    // for segmenter_ongoing: room for the largest unit
    pose *scratch_poses;
    bool *scratch_flags;
    int16_t *scratch_ranks;
};

#define SEG_CHANGED 1
#define SEG_FAR 2

// Displacement of a unit's figures from their rest poses.
typedef struct {
    int there;  // figures whose present place is known
    double farthest_in;
    bool beyond_nudge;  // farther than nudge_in, or turned beyond facing_tol_rad
    bool beyond_noise;
} seg_shift;

seg_shift segment_shift(const segmenter *s, int unit);
// True where the move from rest pose a to b is more than a nudge.
bool segment_is_move(const segmenter *s, pose a, pose b);
// Where the unit stands becomes its rest; its form is measured anew.
void segment_rest(segmenter *s, int unit);
// Measures the unit's form from its rest poses.
void segment_measure(segmenter *s, int unit);
// Ends what the unit is doing: a move or a nudge (put into s->ended), or nothing. `said`: by an end-move, which even no motion at all answers.
status segment_close(segmenter *s, int unit, bool said);
void segment_take_back(segmenter *s, int unit);
// True where a taken-back unit stands at its old place, near enough for hands.
bool segment_is_back(const segmenter *s, int unit);
// The path with its last sample set to where the unit stands now.
status segment_path_to_now(segmenter *s, int unit);
void segment_free_ended(segmenter *s);

#endif
