// core/base -- the base a figure stands on: its shape, its outline on the table and the gap between two of them.
//
// Inches. Pure functions. Source: rules/geometry.md sections 1 and 2.
#ifndef VEDETTE_CORE_BASE_H
#define VEDETTE_CORE_BASE_H

#include "core/pose.h"

typedef enum { BASE_ROUND, BASE_SQUARE, BASE_RECT } base_shape;

typedef struct {
    base_shape shape;
    double width_in;      // along the front edge; a round base's diameter
    double depth_in;      // front to back; a round base's diameter
    double height_in;     // of its top above what it stands on
    double top_inset_in;  // how much smaller the top face is on each side
} base;

// Corners of the base's footprint at p: front left, rear left, rear right, front right (counter-clockwise). A disc's bounding square.
void base_corners(base b, pose p, vec2 out[4]);
// Middle of the front edge: the point that "measured from the front of the base" means (BS1-7.7-1).
vec2 base_front(base b, pose p);
// Least distance between two bases; negative: they overlap by so much.
double base_gap(base a, pose pa, base b, pose pb);
// Of the circle that holds the base whichever way it is turned (a disc's bounding square): no gap is less than the distance less two of them.
static inline double base_radius(base b) { return vec2_length((vec2){b.width_in, b.depth_in}) / 2; }
const char *base_shape_name(base_shape s);

#endif
