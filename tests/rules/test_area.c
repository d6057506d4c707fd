// Pieces of terrain as shapes: where a way enters and leaves them, how deep a point lies, when a line is crossed.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "rules/measure/terrain/area.h"

#define NEAR(a, b, eps) assert_true(fabs((a) - (b)) <= (eps))

static const vec2 square[] = {{10, 10}, {20, 10}, {20, 20}, {10, 20}};
static const vec2 horseshoe[] = {{0, 0}, {9, 0}, {9, 9}, {6, 9}, {6, 3}, {3, 3}, {3, 9}, {0, 9}};
static const vec2 fence[] = {{0, 10}, {15, 10}, {30, 10}};
static const game_terrain wood = {.polygon = square, .polygon_count = 4};
static const game_terrain shoe = {.polygon = horseshoe, .polygon_count = 8};
static const game_terrain road = {.line = fence, .line_count = 3, .width_in = 2};
static const game_terrain wall = {.line = fence, .line_count = 3};

static int ascending(const void *pa, const void *pb) {
    double a = *(const double *)pa, b = *(const double *)pb;
    return (a > b) - (a < b);
}

static int cuts(const game_terrain *t, vec2 a, vec2 b, double out[16]) {
    int n = area_cuts(t, a, b, out, 16);
    qsort(out, (size_t)n, sizeof *out, ascending);
    return n;
}

static void ways_are_cut_at_edges(void **state) {
    (void)state;
    double at[16];
    assert_int_equal(cuts(&wood, (vec2){0, 15}, (vec2){30, 15}, at), 2);
    NEAR(at[0], 1.0 / 3, 1e-12);
    NEAR(at[1], 2.0 / 3, 1e-12);
    assert_int_equal(cuts(&wood, (vec2){0, 15}, (vec2){15, 15}, at), 1);
    assert_int_equal(cuts(&wood, (vec2){12, 15}, (vec2){15, 15}, at), 0);
    assert_int_equal(cuts(&shoe, (vec2){-3, 6}, (vec2){12, 6}, at), 4);  // in at 0, out at 3, in at 6, out at 9
    const double want[] = {3 / 15.0, 6 / 15.0, 9 / 15.0, 12 / 15.0};
    for (int i = 0; i < 4; i++) NEAR(at[i], want[i], 1e-12);
}

static void a_line_with_a_width_is_a_strip(void **state) {
    (void)state;
    double at[16];
    int n = cuts(&road, (vec2){7, 0}, (vec2){7, 20}, at);
    assert_int_equal(n, 2);
    NEAR(at[0], 9 / 20.0, 1e-12);
    NEAR(at[1], 11 / 20.0, 1e-12);
    NEAR(area_depth(&road, (vec2){7, 10.25}), 0.75, 1e-12);
    NEAR(area_depth(&road, (vec2){7, 12}), -1, 1e-12);
    assert_int_equal(cuts(&wall, (vec2){7, 0}, (vec2){7, 20}, at), 0);  // no inside
}

static void depth_is_to_the_nearest_edge(void **state) {
    (void)state;
    NEAR(area_depth(&wood, (vec2){15, 15}), 5, 1e-12);
    NEAR(area_depth(&wood, (vec2){12, 16}), 2, 1e-12);
    NEAR(area_depth(&wood, (vec2){8, 15}), -2, 1e-12);
    assert_true(area_contains(&wood, (vec2){10.01, 15}));
    assert_false(area_contains(&shoe, (vec2){4.5, 6}));  // between the arms
}

// Ways that meet on the line, or at the joint of its pieces, cross it once.
static void a_line_is_crossed_once(void **state) {
    (void)state;
    double at[16];
    vec2 below = {15, 4}, on = {15, 10}, above = {15, 16};
    assert_int_equal(area_crossings(&wall, below, on, at, 16) + area_crossings(&wall, on, above, at, 16), 1);
    assert_int_equal(area_crossings(&wall, below, above, at, 16), 1);
    int once = area_crossings(&wall, (vec2){7, 4}, (vec2){7, 10}, at, 16) + area_crossings(&wall, (vec2){7, 10}, (vec2){7, 16}, at, 16);
    assert_int_equal(once, 1);
    assert_int_equal(area_crossings(&wall, (vec2){7, 4}, (vec2){7, 9.9}, at, 16), 0);
    assert_int_equal(area_crossings(&wall, (vec2){31, 4}, (vec2){31, 16}, at, 16), 0);  // past its end
}

// A bank of 20 x 2: its centre line runs along its middle.
static void a_polygon_has_a_long_axis(void **state) {
    (void)state;
    static const vec2 corners[] = {{0, 4}, {20, 4}, {20, 6}, {0, 6}};
    const game_terrain bank = {.polygon = corners, .polygon_count = 4};
    double at[16];
    assert_int_equal(area_crossings(&bank, (vec2){10, 0}, (vec2){10, 10}, at, 16), 1);
    NEAR(at[0], 0.5, 1e-9);
    assert_int_equal(area_crossings(&bank, (vec2){10, 0}, (vec2){10, 4.9}, at, 16), 0);
    NEAR(area_line_distance(&bank, (vec2){10, 9}), 4, 1e-9);
    NEAR(area_extent(&bank, 0), 20, 1e-9);
    NEAR(area_extent(&bank, PI / 2), 2, 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_are_cut_at_edges),  cmocka_unit_test(a_line_with_a_width_is_a_strip), cmocka_unit_test(depth_is_to_the_nearest_edge),
        cmocka_unit_test(a_line_is_crossed_once), cmocka_unit_test(a_polygon_has_a_long_axis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
