// core/move -- one physical move of one unit between two rest states, with the path that was seen between them.
#ifndef VEDETTE_CORE_MOVE_H
#define VEDETTE_CORE_MOVE_H

#include "core/event.h"

// A figure of the unit that is out of sight after the move. It stood at `from`.
typedef enum {
    MOVE_NO_SIGHT,     // none such: in sight, or not on the table, or never seen
    MOVE_WENT_UNSEEN,  // lost from sight with the move: its unit took it along
    MOVE_LONG_UNSEEN   // lost from sight long before: perhaps it is not there any more
} move_sight;

// Arrays run over the unit's figures in the roster's order (index i is figure unit.first_figure + i). Borrowed from formation until its next call.
typedef struct {
    int number;  // 1, 2, ...: the moves of this game in the order in which they ended
    int unit;
    double t_begin_s, t_end_s;
    double gap_s;             // the longest time on its way from which no picture came; 0: it was watched as far as hands let it
    bool finished;            // false: still going on (given to rules for alerts)
    int figure_count;         // == unit.figure_count
    const bool *moved_with;   // figure took part: on the table and known both before and after
    const move_sight *sight;  // what is known of a figure that did not take part; NULL: nothing of any
    const pose *from, *to;    // rest poses; entries with moved_with false mean nothing, but for from where sight is not MOVE_NO_SIGHT
    unit_form before, after;
    const int16_t *rank_before, *rank_after;  // 0 = front rank; -1: in none
    int sample_count;                         // path samples in order of time, the first equal to `from`, the last to `to`
    const double *sample_t_s;
    const pose *samples;      // sample_count x figure_count; a figure not seen repeats its last pose
    const bool *sample_seen;  // sample_count x figure_count
} move;

#endif
