// rules/books/chainmail/chainmail_orders -- written orders as ways on the table (CM-SIM-1, CM-SIM-2). Inches and radians; pure.
#ifndef VEDETTE_RULES_CHAINMAIL_ORDERS_H
#define VEDETTE_RULES_CHAINMAIL_ORDERS_H

#include "rules/state/state.h"

// True where the unit has an order for the turn that goes on.
bool chainmail_ordered(const rules_state *s, const unit_state *u);
// Inches that it was ordered to go in the turn.
double chainmail_ordered_in(const unit_state *u);
// From where it stood when the turn began to where the order has it after so many inches of its way.
vec2 chainmail_ordered_way(const unit_state *u, double inches);
// True in the phase of that name.
bool chainmail_in_phase(const rules_state *s, const char *phase);

#endif
