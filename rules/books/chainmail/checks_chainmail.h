// rules/books/chainmail/checks_chainmail -- the checks of Chainmail and of the Battlesystem printed beside it. Each measures; the engine judges.
#ifndef VEDETTE_RULES_CHECKS_CHAINMAIL_H
#define VEDETTE_RULES_CHECKS_CHAINMAIL_H

#include "rules/rules.h"

#define RULES "rules/books/chainmail/chainmail_rules.def"
#include "rules/state/rule_checks.h"
#define RULES "rules/books/chainmail/chainmail_formation_first_rules.def"
#include "rules/state/rule_checks.h"
#define RULES "rules/books/chainmail/chainmail_formation_changes_rules.def"
#include "rules/state/rule_checks.h"
#define RULES "rules/books/chainmail/chainmail_formation_facing_rules.def"
#include "rules/state/rule_checks.h"
#define RULES "rules/books/chainmail/chainmail_battlesystem_rules.def"
#include "rules/state/rule_checks.h"

#endif
