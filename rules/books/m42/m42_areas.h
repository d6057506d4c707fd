// rules/books/m42/m42_areas -- what M42 keeps in the values of the engine.
#ifndef VEDETTE_RULES_M42_AREAS_H
#define VEDETTE_RULES_M42_AREAS_H

#include "rules/books/m42/m42_facts.h"
#include "rules/books/m42/m42_state.h"
#include "rules/books/m42/m42_tuning.h"
#include "rules/case/case.h"

BOOK_AREA(m42_done, m42_done, unit_state, done.areas, AREA_OF_ROOT, 0)
BOOK_AREA(m42_entered, m42_entered, unit_state, areas, AREA_OF_ROOT, 0)
BOOK_AREA(m42_facts, m42_facts, rule_case, areas, AREA_OF_ROOT, 0)
BOOK_AREA(m42_tuning, m42_tuning, tuning, areas, AREA_OF_ROOT, 0)
BOOK_AREA(m42_gone, m42_gone, figure_state, areas, AREA_OF_ROOT, 0)

#endif
