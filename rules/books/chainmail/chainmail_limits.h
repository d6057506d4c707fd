// rules/books/chainmail/chainmail_limits -- the numbers by which Chainmail's moves are explained: unit, meaning, origin, and what a wrong value
// costs.
//
// "Hand-set": no measurement of the number itself is recorded, neither in the code nor in its history. The commit that set it follows.
#ifndef VEDETTE_RULES_CHAINMAIL_LIMITS_H
#define VEDETTE_RULES_CHAINMAIL_LIMITS_H

#include "core/geom.h"

// in; shorter ways have no direction worth testing (docs/geometry.md section 6). Low: noise is a direction.
#define WAY_FROM 1.0

// rad from straight ahead, and beyond 45 degrees where those are free: a smaller angle is no oblique. Hand-set, 23066d6.
// Low: a crooked advance is charged. High: an oblique goes free.
#define OBLIQUE_FROM (5 * RAD_PER_DEG)

// figures; larger units are not searched for a relabelling: n squared. Hand-set, 282b5f4. Low: a large block that turned counts as laid anew.
#define ALIKE_MAX 400

// places along an order of several legs that the direction and length of a move are compared with. Hand-set, e57944e.
// Low: a move along a bent order looks off its direction.
#define ORDER_PLACES 24

#endif
