// rules/measure/terrain/going -- words for kinds of terrain, and the rows by which a rulebook says what an inch of each costs.
#ifndef VEDETTE_RULES_GOING_H
#define VEDETTE_RULES_GOING_H

#include "rules/state/terrain_tuning.h"

ground_kind going_ground(const char *kind);  // GROUND_CLEAR for any other word
const char *going_words(ground_kind k);      // for players: "light woods"

// A row of a rulebook's table: for which of `movers` (bits of mover_class) the ground costs what the parameter says, or is closed.
#define MOVERS(m) (1u << (m))
#define MOVERS_ALL ((1u << MOVER_COUNT) - 1)
typedef struct {
    ground_kind ground;
    unsigned movers;
    bool closed;
    const char *parameter;  // where it is not closed
    double block_in;        // > 0: charged by started lengths of so many inches
    bool is_speed;          // the parameter is a share of the speed: an inch costs its inverse
} going_row;

#endif
