// Pictures that come too seldom or that are always the same one: each has its sentence, and it ends when they are as they should be.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "app/health.h"

enum { WIDTH = 64, HEIGHT = 48 };

typedef struct {
    intake intake;
    uint8_t gray[WIDTH * HEIGHT];
    double t_s;
    unsigned noise;
    char said[HEALTH_TEXT];
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
    c->troubled = health_say(&h, c->said);
}

static void a_camera_that_goes_on_has_nothing_to_say(void **state) {
    (void)state;
    camera c = camera_begin();
    shoot(&c, 100, 0.1, true);
    assert_string_equal(c.said, "");
    assert_false(c.troubled);
}

static void one_picture_again_and_again_is_said_until_the_camera_goes_on(void **state) {
    (void)state;
    camera c = camera_begin();
    shoot(&c, 30, 0.1, true);
    shoot(&c, 20, 0.1, false);  // two seconds: not yet
    assert_string_equal(c.said, "");
    shoot(&c, 20, 0.1, false);
    assert_non_null(strstr(c.said, "same picture"));
    assert_true(c.troubled);
    shoot(&c, 1, 0.1, true);
    assert_string_equal(c.said, "");
}

static void a_low_frame_rate_is_said_with_its_number_and_a_pause_is_not(void **state) {
    (void)state;
    camera c = camera_begin();
    shoot(&c, 60, 0.1, true);
    shoot(&c, 1, 8, true);  // a pause
    shoot(&c, 5, 0.1, true);
    assert_string_equal(c.said, "");
    shoot(&c, 120, 0.5, true);  // long enough for the average to tell it
    assert_non_null(strstr(c.said, "Only 2.0 pictures"));
    assert_true(c.troubled);
    shoot(&c, 40, 0.1, true);
    assert_string_equal(c.said, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_camera_that_goes_on_has_nothing_to_say),
        cmocka_unit_test(one_picture_again_and_again_is_said_until_the_camera_goes_on),
        cmocka_unit_test(a_low_frame_rate_is_said_with_its_number_and_a_pause_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
