// rules/state/rule_checks -- makes the lines of a rulebook's table of rules (*_rules.def) prototypes of the functions that judge by them; RULES names
// the file (rules/state/rule_rows.h).
#define RULE(...)
#define RULE_ACT(act, ...) rules_act act;
#define RULE_ACT_DUE(act, due, ...) \
    rules_act act;                  \
    rules_due due;
#define RULE_CHECK(check, ...) rules_check check;
#define RULE_CHECK_ACT(check, act, ...) \
    rules_check check;                  \
    rules_act act;
#define RULE_CHECK_ACT_DUE(check, act, due, ...) \
    rules_check check;                           \
    rules_act act;                               \
    rules_due due;
#define RULE_CHECK_DUE(check, due, ...) \
    rules_check check;                  \
    rules_due due;
#define RULE_DUE(due, ...) rules_due due;

#include RULES

#include "rules/state/rule_end.h"
