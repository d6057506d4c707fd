// rules/measure/terrain/ground -- terrain as obstacles to units that cannot enter it. Inches; pure.
#ifndef VEDETTE_RULES_GROUND_H
#define VEDETTE_RULES_GROUND_H

#include "rules/case/case.h"
#include "rules/measure/terrain/area.h"

// An area that no unit may enter.
bool ground_is_impassable(const game_terrain *t);
// An area that this unit cannot enter: the same, deep water, cliffs, and what the game's terrain table closes to troops of its kind.
bool ground_is_closed(const rules *r, int unit, const game_terrain *t);
// Ground that costs movement where terrain does.
bool ground_slows(const game_terrain *t);
// Inches of the straight way from a to b that lead through the area.
double ground_way(const game_terrain *t, vec2 a, vec2 b);
// How deep the base standing at p reaches into the area; 0: not at all.
double ground_depth(const game_terrain *t, base b, pose p);

#endif
