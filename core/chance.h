// core/chance -- chances of the normal distribution. Pure.
#ifndef VEDETTE_CORE_CHANCE_H
#define VEDETTE_CORE_CHANCE_H

#include <math.h>

// The chance that what was measured x beyond a bound, with that error, truly lies below it. x and sigma in the same unit; sigma 0: x is exact.
static inline double chance_below(double x, double sigma) { return 0.5 * erfc(x / (fmax(sigma, 1e-9) * sqrt(2))); }

#endif
