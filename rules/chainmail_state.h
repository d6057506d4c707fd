// rules/chainmail_state -- what a unit remembers of Chainmail: orders, half moves, changes of formation in progress.
#ifndef VEDETTE_RULES_CHAINMAIL_STATE_H
#define VEDETTE_RULES_CHAINMAIL_STATE_H

#include <stdbool.h>

#include "core/geom.h"
#include "rules/answer.h"

// What its own finished moves made; given back by a take-back.
typedef struct {
    bool unused;
} chainmail_done;

// What people entered and what time brought.
typedef struct {
    bool unused;
} chainmail_entered;

#endif
