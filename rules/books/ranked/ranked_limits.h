// rules/books/ranked/ranked_limits -- the numbers by which moves of ranked fantasy are explained: unit, meaning, origin, and what a wrong value
// costs.
//
// "Hand-set": no measurement of the number itself is recorded, neither in the code nor in its history. The commit that set it follows.
#ifndef VEDETTE_RULES_RANKED_LIMITS_H
#define VEDETTE_RULES_RANKED_LIMITS_H

#include "core/geom.h"

// rad beyond the turn that the unit made; a unit that turned by so much more went all the way round. The turn is the smaller one (docs/geometry.md
// section 5): a wheel by 335 degrees does not stand for one by 25 degrees backward (WF-NM-8). Half a turn and the search's step of a degree.
// Low: wide wheels are refused. High: a loop explains a wheel backward.
#define LOOP_RAD (181 * RAD_PER_DEG)

// times the shortest conceivable way, plus an inch; a longer explanation is not what was done. Hand-set, e7e1d0a.
// Low: real detours are refused. High: a costly sequence of wheels stands for a plain move.
#define ROUNDABOUT 1.25

// s; samples closer in time come from a camera. Hand-set, eecf968. High: places entered one by one count as pictures of a moving hand.
#define PICTURES_S 1.0

// rad; a lone model that turned less only wobbled. Hand-set, e7e1d0a. Low: noise is a pivot. High: a pivot goes unnoticed.
#define TURNED_RAD (10 * RAD_PER_DEG)

// in beyond the distance of the test, for the error of places. Hand-set, e7e1d0a. Low: an enemy near that distance is missed. High: only time.
#define SIGHT_MARGIN_IN 1.0

// in; a unit that went no farther between two parts of a move was bumped into. Hand-set, e6605d8.
// Low: a bumped unit interrupts a move. High: a short move of another unit goes unnoticed.
#define BUMP_IN 0.5

#endif
