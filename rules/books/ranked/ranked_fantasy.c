// Ranked fantasy, Normal Movement: units in ranks that wheel and march, lone models, reinforcements. One row a rule of the catalogue.
//
// A row without a check is a definition, a permission, or a state that is remembered and listed (rules/books/ranked/ranked_hooks.c).
#include "rules/books/ranked/checks_ranked.h"
#include "rules/books/ranked/ranked.h"
#include "rules/books/ranked/ranked_areas.h"
#include "rules/engine/answers.h"
#include "rules/engine/common.h"

static const rules_answer after_fight_answers[] = {
    {"It charged", "declare charge"}, {"It flees", "declare flee"}, {"It pursues", "declare follow-up"}, {"None of these", "declare advance"}, {0}};

static const rules_row rows[] = {
#define RULES "rules/books/ranked/ranked_fantasy_rules.def"
#include "rules/state/rule_rows.h"
};

#define HOUSE_AT(field) AREA_OFFSET(tuning, AREA_OF_ROOT, ranked_tuning, field)
static const rules_parameter parameters[] = {
#define HOUSE_RULES "rules/books/ranked/ranked_fantasy_house.def"
#include "rules/state/house_rows.h"
};

// `movement` may be entered in place of its sub-phases.
static const char *const phases[] = {"charges", "compulsory", "normal-movement", "shooting", "melee", NULL};
static const char *const moving[] = {"charges", "compulsory", "normal-movement", "movement", NULL};
static const char *const actions[] = {"charge", "flee", "march", "reinforce", "advance", "halt", "follow-up", "shoot", "rally", NULL};
static const char *const checks[] = {"leadership", "rally", NULL};
static const char *const terrain[] = {"impassable", "hill", NULL};
static const char *const traits[] = {NULL};
static const unit_type types[] = {UNIT_RANKED, UNIT_LONE_MODEL};

static const rules_declaration declared[] = {
    {.action = "charge", .flag = AREA_OFFSET(unit_state, AREA_OF_ROOT, ranked_entered, charged)},
    {.action = "march", .flag = AREA_OFFSET(unit_state, AREA_OF_ROOT, ranked_entered, marches)},
    {0},
};

const rules_ruleset ranked_fantasy = {
    .key = "ranked-fantasy",
    .title = "Ranked fantasy, Normal Movement",
    .parent = &common_rules,
    .phases = phases,
    .moving = moving,
    .actions = actions,
    .returning = (const char *const[]){"reinforce", NULL},
    .declarations = declared,
    .checks = checks,
    .terrain = terrain,
    .traits = traits,
    .unit_types = types,
    .unit_type_count = 2,
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .parameters = &(const rules_parameters){parameters, sizeof parameters / sizeof *parameters},
    .hooks = &ranked_hooks,
};
