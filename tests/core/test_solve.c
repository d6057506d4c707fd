// Least squares: worked systems, the rule for singularity, and properties that hold for any system.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "core/solve.h"

static uint64_t state;

// -1..1, the same on every machine.
static double draw(void) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(state >> 11) / (double)(UINT64_C(1) << 52) - 1;
}

static void assert_near(double is, double should, double within) {
    if (!(fabs(is - should) <= within)) fail_msg("%.17g is not within %g of %.17g", is, within, should);
}

// Four points about y = 2 + 3 x: height 1.82 and slope 3.12 by hand.
static void a_worked_line(void **unused) {
    static const double x[4] = {0, 1, 2, 3}, y[4] = {2, 4.8, 7.8, 11.4};
    normal_equations n;
    double at[2];
    (void)unused;
    solve_begin(&n, 2);
    for (int i = 0; i < 4; i++) solve_add(&n, (double[2]){1, x[i]}, y[i], 1);
    assert_true(solve_factor(&n));
    solve_for(&n, n.b, at);
    assert_near(at[0], 1.82, 1e-12);
    assert_near(at[1], 3.12, 1e-12);
    // The inverse of ((4, 6), (6, 14)) is ((0.7, -0.3), (-0.3, 0.2)).
    assert_near(solve_variance_of(&n, 0), 0.7, 1e-12);
    assert_near(solve_variance_of(&n, 1), 0.2, 1e-12);
    assert_near(solve_variance(&n, (double[2]){1, 1.5}), 0.25, 1e-12);  // the mean of four in their middle
}

// ((4, 2, -2), (2, 10, 2), (-2, 2, 6)) has the factor ((2), (1, 3), (-1, 1, 2)).
static void a_worked_factor(void **unused) {
    normal_equations n;
    double x[3];
    (void)unused;
    solve_begin(&n, 3);
    n.a[0][0] = 4, n.a[1][0] = 2, n.a[1][1] = 10, n.a[2][0] = -2, n.a[2][1] = 2, n.a[2][2] = 6;
    assert_true(solve_factor(&n));
    static const double factor[3][3] = {{2}, {1, 3}, {-1, 1, 2}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k <= i; k++) assert_true(n.a[i][k] == factor[i][k]);
    solve_for(&n, (double[3]){1, 17, 12}, x);
    assert_near(4 * x[0] + 2 * x[1] - 2 * x[2], 1, 1e-12);
    assert_near(2 * x[0] + 10 * x[1] + 2 * x[2], 17, 1e-12);
    assert_near(-2 * x[0] + 2 * x[1] + 6 * x[2], 12, 1e-12);
}

static void what_is_held_counts_as_an_observation(void **unused) {
    normal_equations held, seen;
    (void)unused;
    solve_begin(&held, 2);
    solve_begin(&seen, 2);
    solve_hold(&held, 1, 0.75, 4);
    solve_add(&seen, (double[2]){0, 1}, 0.75, 4);
    for (int i = 0; i < 2; i++) {
        assert_true(held.b[i] == seen.b[i]);
        for (int k = 0; k <= i; k++) assert_true(held.a[i][k] == seen.a[i][k]);
    }
}

static void a_tally_gives_the_variance(void **unused) {
    normal_equations n;
    (void)unused;
    solve_begin(&n, 1);
    solve_tally(&n, 3, 1), solve_tally(&n, -1, 0.5);
    assert_true(n.sum_weight == 1.5 && n.sum_square == 9.5);
}

static void singular_systems_are_refused(void **unused) {
    normal_equations n;
    (void)unused;
    solve_begin(&n, 1);  // nothing was seen
    assert_false(solve_factor(&n));
    solve_begin(&n, 2);  // one direction alone
    for (int i = 0; i < 5; i++) solve_add(&n, (double[2]){1, 2}, i, 1);
    assert_false(solve_factor(&n));
    solve_begin(&n, 3);  // the third unknown is the sum of the others
    for (int i = 0; i < 50; i++) {
        double a = draw(), b = draw();
        solve_add(&n, (double[3]){a, b, a + b}, draw(), 1);
    }
    assert_false(solve_factor(&n));
    solve_begin(&n, 2);  // not positive definite
    n.a[0][0] = 1, n.a[1][0] = 2, n.a[1][1] = 1;
    assert_false(solve_factor(&n));
    solve_begin(&n, 2);
    n.a[0][0] = -1, n.a[1][1] = -1;
    assert_false(solve_factor(&n));
}

static void what_is_no_number_is_refused(void **unused) {
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    normal_equations n;
    (void)unused;
    for (int k = 0; k < 3; k++)
        for (int where = 0; where < 3; where++) {
            solve_begin(&n, 2);
            n.a[0][0] = where == 0 ? bad[k] : 1, n.a[1][0] = where == 1 ? bad[k] : 0, n.a[1][1] = where == 2 ? bad[k] : 1;
            assert_false(solve_factor(&n));
        }
}

