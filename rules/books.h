// rules/books -- the rulebooks that this program knows, one file each.
#ifndef VEDETTE_RULES_BOOKS_H
#define VEDETTE_RULES_BOOKS_H

#include "rules/rules.h"

extern const rules_ruleset common_rules;  // the parent of all; no game names it
extern const rules_ruleset battlesystem_1e;
extern const rules_hooks battlesystem_1e_hooks;
#define BATTLESYSTEM_1E_PARAMETERS 79
extern const rules_parameter battlesystem_1e_parameters[BATTLESYSTEM_1E_PARAMETERS];

extern const rules_ruleset ranked_fantasy;
extern const rules_hooks ranked_hooks;

#endif
