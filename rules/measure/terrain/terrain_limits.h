// rules/measure/terrain/terrain_limits -- the numbers by which terrain is measured: value, unit, origin, and what a wrong value costs.
//
// "Hand-set": neither code nor history records a measurement of the number itself, only of the whole (tests/rules: random moves judged right, the
// cases of the catalogue); the commit that set it follows.
#ifndef VEDETTE_RULES_TERRAIN_LIMITS_H
#define VEDETTE_RULES_TERRAIN_LIMITS_H

#include "rules/state/state_limits.h"

#define WAY_STEP_IN 0.1               // in; between two looks whether a straight way is inside. Coarse: a narrow piece is missed.
#define LOOK_IN 0.25                  // in; between two looks along a way for what is forbidden. Likewise.
#define LEVEL 0.17                    // sine of ten degrees; a way that rises less goes along the slope. Hand-set, 7ad4700. Low: noise climbs.
#define CHORD_RAD (10 * RAD_PER_DEG)  // rad of an arc: its length is short by 0.13 % at most.
#define JUMP_IN 1.5     // in; between sightings farther apart than this the way of a unit is unknown. Hand-set, 7ad4700. Low: legs are cut straight.
#define STOOD_IN 0.3    // in; legs shorter than dressing: a base's front may swing. As formation_residual_in. Low: turns on the spot are ways.
#define BESIDE_IN 0.02  // in; a corner is passed so far outside. Arithmetic: more than the error of a cut.
#define CLOSED_COST 1000.0    // in, for an inch through what is closed: rather round the whole table.
#define DOUBT_SIGMAS 3        // sigmas; an end nearer to an edge may be outside. Hand-set, 7ad4700. Low: costs are charged on noise.
#define SURELY_CHEAPER 0.05   // in; less saved is no reason to explain a move figure by figure. Hand-set. Wrong: the other explanation is named.
#define WORTH_SAYING_IN 0.05  // in; a smaller cost of terrain is not reported, and is no other reading. Hand-set. Low: doubt about nothing.
#define BANK_LOOK_IN 12.0     // in; farther from a river than this no unit is at its bank. Hand-set, 7ad4700. Low: a halt at the bank is not seen.

#endif
