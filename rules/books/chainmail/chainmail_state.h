// rules/books/chainmail/chainmail_state -- what a unit remembers of Chainmail: orders, half moves, changes of formation in progress.
#ifndef VEDETTE_RULES_CHAINMAIL_STATE_H
#define VEDETTE_RULES_CHAINMAIL_STATE_H

#include <stdbool.h>

#include "core/unit.h"
#include "rules/state/state.h"

// What its own finished moves made; given back by a take-back.
typedef struct {
    vec2 went;           // in this turn
    double change_in;    // inches of this turn that went into a change of formation
    bool changed;        // its figures took a new formation in this turn
    int completed;       // number of the announced change that they completed
    bool wider, closer;  // its frontage was widened, narrowed in this phase
} chainmail_done;

// What people entered and what time brought.
typedef struct {
    int turn;           // that the rest of this speaks of
    spending spent;     // in the phases of that turn that are over
    double idle_in;     // what it left of its move in the turn before; INFINITY: unknown
    formation_kind to;  // of the change of formation announced last
    int change;         // its number, 1 and up; in progress until completed
    double paid_in;     // for it, in the turns that are over
    bool flanked;       // was caught in melee while it changed formation, in this turn
    bool charge;        // announced in this turn
    int charged;        // at this unit; -1
    bool plain;         // announced an advance or a halt in this turn
    bool cic;           // was ordered to charge if charged
    int supports;       // this unit, by that order; -1: itself
    int halved_turn;    // turn whose first half was entered, plus 1; 0: none
    bool contact_seen;  // its contact at the half-move was acknowledged
} chainmail_entered;

#endif
