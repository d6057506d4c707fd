// Rows of the house rules of M42.
#include "rules/books/m42/m42.h"
#include "rules/books/m42/m42_areas.h"

#define HOUSE_AT(field) AREA_OFFSET(tuning, AREA_OF_ROOT, m42_tuning, field)
static const rules_parameter rows[] = {
#define HOUSE_RULES "rules/books/m42/m42_house.def"
#include "rules/state/house_rows.h"
};

const rules_parameters m42_parameters = {rows, sizeof rows / sizeof *rows};
