// core/sort -- numbers in order, without a call for each comparison.
#ifndef VEDETTE_CORE_SORT_H
#define VEDETTE_CORE_SORT_H

// Sorts v[0..n) upward; none may be NAN.
void sort_numbers(double *v, int n);

#endif
