// rules/rout_state -- what a unit remembers of wrap-arounds, fighting withdrawals and routs (Battlesystem 7.11, 7.12, 7.15).
#ifndef VEDETTE_RULES_ROUT_STATE_H
#define VEDETTE_RULES_ROUT_STATE_H

#include <stdbool.h>

#include "core/geom.h"
#include "rules/answer.h"

#define ROUT_MAX_MET 4  // enemies drawn off from, friends run into: of one move

// What its own finished moves made; given back by a take-back.
typedef struct {
    bool wrapped;            // counts as open once the melee is over (BS1-7.11-6)
    int left[ROUT_MAX_MET];  // enemies that its last fighting withdrawal left
    int left_count, left_phase, left_turn;
    bool has_followed;
    int followed, followed_phase;  // unit that it followed up, and when that had drawn off
} rout_done;

// What people entered and what time brought.
typedef struct {
    bool has_stayed;
    int stayed, stayed_phase;  // unit that it chose not to follow, and when that had drawn off
    bool stay_judged;          // that it had to follow was known when it chose
    bool opened;               // wrapped, and the melee is over
} rout_entered;

#endif
