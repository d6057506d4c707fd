// What looking costs, learned from made-up durations: no clock, no pictures.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/geom.h"
#include "pipeline/costs.h"
#include "pipeline/pipeline_limits.h"

static bool is_near(double a, double b, double share) { return fabs(a - b) <= share * b; }

// A sample of that content, as long as the machine `truth` takes for it.
static cost_sample sample_of(const cost_model *truth, cost_sample content) {
    content.us = costs_predict_us(truth, &content);
    return content;
}

static void nominal_costs_are_as_stated(void **state) {
    (void)state;
    cost_model m = costs_nominal();
    assert_true(isinf(m.free_us) && m.other_us == 0);
    assert_true(costs_follow_us(&m, FOLLOW_RIM) == COST_RIM_US && costs_follow_us(&m, FOLLOW_HIDDEN_TAG) == COST_HIDDEN_TAG_US);
    assert_true(costs_speed(&m) == 1);
    assert_true(costs_part_px(&m, SEARCH_TAGS) == 6e5 && costs_part_px(&m, SEARCH_PLAIN) == 4e5);
    assert_true(costs_part_px(&m, SEARCH_RIMS) == 5e4 && costs_part_px(&m, SEARCH_HIDDEN_TAGS) == 6e4);
    cost_sample s = {.followed = {[FOLLOW_RIM] = 3, [FOLLOW_TAG] = 2}, .searched_px = {[SEARCH_RIMS] = 5e4}};
    assert_true(costs_predict_us(&m, &s) == 3 * COST_RIM_US + 2 * COST_TAG_US + COST_SEARCH_US);
}

// A machine that is three times slower at one thing: learned within 10 % in a hundred looks, all else as it was.
static void one_cost_is_learned(void **state) {
    (void)state;
    cost_model m = costs_nominal(), truth = m;
    truth.follow_us[FOLLOW_RIM] *= 3;
    cost_sample s = sample_of(&truth, (cost_sample){.followed = {[FOLLOW_RIM] = 12}});
    for (int i = 0; i < 100; i++) costs_learn(&m, &s);
    assert_true(is_near(m.follow_us[FOLLOW_RIM], truth.follow_us[FOLLOW_RIM], 0.1));
    m.follow_us[FOLLOW_RIM] = COST_RIM_US;
    cost_model nominal = costs_nominal();
    assert_memory_equal(&m, &nominal, sizeof m);
}

// Looks that mix following and searching in changing shares tell them apart.
static void mixed_looks_tell_costs_apart(void **state) {
    (void)state;
    cost_model m = costs_nominal(), truth = m;
    truth.follow_us[FOLLOW_PAINT] *= 0.5;
    truth.search_px_per_us[SEARCH_PLAIN] /= 4;
    for (int i = 0; i < 2000; i++) {
        double share = (i * 7 % 10) / 9.0;
        cost_sample s =
            sample_of(&truth, (cost_sample){.followed = {[FOLLOW_PAINT] = 20 * (1 - share)}, .searched_px = {[SEARCH_PLAIN] = 4e5 * share}});
        costs_learn(&m, &s);
    }
    assert_true(is_near(m.follow_us[FOLLOW_PAINT], truth.follow_us[FOLLOW_PAINT], 0.15));
    assert_true(is_near(m.search_px_per_us[SEARCH_PLAIN], truth.search_px_per_us[SEARCH_PLAIN], 0.15));
}

// The scheduler takes the core away for a second: the estimate moves by no more than a clamped sample's share.
static void an_outlier_moves_little(void **state) {
    (void)state;
    cost_model m = costs_nominal();
    costs_learn(&m, &(cost_sample){.us = 1e6, .followed = {[FOLLOW_TAG] = 10}});
    assert_true(m.follow_us[FOLLOW_TAG] <= COST_TAG_US * (1 + COST_LEARN_SHARE * (COST_OUTLIER - 1)) * 1.0001);
    costs_learn(&m, &(cost_sample){.us = 1000});  // nothing was done: nothing is learned
    costs_learn(&m, &(cost_sample){.us = NAN, .followed = {[FOLLOW_TAG] = 10}});
    assert_true(m.follow_us[FOLLOW_TAG] > COST_TAG_US);
}

static void learned_costs_stay_in_range(void **state) {
    (void)state;
    cost_model m = costs_nominal();
    for (int i = 0; i < 5000; i++) {
        costs_learn(&m, &(cost_sample){.us = 1e9, .followed = {[FOLLOW_TAG] = 10}});
        costs_learn(&m, &(cost_sample){.us = 0, .searched_px = {[SEARCH_RIMS] = 1e5}});
    }
    assert_true(is_near(m.follow_us[FOLLOW_TAG], COST_TAG_US * COST_RANGE, 1e-6));
    assert_true(is_near(m.search_px_per_us[SEARCH_RIMS], COST_RIMS_PX_PER_US * COST_RANGE, 1e-6));
}

