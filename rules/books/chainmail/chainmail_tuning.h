// rules/books/chainmail/chainmail_tuning -- the numbers of Chainmail, and of the Battlesystem printed beside it, under C names.
#ifndef VEDETTE_RULES_CHAINMAIL_TUNING_H
#define VEDETTE_RULES_CHAINMAIL_TUNING_H

#include <stdbool.h>

#define CHAINMAIL_TABLE_MAX 8

typedef enum { OBLIQUE_LINEAR, OBLIQUE_FREE_45, OBLIQUE_TABLE } oblique_model;
typedef enum { COMBINE_MULTIPLY, COMBINE_WORST, COMBINE_BEST } multiplier_combine;

// Angles in radians; costs of changes of formation in moves.
typedef struct {
#define HOUSE_RULES "rules/books/chainmail/chainmail_house.def"
#include "rules/state/house_fields.h"
#define HOUSE_RULES "rules/books/chainmail/chainmail_battlesystem_house.def"
#include "rules/state/house_fields.h"
#define HOUSE_RULES "rules/books/chainmail/chainmail_formation_house.def"
#include "rules/state/house_fields.h"
    // The table of cm_oblique_table.
    double oblique_up_to[CHAINMAIL_TABLE_MAX], oblique_in[CHAINMAIL_TABLE_MAX];
    int oblique_count;
} chainmail_tuning;

#endif
