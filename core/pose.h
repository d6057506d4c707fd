// core/pose -- where a base stands on the table and how well that is known.
#ifndef VEDETTE_CORE_POSE_H
#define VEDETTE_CORE_POSE_H

#include "core/geom.h"

typedef struct {
    vec2 at;             // centre of the base, table inches
    double heading_rad;  // direction in which the front edge faces, counter-clockwise from +x
    double sigma_in;     // one standard deviation of each coordinate; 0: not stated
    double sigma_rad;    // of the heading; 0: not stated; >= HEADING_UNKNOWN: the heading was not seen
    int fronts;          // sides that look alike as the front, evenly about a full turn; heading_rad is the likeliest. 0 or 1: the front is sure
} pose;

#define HEADING_UNKNOWN PI

#define POSE_FRONTS_MAX 4  // more sides no base has

// More than one side may be the front: heading_rad is one of several, and no measurement.
static inline bool pose_front_is_doubtful(pose p) { return p.fronts > 1 && p.sigma_rad < HEADING_UNKNOWN; }
// The angle from one such side to the next; 0 where the front is sure.
static inline double pose_front_step(pose p) { return p.fronts > 1 ? 2 * PI / p.fronts : 0; }
// The same base read with its front on the side that lies nearest to heading_rad.
pose pose_face(pose p, double heading_rad);
// By how much `to` is turned from `from`, in (-pi, pi]; where either front is doubtful, from the side that lies nearest.
double pose_turn(pose from, pose to);

// True where the place lies within a square of that edge about the pose, as a marker's print is one.
static inline bool pose_square_holds(pose middle, double edge_in, vec2 at) {
    vec2 off = vec2_rotate(vec2_sub(at, middle.at), -middle.heading_rad);
    return fmax(fabs(off.x), fabs(off.y)) < edge_in / 2;
}

static inline bool pose_has_heading(pose p) { return p.sigma_rad < HEADING_UNKNOWN; }

// Middle of n places, n > 0; the origin for none.
vec2 poses_middle(const pose *p, int n);

#endif
