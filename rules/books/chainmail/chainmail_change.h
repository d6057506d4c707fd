// rules/books/chainmail/chainmail_change -- column, line and square: whether a move changed one into another, and what that costs (docs/geometry.md
// section 7.5).
#ifndef VEDETTE_RULES_CHAINMAIL_CHANGE_H
#define VEDETTE_RULES_CHAINMAIL_CHANGE_H

#include "rules/case/facts.h"

// Which of column, line and square the form is; FORMATION_UNKNOWN: none.
formation_kind chainmail_formation(const tuning *n, const unit_form *f);
// What the unit pays of each penalty for formation and facing, by its training (CM-FF-11, CM-FF-12).
double chainmail_training(const tuning *n, const game_unit *u);
// Fills f->c.chainmail but for the way and the obliques. Needs the figures, their rate and which of them touch an enemy (f->flags).
void chainmail_find_change(facts *f);
// True where the unit is at a change of formation that is not fully paid yet, as the state stands.
bool chainmail_is_changing(const rules *r, const rules_state *s, int unit);
// True where it was caught in melee at that (CM-FF-7).
bool chainmail_is_flanked(const rules *r, const rules_state *s, int unit);

#endif
