// The paint of a rim: bands laid here by hand, of which a part is something else.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include <math.h>

#include "vision/bases/bases_limits.h"
#include "vision/bases/paint.h"

#define assert_near(a, b, e) assert_float_equal((float)(a), (float)(b), (float)(e))

static const float STEP = 1.0F / (PAINT_LEVELS - 1);  // a level

static paint_band band;
static float seen[3], sigma;

// Shares of white paper, 0 to 1.
static void add(int count, float b, float g, float r) {
    const float bgr[3] = {2 * b - 1, 2 * g - 1, 2 * r - 1};
    for (int i = 0; i < count; i++) paint_add(&band, bgr);
}

static int begin(void **state) {
    (void)state;
    paint_begin(&band);
    return 0;
}

static void one_paint_is_itself(void **state) {
    (void)state;
    add(50, 0.2F, 0.5F, 0.9F);
    assert_true(paint_read(&band, seen, &sigma));
    assert_near(seen[0], 0.2, STEP / 2 + 1e-6F);
    assert_near(seen[1], 0.5, STEP / 2 + 1e-6F);
    assert_near(seen[2], 0.9, STEP / 2 + 1e-6F);
    assert_near(sigma, 0, 1e-6);
}

static void a_figure_over_a_part_counts_little(void **state) {
    (void)state;
    add(60, 0.2F, 0.5F, 0.9F);
    add(40, 0.8F, 0.1F, 0.1F);
    assert_true(paint_read(&band, seen, &sigma));
    assert_near(seen[0], 0.2, STEP);
    assert_near(seen[1], 0.5, STEP);
    assert_near(seen[2], 0.9, STEP);
}

// Spread evenly over 0.3 to 0.5: the median of deviations is 0.05, 1.4826 times that the sigma.
static void its_scatter_is_told(void **state) {
    (void)state;
    for (int i = 0; i <= 100; i++) add(1, 0.3F + 0.002F * (float)i, 0.3F + 0.002F * (float)i, 0.3F + 0.002F * (float)i);
    assert_true(paint_read(&band, seen, &sigma));
    assert_near(seen[1], 0.4, STEP);
    assert_near(sigma, 1.4826 * 0.05, 1.5F * STEP);
}

static void few_places_tell_nothing(void **state) {
    (void)state;
    add(BASES_BAND_LEAST - 1, 0.5F, 0.5F, 0.5F);
    assert_false(paint_read(&band, seen, &sigma));
    add(1, 0.5F, 0.5F, 0.5F);
    assert_true(paint_read(&band, seen, &sigma));
}

static void beyond_ink_and_paper_is_the_nearest(void **state) {
    (void)state;
    add(20, -3, 7, NAN);
    assert_true(paint_read(&band, seen, &sigma));
    assert_near(seen[0], 0, 1e-6);
    assert_near(seen[1], 1, 1e-6);
    assert_true(isfinite(seen[2]));
}

static void the_band_lies_inside(void **state) {
    (void)state;
    assert_false(paint_in_band(-1));
    assert_false(paint_in_band(0));
    assert_true(paint_in_band(1.5));
    assert_false(paint_in_band(4));
    assert_false(paint_in_band(NAN));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(one_paint_is_itself, begin),
        cmocka_unit_test_setup(a_figure_over_a_part_counts_little, begin),
        cmocka_unit_test_setup(its_scatter_is_told, begin),
        cmocka_unit_test_setup(few_places_tell_nothing, begin),
        cmocka_unit_test_setup(beyond_ink_and_paper_is_the_nearest, begin),
        cmocka_unit_test(the_band_lies_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
