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

static const rim_paint grey = {{0.4F, 0.4F, 0.4F}, {0}}, red = {{0.1F, 0.1F, 0.7F}, {0}};

// Of one sigma for each colour: Student's t of three dimensions and 3 degrees of freedom, but for what is the same for all.
static void alike_in_all_colours_it_is_the_distance_that_counts(void **state) {
    (void)state;
    const paint_scatter each = {.each = 0.1}, over_rim = {.each = 0.06, .rim = 0.4};
    const float off[3] = {0.4F, 0.3F, 0.6F};  // 0.1^2 + 0.2^2 off: 5 sigmas squared
    assert_near(paint_log_chance(&each, grey.mean, 0.2, &grey), -3 * log(0.1), 1e-6);
    assert_near(paint_log_chance(&each, off, 0.2, &grey), -3 * log(1 + 5.0 / 3) - 3 * log(0.1), 1e-5);
    assert_near(paint_log_chance(&over_rim, off, 0.2, &grey), -3 * log(1 + 5.0 / 3) - 3 * log(0.1), 1e-5);  // 0.06 and 0.4 * 0.2: 0.1
}

// Half the light, or a shine that adds 0.15 to all colours, is nearer to the paint than a hue as far off.
static void light_and_shine_count_less_than_hue(void **state) {
    (void)state;
    const paint_scatter scatter = {.light = 0.5, .shine = 0.26, .each = 0.03};
    const float dim[3] = {0.05F, 0.05F, 0.35F}, shiny[3] = {0.25F, 0.25F, 0.85F}, other[3] = {0.1F, 0.3F, 0.7F};
    double as_it_is = paint_log_chance(&scatter, red.mean, 0, &red);
    double in_the_dark = paint_log_chance(&scatter, dim, 0, &red), in_the_light = paint_log_chance(&scatter, shiny, 0, &red);
    // One sigma of light, and one of shine at 0.15 * sqrt(3) = 0.26: less than t's 3 ln(1 + 1 / 3) = 0.86 each, as either may be in part the other.
    assert_true(as_it_is > in_the_dark && in_the_dark > as_it_is - 0.87);
    assert_true(as_it_is > in_the_light && in_the_light > as_it_is - 0.87);
    assert_true(paint_log_chance(&scatter, other, 0, &red) < as_it_is - 5);
}

// Cells of red and light grey: seen is any mixture of them, which is as likely as its share, and without it they look the same.
static void of_two_colours_any_mixture_is_seen(void **state) {
    (void)state;
    const paint_scatter scatter = {.each = 0.05};
    const rim_paint cells = {{0.45F, 0.45F, 0.75F}, {0.09F, 0.09F, 0.01F}};  // 0.1, 0.1, 0.7 and 0.8, 0.8, 0.8, sigma an eighth of the way
    const float more_light[3] = {0.54F, 0.54F, 0.76F}, green[3] = {0.45F, 0.59F, 0.75F};
    double middle = paint_log_chance(&scatter, cells.mean, 0, &cells);
    // Off by x, of span v: x.x / 0.05^2 - (x.v)^2 / (0.05^2 (0.05^2 + v.v)) sigmas squared (Sherman and Morrison, 1950), v.v = 0.0163.
    assert_near(paint_log_chance(&scatter, more_light, 0, &cells), middle - 3 * log(1 + 0.867 / 3), 0.01);
    assert_near(paint_log_chance(&scatter, green, 0, &cells), middle - 3 * log(1 + 4.46 / 3), 0.01);
    float out[3];
    paint_without_mixture(more_light, &cells, out);
    for (int c = 0; c < 3; c++) assert_near(out[c], cells.mean[c], 1e-4);
    paint_without_mixture(green, &red, out);
    for (int c = 0; c < 3; c++) assert_near(out[c], green[c], 1e-6);
}

// Whichever paint is expected, the chances of all that may be seen come to the same: a wide scatter is no advantage.
static void chances_add_up(void **state) {
    (void)state;
    const paint_scatter scatter = {.light = 0.3, .shine = 0.2, .each = 0.08};
    const rim_paint *expected[2] = {&grey, &red};
    for (int k = 0; k < 2; k++) {
        double sum = 0;
        const int steps = 60;
        for (int i = 0; i < steps * steps * steps; i++) {
            const float at[3] = {(float)(i % steps), (float)(i / steps % steps), (float)(i / steps / steps)};
            float paint[3];
            for (int c = 0; c < 3; c++) paint[c] = expected[k]->mean[c] + 3 * ((at[c] + 0.5F) / (float)steps - 0.5F);
            sum += exp(paint_log_chance(&scatter, paint, 0, expected[k]));
        }
        // Gamma(3) / (Gamma(1.5) (3 pi)^1.5) of it is the density; some of t's tails lie beyond 1.5.
        sum *= pow(3.0 / steps, 3) * 2 / (0.5 * sqrt(PI) * pow(3 * PI, 1.5));
        assert_true(sum > 0.95 && sum < 1.01);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(one_paint_is_itself, begin),
        cmocka_unit_test_setup(a_figure_over_a_part_counts_little, begin),
        cmocka_unit_test_setup(its_scatter_is_told, begin),
        cmocka_unit_test_setup(few_places_tell_nothing, begin),
        cmocka_unit_test_setup(beyond_ink_and_paper_is_the_nearest, begin),
        cmocka_unit_test(the_band_lies_inside),
        cmocka_unit_test(alike_in_all_colours_it_is_the_distance_that_counts),
        cmocka_unit_test(light_and_shine_count_less_than_hue),
        cmocka_unit_test(of_two_colours_any_mixture_is_seen),
        cmocka_unit_test(chances_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
