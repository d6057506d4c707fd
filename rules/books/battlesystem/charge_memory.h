// rules/books/battlesystem/charge_memory -- what a unit remembers of its forced marches and charges (Battlesystem 7.13, 7.14): for a rulebook's hooks
// (rules/case/hooks.h).
#ifndef VEDETTE_RULES_CHARGE_MEMORY_H
#define VEDETTE_RULES_CHARGE_MEMORY_H

#include "core/verdict.h"
#include "rules/case/tell.h"
#include "rules/state/state.h"

void charge_booked(const rules *r, rules_state *s, const move *m, const verdict *v);
void charge_entered_event(const rules *r, rules_state *s, const event *e);
void charge_phase_begins(const rules *r, rules_state *s);
// The next Morale Check entered for the unit is the one that its forced march demands: failing it is no rout (BS1-7.13-6).
bool charge_awaits_check(const rules_state *s, int unit);
void charge_tell(const rules *r, const rules_state *s, int unit, teller *t);

#endif
