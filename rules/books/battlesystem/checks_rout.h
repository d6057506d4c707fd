// rules/books/battlesystem/checks_rout -- the checks of Battlesystem 7.11 (wrap-around), 7.12 (fighting withdrawal) and 7.15 (routing).
#ifndef VEDETTE_RULES_CHECKS_ROUT_H
#define VEDETTE_RULES_CHECKS_ROUT_H

#include "rules/rules.h"

#define RULES "rules/books/battlesystem/battlesystem_1e_7_11_rules.def"
#include "rules/state/rule_checks.h"
#define RULES "rules/books/battlesystem/battlesystem_1e_7_15_rules.def"
#include "rules/state/rule_checks.h"

#endif
