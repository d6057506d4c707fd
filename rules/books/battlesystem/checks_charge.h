// rules/books/battlesystem/checks_charge -- the checks of forced marches and charges (Battlesystem 7.13, 7.14).
#ifndef VEDETTE_RULES_CHECKS_CHARGE_H
#define VEDETTE_RULES_CHECKS_CHARGE_H

#include "rules/case/case.h"

#define RULES "rules/books/battlesystem/battlesystem_1e_7_13_rules.def"
#include "rules/state/rule_checks.h"

// A figure that touched and went on (BS1-7.8-1), for the rules that say so of marchers and chargers. False: none did.
bool measure_went_on(const rule_case *c, rule_measure *m);
// Some rule of 7.13 or 7.14 says it of this move.
bool went_on_in_long_move(const rule_case *c);

#endif
