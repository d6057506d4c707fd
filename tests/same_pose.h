// Two poses that say the same, to the last bit. Their bytes may differ all the same: a pose has padding.
#ifndef VEDETTE_TESTS_SAME_POSE_H
#define VEDETTE_TESTS_SAME_POSE_H

#include "core/pose.h"

static inline bool same_pose(pose a, pose b) {
    return a.at.x == b.at.x && a.at.y == b.at.y && a.heading_rad == b.heading_rad && a.sigma_in == b.sigma_in && a.sigma_rad == b.sigma_rad &&
           a.fronts == b.fronts;
}

#endif
