// Fronts of a base as it was seen: which headings are possible, and how a pose tells it.
#include "core/sighting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define NEAR(a, b) assert_true(fabs(angle_difference((a), (b))) < 1e-6)

static base_sighting base_of(base_shape shape, bool doubtful) {
    return (base_sighting){.base = {.shape = shape, .width_in = 1, .depth_in = shape == BASE_RECT ? 2 : 1},
                           .pose = {.heading_rad = 3, .sigma_rad = 0.01},
                           .front_doubtful = doubtful};
}

static void a_shape_says_which_sides_look_alike(void **state) {
    (void)state;
    double at[POSE_FRONTS_MAX];
    base_sighting square = base_of(BASE_SQUARE, true), rect = base_of(BASE_RECT, true), sure = base_of(BASE_SQUARE, false);
    assert_int_equal(sighting_fronts(&square, at), 4);
    NEAR(at[0], 3);
    NEAR(at[1], 3 + PI / 2);
    assert_int_equal(sighting_fronts(&rect, at), 2);
    NEAR(at[1], 3 + PI);
    assert_int_equal(sighting_fronts(&sure, at), 1);
    assert_int_equal(sighting_pose(&square).fronts, 4);
    assert_int_equal(sighting_pose(&rect).fronts, 2);
    assert_false(pose_front_is_doubtful(sighting_pose(&sure)));
    square.pose.sigma_rad = HEADING_UNKNOWN;
    assert_int_equal(sighting_fronts(&square, at), 0);
    assert_false(pose_front_is_doubtful(sighting_pose(&square)));
}

// Two sides of a square: opposite ones stay two, neighbouring ones can't be told by a count and become all four.
static void a_list_narrows_the_sides(void **state) {
    (void)state;
    double at[POSE_FRONTS_MAX];
    base_sighting b = base_of(BASE_SQUARE, true);
    b.front_count = 2, b.fronts_rad[0] = 3, b.fronts_rad[1] = (float)(3 - PI);
    assert_int_equal(sighting_fronts(&b, at), 2);
    assert_int_equal(sighting_pose(&b).fronts, 2);
    b.fronts_rad[1] = (float)(3 - PI / 2);
    assert_int_equal(sighting_fronts(&b, at), 2);
    assert_true(fabs(angle_difference(at[1], 3 - PI / 2)) < 1e-5);
    assert_int_equal(sighting_pose(&b).fronts, 4);
}

static void a_doubtful_pose_turns_to_the_nearest_side(void **state) {
    (void)state;
    pose p = {.heading_rad = 0.1, .sigma_rad = 0.01, .fronts = 4};
    NEAR(pose_face(p, PI / 2).heading_rad, 0.1 + PI / 2);
    NEAR(pose_face(p, -3).heading_rad, 0.1 + PI);
    NEAR(pose_face(p, 0.5).heading_rad, 0.1);
    p.fronts = 2;
    NEAR(pose_face(p, PI / 4).heading_rad, 0.1);
    p.fronts = 0;
    NEAR(pose_face(p, PI).heading_rad, 0.1);
    pose other = {.heading_rad = 0.1 + PI + 0.2};
    NEAR(pose_turn(p, other), PI + 0.2);
    other.fronts = 2;
    NEAR(pose_turn(p, other), 0.2);
    NEAR(pose_turn(other, p), -0.2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_shape_says_which_sides_look_alike),
        cmocka_unit_test(a_list_narrows_the_sides),
        cmocka_unit_test(a_doubtful_pose_turns_to_the_nearest_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
