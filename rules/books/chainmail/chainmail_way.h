// rules/books/chainmail/chainmail_way -- the pieces of a block's way between the places where it was seen to stand: where its middle went and how it
// faced.
#ifndef VEDETTE_RULES_CHAINMAIL_WAY_H
#define VEDETTE_RULES_CHAINMAIL_WAY_H

#include "rules/case/case.h"
#include "rules/measure/maneuver/stands.h"

typedef struct {
    vec2 way;              // of the middle
    double before, after;  // facing
} way_piece;

// Fills out[STANDS_MAX]; returns the count, at least 1: one piece from rest to rest where the unit was not followed on its way. `facing` is the
// facing before, `turn` what it changed by. A place that lies beyond the next one, where the unit was drawn back from, is no part of the way.
int chainmail_way(const rule_case *c, double facing, double turn, way_piece *out);

#endif
