// referee/rule_table -- rules as JSON, for other programs and for the page.
#ifndef VEDETTE_REFEREE_RULE_TABLE_H
#define VEDETTE_REFEREE_RULE_TABLE_H

#include <cJSON.h>

#include "rules/rules.h"

// Why the rule has no check of its own; NULL: it has one.
const char *rule_why_not(const rules_row *row);
// {"id","citation","rule","kind","severity","violation","checked","why_not"}: violation null where the rule can't be broken, why_not where it has no
// check of its own.
cJSON *rule_row_json(const rules_row *row);
// The rules of the ruleset that can be broken, with how each one's word is passed on now, and the words of its entries (session_rules_json). The
// caller frees it; NULL: out of memory.
char *rule_table_json(const char *ruleset, const rules *r, const rules_state *s);

#endif
