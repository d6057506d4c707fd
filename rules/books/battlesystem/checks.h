// rules/books/battlesystem/checks -- the checks of Battlesystem 7.0 to 7.10. Each sees the case alone, never another verdict, and measures; the
// engine judges.
#ifndef VEDETTE_RULES_CHECKS_H
#define VEDETTE_RULES_CHECKS_H

#include "rules/rules.h"

#define RULES "rules/books/battlesystem/battlesystem_1e_rules.def"
#include "rules/state/rule_checks.h"

#endif
