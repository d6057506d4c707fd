// vision/fit/float8 -- eight floats at a time, for the sums of a fit. Lanes are summed apart and in one order, so that wider registers give the same
// sums.
#ifndef VEDETTE_VISION_FIT_FLOAT8_H
#define VEDETTE_VISION_FIT_FLOAT8_H

#include <stdint.h>

enum { FLOAT8 = 8 };
typedef float float8 __attribute__((vector_size(32)));
typedef int32_t mask8 __attribute__((vector_size(32)));  // of comparisons: all bits of a lane or none

// The lanes' sum, first lane first.
static inline double float8_sum(const float8 *v) {
    double sum = 0;
    for (int k = 0; k < FLOAT8; k++) sum += (double)(*v)[k];
    return sum;
}

#endif
