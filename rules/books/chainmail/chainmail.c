// Chainmail: the system of simultaneous movement. One row a rule of the catalogue; formation and facing, and terrain, have tables of their own.
#include "rules/books/chainmail/chainmail.h"
#include "rules/books/battlesystem/checks.h"
#include "rules/books/chainmail/checks_chainmail.h"
#include "rules/books/terrain/terrain_tables.h"
#include "rules/engine/answers.h"
#include "rules/state/state.h"

static const rules_answer order_answers[] = {{"Its order", "order"}, {"It charges if charged", "declare charge-if-charged"}, {0}};
static const rules_answer contact_answers[] = {{"They fight", "status engaged_with"}, {"It charged", "declare charge"}, {0}};
static const rules_answer support_answers[] = {{"It supports", "declare charge-if-charged"}, {0}};

static const rules_row rows[] = {
#define RULES "rules/books/chainmail/chainmail_rules.def"
#include "rules/state/rule_rows.h"
};

static const rules_rows *const more[] = {&chainmail_formation_rows, &chainmail_change_rows, &chainmail_facing_rows, NULL};
static const char *const phases[] = {"orders", "first-half", "second-half", "missile", "melee", NULL};
static const char *const moving[] = {"first-half", "second-half", NULL};
static const char *const actions[] = {"charge", "change-formation",  "left-face",  "right-face", "about-face", "advance",
                                      "halt",   "charge-if-charged", "split-move", "shoot",      NULL};
static const char *const checks[] = {"morale", NULL};
static const char *const terrain[] = {"hill", "woods", "marsh", "rough", "ditch", "rampart", "stream", "river", "road", "impassable", NULL};
static const char *const traits[] = {"poorly-trained", "swiss", "landsknecht", "catapult", "heavy-equipment", NULL};
static const unit_type types[] = {UNIT_REGULAR, UNIT_SKIRMISH, UNIT_MOB, UNIT_INDIVIDUAL};

const rules_ruleset chainmail = {
    .key = "chainmail",
    .title = "Chainmail",
    .parent = &chainmail_terrain,
    .phases = phases,
    .moving = moving,
    .actions = actions,
    .checks = checks,
    .terrain = terrain,
    .declarations = chainmail_declarations,
    .traits = traits,
    .unit_types = types,
    .unit_type_count = 4,
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .more = more,
    .parameters = &chainmail_parameters,
    .hooks = &chainmail_hooks,
};
