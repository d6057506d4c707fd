// core/solve -- least squares over a few unknowns: gathers the normal equations a x = b and solves them by Cholesky's method.
//
// Small, dense and symmetric; nothing is allocated and nothing is remembered. Units are the caller's: slopes are misfit an unknown's unit. The sums
// run in one order, so that the same observations give the same bits everywhere. Any number of threads.
// Source: Golub and Van Loan, "Matrix Computations", 4th ed. (2013), 4.2 and 5.3.
#ifndef VEDETTE_CORE_SOLVE_H
#define VEDETTE_CORE_SOLVE_H

#include <stdbool.h>

enum { SOLVE_MAX = 20 };  // unknowns

// The one rule for singularity, a share: an unknown is determined where more than this of its diagonal is left once the unknowns before it have
// explained what they can. Double precision keeps 1.1e-16 an operation and a pivot is a sum of at most SOLVE_MAX terms, so that less than 3e-15 is
// rounding. Larger: fits that are weakly held (focal length against distance, from above) are given up. Smaller: rounding is taken for knowledge.
#define SOLVE_LEAST_PIVOT 1e-14

typedef struct {
    int count;                       // unknowns
    double a[SOLVE_MAX][SOLVE_MAX];  // lower triangle; after solve_factor Cholesky's factor
    double b[SOLVE_MAX];             // what pulls at the unknowns
    double sum_weight, sum_square;   // of the observations that were tallied: weights; squared misfits, weighted
} normal_equations;

// No observations of `count` unknowns, 1..SOLVE_MAX.
static inline void solve_begin(normal_equations *n, int count) {
    n->count = count;
    n->sum_weight = n->sum_square = 0;
    for (int i = 0; i < count; i++) {
        n->b[i] = 0;
        for (int k = 0; k < count; k++) n->a[i][k] = 0;
    }
}

// Adds one observation: `misfit` is its residual, slope[0..count) how much of it a unit of each unknown explains.
static inline void solve_add(normal_equations *n, const double *slope, double misfit, double weight) {
    for (int i = 0; i < n->count; i++) {
        double pull = weight * slope[i];
        for (int k = 0; k <= i; k++) n->a[i][k] += pull * slope[k];
        n->b[i] += pull * misfit;
    }
}

// Counts an observation into the sums from which a fit takes the variance of its observations: sum_square / sum_weight.
static inline void solve_tally(normal_equations *n, double misfit, double weight) {
    n->sum_weight += weight;
    n->sum_square += weight * misfit * misfit;
}

// Adds a prior for unknown i: its value is `misfit` from here, with that weight (1 / variance in the observations' units).
static inline void solve_hold(normal_equations *n, int i, double misfit, double weight) {
    n->a[i][i] += weight;
    n->b[i] += weight * misfit;
}

// Factors n->a in place. False where an unknown is not determined (SOLVE_LEAST_PIVOT) or n->a is not finite; n->a means nothing then.
bool solve_factor(normal_equations *n);
// The solution for the right side b[0..count), from factored equations. x may be b.
void solve_for(const normal_equations *factored, const double *b, double *x);
// The variance of row * x (row[0..count)) where each observation has variance 1 / weight: row a^-1 row. From factored equations; not negative.
double solve_variance(const normal_equations *factored, const double *row);
// Entry (i, i) of the inverse: the variance of unknown i alone.
double solve_variance_of(const normal_equations *factored, int i);

#endif
