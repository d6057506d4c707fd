// rules/engine/behaviour -- which rules are announced, proposed, logged or off: as the game's options say, then as the judge changes it during play.
#ifndef VEDETTE_RULES_ENGINE_BEHAVIOUR_H
#define VEDETTE_RULES_ENGINE_BEHAVIOUR_H

#include "rules/state/state.h"

// Resolves the options into r->behaviours: a rule's own id before the name of its breach before "*". STATUS_INVALID names the place.
status behaviour_bind(rules *r, fault *fault);
// The judge's later setting: it holds for every rule that `word` names and replaces the earlier one.
void behaviour_set(const rules *r, rules_state *s, const char *word, behaviour how);

static inline behaviour row_behaviour(const rules_state *s, int row) { return (behaviour)s->behaviours[row]; }
static inline bool row_is_off(const rules_state *s, int row) { return s->behaviours[row] == BEHAVIOUR_OFF; }

#endif
