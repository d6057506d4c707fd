// rules/books/ranked/ranked_areas -- what ranked fantasy keeps in the values of the engine.
#ifndef VEDETTE_RULES_RANKED_AREAS_H
#define VEDETTE_RULES_RANKED_AREAS_H

#include "rules/books/ranked/ranked_facts.h"
#include "rules/books/ranked/ranked_state.h"
#include "rules/books/ranked/ranked_tuning.h"
#include "rules/case/case.h"

BOOK_AREA(ranked_done, ranked_done, unit_state, done.areas, AREA_OF_ROOT, 0)
BOOK_AREA(ranked_entered, ranked_entered, unit_state, areas, AREA_OF_ROOT, 0)
BOOK_AREA(ranked_facts, ranked_facts, rule_case, areas, AREA_OF_ROOT, 0)
BOOK_AREA(ranked_tuning, ranked_tuning, tuning, areas, AREA_OF_ROOT, 0)

#endif
