// rules/books/ranked/checks_ranked -- the checks of ranked fantasy. Each measures; the engine judges.
#ifndef VEDETTE_RULES_CHECKS_RANKED_H
#define VEDETTE_RULES_CHECKS_RANKED_H

#include "rules/rules.h"

#define RULES "rules/books/ranked/ranked_fantasy_rules.def"
#include "rules/state/rule_checks.h"

#endif
