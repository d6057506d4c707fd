// rules/books/chainmail/chainmail_turn -- what units remember of their turn: changes of formation that take turns, orders of the turn, contact seen.
// As hooks.
#ifndef VEDETTE_RULES_CHAINMAIL_TURN_H
#define VEDETTE_RULES_CHAINMAIL_TURN_H

#include "rules/case/hooks.h"

void chainmail_phase_ends(const rules *r, rules_state *s);
void chainmail_phase_begins(const rules *r, rules_state *s);
// What was spent in the phases of this turn stays spent in the one that begins: of the halves of a move.
void chainmail_carry_costs(const rules *r, rules_state *s);
void chainmail_enter(const rules *r, rules_state *s, const event *e);
void chainmail_book(const rules *r, rules_state *s, const move *m, const verdict *v);

#endif
