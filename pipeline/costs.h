// pipeline/costs -- what looking costs on this machine, and how much of it a frame has time for. A value: nominal where runs must repeat, learned
// from measured durations where the source is live. Asks no clock.
//
// A frame spends on following a share of the time between frames: what moves goes farther from one picture to the next where they come seldom, and
// there is more time to look at it. A look is charged what it takes, but no more than the nominal cost as long as a frame has the time: a slow
// machine looks at as much as others while there is time, and at less where pictures come too fast for it. A fast machine looks at more. Microseconds
// of wall-clock time, pixels.
#ifndef VEDETTE_PIPELINE_COSTS_H
#define VEDETTE_PIPELINE_COSTS_H

#include <stdbool.h>

// How one base is looked for where it is expected.
typedef enum { FOLLOW_TAG, FOLLOW_HIDDEN_TAG, FOLLOW_PAINT, FOLLOW_RIM, FOLLOW_LOST_RIM, FOLLOW_COST_COUNT } follow_cost;

// The searches, cheapest first.
typedef enum { SEARCH_TAGS, SEARCH_PLAIN, SEARCH_RIMS, SEARCH_HIDDEN_TAGS, SEARCH_COUNT } search_sort;

typedef struct {
    double follow_us[FOLLOW_COST_COUNT];  // of one base
    double search_px_per_us[SEARCH_COUNT];
    double other_us;  // of a frame, for all but looking; 0: not measured yet
    double free_us;   // of the time between two frames, for looking; INFINITY: not known, or of no account
    double frame_us;  // that a frame spends on following
} cost_model;

// One timed part of a look: how long it took, and what it did.
typedef struct {
    double us;
    double followed[FOLLOW_COST_COUNT];  // bases
    double searched_px[SEARCH_COUNT];
} cost_sample;

// What the developers' machine takes. Replays, tests and files keep it, so that the same pictures give the same looks.
cost_model costs_nominal(void);
double costs_predict_us(const cost_model *m, const cost_sample *s);
// Moves the costs of what the sample did towards what it took, each by its share of the prediction. A sample that did nothing teaches nothing.
void costs_learn(cost_model *m, const cost_sample *s);
// Sets the free time from the time between frames (0: not known) and from what the rest of a frame took.
void costs_learn_frame(cost_model *m, double interval_us, double other_us);
// Sets what a frame spends from the time between frames as they are stamped (0: not known), so that a replay spends the same.
void costs_time_frames(cost_model *m, double interval_us);
// What following one base is charged.
double costs_follow_us(const cost_model *m, follow_cost kind);
// Pixels that one frame searches for this sort beside following.
double costs_part_px(const cost_model *m, search_sort sort);
// How many times as many pixels all searches together cover in a frame as at the nominal costs: 1 at those.
double costs_speed(const cost_model *m);

#endif
