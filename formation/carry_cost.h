// formation/carry_cost -- the cost of the hypothesis that a unit was carried some way unseen: negative logarithms of likelihoods. Internal to
// formation/.
//
// Inches and radians.
#ifndef VEDETTE_FORMATION_CARRY_COST_H
#define VEDETTE_FORMATION_CARRY_COST_H

#include "core/pose.h"
#include "formation/formation_limits.h"

static inline double carry_cost(double far_in, double turn_rad) { return far_in / CARRY_FAR_IN + fabs(turn_rad) / CARRY_TURN_RAD; }

#endif
