// rules/books/chainmail/chainmail_areas -- what Chainmail keeps in the values of the engine; the second slot, since its Battlesystem inherits
// Battlesystem.
#ifndef VEDETTE_RULES_CHAINMAIL_AREAS_H
#define VEDETTE_RULES_CHAINMAIL_AREAS_H

#include "rules/books/chainmail/chainmail_facts.h"
#include "rules/books/chainmail/chainmail_state.h"
#include "rules/books/chainmail/chainmail_tuning.h"
#include "rules/case/case.h"

BOOK_AREA(chainmail_done, chainmail_done, unit_state, done.areas, AREA_OF_HEIR, 0)
BOOK_AREA(chainmail_entered, chainmail_entered, unit_state, areas, AREA_OF_HEIR, 0)
BOOK_AREA(chainmail_facts, chainmail_facts, rule_case, areas, AREA_OF_HEIR, 0)
BOOK_AREA(chainmail_tuning, chainmail_tuning, tuning, areas, AREA_OF_HEIR, 0)

#endif
