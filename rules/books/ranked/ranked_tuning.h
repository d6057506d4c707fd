// rules/books/ranked/ranked_tuning -- the numbers of ranked fantasy with the house rules resolved.
#ifndef VEDETTE_RULES_RANKED_TUNING_H
#define VEDETTE_RULES_RANKED_TUNING_H

#include <stdbool.h>

typedef enum { WITHIN_NEAREST, WITHIN_CENTRE, WITHIN_WHOLE } within_measure;

// Angles in radians.
typedef struct {
#define HOUSE_RULES "rules/books/ranked/ranked_fantasy_house.def"
#include "rules/state/house_fields.h"
} ranked_tuning;

#endif
