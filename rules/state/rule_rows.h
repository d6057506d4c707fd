// rules/state/rule_rows -- makes the lines of a rulebook's table of rules (*_rules.def) rows of rules_row. Included inside the initialiser of the
// table; RULES names the file. rule_checks.h makes the same lines the prototypes of the checks that they name, so a rule is one line and its
// functions.
//
//   RULE(...)                          a rule that no function judges: a definition, a permission, a cost that the explanation of the move charges
//   RULE_CHECK(check, ...)             judged by `check` of a move; RULE_ACT, RULE_DUE, RULE_CHECK_ACT, ...: by the functions named, in that order
//
// What follows are fields of rules_row by name.
#define RULE(...) {__VA_ARGS__},
#define RULE_ACT(act_, ...) {__VA_ARGS__, .act = act_},
#define RULE_ACT_DUE(act_, due_, ...) {__VA_ARGS__, .act = act_, .due = due_},
#define RULE_CHECK(check_, ...) {__VA_ARGS__, .check = check_},
#define RULE_CHECK_ACT(check_, act_, ...) {__VA_ARGS__, .check = check_, .act = act_},
#define RULE_CHECK_ACT_DUE(check_, act_, due_, ...) {__VA_ARGS__, .check = check_, .act = act_, .due = due_},
#define RULE_CHECK_DUE(check_, due_, ...) {__VA_ARGS__, .check = check_, .due = due_},
#define RULE_DUE(due_, ...) {__VA_ARGS__, .due = due_},

#include RULES

#include "rules/state/rule_end.h"
