// formation/carry_cost -- what it costs to believe that a unit was carried some way unseen: negative logarithms of likelihoods. Internal to
// formation/.
//
// Inches and radians.
#ifndef VEDETTE_FORMATION_CARRY_COST_H
#define VEDETTE_FORMATION_CARRY_COST_H

#include "core/pose.h"

#define WAY_FAR_IN 4.0                   // units go unseen so far on the average
#define WAY_TURN_RAD (60 * RAD_PER_DEG)  // and turn so much

static inline double way_cost(double far_in, double turn_rad) { return far_in / WAY_FAR_IN + fabs(turn_rad) / WAY_TURN_RAD; }

#endif
