// rules/case/contact_sides -- on which sides the enemy touched a unit when its phase began.
#ifndef VEDETTE_RULES_CASE_CONTACT_SIDES_H
#define VEDETTE_RULES_CASE_CONTACT_SIDES_H

#include "rules/case/case.h"

// How many figures were touched on which side when the phase began; doubtful: at a corner.
typedef struct {
    int front, flank, rear, doubtful;
} sides_touched;
sides_touched find_sides(const rule_case *c);
// True where the figure was touched at a corner of its base alone: whether that is contact, players see differently.
bool touched_at_corner(const rule_case *c, int i);

#endif
