// rules/books/battlesystem/charge_tuning -- the numbers of forced marches and charges under C names (Battlesystem 7.13, 7.14).
#ifndef VEDETTE_RULES_CHARGE_TUNING_H
#define VEDETTE_RULES_CHARGE_TUNING_H

#include <stdbool.h>

// What the straight part of a charge is a fraction of (BS1-7.14-7), the kindest first.
typedef enum { STRAIGHT_OF_RATE, STRAIGHT_OF_WAY, STRAIGHT_OF_RANGE, STRAIGHT_BASIS_COUNT } straight_basis;
// The penalties of a charge that was out of reach from the first (BS1-7.7-7).
typedef enum { PENALTY_PROPOSED, PENALTY_HOLDS, PENALTY_NONE } charge_penalty;

typedef struct {
    double march_penalty, idle_recovery;  // points of Attack Rating
    double run_up, straight;              // fractions
    double closed_bonus, failed_morale;   // points of Attack Rating, of morale
    straight_basis basis;
    bool basis_fixed, straight_last;
    bool march_never_touches;  // forced_march_contact_policy: the text without its answer
    bool fail_without_morale;  // units that never check morale take the penalty of a forced march at once
    charge_penalty out_of_reach;
} charge_tuning;

#endif
