// rules/charge_state -- what a unit remembers of forced marches and charges (Battlesystem 7.13, 7.14).
#ifndef VEDETTE_RULES_CHARGE_STATE_H
#define VEDETTE_RULES_CHARGE_STATE_H

#include <stdbool.h>

#include "core/geom.h"
#include "rules/answer.h"

// What its own finished moves made; given back by a take-back.
typedef struct {
    bool unused;
} charge_done;

// What people entered and what time brought.
typedef struct {
    bool unused;
} charge_entered;

#endif
