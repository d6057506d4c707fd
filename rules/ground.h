// rules/ground -- terrain as obstacles. Inches; pure.
#ifndef VEDETTE_RULES_GROUND_H
#define VEDETTE_RULES_GROUND_H

#include "rules/case.h"

// Ground that nobody may enter.
bool ground_is_impassable(const game_terrain *t);
// How deep the base standing at p reaches into the area; 0: not at all.
double ground_depth(const game_terrain *t, base b, pose p);

#endif
