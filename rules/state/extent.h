// rules/state/extent -- which units can't be near: the box of each unit's bases, kept until one of them moves. Only says what need not be measured;
// no verdict depends on it.
#ifndef VEDETTE_RULES_STATE_EXTENT_H
#define VEDETTE_RULES_STATE_EXTENT_H

#include "rules/state/state.h"

// To be called after any figure of the unit was put elsewhere, hidden, shown or taken off.
void extent_renew(const rules *r, rules_state *s, int unit);
void extent_renew_all(const rules *r, rules_state *s);

// Widens the box low..high to hold the disc.
static inline void extent_take(vec2 at, double radius_in, vec2 *low, vec2 *high) {
    if (at.x - radius_in < low->x) low->x = at.x - radius_in;
    if (at.y - radius_in < low->y) low->y = at.y - radius_in;
    if (at.x + radius_in > high->x) high->x = at.x + radius_in;
    if (at.y + radius_in > high->y) high->y = at.y + radius_in;
}

// Lower bound of the distance from p to any base of the unit, to within EXTENT_SLACK_IN; INFINITY where nothing of it stands.
double extent_from(const rules_state *s, int unit, vec2 p);
// True where bases of the unit may lie within `reach` of the box low..high.
bool extent_meets(const rules_state *s, int unit, vec2 low, vec2 high, double reach);
// True where bases of the unit may lie within `reach` of the line from a to b.
bool extent_meets_line(const rules_state *s, int unit, vec2 a, vec2 b, double reach);

#endif
