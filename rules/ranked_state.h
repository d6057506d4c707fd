// rules/ranked_state -- what a unit remembers of ranked fantasy: marched, fled, charged, reinforcements.
#ifndef VEDETTE_RULES_RANKED_STATE_H
#define VEDETTE_RULES_RANKED_STATE_H

#include <stdbool.h>

#include "core/geom.h"
#include "rules/answer.h"

// What its own finished moves made; given back by a take-back.
typedef struct {
    bool unused;
} ranked_done;

// What people entered and what time brought.
typedef struct {
    bool unused;
} ranked_entered;

#endif
