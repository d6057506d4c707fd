// Pictures that come too seldom, that are always the same one, or whose light drifts: each has its sentence, and it ends when they are as they should
// be.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "pipeline/health.h"

enum { WIDTH = 64, HEIGHT = 48 };

typedef struct {
    intake intake;
    uint8_t gray[WIDTH * HEIGHT];
    double t_s;
    unsigned noise;
    char reported[HEALTH_TEXT];
    bool troubled;
} camera;

static camera camera_begin(void) {
    camera c = {.intake = intake_begin(), .noise = 1};
    for (int i = 0; i < WIDTH * HEIGHT; i++) c.gray[i] = (uint8_t)(80 + i % 97);
    return c;
}

// `frames` pictures, one each interval_s; noise changes a few pixels of each by one gray level, as a sensor's does.
static void shoot(camera *c, int frames, double interval_s, bool noisy) {
    for (int i = 0; i < frames; i++) {
        for (int k = 0; noisy && k < 30; k++) {
            c->noise = c->noise * 1664525u + 1013904223u;
            c->gray[c->noise % (WIDTH * HEIGHT)] ^= 1;
        }
        c->t_s += interval_s;
        frame f = {.width = WIDTH, .height = HEIGHT, .gray = c->gray, .gray_stride = WIDTH, .t_s = c->t_s};
        double t;
        intake_take(&c->intake, &f, &t);
    }
    health_facts h = {
        .light = c->intake.light, .camera_fps = intake_fps(&c->intake), .frozen = intake_is_frozen(&c->intake), .slow = intake_is_slow(&c->intake)};
    c->troubled = health_describe(&h, c->reported);
}

static void a_camera_that_goes_on_has_nothing_to_say(void **state) {
    (void)state;
    camera c = camera_begin();
    shoot(&c, 100, 0.1, true);
    assert_string_equal(c.reported, "");
    assert_false(c.troubled);
}

static void one_picture_again_and_again_is_said_until_the_camera_goes_on(void **state) {
    (void)state;
    camera c = camera_begin();
    shoot(&c, 30, 0.1, true);
    shoot(&c, 20, 0.1, false);  // two seconds: not yet
    assert_string_equal(c.reported, "");
    shoot(&c, 20, 0.1, false);
    assert_non_null(strstr(c.reported, "same picture"));
    assert_true(c.troubled);
    shoot(&c, 1, 0.1, true);
    assert_string_equal(c.reported, "");
}

static void a_low_frame_rate_is_said_with_its_number_and_a_pause_is_not(void **state) {
    (void)state;
    camera c = camera_begin();
    shoot(&c, 60, 0.1, true);
    shoot(&c, 1, 8, true);  // a pause
    shoot(&c, 5, 0.1, true);
    assert_string_equal(c.reported, "");
    shoot(&c, 120, 0.5, true);  // long enough for the average to tell it
    assert_non_null(strstr(c.reported, "Only 2.0 pictures"));
    assert_true(c.troubled);
    shoot(&c, 40, 0.1, true);
    assert_string_equal(c.reported, "");
}

// Five a second lose figures: reported with the rate that is needed. A camera that loses a picture now and then is not reported.
static void five_pictures_a_second_are_too_few(void **state) {
    (void)state;
    camera c = camera_begin();
    shoot(&c, 120, 0.2, true);
    assert_non_null(strstr(c.reported, "Only 5.0 pictures"));
    assert_non_null(strstr(c.reported, "10 are needed"));
    assert_true(c.troubled);
    assert_true(fabs(intake_gap_s(&c.intake) - 0.2) < 1e-9);  // each of them is a gap
    c = camera_begin();
    for (int i = 0; i < 40; i++) shoot(&c, 4, 0.1, true), shoot(&c, 1, 0.2, true), assert_true(intake_gap_s(&c.intake) == 0);
    assert_string_equal(c.reported, "");
    shoot(&c, 1, 0.6, true);
    assert_true(fabs(intake_gap_s(&c.intake) - 0.6) < 1e-9);
    shoot(&c, 1, 0.1, true);
    assert_true(intake_gap_s(&c.intake) == 0);
}

// The picture as it would be under so much light, less a gray level everywhere; with a sensor's noise. `arm`: so many rows are covered.
static void shoot_lit(camera *c, double light, double less, int arm) {
    uint8_t gray[WIDTH * HEIGHT];
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        c->noise = c->noise * 1664525u + 1013904223u;
        double noise = ((c->noise >> 16) % 256 + (c->noise >> 24) % 256) / 64.0 - 4, level = i < arm * WIDTH ? 30 : 60 + i * 53 % 97;
        gray[i] = (uint8_t)fmin(fmax(level * light - less + noise, 0), 255);
    }
    frame f = {.width = WIDTH, .height = HEIGHT, .gray = gray, .gray_stride = WIDTH, .t_s = c->t_s += 0.1};
    double t;
    intake_take(&c->intake, &f, &t);
}

// Counts pictures with changing light reported, of 60 in which it goes from 1 by `rate` a second, or `less` gray levels a second are taken away.
static int count_changing(double rate, double less, double flicker) {
    camera c = camera_begin();
    int changing = 0;
    for (int i = 0; i < 30; i++) shoot_lit(&c, 1 + (i % 2 ? flicker : -flicker), 0, 0);
    for (int i = 0; i < 60; i++) {
        shoot_lit(&c, 1 + rate * 0.1 * i + (i % 2 ? flicker : -flicker), less * 0.1 * i, 0);
        changing += c.intake.light == LIGHT_CHANGING;
    }
    for (int i = 0; i < 25; i++) shoot_lit(&c, 1 + rate * 6, less * 6, 0);
    assert_int_equal(c.intake.light, LIGHT_GOOD);  // at rest again
    return changing;
}

static void light_that_drifts_is_said_and_flicker_is_not(void **state) {
    (void)state;
    assert_true(count_changing(-0.1, 0, 0) > 45);
    assert_true(count_changing(0.1, 0, 0) > 40);
    assert_true(count_changing(0, 10, 0) > 45);  // black level, haze
    assert_true(count_changing(0, -10, 0) > 40);
    assert_int_equal(count_changing(-0.02, 0, 0), 0);  // a slow cloud
    assert_int_equal(count_changing(0, 0, 0.04), 0);   // a lamp
}

static void an_arm_over_a_third_of_the_picture_is_no_light(void **state) {
    (void)state;
    camera c = camera_begin();
    for (int i = 0; i < 30; i++) shoot_lit(&c, 1, 0, 0);
    for (int i = 0; i < 60; i++) {
        shoot_lit(&c, 1, 0, i < 20 ? i * 16 / 20 : i < 40 ? 16 : (60 - i) * 16 / 20);
        assert_int_equal(c.intake.light, LIGHT_GOOD);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_camera_that_goes_on_has_nothing_to_say),
        cmocka_unit_test(one_picture_again_and_again_is_said_until_the_camera_goes_on),
        cmocka_unit_test(a_low_frame_rate_is_said_with_its_number_and_a_pause_is_not),
        cmocka_unit_test(five_pictures_a_second_are_too_few),
        cmocka_unit_test(light_that_drifts_is_said_and_flicker_is_not),
        cmocka_unit_test(an_arm_over_a_third_of_the_picture_is_no_light),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
