// formation/identify/redivide -- a choice of units for bases made better: what two or three units near one another have is divided among them anew.
// Internal to formation/.
#ifndef VEDETTE_FORMATION_IDENTIFY_REDIVIDE_H
#define VEDETTE_FORMATION_IDENTIFY_REDIVIDE_H

#include "formation/identify/choose.h"

enum { REDIVIDE_UNITS = 8 };  // no more

// Betters a choice (unit_of[i]: base i's unit, -1) until no pair and no three of the units can, nor (`thoroughly`) any group of the tree that goes
// elsewhere whole; returns its cost. NAN: too little of c->arena is left.
double redivide(const choice *c, bool thoroughly, int *unit_of);
// Takes and gives back of a measuring arena what redivide takes for up to so many bases and units.
void redivide_measure(arena *a, int bases, int units);

#endif
