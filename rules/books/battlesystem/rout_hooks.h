// rules/books/battlesystem/rout_hooks -- what Battlesystem 7.11, 7.12 and 7.15 remember and resolve: called by the hooks of the rulebook.
#ifndef VEDETTE_RULES_ROUT_HOOKS_H
#define VEDETTE_RULES_ROUT_HOOKS_H

#include "rules/case/hooks.h"

void rout_facts(facts *f);
void rout_phase_begins(const rules *r, rules_state *s);
void rout_phase_ends(const rules *r, rules_state *s);
void rout_entered_event(const rules *r, rules_state *s, const event *e);
void rout_booked(const rules *r, rules_state *s, const move *m, const verdict *v);
// True where it wrapped around, and the melee is over (BS1-7.11-6).
bool rout_counts_open(const rules_state *s, int unit);
void rout_tell(const rules *r, const rules_state *s, int unit, teller *t);

// Between the files of these sections.
void withdrawal_booked(const rules *r, rules_state *s, const move *m, const verdict *v);
void withdrawal_entered(const rules *r, rules_state *s, const event *e);
void rout_memory_entered(const rules *r, rules_state *s, const event *e);
void rout_memory_phase_begins(const rules *r, rules_state *s);
void rout_memory_phase_ends(const rules *r, rules_state *s);
void rout_memory_booked(const rules *r, rules_state *s, const move *m, const verdict *v);
// Formation in which the unit counts now: a wrapped one as open (BS1-7.11-6, 7.15-19).
formation_kind rout_formation(const rules *r, const rules_state *s, int unit);
// False for units that check morale after a forced march only, and do not break by it (BS1-7.13-7).
bool rout_checks_morale(const rules *r, int unit);
// True where a failed Morale Check makes it rout without more words (BS1-7.15-1).
bool rout_breaks(const rules *r, const rules_state *s, int unit);
// True in a rally phase of its side in which no outcome of the unit's rally has been entered.
bool rally_is_due(const rules *r, const rules_state *s, int unit);
// Routing unit that ran into this one; -1.
int rout_forced_by(const rules_state *s, int unit);
// The same, where the Morale Check that it forces has not been entered yet.
int rout_check_owed(const rules *r, const rules_state *s, int unit);
bool rout_lists(const verdict *v, maneuver_kind kind);  // among its maneuvers
// True where the enemy drew off from the unit in this phase.
bool was_left_by(const rules_state *s, int unit, int enemy);
// Unit that it chose not to follow before its Discipline Check failed; -1.
int stayed_too_early(const rules_state *s, int unit);
// True where the unit let the enemy that drew off from it go, in this turn (BS1-7.12-7).
bool follow_declined(const rules_state *s, int unit, int enemy);

#endif
