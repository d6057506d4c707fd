// formation/stats -- small sums over small arrays. Internal to formation/.
#ifndef VEDETTE_FORMATION_STATS_H
#define VEDETTE_FORMATION_STATS_H

// Median of n values, which it sorts; NAN for n = 0.
double stats_median(double *v, int n);

#endif
