#include "core/solve.h"

#include <assert.h>
#include <math.h>

bool solve_factor(normal_equations *n) {
    assert(n->count >= 1 && n->count <= SOLVE_MAX);
    for (int i = 0; i < n->count; i++) {
        double least = SOLVE_LEAST_PIVOT * n->a[i][i];
        for (int j = 0; j <= i; j++) {
            double sum = n->a[i][j];
            for (int k = 0; k < j; k++) sum -= n->a[i][k] * n->a[j][k];
            if (i == j && !(sum > least && sum > 0)) return false;
            n->a[i][j] = i == j ? sqrt(sum) : sum / n->a[j][j];
        }
    }
    return true;
}

// Solves with the factor itself: the first half of the way to a solution.
static void solve_lower(const normal_equations *n, const double *b, double *x) {
    for (int i = 0; i < n->count; i++) {
        double sum = b[i];
        for (int k = 0; k < i; k++) sum -= n->a[i][k] * x[k];
        x[i] = sum / n->a[i][i];
    }
}

void solve_for(const normal_equations *n, const double *b, double *x) {
    solve_lower(n, b, x);
    for (int i = n->count - 1; i >= 0; i--) {
        for (int k = i + 1; k < n->count; k++) x[i] -= n->a[k][i] * x[k];
        x[i] /= n->a[i][i];
    }
}

double solve_variance(const normal_equations *n, const double *row) {
    double x[SOLVE_MAX], sum = 0;
    solve_lower(n, row, x);
    for (int i = 0; i < n->count; i++) sum += x[i] * x[i];
    return sum;
}

double solve_variance_of(const normal_equations *n, int i) {
    double row[SOLVE_MAX] = {0};
    row[i] = 1;
    return solve_variance(n, row);
}
