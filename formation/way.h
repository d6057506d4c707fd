// formation/way -- how far a hand would have carried a figure, to weigh which of two figures it was. Internal to formation/.
#ifndef VEDETTE_FORMATION_WAY_H
#define VEDETTE_FORMATION_WAY_H

#include <math.h>

#include "core/pose.h"
#include "formation/formation_limits.h"

// Inches from one place to the other, with the turn between the two counted as a way, too: hands mostly set a figure down as it faced. Where a
// heading was not seen, or a front is doubtful, what is not known counts for nothing.
static inline double way_between(pose from, pose to) {
    double turn = pose_has_heading(from) && pose_has_heading(to) ? fabs(pose_turn(from, to)) : 0;
    return vec2_distance(from.at, to.at) + WAY_OF_TURN_IN * fmin(turn, WAY_OF_TURN_MOST_RAD);
}

#endif
