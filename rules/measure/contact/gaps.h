// rules/measure/contact/gaps -- holes in the front line of units that have lost figures (BS1-7.2-2, 7.3-3, 7.3-5, 7.5-3).
#ifndef VEDETTE_RULES_GAPS_H
#define VEDETTE_RULES_GAPS_H

#include "rules/state/state.h"

// At the end of a side's movement phase: marks its units that left front gaps open though they have figures behind to fill them.
void note_gaps(const rules *r, rules_state *s);
// Remembers how the unit stands, before figures of it are taken off.
void note_loss(const rules *r, rules_state *s, int unit);

// The gaps of the front rank; none where the unit is too large to look at.
typedef struct {
    double widest, narrowest;
    int behind;  // figures that stand behind it
} front_gaps;
front_gaps gaps_of_front(const rules *r, const rules_state *s, const game_unit *u);
// How far forward the unit stands along its facing, and how far back. False where nothing of it stands.
bool gaps_extent(const rules_state *s, const game_unit *u, double facing, double *front, double *rear);

#endif
