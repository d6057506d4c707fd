// rules/books/ranked/ranked -- what the files of ranked fantasy share: how a move is explained, classed and remembered. Inches and radians; pure.
#ifndef VEDETTE_RULES_RANKED_H
#define VEDETTE_RULES_RANKED_H

#include "rules/case/hooks.h"

extern const rules_ruleset ranked_fantasy;
extern const rules_hooks ranked_hooks;

// Fills f->c.how and the way of f->c.ranked.
void ranked_explain(facts *f);
// Fills the rest of f->c.ranked, and f->c.excused and allowance, once contacts are known.
void ranked_find_facts(facts *f);

// A unit that has one model on the table (WF-NM-26).
bool ranked_is_lone(const rule_case *c);
// Announced as reinforcements, and put on the table since.
bool ranked_arrives(const game *g, const rules_state *s, int unit);
// No word, test or arrival keeps the unit from marching.
bool ranked_may_march(const rule_case *c);
double ranked_half(const rule_case *c);   // what a move backward or sideways may take (WF-NM-6)
double ranked_spent(const rule_case *c);  // in this phase, before the move
// A flight, pursuit, charge or move by compulsion: the rules of normal movement do not bound it.
bool ranked_excused(const rules_state *s, const unit_state *u);
// Beyond the limit and the tolerance by so much that it is no error of measurement, under every reading.
bool ranked_surely_over(const rule_case *c, double limit);
// True in the phase of normal moves (WF-NM-1): it was entered, or no phase ever was.
bool ranked_normal_phase(const rules_state *s);
// Least gap to the enemies that do not flee, as they stand in s, from the unit's figures there; INFINITY beyond `reach`.
nearest ranked_nearest_foe(const rules *r, const rules_state *s, int unit, double reach);

#endif
