// Chances of headings: the sum, mean and scatter about a step, across the seam of the circle too.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "core/chance.h"
#include "core/geom.h"

static void assert_near(double is, double should) {
    if (!(fabs(is - should) <= 1e-12)) fail_msg("%.17g is not %.17g", is, should);
}

// Twelve steps of 30 degrees; 0.2, 0.5 and 0.1 about step 0, and 0.2 opposite, out of reach. Mean (0.1 - 0.2) / 0.8 = -1/8 of a step, scatter
// sqrt(0.3 / 0.8 - 1/64) = sqrt(0.359375) of one.
static void what_lies_about_a_step(void **state) {
    (void)state;
    double chance[12] = {[11] = 0.2, [0] = 0.5, [1] = 0.1, [6] = 0.2}, mean, sigma;
    assert_near(chance_about(chance, 12, 0, 2, &mean, &sigma), 0.8);
    assert_near(mean, -PI / 6 / 8);
    assert_near(sigma, sqrt(0.359375) * PI / 6);
    assert_near(chance_about(chance, 12, 6, 1, &mean, &sigma), 0.2);
    assert_near(mean, PI);
    assert_near(sigma, 0);
}

static void nothing_lies_there(void **state) {
    (void)state;
    double chance[12] = {[0] = 1}, mean, sigma;
    assert_near(chance_about(chance, 12, 3, 2, &mean, &sigma), 0);
    assert_near(mean, PI / 2);
    assert_near(sigma, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_lies_about_a_step), cmocka_unit_test(nothing_lies_there)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
