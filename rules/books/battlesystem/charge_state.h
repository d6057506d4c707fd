// rules/books/battlesystem/charge_state -- what a unit remembers of forced marches and charges (Battlesystem 7.13, 7.14).
#ifndef VEDETTE_RULES_CHARGE_STATE_H
#define VEDETTE_RULES_CHARGE_STATE_H

#include <stdbool.h>

#include "core/geom.h"
#include "rules/state/answer.h"

// What its own finished moves made; given back by a take-back.
typedef struct {
    int phase;                   // in which the following was made (rules_state.phase_count)
    double way_in, straight_in;  // travelled towards contact, and the longest straight part of it
    bool marched;                // went beyond its rate by a forced march
    bool march_declared;         // and announced it; else it still has to say so
    bool checked;                // the morale check of that march was entered, and has had its effect
    bool charged, charged_closed;
    bool failed;           // the charge did not end in contact
    bool failed_proposed;  // its penalties are the judge's to impose
    bool broke_through;
    bool ambushed;    // met a hidden enemy beyond its rate
    bool opened;      // stood open after its last move
    int turn;         // the round of the charge, march or ambush
    double ar_worse;  // points by which failed checks after forced marches worsened its Attack Rating
    bool ar_was_worse;
    int acted_turn;  // last round in which it moved
} charge_done;

// What people entered and what time brought.
typedef struct {
    int busy_turn;            // last round in which it did something that is no move, or was attacked
    bool undisciplined;       // failed the Discipline Check of its charge,
    int undisciplined_phase;  // in this phase
    int march_check_phase;    // in which the check of its declared march was entered, plus 1; 0: none
    int turn;                 // round that goes on
} charge_entered;

#endif