// The rule is a share: the same system in other units is as singular as before.
static void singularity_knows_no_unit(void **unused) {
    static const double unit[] = {1e-9, 1e-3, 1, 1e3, 1e9};
    (void)unused;
    for (size_t k = 0; k < sizeof unit / sizeof *unit; k++)
        for (int near = 0; near < 2; near++) {  // slopes that differ by a part in 1e9 and in 1e4
            double apart = near ? 1e-9 : 1e-4;
            normal_equations n;
            solve_begin(&n, 2);
            solve_add(&n, (double[2]){unit[k], unit[k] * (1 + apart)}, 1, 1);
            solve_add(&n, (double[2]){unit[k], unit[k] * (1 - apart)}, 1, 1);
            assert_int_equal(solve_factor(&n), !near);
        }
}

// Observations without error give back what made them, for any number of unknowns; the pulls on what is left cancel.
static void exact_observations_are_solved_exactly(void **unused) {
    (void)unused;
    state = 1;
    for (int count = 1; count <= SOLVE_MAX; count++) {
        normal_equations n;
        double truth[SOLVE_MAX], row[SOLVE_MAX], x[SOLVE_MAX];
        for (int i = 0; i < count; i++) truth[i] = 10 * draw();
        solve_begin(&n, count);
        for (int k = 0; k < 8 * count; k++) {
            double y = 0;
            for (int i = 0; i < count; i++) row[i] = draw(), y += row[i] * truth[i];
            solve_add(&n, row, y, 0.1 + fabs(draw()));
        }
        assert_true(solve_factor(&n));
        solve_for(&n, n.b, x);
        for (int i = 0; i < count; i++) assert_near(x[i], truth[i], 1e-9);
    }
}

// The solution is the least: no step from it in any direction gives a smaller sum of squares.
static void the_solution_is_the_least(void **unused) {
    enum { COUNT = 5, ROWS = 40 };
    double row[ROWS][COUNT], y[ROWS], weight[ROWS], x[COUNT];
    normal_equations n;
    (void)unused;
    state = 2;
    solve_begin(&n, COUNT);
    for (int k = 0; k < ROWS; k++) {
        for (int i = 0; i < COUNT; i++) row[k][i] = draw();
        y[k] = draw(), weight[k] = fabs(draw());
        solve_add(&n, row[k], y[k], weight[k]);
    }
    assert_true(solve_factor(&n));
    solve_for(&n, n.b, x);
    double least = -1;
    for (int trial = 0; trial < 100; trial++) {
        double step[COUNT], sum = 0;
        for (int i = 0; i < COUNT; i++) step[i] = trial ? 1e-3 * draw() : 0;
        for (int k = 0; k < ROWS; k++) {
            double r = y[k];
            for (int i = 0; i < COUNT; i++) r -= row[k][i] * (x[i] + step[i]);
            sum += weight[k] * r * r;
        }
        if (trial == 0) least = sum;
        assert_true(sum >= least);
    }
}

// The variance that the equations state is the one that repeated noise shows.
static void stated_variances_hold(void **unused) {
    enum { COUNT = 3, ROWS = 30, TRIALS = 4000 };
    double row[ROWS][COUNT], sum[COUNT] = {0}, stated[COUNT] = {0};
    (void)unused;
    state = 3;
    for (int k = 0; k < ROWS; k++)
        for (int i = 0; i < COUNT; i++) row[k][i] = draw();
    for (int t = 0; t < TRIALS; t++) {
        normal_equations n;
        double x[COUNT];
        solve_begin(&n, COUNT);
        for (int k = 0; k < ROWS; k++) solve_add(&n, row[k], draw(), 3);  // a draw's variance is 1/3
        assert_true(solve_factor(&n));
        solve_for(&n, n.b, x);
        for (int i = 0; i < COUNT; i++) sum[i] += x[i] * x[i] / TRIALS, stated[i] = solve_variance_of(&n, i);
    }
    for (int i = 0; i < COUNT; i++) assert_near(sum[i] / stated[i], 1, 0.1);
}

static void the_right_side_may_be_solved_in_place(void **unused) {
    normal_equations n;
    double x[2];
    (void)unused;
    solve_begin(&n, 2);
    solve_add(&n, (double[2]){1, 2}, 3, 1);
    solve_add(&n, (double[2]){2, -1}, 1, 1);
    assert_true(solve_factor(&n));
    solve_for(&n, n.b, x);
    solve_for(&n, n.b, n.b);
    assert_true(n.b[0] == x[0] && n.b[1] == x[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_worked_line),
        cmocka_unit_test(a_worked_factor),
        cmocka_unit_test(what_is_held_counts_as_an_observation),
        cmocka_unit_test(a_tally_gives_the_variance),
        cmocka_unit_test(singular_systems_are_refused),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(singularity_knows_no_unit),
        cmocka_unit_test(exact_observations_are_solved_exactly),
        cmocka_unit_test(the_solution_is_the_least),
        cmocka_unit_test(stated_variances_hold),
        cmocka_unit_test(the_right_side_may_be_solved_in_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
