// formation/identify/assign -- who belongs to whom at the least total cost. For formation/, and for who shares places out elsewhere (referee/guide).
#ifndef VEDETTE_FORMATION_IDENTIFY_ASSIGN_H
#define VEDETTE_FORMATION_IDENTIFY_ASSIGN_H

#include "formation/scratch.h"

// Gives each of `rows` a column of its own (or -1) so that as many rows as can be have one whose cost is finite, at the least sum.
// cost: rows x columns, row-major; INFINITY forbids. Exact up to 400 rows or columns (Kuhn, Naval Research Logistics Quarterly 2, 1955, by shortest
// augmenting paths); beyond that each row in turn takes the cheapest that is left. Allocates; false: out of memory.
bool assign_least(const double *cost, int rows, int columns, int *column_of);
// The same, and allocates nothing: works in `r`, of which it needs assign_room(rows, columns) bytes, and gives them back. False: not enough is left.
bool assign_in(scratch *r, const double *cost, int rows, int columns, int *column_of);
size_t assign_room(int rows, int columns);

#endif
