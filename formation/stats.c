#include "formation/stats.h"

#include <math.h>

#include "core/sort.h"

double stats_median(double *v, int n) {
    if (n == 0) return NAN;
    sort_numbers(v, n);
    return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}
