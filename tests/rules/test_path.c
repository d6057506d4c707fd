// Lengths of seen paths: legs fitted, jitter never summed, corrections not counted.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "field.h"
#include "rules/measure/maneuver/path.h"

#define SAMPLES 200

static pose samples[SAMPLES];
static bool seen[SAMPLES];
static double times[SAMPLES];

// Samples along the corners, evenly, with the given jitter.
static move along(const vec2 *corner, int corners, double jitter) {
    unsigned seed = 9;
    int legs = corners - 1, each = (SAMPLES - 1) / legs, n = 0;
    for (int k = 0; k < legs; k++)
        for (int i = 0; i < each; i++) samples[n++].at = vec2_lerp(corner[k], corner[k + 1], (double)i / each);
    samples[n++].at = corner[corners - 1];
    for (int i = 0; i < n; i++) {
        samples[i].at = vec2_add(samples[i].at, (vec2){jitter * gaussian(&seed), jitter * gaussian(&seed)});
        seen[i] = true;
        times[i] = i * 0.1;
    }
    return (move){.figure_count = 1, .sample_count = n, .sample_t_s = times, .samples = samples, .sample_seen = seen, .finished = true};
}

static void straight(void **state) {
    (void)state;
    const vec2 corner[] = {{0, 0}, {10, 0}};
    move m = along(corner, 2, 0.05);
    assert_true(fabs(path_length(&m, 0, 0.05) - 10) < 0.2);
}

static void two_legs(void **state) {
    (void)state;
    const vec2 corner[] = {{0, 0}, {0, 7}, {6, 7}};
    move m = along(corner, 3, 0.02);
    assert_true(fabs(path_length(&m, 0, 0.02) - 13) < 0.2);
}

static void correction(void **state) {
    (void)state;
    const vec2 corner[] = {{0, 0}, {0, 12.7}, {0, 12}};  // set down too far and put right
    move m = along(corner, 3, 0);
    assert_true(fabs(path_length(&m, 0, 0.01) - 12) < 1e-6);
}

static void hidden_on_the_way(void **state) {
    (void)state;
    const vec2 corner[] = {{0, 0}, {5, 5}, {10, 0}};  // the hand hid all but the ends: it may have gone straight
    move m = along(corner, 3, 0);
    for (int i = 1; i + 1 < m.sample_count; i++) seen[i] = false;
    assert_true(fabs(path_length(&m, 0, 0.01) - 10) < 1e-6);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(straight), cmocka_unit_test(two_legs), cmocka_unit_test(correction),
                                       cmocka_unit_test(hidden_on_the_way)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
