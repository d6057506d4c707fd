// A random move of a random unit, made of maneuvers, and how a camera with a stated error sees it.
#ifndef TESTS_RULES_TRIAL_H
#define TESTS_RULES_TRIAL_H

#include "field.h"
#include "rules/measure/maneuver/explain.h"

#define TRIAL_PLACES FIELD_SAMPLES

typedef enum { SEEN_AT_REST, SEEN_SPARSELY, SEEN_DENSELY } sight;

typedef struct {
    int files, ranks, count;
    double gap_in;
    pose at[TRIAL_PLACES][FIELD_FIGURES];  // where the figures truly stand: at the start, on the way, at the end
    int places;
    double cost;  // of the maneuvers, by the book
} trial;

// A unit of 2 to 8 files and 1 to 4 ranks, closed or open, and a move of it: up to two wheels and two facing changes with obliques before, between
// and after, costing at most `most`, often just that; faces by fractions of `rate`.
trial trial_make(unsigned *seed, double rate, double most);
// The same as hands put it down: at the end each figure is off by sigma_in per coordinate from where the maneuvers lead.
void trial_jitter(trial *t, unsigned *seed, double sigma_in);

// Sees the trial with errors (a third of their variance common to the unit's figures, docs/stream.md) and judges it under `rate`; to be ended with
// field_end. The unit is out of command, so that no march excuses it.
const verdict *trial_judge(const trial *t, field *f, unsigned *seed, double rate, double sigma_in, double sigma_rad, sight how);

// How the engine explains the move that was judged last.
explanation trial_explained(const field *f);

// Outer front corner of a body of n figures as it faces now, left (1) or right (-1), and how far the farthest front is from a pivot.
vec2 trial_corner(const pose *now, int n, double side);
double trial_reach(const pose *now, int n, vec2 pivot);

#endif
