// M42, "Movement: Take 2": one row a rule of the catalogue.
#include "rules/books/m42/m42.h"

#include "rules/books/m42/m42_areas.h"
#include "rules/engine/common.h"

static const rules_answer leader_answers[] = {{"Its leader", "status leader"}, {0}};
static const rules_answer at_the_double_answers[] = {{"At the double", "declare at-the-double"}, {"Advance", "declare advance"}, {0}};

static const rules_row rows[] = {
#define RULES "rules/books/m42/m42_rules.def"
#include "rules/state/rule_rows.h"
};

static const char *const phases[] = {"movement", "shooting", NULL};
static const char *const moving[] = {"movement", NULL};
static const char *const actions[] = {"halt", "advance", "at-the-double", "dig-in", "assault", "regroup", "shoot", NULL};
static const char *const checks[] = {NULL};
static const char *const terrain[] = {"impassable", "hill", NULL};
static const char *const traits[] = {"swarm", "combat-tactics", NULL};
static const unit_type types[] = {UNIT_SQUAD, UNIT_SWARM};

// The kinds of move exclude each other: a new declaration takes back the last one.
static bool kind_holds(const rules_state *s, const unit_state *u) {
    return m42_entered_of(u)->reported != M42_NO_KIND && m42_entered_of(u)->declared_phase == s->phase_count;
}
static void forget_kind(unit_state *u) { m42_entered_edit(u)->reported = M42_NO_KIND; }

static const rules_declaration declared[] = {
    {.action = "halt", .holds = kind_holds, .forget = forget_kind},
    {.action = "advance", .holds = kind_holds, .forget = forget_kind},
    {.action = "at-the-double", .holds = kind_holds, .forget = forget_kind},
    {.action = "dig-in", .holds = kind_holds, .forget = forget_kind},
    {0},
};

const rules_ruleset m42 = {
    .key = "m42",
    .title = "M42",
    .parent = &common_rules,
    .phases = phases,
    .moving = moving,
    .actions = actions,
    .declarations = declared,
    .checks = checks,
    .terrain = terrain,
    .traits = traits,
    .unit_types = types,
    .unit_type_count = 2,
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .parameters = &m42_parameters,
    .hooks = &m42_hooks,
};
