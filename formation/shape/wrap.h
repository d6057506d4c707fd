// formation/shape/wrap -- a unit that fights around an enemy's flanks. Internal to formation/.
//
// Inches and radians. Pure. Source: rule BS1-7.12.
#ifndef VEDETTE_FORMATION_SHAPE_WRAP_H
#define VEDETTE_FORMATION_SHAPE_WRAP_H

#include "formation/shape/ranks.h"

// The facing of a unit that wraps an enemy: its ends went forward about both flanks and look inward. It is the facing of the figures behind and
// between the ends, however few of them are seen. False where the figures don't stand so.
bool wrap_facing(const ranked_base *at, int n, double *facing_rad);

#endif
