// rules/state/terrain_state -- what a unit remembers of terrain: irregular formation, woods travelled, rivers.
#ifndef VEDETTE_RULES_TERRAIN_STATE_H
#define VEDETTE_RULES_TERRAIN_STATE_H

#include <stdbool.h>

#include "core/geom.h"
#include "rules/state/answer.h"

// Set by the unit's own finished moves; a take-back restores it.
typedef struct {
    double blocks_in;   // way in this phase through ground that is charged by started blocks (BS2-TER-1)
    bool reform_paid;   // the 3" for regular formation are charged already (BS2-TER-31)
    int crossed_river;  // piece of terrain crossed in crossed_turn, plus 1; 0: none (CM-TER-12)
    int crossed_turn;
    int river_phase;       // phase in which it paid for that last
    double river_paid_in;  // then
} terrain_done;

// What players or judges entered, and what the turn of play set.
typedef struct {
    answer irregular;  // by word: a declaration, a status line
    bool reforms;      // declared in this phase that it takes up regular formation again
    bool scatters;     // or that it gives it up
    int bank;          // the river that it stood at when bank_turn began, plus 1; 0: none
    int bank_turn;
    double bank_gap_in;  // how far from it
} terrain_entered;

#endif
