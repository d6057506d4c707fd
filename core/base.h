// core/base -- the base a figure stands on: its shape, its outline on the table and the gap between two of them.
//
// Inches. Pure functions. Source: docs/geometry.md sections 1 and 2.
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

// Of one shape and size, looked at from above.
static inline bool base_is_like(base a, base b) { return a.shape == b.shape && a.width_in == b.width_in && a.depth_in == b.depth_in; }
// Sides that look alike by the shape alone, evenly about a full turn; 1: a disc, which has none.
static inline int base_sides(base_shape s) { return s == BASE_SQUARE ? 4 : s == BASE_RECT ? 2 : 1; }
// Corners of the base's footprint at p: front left, rear left, rear right, front right (counter-clockwise). A disc's bounding square.
void base_corners(base b, pose p, vec2 out[4]);
// Middle of the front edge: the point that "measured from the front of the base" means (BS1-7.7-1).
vec2 base_front(base b, pose p);
// A base where it stands, for many gaps: a rectangle about `at`, or a disc.
typedef struct {
    vec2 at, ahead;                 // ahead: unit vector of the heading
    double half_depth, half_width;  // a disc's radius
    double reach;                   // of the circle that holds it
    bool round;
} footprint;

footprint base_footprint(base b, pose p);
double footprint_gap(const footprint *a, const footprint *b);
// False where the gap surely is no less than `gap`, whichever way the two are turned: spares most of the exact work.
static inline bool footprint_may_be_nearer(const footprint *a, const footprint *b, double gap) {
    double x = a->at.x - b->at.x, y = a->at.y - b->at.y, most = gap + a->reach + b->reach;
    return most > 0 && x * x + y * y < most * most;
}
// True where the gap is surely more than `gap`, as the two are turned: a side of one separates them. Spares the distances of the corners.
bool footprint_is_farther(const footprint *a, const footprint *b, double gap);
// Least distance between two bases; negative: they overlap by so much.
double base_gap(base a, pose pa, base b, pose pb);
// Of the circle that holds the base whichever way it is turned.
static inline double base_radius(base b) { return b.shape == BASE_ROUND ? b.width_in / 2 : vec2_length((vec2){b.width_in, b.depth_in}) / 2; }
const char *base_shape_name(base_shape s);

#endif
