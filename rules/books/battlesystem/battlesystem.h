// rules/books/battlesystem/battlesystem -- Battlesystem, first and second edition, and the terrain table of the second.
#ifndef VEDETTE_RULES_BATTLESYSTEM_H
#define VEDETTE_RULES_BATTLESYSTEM_H

#include "rules/rules.h"

extern const rules_ruleset battlesystem_1e, battlesystem_2e;
extern const rules_ruleset battlesystem_2e_terrain;  // between the two; an option brings it into a game of the first edition

// Between the files of the folder.
extern const rules_rows battlesystem_1e_7_11;  // wrap-around, fighting withdrawal
extern const rules_rows battlesystem_1e_7_13;  // forced march, charge
extern const rules_rows battlesystem_1e_7_15;  // routing
extern const rules_hooks battlesystem_1e_hooks;
extern const rules_parameters battlesystem_1e_parameters;

#endif
