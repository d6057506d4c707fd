// Homographies of the unit square onto four points of a picture.
#ifndef VEDETTE_TESTS_VISION_PLANE_H
#define VEDETTE_TESTS_VISION_PLANE_H

#include "core/geom.h"

// From the unit square (0, 0), (1, 0), (1, 1), (0, 1) onto the corners p[0..3] of a tag in the contract's order, and back.
typedef struct {
    double a[9], inverse[9];
} plane;

plane plane_of(const px2 *p);
px2 plane_to_px(const plane *m, double x, double y);
vec2 plane_from_px(const plane *m, double u, double v);

#endif
