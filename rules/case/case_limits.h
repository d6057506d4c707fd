// rules/case/case_limits -- the numbers by which the facts of a move are found: value, unit, origin, and what a wrong value costs.
//
// "Hand-set": neither code nor history records a measurement of the number itself, only of the whole (tests/rules: random moves judged right, the
// cases of the catalogue); the commit that set it follows.
#ifndef VEDETTE_RULES_CASE_LIMITS_H
#define VEDETTE_RULES_CASE_LIMITS_H

#include "rules/state/state_limits.h"

#define STOP_STEP_IN 0.2     // in; a step ahead by which a figure that is stopped would push into the enemy. Hand-set, 9ee2bd4. High: a gap stops it.
#define BLOCK_STEP_IN 0.5    // in; likewise, where it is held against the player. Hand-set. High: what stands behind the enemy blocks too.
#define STRAIGHT_FROM 0.5    // in; shorter ways after contact have no direction worth testing. Hand-set, 282b5f4. Low: noise turns after contact.
#define TURN_TELLERS 3       // figures; so many tell how far a unit had turned: two can't outvote a misread one. High: one misread base accuses.
#define LONE_MISREAD 0.05    // chance; that of a unit's bases one is misread by more than its error: 0.2 to 1.1 % of bases are. Low: it accuses.
#define LIKELIER 0.5         // chance; of contact from which it is likelier than not.
#define NO_BASE_IN 10.0      // in; no base is so large. Only time.
#define SPOKES 16            // of a circle about a corner that a unit goes round: all the way round it is short by 0.6 %.
#define PATH_JUMP_IN 4.0     // in; samples farther apart do not tell the way between. Hand-set. Low: a unit passed through is missed.
#define PATH_STEP_IN 0.25    // in; of a path between two samples. Coarse: likewise.
#define MOB_FRONT_ERROR 0.1  // figures; error of how many stand in the front of a mob. Hand-set. Low: a ragged mob is called illegal.
#define NO_GAP_IN 0.05       // in; players see no narrower gap. f69de14. Only words change.

#endif
