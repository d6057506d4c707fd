// formation/redivide -- a choice of units for bases made better: what two or three units near one another have is divided among them anew. Internal to
// formation/.
#ifndef VEDETTE_FORMATION_REDIVIDE_H
#define VEDETTE_FORMATION_REDIVIDE_H

#include "formation/choose.h"

// The cost of this choice (unit_of[i]: base i's unit, -1); NAN: out of memory.
double redivide_cost(const choice *c, const int *unit_of);
// Betters it until no pair and no three of the units can; returns its cost. NAN: out of memory.
double redivide(const choice *c, int *unit_of);

#endif
