// formation/assign -- gives each row of a table of costs a column of its own at the least total cost. In come the costs, out comes a column a row.
//
// For formation/ and for referee/, which shares out places.
#ifndef VEDETTE_FORMATION_ASSIGN_H
#define VEDETTE_FORMATION_ASSIGN_H

#include "formation/arena.h"

// Assigns each of `rows` a column of its own (or -1). As many rows as possible get a column of finite cost, at the least sum.
// cost: rows x columns, row-major; INFINITY forbids. Exact up to 400 rows or columns (Kuhn, Naval Research Logistics Quarterly 2, 1955, by shortest
// augmenting paths); beyond that each row in turn takes the cheapest that is left. Allocates; false: out of memory.
bool assign_least(const double *cost, int rows, int columns, int *column_of);
// The same without an allocation: takes what it needs of `a` and gives it back. False: too little is left.
bool assign_in(arena *a, const double *cost, int rows, int columns, int *column_of);
// Takes and gives back of a measuring arena what assign_in needs for a table of up to this size.
void assign_measure(arena *a, int rows, int columns);

#endif
