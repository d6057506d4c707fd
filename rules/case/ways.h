// rules/case/ways -- how far the figures of a move went and turned, each by itself. Inches and radians.
#ifndef VEDETTE_RULES_WAYS_H
#define VEDETTE_RULES_WAYS_H

#include "rules/case/case.h"

// Straight way of the figure that went farthest; *figure is its index in the game, -1 where no figure moved.
double farthest_way(const rule_case *c, int *figure);
// Widest turn of a figure whose heading was seen before and after; likewise.
double widest_turn(const rule_case *c, int *figure);

#endif