// What is free between two frames: half of the time, less what the rest of a frame takes.
static void free_time_is_what_the_rest_of_a_frame_leaves(void **state) {
    (void)state;
    cost_model m = costs_nominal();
    costs_learn_frame(&m, 0, 3000);
    assert_true(isinf(m.free_us));
    for (int i = 0; i < 200; i++) costs_learn_frame(&m, 33333, 12000);
    assert_true(is_near(m.free_us, 0.5 * 33333 - 12000, 0.02));
    for (int i = 0; i < 200; i++) costs_learn_frame(&m, 33333, 40000);
    assert_true(m.free_us == COST_FRAME_LEAST_US);
}

// One frame in which the table is searched for half a second takes little from the next ones.
static void one_long_frame_changes_little(void **state) {
    (void)state;
    cost_model m = costs_nominal();
    costs_learn_frame(&m, 33333, 500e3);
    for (int i = 0; i < 100; i++) costs_learn_frame(&m, 33333, 3000);
    double before_us = m.other_us;
    costs_learn_frame(&m, 33333, 500e3);
    assert_true(before_us < 3100 && m.other_us < 1.2 * before_us);
}

// A machine three times slower looks at as much as others at ten frames a second, and at less where pictures come too fast for it.
static void a_slow_machine_looks_at_less_only_where_time_is_short(void **state) {
    (void)state;
    cost_model m = costs_nominal();
    for (int k = 0; k < FOLLOW_COST_COUNT; k++) m.follow_us[k] *= 3;
    for (int k = 0; k < SEARCH_COUNT; k++) m.search_px_per_us[k] /= 3;
    costs_learn_frame(&m, 100e3, 9000);
    assert_true(costs_follow_us(&m, FOLLOW_TAG) == COST_TAG_US && costs_part_px(&m, SEARCH_RIMS) == 5e4 && is_near(costs_speed(&m), 1, 1e-9));
    m.other_us = 0;
    costs_learn_frame(&m, 2 * COST_FRAME_US, 0);
    assert_true(is_near(costs_follow_us(&m, FOLLOW_TAG), 3 * COST_TAG_US, 1e-9) && is_near(costs_part_px(&m, SEARCH_RIMS), 5e4 / 3, 1e-9));
    assert_true(is_near(costs_speed(&m), 1.0 / 3, 1e-9));
}

// 5.5 ms at 30 frames a second or more, 12 ms at ten, and never more than 25; as at 30 where the times of frames are not known.
static void frames_that_come_seldom_have_more_time(void **state) {
    (void)state;
    const double interval_us[] = {0, 16667, 33333, 100e3, 150e3, 1e6, INFINITY}, frame_us[] = {5500, 5500, 5500, 12e3, 18e3, 25e3, 25e3};
    cost_model m = costs_nominal();
    assert_true(m.frame_us == 5500);
    for (int i = 0; i < 7; i++) {
        costs_time_frames(&m, interval_us[i]);
        assert_true(is_near(m.frame_us, frame_us[i], 1e-9));
    }
    m.free_us = 9e3;  // a third of what a frame would spend: looks are charged three times what they take
    m.frame_us = 27e3;
    assert_true(is_near(costs_follow_us(&m, FOLLOW_PAINT), 3 * COST_PAINT_US, 1e-9));
}

// A machine twice as fast looks at twice as much in the same time.
static void a_fast_machine_looks_at_more(void **state) {
    (void)state;
    cost_model m = costs_nominal();
    m.follow_us[FOLLOW_PAINT] /= 2;
    m.search_px_per_us[SEARCH_TAGS] *= 2;
    costs_learn_frame(&m, 100e3, 2000);
    assert_true(costs_follow_us(&m, FOLLOW_PAINT) == COST_PAINT_US / 2 && costs_part_px(&m, SEARCH_TAGS) == 12e5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nominal_costs_are_as_stated),   cmocka_unit_test(one_cost_is_learned),
        cmocka_unit_test(mixed_looks_tell_costs_apart),  cmocka_unit_test(an_outlier_moves_little),
        cmocka_unit_test(learned_costs_stay_in_range),   cmocka_unit_test(free_time_is_what_the_rest_of_a_frame_leaves),
        cmocka_unit_test(one_long_frame_changes_little), cmocka_unit_test(a_slow_machine_looks_at_less_only_where_time_is_short),
        cmocka_unit_test(a_fast_machine_looks_at_more),  cmocka_unit_test(frames_that_come_seldom_have_more_time)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
