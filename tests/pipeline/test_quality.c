// How sharp and how bright single pictures are, against boards of squares with a blur by the formula, and the messages about them.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "pipeline/quality.h"

enum { WIDTH = 960, HEIGHT = 640 };
#define SQUARE_PX 40.0

static uint8_t gray[WIDTH * HEIGHT];

// 1 on the even squares, -1 on the odd ones, through a Gaussian.
static double wave(double x, double sigma) {
    double k = floor(x / SQUARE_PX + 0.5), off = x - k * SQUARE_PX;
    return (fmod(fabs(k), 2) < 0.5 ? 1 : -1) * erf(off / (sigma * sqrt(2)));
}

static frame board(double sigma, double turn_rad, double middle, double contrast, double noise) {
    unsigned seed = 77;
    for (int v = 0; v < HEIGHT; v++)
        for (int u = 0; u < WIDTH; u++) {
            double x = u * cos(turn_rad) - v * sin(turn_rad), y = u * sin(turn_rad) + v * cos(turn_rad), sum = 0;
            for (int k = 0; k < 4; k++) sum += (double)((seed = seed * 1664525u + 1013904223u) >> 16) / 32768 - 1;
            double level = middle + contrast * wave(x, sigma) * wave(y, sigma) + noise * sum * 0.87;
            gray[v * WIDTH + u] = (uint8_t)fmin(fmax(level + 0.5, 0), 255);
        }
    return (frame){.width = WIDTH, .height = HEIGHT, .gray = gray, .gray_stride = WIDTH, .t_s = 1};
}

static void the_blur_is_measured(void **state) {
    (void)state;
    static const double sigmas[] = {0.7, 1, 1.5, 2, 3, 5};
    static const double turns[] = {0.03, 0.2};
    for (int t = 0; t < 2; t++)
        for (int i = 0; i < 6; i++) {
            frame f = board(sigmas[i], turns[t], 120, 90, 2);
            double blur = quality_of(&f).blur_px;
            if (!(blur > 0.7 * sigmas[i] && blur < 1.35 * sigmas[i])) fail_msg("a blur of %.1f px is taken for %.2f", sigmas[i], blur);
        }
}

static void what_is_wrong_is_said_with_its_number(void **state) {
    (void)state;
    char reported[QUALITY_TEXT];
    frame f = board(0.8, 0.1, 120, 90, 2);
    picture_quality q = quality_of(&f);
    assert_int_equal(q.light, LIGHT_GOOD);
    assert_false(quality_describe(&q, 0, reported));
    assert_false(quality_describe(&q, 1.3, reported));
    f = board(3, 0.1, 120, 90, 2);
    q = quality_of(&f);
    assert_true(quality_describe(&q, 0, reported));
    assert_non_null(strstr(reported, "blurred"));
    assert_true(quality_describe(&q, 2, reported));  // codes twice as large as they need
    assert_non_null(strstr(reported, "px"));
    assert_false(quality_describe(&q, 6, reported));
    f = board(0.8, 0.1, 24, 14, 2);
    q = quality_of(&f);
    assert_true(quality_describe(&q, 1.1, reported));
    assert_non_null(strstr(reported, "underexposed"));
    f = board(0.8, 0.1, 240, 90, 2);
    q = quality_of(&f);
    assert_true(q.overexposed > 0.4 && q.overexposed < 0.6);
    assert_true(quality_describe(&q, 1.1, reported));
    assert_non_null(strstr(reported, "overexposed"));
    f = board(0.8, 0.1, 120, 90, 2);
    q = quality_of(&f);
    q.burnt_ink = 50;  // where paper is just at the limit ink is as dark as that
    assert_false(quality_describe(&q, 1.3, reported));
    q.burnt_ink = 75;
    assert_true(quality_describe(&q, 1.3, reported));
    assert_non_null(strstr(reported, "75 of 255"));
    memset(gray, 128, sizeof gray);
    q = quality_of(&f);
    assert_true(isnan(q.blur_px));
    assert_true(quality_describe(&q, 1.1, reported));
    assert_non_null(strstr(reported, "focus"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_blur_is_measured), cmocka_unit_test(what_is_wrong_is_said_with_its_number)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
