// rules/measure/contact/gaps -- holes in the front line of units that have lost figures (BS1-7.2-2, 7.3-3, 7.3-5, 7.5-3).
#ifndef VEDETTE_RULES_GAPS_H
#define VEDETTE_RULES_GAPS_H

#include "rules/engine/state.h"

// Marks the units of the side whose movement phase ends that left front gaps open though they have figures behind to fill them.
void note_gaps(const rules *r, rules_state *s);
// Remembers how the unit stands, before figures of it are taken off.
void note_loss(const rules *r, rules_state *s, int unit);

#endif
