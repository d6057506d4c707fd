// rules/engine/engine_limits -- the numbers by which the engine judges and draws: value, unit, origin, and what a wrong value costs.
//
// "Hand-set": neither code nor history records a measurement of the number itself, only of the whole (tests/rules: random moves judged right, the
// cases of the catalogue); the commit that set it follows.
#ifndef VEDETTE_RULES_ENGINE_LIMITS_H
#define VEDETTE_RULES_ENGINE_LIMITS_H

#include "core/geom.h"
#include "rules/state/state_limits.h"

#define EVEN_IN 0.001    // in; nearer to a contact's limit than this, neither side is the likelier: places are written to 0.0001. d996903
#define SOURCE_ROOM 100  // bytes of a message for the error and the citation; the sentence is cut before them.

// The envelope of a move (reach_area): coarse ones draw it with corners, fine ones cost time; no verdict depends on them.
#define AROUND 48                      // directions all around
#define FAN 12                         // steps of the advance's cone
#define WHEELS 90                      // steps of a wheel: a degree each
#define BEARINGS 20                    // of each wing
#define MOST_WHEEL (90 * RAD_PER_DEG)  // rad; a wheel farther than that is two
#define REACH_STEP_IN 0.25             // in; between two looks at closed ground along an advance
#define HALVINGS 10                    // of a length over ground that costs: to 0.1 % of it

#endif
