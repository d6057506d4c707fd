// Chainmail, "Formation and Facing": what a change of either costs. One row a rule of the catalogue.
//
// A row without a check is a cost that the explanation of the move charges (rules/books/chainmail/chainmail_explain.c).
#include "rules/books/chainmail/chainmail.h"
#include "rules/books/chainmail/checks_chainmail.h"
#include "rules/engine/answers.h"

static const rules_row first[] = {
#define RULES "rules/books/chainmail/chainmail_formation_first_rules.def"
#include "rules/state/rule_rows.h"
};

// Changes between column, line and square, and being caught at it: the Battlesystem printed beside takes them where the judge wants it.
static const rules_row changes[] = {
#define RULES "rules/books/chainmail/chainmail_formation_changes_rules.def"
#include "rules/state/rule_rows.h"
};

static const rules_row facing[] = {
#define RULES "rules/books/chainmail/chainmail_formation_facing_rules.def"
#include "rules/state/rule_rows.h"
};

const rules_rows chainmail_formation_rows = {first, sizeof first / sizeof *first};
const rules_rows chainmail_change_rows = {changes, sizeof changes / sizeof *changes};
const rules_rows chainmail_facing_rows = {facing, sizeof facing / sizeof *facing};
