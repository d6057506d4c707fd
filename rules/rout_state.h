// rules/rout_state -- what a unit remembers of wrap-arounds, fighting withdrawals and routs (Battlesystem 7.11, 7.12, 7.15).
#ifndef VEDETTE_RULES_ROUT_STATE_H
#define VEDETTE_RULES_ROUT_STATE_H

#include <stdbool.h>

#include "core/geom.h"
#include "rules/answer.h"

// What its own finished moves made; given back by a take-back.
typedef struct {
    bool unused;
} rout_done;

// What people entered and what time brought.
typedef struct {
    bool unused;
} rout_entered;

#endif
