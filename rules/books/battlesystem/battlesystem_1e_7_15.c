// Battlesystem, first edition, section 7.15 (routing). One row a rule of the catalogue.
//
// A row without a check is a definition, a permission, or a cost that the explanation of the move charges (rules/measure/maneuver/explain.h).
#include "rules/books/battlesystem/battlesystem.h"
#include "rules/books/battlesystem/checks_rout.h"
#include "rules/engine/answers.h"

static const rules_answer rout_answers[] = {{"It routs", "status routed true"}, {"It stands", "status routed false"}, {0}};
static const rules_answer rout_cause_answers[] = {{"What it flees from", "status rout_cause"}, {0}};
static const rules_answer rally_answers[] = {
    {"Rallied", "dice rally pass"}, {"Failed to rally", "dice rally fail"}, {"No attempt", "status routed true"}, {0}};
static const rules_answer removal_answers[] = {{"Take it off", "remove"}, {0}};
static const rules_answer guards_answers[] = {{"Guards", "status guards"}, {0}};

static const rules_row rows[] = {
#define RULES "rules/books/battlesystem/battlesystem_1e_7_15_rules.def"
#include "rules/state/rule_rows.h"
};

const rules_rows battlesystem_1e_7_15 = {rows, sizeof rows / sizeof *rows};
