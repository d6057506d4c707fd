// Battlesystem as it is printed beside Chainmail: the first edition, but for formation and frontage. One row a rule of the catalogue.
#include "rules/books/battlesystem/battlesystem.h"
#include "rules/books/chainmail/chainmail.h"
#include "rules/books/chainmail/chainmail_areas.h"
#include "rules/books/chainmail/checks_chainmail.h"
#include "rules/state/state.h"

static const rules_row rows[] = {
#define RULES "rules/books/chainmail/chainmail_battlesystem_rules.def"
#include "rules/state/rule_rows.h"
};

#define HOUSE_AT(field) AREA_OFFSET(tuning, AREA_OF_HEIR, chainmail_tuning, field)
static const rules_parameter parameters[] = {
#define HOUSE_RULES "rules/books/chainmail/chainmail_battlesystem_house.def"
#include "rules/state/house_rows.h"
#define HOUSE_RULES "rules/books/chainmail/chainmail_formation_house.def"
#include "rules/state/house_rows.h"
};

static const char *const dropped[] = {"BS1-7.6-4", "BS1-7.10-4", NULL};
static const char *const traits[] = {"chaotic", "low-intelligence", "never-checks-morale", "poorly-trained", "swiss", "landsknecht", NULL};

const rules_ruleset chainmail_battlesystem = {
    .key = "chainmail-battlesystem",
    .title = "Battlesystem as printed with Chainmail",
    .parent = &battlesystem_1e,
    .declarations = chainmail_declarations,
    .traits = traits,
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .parameters = &(const rules_parameters){parameters, sizeof parameters / sizeof *parameters},
    .dropped = dropped,
    .hooks = &chainmail_battlesystem_hooks,
};
