// app/rule_table -- rules as JSON, for other programs and for the page.
#ifndef VEDETTE_APP_RULE_TABLE_H
#define VEDETTE_APP_RULE_TABLE_H

#include <cJSON.h>

#include "rules/rules.h"

// {"id","citation","rule","kind","severity","violation","checked","why_not"}; violation null where the rule can't be broken, why_not only where there
// is one.
cJSON *rule_row_json(const rules_row *row);
// The rules of the ruleset that can be broken, with how each one's word is passed on now (session_rules_json). The caller frees it; NULL: out of
// memory.
char *rule_table_json(const char *ruleset, const rules *r, const rules_state *s);

#endif
