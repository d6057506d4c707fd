// rules/rout_hooks -- what Battlesystem 7.11, 7.12 and 7.15 remember and resolve: called by the hooks of the rulebook.
#ifndef VEDETTE_RULES_ROUT_HOOKS_H
#define VEDETTE_RULES_ROUT_HOOKS_H

#include "rules/hooks.h"

void rout_tune(rules *r);
void rout_facts(facts *f);
void rout_phase_begins(const rules *r, rules_state *s);
void rout_entered_event(const rules *r, rules_state *s, const event *e);
void rout_booked(const rules *r, rules_state *s, const move *m, const verdict *v);
int rout_tell(const rules *r, const rules_state *s, int unit, game_option *out, int max);

// Between the files of these sections.
void withdrawal_booked(const rules *r, rules_state *s, const move *m, const verdict *v);
void withdrawal_entered(const rules *r, rules_state *s, const event *e);
// True where the enemy drew off from the unit in this phase.
bool was_left_by(const rules_state *s, int unit, int enemy);
// Unit that it chose not to follow before its Discipline Check failed; -1.
int stayed_too_early(const rules_state *s, int unit);
// True where the unit let the enemy that drew off from it go, in this turn (BS1-7.12-7).
bool follow_declined(const rules_state *s, int unit, int enemy);

#endif
