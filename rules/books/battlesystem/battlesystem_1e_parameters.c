// Rows of the house rules of Battlesystem, first edition.
#include "rules/books/battlesystem/battlesystem.h"
#include "rules/books/battlesystem/battlesystem_areas.h"

#define HOUSE_AT(field) AREA_OFFSET(tuning, AREA_OF_ROOT, battlesystem_tuning, field)
static const rules_parameter rows[] = {
#define HOUSE_RULES "rules/books/battlesystem/battlesystem_1e_house.def"
#include "rules/state/house_rows.h"
};

const rules_parameters battlesystem_1e_parameters = {rows, sizeof rows / sizeof *rows};
