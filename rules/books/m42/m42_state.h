// rules/books/m42/m42_state -- what a unit of M42 remembers of its turn.
#ifndef VEDETTE_RULES_M42_STATE_H
#define VEDETTE_RULES_M42_STATE_H

#include <stdbool.h>

#include "core/geom.h"
#include "rules/state/answer.h"

typedef enum { M42_NO_KIND, M42_HALT, M42_ADVANCE, M42_DOUBLE, M42_DIG_IN } m42_kind;

// What its own finished moves made; given back by a take-back. Kinds hold until the unit's next movement.
typedef struct {
    int first_mover;     // figure that moved first in moved_phase; -1
    int early_mate;      // figure that moved in moved_phase while the leader had not; -1
    int moved_phase;     // phase of its last move; 0: none
    m42_kind kind;       // of the move made in moved_phase, as far as it has come
    int kind_turn;       // turn of that phase
    int assaulted_plus;  // unit that the leader moved into contact with in assault_turn, plus one; 0: none
    int assault_turn;
} m42_done;

// What people entered and what time brought.
typedef struct {
    m42_kind reported;  // the kind announced; M42_NO_KIND: none
    int declared_phase, declared_turn;
} m42_entered;

// How far a model has gone by the booked moves of this phase, and before the last of them.
typedef struct {
    double in, before_in;
} m42_gone;

#endif
