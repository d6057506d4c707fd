// rules/measure/maneuver/block -- a unit as a rigid body: its corners, and how far its farthest figure is from them (docs/geometry.md section 6,
// "Wheel").
//
// Inches, about the middle of the unit's figures. Pure.
#ifndef VEDETTE_RULES_BLOCK_H
#define VEDETTE_RULES_BLOCK_H

#include "core/base.h"

// Which way the figures face within the body: quarter turns counter-clockwise from how they faced at first.
typedef enum { FACE_FRONT, FACE_LEFT, FACE_ABOUT, FACE_RIGHT, FACE_COUNT } body_face;

typedef struct {
    bool pivot_at_front_centre;  // else the outer front corner
    bool front_rank_only;        // measured figure: of the front rank, else the farthest of any rank
    bool measure_corner;         // measured point: outer front corner, else the middle of the base's front
} wheel_reading;

typedef struct {
    double heading_rad;
    vec2 pivot[FACE_COUNT][2];     // what a left wheel [0] and a right wheel [1] turn about
    double radius[FACE_COUNT][2];  // of the measured figure about it
    vec2 front[FACE_COUNT];        // middle of the front edge
    int pivoting[FACE_COUNT][2];   // index of the figure at the pivot, and of the measured one
    int measured[FACE_COUNT][2];
} block;

// The front line of figures that face one way: where its edge stands, how far left the centres of its end figures do.
typedef struct {
    double ahead, left, right;
    int leftmost, rightmost;  // figures
    int files;                // figures in it
} front_line;

// Of n >= 1 figures; f: straight ahead, l: to the left. The front rank: the figures within half a base of the foremost (docs/geometry.md section 3).
front_line block_front(const vec2 *at, int n, base b, vec2 f, vec2 l);

// The body of n >= 1 figures at[] (relative to their middle) with bases b, facing heading_rad.
block block_make(const vec2 *at, int n, base b, double heading_rad, wheel_reading how);

#endif
