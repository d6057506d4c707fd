// formation/shape/wrap -- a unit that fights around an enemy's flanks. Internal to formation/.
//
// Inches and radians. Pure. Source: rule BS1-7.12.
#ifndef VEDETTE_FORMATION_SHAPE_WRAP_H
#define VEDETTE_FORMATION_SHAPE_WRAP_H

#include "formation/shape/ranks.h"

// The facing of a unit whose ends went forward about both of an enemy's flanks and look inward: that of the figures behind and between them, however
// few of those are seen. False where the figures don't stand so.
bool wrap_facing(const ranked_base *at, int n, double *facing_rad);

#endif
