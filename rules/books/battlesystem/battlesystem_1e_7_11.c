// Battlesystem, first edition, sections 7.11 (wrap-around movement) and 7.12 (fighting withdrawal). One row a rule of the catalogue.
//
// A row without a check is a definition, a permission, or a cost that the explanation of the move charges (rules/measure/maneuver/explain.h).
#include "rules/books/battlesystem/battlesystem.h"
#include "rules/books/battlesystem/checks_rout.h"
#include "rules/engine/answers.h"

static const rules_answer follow_up_answers[] = {{"Follow up", "declare follow-up"}, {"Stay", "declare stay"}, {0}};

static const rules_row rows[] = {
#define RULES "rules/books/battlesystem/battlesystem_1e_7_11_rules.def"
#include "rules/state/rule_rows.h"
};

const rules_rows battlesystem_1e_7_11 = {rows, sizeof rows / sizeof *rows};
