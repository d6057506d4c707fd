// rules/terrain_state -- what a unit remembers of terrain: irregular formation, woods travelled, obstacles crossed, rivers.
#ifndef VEDETTE_RULES_TERRAIN_STATE_H
#define VEDETTE_RULES_TERRAIN_STATE_H

#include <stdbool.h>

#include "core/geom.h"
#include "rules/answer.h"

// What its own finished moves made; given back by a take-back.
typedef struct {
    bool unused;
} terrain_done;

// What people entered and what time brought.
typedef struct {
    bool unused;
} terrain_entered;

#endif
