// formation/identify/cut -- bases that stand close together divided among units by straight cuts along ranks or files. Internal to formation/.
#ifndef VEDETTE_FORMATION_IDENTIFY_CUT_H
#define VEDETTE_FORMATION_IDENTIFY_CUT_H

#include "formation/identify/choose.h"

enum { CUT_BASES = 256 };  // no more are cut

// A set of units has bit u for the unit of that number.
int cut_count_units(unsigned set);
// The bases that its units can have.
int cut_capacity(const choice *c, unsigned set);
// Divides list[0 .. n), n <= CUT_BASES, among the units of a set; unit_of[i]: the unit of list[i]. One unit after the other is taken off, so that
// each cut is as wide as what is left. INFINITY where that costs `most` or more. Costs are asked for `budget` times at most, and counted in
// c->budget.
double cut_among(const choice *c, const int *list, int n, unsigned set, double most, int budget, signed char *unit_of);

#endif
