#include "vision/fit/robust.h"

fit_result fit_run(const fit_steps *steps, void *problem) {
    fit_result result = FIT_MOVED;
    for (int round = 0; round < steps->rounds && result == FIT_MOVED; round++) {
        normal_equations n;
        double x[SOLVE_MAX];
        if (!steps->gather(problem, round, &n) || !solve_factor(&n)) return FIT_FAILED;
        solve_for(&n, n.b, x);
        result = steps->move(problem, round, &n, x);
    }
    return result;
}
