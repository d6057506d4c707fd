// The place of a figure at rest: what is motion, what is noise, and a shift that only a few measurements together tell.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
// cmocka needs the ones above first
#include <cmocka.h>
#include <math.h>

#include "formation/steady.h"

static const steady_terms terms = {.sigma_in = 0.02, .sigma_rad = 0.01, .gate_in = 0.03, .gate_rad = 0.02};

static pose at(double x) { return (pose){.at = {x, 5}, .heading_rad = 1, .sigma_in = 0.02, .sigma_rad = 0.01}; }

// Stands at 0: 16 measurements of 0.02". A third of the variance is common to all: the sigma of their mean is 0.02 sqrt(1/3 + 2/3 / 16) = 0.01225.
static steady standing(void) {
    steady s = steady_start(at(0), terms);
    for (int i = 1; i < 16; i++) assert_int_equal(steady_add(&s, at(0), true, terms), STEADY_STANDS);
    assert_true(fabs(s.mean.sigma_in - 0.01225) < 1e-5);
    steady_disturb(&s);
    return s;
}

// Motion begins 3.5 sqrt(2) sigmas of the difference away: 4.95 * hypot(0.01225, 0.02) = 0.1161".
static void one_measurement_tells_a_large_shift(void **state) {
    (void)state;
    steady s = standing();
    assert_int_equal(steady_add(&s, at(0.115), true, terms), STEADY_STANDS);
    s = standing();
    assert_int_equal(steady_add(&s, at(0.118), true, terms), STEADY_MOVED);
    assert_true(s.mean.at.x == 0.118 && s.came_from.at.x == 0);
}

// Two together have 0.02 sqrt(1/3 + 2/3 / 2) = 0.01633: 4.95 * hypot(0.01225, 0.01633) = 0.1010".
static void two_measurements_together_tell_a_smaller_one(void **state) {
    (void)state;
    steady s = standing();
    assert_int_equal(steady_add(&s, at(0.103), true, terms), STEADY_STANDS);
    assert_int_equal(steady_add(&s, at(0.103), true, terms), STEADY_HAD_MOVED);
    assert_true(fabs(s.mean.at.x - 0.103) < 1e-12);  // not dragged by what it was before
    assert_true(s.came_from.at.x == 0);
    assert_true(fabs(s.mean.sigma_in - 0.01633) < 1e-5);
}

// Six have 0.02 sqrt(1/3 + 2/3 / 6) = 0.01333: 4.95 * hypot(0.01225, 0.01333) = 0.0896".
static void what_they_cannot_tell_is_no_motion(void **state) {
    (void)state;
    steady s = standing();
    for (int i = 0; i < 6; i++) assert_int_equal(steady_add(&s, at(0.088), true, terms), STEADY_STANDS);
    s = standing();
    for (int i = 0; i < 12; i++) assert_int_equal(steady_add(&s, at(i % 2 ? 0.09 : -0.09), true, terms), STEADY_STANDS);
}

static void while_it_moves_it_is_where_it_was_seen_last(void **state) {
    (void)state;
    steady s = standing();
    assert_int_equal(steady_add(&s, at(1), true, terms), STEADY_MOVED);
    assert_int_equal(steady_add(&s, at(1.05), false, terms), STEADY_STANDS);
    assert_true(s.mean.at.x == 1.05 && s.came_from.at.x == 0);
    assert_int_equal(steady_add(&s, at(1.5), false, terms), STEADY_MOVED);
    assert_true(s.came_from.at.x == 1.05);
}

// What shows no heading tells none: the last one stays the best guess, whichever way the shift is told.
static void a_heading_that_is_not_seen_is_the_last_one(void **state) {
    (void)state;
    for (int looks = 1; looks <= 2; looks++) {
        steady s = standing();
        pose p = at(looks == 1 ? 1 : 0.103);
        p.heading_rad = -2, p.sigma_rad = HEADING_UNKNOWN;
        for (int i = 1; i < looks; i++) assert_int_equal(steady_add(&s, p, true, terms), STEADY_STANDS);
        assert_int_equal(steady_add(&s, p, true, terms), looks == 1 ? STEADY_MOVED : STEADY_HAD_MOVED);
        assert_true(!pose_has_heading(s.mean) && s.mean.heading_rad == 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_measurement_tells_a_large_shift), cmocka_unit_test(two_measurements_together_tell_a_smaller_one),
        cmocka_unit_test(what_they_cannot_tell_is_no_motion), cmocka_unit_test(while_it_moves_it_is_where_it_was_seen_last),
        cmocka_unit_test(a_heading_that_is_not_seen_is_the_last_one)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
