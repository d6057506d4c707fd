// rules/engine/declare -- words of `declare` by the rows of the game's rulebooks, and such words taken back: `declare` with "withdrawn": true, as a
// marker that is lifted again says. Internal to rules/.
//
// A word taken back is as if it had not been declared, while nothing hangs on it yet: in the phase in which it was declared, until the unit has made
// a move. What was done to the state otherwise stays.
#ifndef VEDETTE_RULES_ENGINE_DECLARE_H
#define VEDETTE_RULES_ENGINE_DECLARE_H

#include "rules/state/state.h"

void declare_apply(const rules *r, rules_state *s, const event_declare *e);
bool retract_is(const event *e);
// True: the state does not let go of what was declared, or nothing was, and *fault says which.
bool retract_is_refused(const rules *r, const rules_state *s, const event_declare *e, fault *fault);
// Call it only after retract_is_refused returned false.
void retract_apply(const rules *r, rules_state *s, const event_declare *e);

#endif
