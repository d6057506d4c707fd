// rules/books/chainmail/chainmail_explain -- what a Chainmail move is and costs: the way of the unit's middle, faces, changes of formation.
//
// The book charges faces and changes of formation firmly and obliques "depending upon angle" without a table: what those would cost stands apart
// (chainmail_facts.oblique_in), so that they never make a breach. It knows no wheel: a block that turned as a whole made a face where it
// turned by a quarter, else an oblique change of facing.
#ifndef VEDETTE_RULES_CHAINMAIL_EXPLAIN_H
#define VEDETTE_RULES_CHAINMAIL_EXPLAIN_H

#include "rules/case/facts.h"

// Fills f->c.how and f->c.chainmail.
void chainmail_explain(facts *f);
// Cost of an oblique by that angle before training (CM-FF-8), for a unit of that move.
double chainmail_oblique_in(const tuning *n, double angle_rad, double move_in);

#endif
