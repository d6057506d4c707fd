// rules/books/m42/m42_tuning -- the numbers and choices of M42 (the parameter tables of the rulebooks). Inches and radians.
#ifndef VEDETTE_RULES_M42_TUNING_H
#define VEDETTE_RULES_M42_TUNING_H

#include <stdbool.h>

typedef struct {
#define HOUSE_RULES "rules/books/m42/m42_house.def"
#include "rules/state/house_fields.h"
} m42_tuning;

#endif
