// rules/case/tell -- what a rulebook keeps of a unit, listed as names with values (rules_unit_facts).
#ifndef VEDETTE_RULES_CASE_TELL_H
#define VEDETTE_RULES_CASE_TELL_H

#include "core/game.h"

// Facts listed so far. Facts beyond max are left out.
typedef struct {
    game_option *out;
    int max, count;
} teller;

void tell_flag(teller *t, const char *name, bool value);
void tell_true(teller *t, const char *name, bool value);  // only where it is so
void tell_number(teller *t, const char *name, double value);
void tell_text(teller *t, const char *name, const char *value);

#endif
