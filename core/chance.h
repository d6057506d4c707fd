// core/chance -- chances of the normal distribution, and of headings. Pure.
#ifndef VEDETTE_CORE_CHANCE_H
#define VEDETTE_CORE_CHANCE_H

#include <math.h>

// The chance that what was measured x beyond a bound, with that error, truly lies below it. x and sigma in the same unit; sigma 0: x is exact.
static inline double chance_below(double x, double sigma) { return 0.5 * erfc(x / (fmax(sigma, 1e-9) * sqrt(2))); }

// Of `count` chances, one for each equal step of a full turn: the sum of those within `reach` steps of step `middle`, and their mean and scatter,
// rad. A sum of 0 leaves the middle and 0.
double chance_about(const double *chance, int count, int middle, int reach, double *mean_rad, double *sigma_rad);

#endif
