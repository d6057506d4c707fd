// Battlesystem, first edition, sections 7.13 (forced march) and 7.14 (charge), with the official questions and answers. One row a rule of the
// catalogue.
//
// A row without a check is a definition, a limit that BS1-7.0-3 measures (rules/books/battlesystem/check_distance.c), or a change of state
// (rules/books/battlesystem/charge_memory.c).
#include "rules/books/battlesystem/battlesystem.h"
#include "rules/books/battlesystem/checks_charge.h"
#include "rules/engine/answers.h"

static const rules_answer break_through_answers[] = {{"Break-through", "declare break-through"}, {0}};

static const rules_row rows[] = {
#define RULES "rules/books/battlesystem/battlesystem_1e_7_13_rules.def"
#include "rules/state/rule_rows.h"
};

const rules_rows battlesystem_1e_7_13 = {rows, sizeof rows / sizeof *rows};
