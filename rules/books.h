// rules/books -- the rulebooks that this program knows, one file each.
#ifndef VEDETTE_RULES_BOOKS_H
#define VEDETTE_RULES_BOOKS_H

#include "rules/rules.h"

extern const rules_ruleset battlesystem_1e;
#define BATTLESYSTEM_1E_PARAMETERS 100
extern const rules_parameter battlesystem_1e_parameters[BATTLESYSTEM_1E_PARAMETERS];

#endif
