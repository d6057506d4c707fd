#include "core/sort.h"

// Shell's method (Communications of the ACM 2, 1959) with Ciura's gaps, and 2.25 times the last for what is longer: short arrays, nearly in order.
static const int gaps[] = {8858, 3937, 1750, 701, 301, 132, 57, 23, 10, 4, 1};

void sort_numbers(double *v, int n) {
    for (unsigned g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (int i = gaps[g]; i < n; i++) {
            double x = v[i];
            int at = i;
            for (; at >= gaps[g] && v[at - gaps[g]] > x; at -= gaps[g]) v[at] = v[at - gaps[g]];
            v[at] = x;
        }
}
