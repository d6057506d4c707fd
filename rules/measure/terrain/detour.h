// rules/measure/terrain/detour -- the cheapest way over terrain where the way that was taken was not seen: round woods and water, or through
// (docs/geometry.md section 13).
//
// A graph of the corners of what lies in between, and shortest ways in it (E. W. Dijkstra, Numerische Mathematik 1, 1959). Pure.
#ifndef VEDETTE_RULES_DETOUR_H
#define VEDETTE_RULES_DETOUR_H

#include "rules/measure/terrain/walker.h"

// False where the terrain has too many corners to look for ways round it.
bool detour_can_look(const walker *w);
// Replaces each unseen leg by the cheapest way between its ends. Ground that is closed to the unit is avoided where that is possible.
void detour_find(const walker *w, const way *straight, way *out);

#endif
