// rules/books/battlesystem/checks_terrain -- the checks of terrain. Each sees the case alone and measures; the engine judges.
#ifndef VEDETTE_RULES_CHECKS_TERRAIN_H
#define VEDETTE_RULES_CHECKS_TERRAIN_H

#include "rules/case/case.h"

#define RULES "rules/books/battlesystem/battlesystem_2e_terrain_rules.def"
#include "rules/state/rule_checks.h"

#endif
