// rules/measure/maneuver/straight -- how much of a move went in one straight line. Inches; pure.
#ifndef VEDETTE_RULES_STRAIGHT_H
#define VEDETTE_RULES_STRAIGHT_H

#include "core/move.h"
#include "core/verdict.h"

// Longest straight part of the move (docs/geometry.md section 9), of its seen path or else of its explanation; *seen tells which. `last`: the part
// that ends the move.
double straight_part(const move *m, const maneuver *list, int count, bool last, bool *seen);
// Inches travelled by the maneuvers.
double way_of_maneuvers(const maneuver *list, int count);

#endif
