// vision/fit/robust -- one loop for all fits of vision/: Gauss-Newton on weighted observations, with Tukey's weights so that outliers have no
// influence.
//
// The loop reads no picture: a search gathers its observations and moves its pose. Units are the search's. Nothing is allocated; no state.
// Sources: Beaton and Tukey, Technometrics 16 (1974), for the weights; Huber, "Robust Statistics" (1981), 7.6, for the errors; Baker and Matthews,
// "Lucas-Kanade 20 Years On", IJCV 56 (2004), for steps on pictures.
#ifndef VEDETTE_VISION_FIT_ROBUST_H
#define VEDETTE_VISION_FIT_ROBUST_H

#include <math.h>

#include "core/solve.h"

// Tukey's weight of an observation with the prior weight `weight`: `weight` at misfit 0, 0 from `gate` on. NAN where the misfit is NAN.
static inline double fit_tukey(double weight, double misfit, double gate) {
    double q = misfit / gate;
    return fabs(q) >= 1 ? 0 : weight * (1 - q * q) * (1 - q * q);
}

// Sums over the observations of a fit: what fit_excess needs. z: a misfit squared, over the variance that it is taken for; w: Tukey's weight.
typedef struct {
    double weight;  // w
    double square;  // w z
    double psi2;    // w w z
    double slope;   // of the weighted misfit: w (1 - 5 q) / (1 - q), q the squared misfit over the squared gate
} fit_sums;

// The factor, 1 or more, by which the weights make a variance look too small: noise near the gate gets little weight and hardly shows. An
// M-estimate's variance is the mean of psi squared over the square of the mean slope of psi.
static inline double fit_excess(const fit_sums *s) {
    double slope = fmax(s->slope, s->weight / 3);  // less: the gate lies within the noise, and the formula does not hold
    return s->square > 0 ? fmax(1, s->psi2 * s->weight * s->weight / (slope * slope * s->square)) : 1;
}

typedef enum {
    FIT_FAILED,   // no observations, an unknown that they don't determine, or a pose that the search refuses
    FIT_MOVED,    // a step was made; also: the rounds are over
    FIT_SETTLED,  // no further step is needed
} fit_result;

// A fit as the loop sees it. `problem` is the search's own state and pose.
typedef struct {
    int rounds;  // at most
    // Fills n with the observations at the pose; calls solve_begin itself. False: the fit fails.
    bool (*gather)(void *problem, int round, normal_equations *n);
    // Moves the pose by x. n: the equations of this round, factored, for errors.
    fit_result (*move)(void *problem, int round, const normal_equations *n, const double *x);
} fit_steps;

// Gathers, solves and moves until a round settles or fails, or the rounds are over.
fit_result fit_run(const fit_steps *steps, void *problem);

#endif
