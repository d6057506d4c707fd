// Rows of the house rules of Chainmail.
#include "rules/books/chainmail/chainmail.h"
#include "rules/books/chainmail/chainmail_areas.h"

#define HOUSE_AT(field) AREA_OFFSET(tuning, AREA_OF_HEIR, chainmail_tuning, field)
static const rules_parameter rows[] = {
#define HOUSE_RULES "rules/books/chainmail/chainmail_formation_house.def"
#include "rules/state/house_rows.h"
#define HOUSE_RULES "rules/books/chainmail/chainmail_house.def"
#include "rules/state/house_rows.h"
};

const rules_parameters chainmail_parameters = {rows, sizeof rows / sizeof *rows};
