// rules/m42_state -- what a unit remembers of M42: kind of move, who has moved, assaults.
#ifndef VEDETTE_RULES_M42_STATE_H
#define VEDETTE_RULES_M42_STATE_H

#include <stdbool.h>

#include "core/geom.h"
#include "rules/answer.h"

// What its own finished moves made; given back by a take-back.
typedef struct {
    bool unused;
} m42_done;

// What people entered and what time brought.
typedef struct {
    bool unused;
} m42_entered;

#endif
