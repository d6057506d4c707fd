// rules/books/books -- the rulebooks that this program knows, one file each.
#ifndef VEDETTE_RULES_BOOKS_BOOKS_H
#define VEDETTE_RULES_BOOKS_BOOKS_H

#include "rules/rules.h"

extern const rules_ruleset common_rules;  // the parent of all; no game names it
extern const rules_ruleset battlesystem_1e;
extern const rules_hooks battlesystem_1e_hooks;
extern const rules_rows battlesystem_1e_7_13;  // 7.13, 7.14
extern const rules_rows battlesystem_1e_7_11;  // wrap-around, fighting withdrawal
extern const rules_rows battlesystem_1e_7_15;  // routing
extern const rules_ruleset battlesystem_2e;
// Terrain tables: parents of the rulebooks that print them, and modules that an option brings into others.
extern const rules_ruleset battlesystem_2e_terrain, chainmail_terrain, custom_terrain;
extern const rules_ruleset m42;
#define BATTLESYSTEM_1E_PARAMETERS 83
extern const rules_parameter battlesystem_1e_parameters[BATTLESYSTEM_1E_PARAMETERS];
extern const rules_ruleset chainmail;
extern const rules_hooks chainmail_hooks;
extern const rules_rows chainmail_formation_rows;
#define CHAINMAIL_PARAMETERS 27
extern const rules_parameter chainmail_parameters[CHAINMAIL_PARAMETERS];
extern const rules_ruleset chainmail_battlesystem;
extern const rules_hooks chainmail_battlesystem_hooks;

extern const rules_ruleset ranked_fantasy;
extern const rules_hooks ranked_hooks;

#endif
