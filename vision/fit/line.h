// vision/fit/line -- the straight line y = at_0 + slope * x through weighted points, by their sums. Pure.
#ifndef VEDETTE_VISION_FIT_LINE_H
#define VEDETTE_VISION_FIT_LINE_H

#include <stdbool.h>

typedef struct {
    double weight, x, xx, y, xy;  // sums over the points of: their weights, and these weighted
} line_sums;

typedef struct {
    double at_0, slope;
} straight_line;

// False, and *out unchanged, where the points' x spread by no more than the square root of `least_variance` about their mean.
static inline bool line_fit(const line_sums *s, double least_variance, straight_line *out) {
    double spread = s->weight * s->xx - s->x * s->x;
    if (!(spread > least_variance * s->weight * s->weight)) return false;
    out->slope = (s->weight * s->xy - s->x * s->y) / spread;
    out->at_0 = (s->y - out->slope * s->x) / s->weight;
    return true;
}

#endif
