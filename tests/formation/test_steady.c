// The place of a figure at rest: what is motion, what is noise, and a shift that only a few measurements together tell.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
// cmocka needs the ones above first
#include <cmocka.h>
#include <math.h>

#include "formation/steady.h"

static const steady_terms terms = {.sigma_in = 0.02, .sigma_rad = 0.01, .gate_in = 0.03, .gate_rad = 0.02, .common = 1 / 3.0};

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

// With 0.7 common to all, 16 measurements are hardly better than one: 0.02 sqrt(0.7 + 0.3 / 16) = 0.01696, and a shift is one from 4.95 *
// hypot(0.01696, 0.02) = 0.1298" on, of two together from 4.95 * hypot(0.01696, 0.02 sqrt(0.7 + 0.3 / 2) = 0.01844) = 0.1240" on.
static void measurements_that_err_alike_say_little_more_than_one(void **state) {
    (void)state;
    steady_terms alike = terms;
    alike.common = 0.7;
    for (int k = 0; k < 4; k++) {
        const double far[] = {0.129, 0.131, 0.123, 0.126};
        steady s = steady_start(at(0), alike);
        for (int i = 1; i < 16; i++) steady_add(&s, at(0), true, alike);
        assert_true(fabs(s.mean.sigma_in - 0.01696) < 1e-5);
        steady_disturb(&s);
        steady_news first = steady_add(&s, at(far[k]), true, alike);
        if (k < 2) assert_int_equal(first, k ? STEADY_MOVED : STEADY_STANDS);
        if (k >= 2) assert_int_equal(steady_add(&s, at(far[k]), true, alike), k > 2 ? STEADY_HAD_MOVED : STEADY_STANDS);
    }
}

// A look three times as sharp: of the first, 0.03", a variance of 9e-4, what both have in common is the second's third of 1e-4. Its share is (9e-4 -
// 0.33e-4) / (10e-4 - 0.67e-4) = 0.92857, the variance left 9e-4 - 0.92857 * 8.67e-4 = 0.00976^2. The other way round it counts 0.07143.
static void a_sharp_look_counts_more_than_a_blurred_one(void **state) {
    (void)state;
    pose blurred = {.at = {0, 5}, .heading_rad = 1, .sigma_in = 0.03, .sigma_rad = 0.01}, sharp = blurred;
    sharp.at.x = 0.1, sharp.sigma_in = 0.01;
    steady s = steady_start(blurred, terms);
    assert_int_equal(steady_add(&s, sharp, true, terms), STEADY_STANDS);
    assert_true(fabs(s.mean.at.x - 0.092857) < 1e-6 && fabs(s.mean.sigma_in - 0.009759) < 1e-6);
    s = steady_start(sharp, terms);
    assert_int_equal(steady_add(&s, blurred, true, terms), STEADY_STANDS);
    assert_true(fabs(s.mean.at.x - 0.092857) < 1e-6 && fabs(s.mean.sigma_in - 0.009759) < 1e-6);
}

// Of two measurements of 0.02" that have 0.35 of their variance in common the difference has a sigma of 0.02 sqrt(2 - 0.7) = 0.02280: 4.95 times that
// is 0.1129". Beside one of 0.04" the lesser has it: sqrt(0.04^2 + 0.02^2 (1 - 0.7)) = 0.04147, 0.2053".
static void what_errs_alike_differs_less(void **state) {
    (void)state;
    steady_terms alike = terms;
    alike.alike = 0.35;
    pose blurred = at(0);
    blurred.sigma_in = 0.04;
    assert_false(steady_differ(at(0), at(0.112), alike));
    assert_true(steady_differ(at(0), at(0.114), alike));
    assert_false(steady_differ(blurred, at(0.204), alike));
    assert_true(steady_differ(blurred, at(0.207), alike));
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
        cmocka_unit_test(one_measurement_tells_a_large_shift),         cmocka_unit_test(two_measurements_together_tell_a_smaller_one),
        cmocka_unit_test(what_they_cannot_tell_is_no_motion),          cmocka_unit_test(what_errs_alike_differs_less),
        cmocka_unit_test(a_sharp_look_counts_more_than_a_blurred_one), cmocka_unit_test(measurements_that_err_alike_say_little_more_than_one),
        cmocka_unit_test(while_it_moves_it_is_where_it_was_seen_last), cmocka_unit_test(a_heading_that_is_not_seen_is_the_last_one)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
