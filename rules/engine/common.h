// rules/engine/common -- what every rulebook shares: how things are measured and what a breach needs. The root of every chain of rulebooks.
#ifndef VEDETTE_RULES_ENGINE_COMMON_H
#define VEDETTE_RULES_ENGINE_COMMON_H

#include "rules/rules.h"

extern const rules_ruleset common_rules;  // no game names it

#endif
