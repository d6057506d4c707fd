// rules/books/terrain/checks_chainmail_terrain -- the checks of Chainmail's terrain. Each sees the case alone and measures; the engine judges.
#ifndef VEDETTE_RULES_CHECKS_CHAINMAIL_TERRAIN_H
#define VEDETTE_RULES_CHECKS_CHAINMAIL_TERRAIN_H

#include "rules/rules.h"

#define RULES "rules/books/terrain/chainmail_terrain_rules.def"
#include "rules/state/rule_checks.h"

#endif
