// What every rulebook shares: how things are measured and what an accusation takes (geometry.md sections 2 to 5 and 14).
#include "rules/engine/common.h"
#include "rules/state/state.h"

static void forget_target(unit_state *u) { u->said.target = -1; }

// The words that the engine itself takes (rules/engine/apply.c).
static const rules_retraction retractions[] = {
    {.action = "charge", .flag = offsetof(unit_state, said.charge), .forget = forget_target},
    {.action = "advance", .flag = offsetof(unit_state, said.plain)},
    {.action = "halt", .flag = offsetof(unit_state, said.plain)},
    {0},
};

#define HOUSE_AT(field) offsetof(tuning, field)
static const rules_parameter parameters[] = {
#define HOUSE_RULES "rules/state/measuring.def"
#include "rules/state/house_rows.h"
};

const rules_ruleset common_rules = {
    .key = "",
    .title = "Measuring",
    .retractions = retractions,
    .parameters = &(const rules_parameters){parameters, sizeof parameters / sizeof *parameters},
};
