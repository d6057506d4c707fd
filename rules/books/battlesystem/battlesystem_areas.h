// rules/books/battlesystem/battlesystem_areas -- what Battlesystem keeps in the values of the engine.
#ifndef VEDETTE_RULES_BATTLESYSTEM_AREAS_H
#define VEDETTE_RULES_BATTLESYSTEM_AREAS_H

#include "rules/books/battlesystem/battlesystem_tuning.h"
#include "rules/books/battlesystem/charge_facts.h"
#include "rules/books/battlesystem/charge_state.h"
#include "rules/books/battlesystem/rout_case.h"
#include "rules/books/battlesystem/rout_state.h"
#include "rules/case/case.h"

typedef struct {
    rout_done rout;
    charge_done charge;
} battlesystem_done;
typedef struct {
    rout_entered rout;
    charge_entered charge;
} battlesystem_entered;
typedef struct {
    rout_case rout;
    charge_facts charge;
} battlesystem_facts;

BOOK_AREA(rout_done, rout_done, unit_state, done.areas, AREA_OF_ROOT, offsetof(battlesystem_done, rout))
BOOK_AREA(charge_done, charge_done, unit_state, done.areas, AREA_OF_ROOT, offsetof(battlesystem_done, charge))
BOOK_AREA(rout_entered, rout_entered, unit_state, areas, AREA_OF_ROOT, offsetof(battlesystem_entered, rout))
BOOK_AREA(charge_entered, charge_entered, unit_state, areas, AREA_OF_ROOT, offsetof(battlesystem_entered, charge))
BOOK_AREA(rout_case, rout_case, rule_case, areas, AREA_OF_ROOT, offsetof(battlesystem_facts, rout))
BOOK_AREA(charge_facts, charge_facts, rule_case, areas, AREA_OF_ROOT, offsetof(battlesystem_facts, charge))
BOOK_AREA(battlesystem_tuning, battlesystem_tuning, tuning, areas, AREA_OF_ROOT, 0)

#endif
