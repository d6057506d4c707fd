// rules/books/battlesystem/battlesystem_tuning -- the numbers of Battlesystem with the house rules resolved. Inches and radians.
#ifndef VEDETTE_RULES_BATTLESYSTEM_TUNING_H
#define VEDETTE_RULES_BATTLESYSTEM_TUNING_H

#include <stdbool.h>

// What the straight part of a charge is a fraction of (BS1-7.14-7), the kindest first.
typedef enum { STRAIGHT_OF_RATE, STRAIGHT_OF_WAY, STRAIGHT_OF_RANGE, STRAIGHT_BASIS_COUNT } straight_basis;
// The penalties of a charge that was out of reach from the first (BS1-7.7-7).
typedef enum { PENALTY_PROPOSED, PENALTY_HOLDS, PENALTY_NONE } charge_penalty;

typedef struct {
#define HOUSE_RULES "rules/books/battlesystem/battlesystem_1e_house.def"
#include "rules/state/house_fields.h"
    double stand_low, stand_high;  // gaps between stands that count as open, by open_gap_stand_in
} battlesystem_tuning;

#endif
