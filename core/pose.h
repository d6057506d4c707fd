// core/pose -- where a base stands on the table and how well that is known.
#ifndef VEDETTE_CORE_POSE_H
#define VEDETTE_CORE_POSE_H

#include "core/geom.h"

typedef struct {
    vec2 at;             // centre of the base, table inches
    double heading_rad;  // direction in which the front edge faces, counter-clockwise from +x
    double sigma_in;     // one standard deviation of each coordinate; 0: not stated
    double sigma_rad;    // of the heading; 0: not stated; >= HEADING_UNKNOWN: the heading was not seen
} pose;

#define HEADING_UNKNOWN PI

static inline bool pose_has_heading(pose p) { return p.sigma_rad < HEADING_UNKNOWN; }

// Middle of n places, n > 0; the origin for none.
vec2 poses_middle(const pose *p, int n);

#endif
