// The way round friends (BS1-7.4-4), against hand-worked lines and against ways that certainly lead round them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "expect.h"

static field f;

// R1, 5 x 2, its front line at y = 0, and friends of files x 2 with their front line at y = `front`, their middle `aside` to the right.
static int begin(int files, double front, double aside, unit_type type) {
    field_init(&f);
    int unit = field_block(&f, "R1", 0, UNIT_REGULAR, 5, 2, 0, (vec2){-2 * MM20, -MM20 / 2}, 90, 60);
    double half = (files - 1) / 2.0 * MM20;
    field_block(&f, "R2", 0, type, files, 2, type == UNIT_SKIRMISH ? 1.2 : 0, (vec2){aside - half, front - MM20 / 2}, 90, 12);
    field_start(&f);
    field_phase(&f, 1, "movement", 0);
    field_begin(&f, unit);
    return unit;
}

static void round_eighteen_files(void **state) {
    (void)state;
    // Friends 14.173" wide, from y = 4.425 to 6; a disc of 0.787" goes from (0, -0.787) to (0, 10.713) round two of their corners:
    // tangents 8.762 and 8.474, arcs 0.787 x (1.026 + 1.077), 1.575 along the side: 20.47".
    int unit = begin(18, 6, 0, UNIT_REGULAR);
    field_shift(&f, unit, 0, 11.5);
    assert_true(fabs(field_judge(&f)->cost_in - 20.46) < 0.03);
    field_end(&f);
    unit = begin(18, 6, 12, UNIT_REGULAR);  // they stand aside
    field_shift(&f, unit, 0, 11.5);
    assert_true(fabs(field_judge(&f)->cost_in - 11.5) < 0.001);
    field_end(&f);
    unit = begin(9, 6, 0, UNIT_SKIRMISH);  // there is room between skirmishers
    field_shift(&f, unit, 0, 11.5);
    assert_true(fabs(field_judge(&f)->cost_in - 11.5) < 0.001);
    field_end(&f);
}

// Length of the way from a to b by the two corners of the friends' box on the side `hand`, grown by r.
static double by_corners(vec2 a, vec2 b, double half, double low, double high, double aside, double r, int hand) {
    vec2 near = {aside + hand * (half + r), low - r}, far = {aside + hand * (half + r), high + r};
    return vec2_distance(a, near) + vec2_distance(near, far) + vec2_distance(far, b);
}

static void never_longer_than_a_way_that_leads_round(void **state) {
    (void)state;
    unsigned seed = 5;
    int round = 0;
    for (int i = 0; i < 300; i++) {
        int files = 2 + (int)uniform(&seed, 0, 16);
        double aside = uniform(&seed, -6, 6), front = uniform(&seed, 4, 8), on = uniform(&seed, 10, 14), left = uniform(&seed, -5, 5);
        int unit = begin(files, front, aside, UNIT_REGULAR);
        field_shift(&f, unit, left, on);
        double straight = hypot(left, on), cost = field_judge(&f)->cost_in, r = MM20, half = files * MM20 / 2;
        vec2 a = {0, -MM20}, b = {left, on - MM20};
        double most =
            fmin(by_corners(a, b, half, front - 2 * MM20, front, aside, r, 1), by_corners(a, b, half, front - 2 * MM20, front, aside, r, -1));
        assert_true(cost >= straight - 0.001 && cost <= fmax(most, straight) + 0.001);
        round += cost > straight + 0.05;
        field_end(&f);
    }
    assert_true(round > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(round_eighteen_files), cmocka_unit_test(never_longer_than_a_way_that_leads_round)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
