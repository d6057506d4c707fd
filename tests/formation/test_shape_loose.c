// How a unit stands that hands set down loosely, turned or carried, its headings unlike or unseen.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/random_units.h"
#include "shapes.h"

// Two big bases side by side with unseen headings: a line of two, whichever way the table lies, and no facing is reported.
static void without_any_heading_a_unit_stands_in_line(void **state) {
    (void)state;
    game *g = table_game(
        "{\"id\":\"U\",\"side\":\"red\",\"movement_in\":12,\"array\":{\"files\":2,\"ranks\":1,"
        "\"base\":{\"shape\":\"round\",\"diameter_mm\":50},\"at\":[36, 24, 90]}}");
    for (int turn = 0; turn < 360; turn += 15) {
        vec2 beside = vec2_rotate((vec2){2.2, 0}, turn * RAD_PER_DEG);
        pose p[2] = {{.at = {36, 24}, .sigma_in = 0.01, .sigma_rad = HEADING_UNKNOWN},
                     {.at = {36 + beside.x, 24 + beside.y}, .sigma_in = 0.01, .sigma_rad = HEADING_UNKNOWN}};
        unit_form f = shape_of(g, 0, p, NULL);
        assert_int_equal(f.ranks, 1);
        assert_int_equal(f.frontage, 2);
        assert_true(f.sigma_facing_rad >= HEADING_UNKNOWN);
    }
    game_destroy(g);
}

// Whatever rigid motion carries a unit, with the noise of a 1080p camera, its shape stays the same and its front goes along.
static void rigid_motions_leave_the_shape(void **state) {
    (void)state;
    unsigned long long seed = 7;
    for (int round = 0; round < 200; round++) {
        int files = 1 + (int)(table_uniform(&seed) * 9), ranks = 1 + (int)(table_uniform(&seed) * 6);
        double gap = table_uniform(&seed) < 0.5 ? 0 : 0.5;
        char unit[512];
        snprintf(unit, sizeof unit,
                 "{\"id\":\"U\",\"side\":\"red\",\"array\":{\"files\":%d,\"ranks\":%d,\"gap_in\":%g,"
                 "\"base\":{\"shape\":\"square\",\"width_mm\":25,\"depth_mm\":25},\"at\":[36,24,90]}}",
                 files, ranks, gap);
        game *g = table_game(unit);
        pose p[ROOM];
        int16_t rank[ROOM];
        start_poses(g, 0, p);
        double turn = (table_uniform(&seed) - 0.5) * 2 * PI;
        vec2 shift = {table_uniform(&seed) * 20 - 10, table_uniform(&seed) * 20 - 10};
        for (int i = 0; i < files * ranks; i++) p[i] = table_noisy(table_carry(p[i], (vec2){36, 24}, turn, shift), 0.015, 1.5, &seed);
        unit_form f = shape_of(g, 0, p, rank);
        if (f.ranks != ranks || f.frontage != files) fail_msg("round %d: %d x %d seen as %d x %d", round, files, ranks, f.frontage, f.ranks);
        for (int i = 0; i < files * ranks; i++) assert_int_equal(rank[i], i / files);
        if (files * ranks > 1) assert_int_equal(f.formation, gap > 0 ? FORMATION_OPEN : FORMATION_CLOSED);
        assert_true(fabs(angle_difference(f.facing_rad, PI / 2 + turn)) < 5 * 1.5 * RAD_PER_DEG / sqrt(files));
        assert_true(vec2_distance(f.anchor, vec2_add((vec2){36, 24}, shift)) < 0.1);
        game_destroy(g);
    }
}

// Round bases set down by hand, each turned by some 8 degrees: the rows tell how the unit faces. Where all headings agree they tell.
static void rows_outweigh_unlike_headings(void **state) {
    (void)state;
    unsigned long long seed = 17;
    double worst = 0;
    game *g = table_game(
        "{\"id\":\"U\",\"side\":\"red\",\"array\":{\"files\":5,\"ranks\":3,\"base\":{\"shape\":\"round\",\"diameter_mm\":25},\"at\":[36,24,80]}}");
    for (int round = 0; round < 100; round++) {
        pose p[ROOM];
        start_poses(g, 0, p);
        for (int i = 0; i < 15; i++) p[i] = table_noisy(p[i], 0.015, 8, &seed);
        worst = fmax(worst, fabs(angle_difference(shape_of(g, 0, p, NULL).facing_rad, 80 * RAD_PER_DEG)) * DEG_PER_RAD);
    }
    assert_true(worst < 3);  // the mean of five headings is off by 3.6 degrees at one sigma
    pose p[ROOM];
    start_poses(g, 0, p);
    for (int i = 0; i < 15; i++) p[i].heading_rad = 85 * RAD_PER_DEG;
    assert_near(shape_of(g, 0, p, NULL).facing_rad, 85 * RAD_PER_DEG, 1e-9);
    game_destroy(g);
}

static void two_turned_aside_do_not_turn_the_unit(void **state) {
    (void)state;
    game *g = table_game(U52("[20, 10, 90]"));
    pose p[ROOM];
    start_poses(g, 0, p);
    p[0].heading_rad = p[2].heading_rad = 0;
    unit_form f = shape_of(g, 0, p, NULL);
    assert_near(f.facing_rad, PI / 2, 1e-9);
    assert_int_equal(f.frontage, 5);
    game_destroy(g);
}

// Closed blocks on 20 mm squares, each figure 0.045" (one sigma) off its place and turned by 2 degrees: ranks lie 0.8" apart, so a figure must be
// nine sigmas off to stand between two. Neighbours lie along any line within some 5 degrees, and at that a wide rank would run into the next one.
static void figures_set_down_loosely_stand_in_their_ranks(void **state) {
    (void)state;
    unsigned long long seed = 4711;
    for (int round = 0; round < 4000; round++) {
        int files = random_between(&seed, 2, 10), ranks = random_between(&seed, 2, 3), count = files * ranks;
        char unit[512];
        snprintf(unit, sizeof unit,
                 "{\"id\":\"U\",\"side\":\"red\",\"array\":{\"files\":%d,\"ranks\":%d,"
                 "\"base\":{\"shape\":\"square\",\"width_mm\":20,\"depth_mm\":20},\"at\":[36,24,90]}}",
                 files, ranks);
        game *g = table_game(unit);
        pose p[ROOM];
        int16_t rank[ROOM];
        start_poses(g, 0, p);
        double turn = 2 * PI * table_uniform(&seed);
        for (int i = 0; i < count; i++) p[i] = table_noisy(table_carry(p[i], (vec2){36, 24}, turn, (vec2){0, 0}), 0.045, 2, &seed);
        if (files == 2) p[count - 1].heading_rad += PI / 2 * (table_uniform(&seed) - 0.5);  // one that was set down aside
        unit_form f = shape_of(g, 0, p, rank);
        if (f.formation != FORMATION_CLOSED || f.ranks != ranks || f.files != files || f.frontage != files)
            fail_msg("round %d: %d x %d is %d x %d, frontage %d, %s", round, files, ranks, f.files, f.ranks, f.frontage, formation_name(f.formation));
        for (int i = 0; i < count; i++) assert_int_equal(rank[i], i / files);
        game_destroy(g);
    }
}

// A short last rank at an end, base to base: the files that it doesn't reach have no gap to it. The median over them would be an open unit's.
static void a_short_last_rank_leaves_the_unit_closed(void **state) {
    (void)state;
    game *g = table_game(
        "{\"id\":\"U\",\"side\":\"red\",\"formation\":\"open\",\"array\":{\"files\":10,\"ranks\":2,"
        "\"base\":{\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4},\"at\":[36,24,90]}}");
    pose p[ROOM];
    bool present[ROOM];
    start_poses(g, 0, p);
    shape_limits limits = shape_default_limits();
    for (int left = 1; left <= 10; left++) {
        for (int i = 0; i < ROOM; i++) present[i] = i < 10 + left;
        unit_form f = formation_shape(g, 0, p, present, NULL, &limits, NULL);
        assert_int_equal(f.formation, FORMATION_CLOSED);
        assert_false(f.doubtful);
        assert_int_equal(f.ranks, 2);
        assert_near(f.gap_depth_in, 0, 1e-6);
    }
    game_destroy(g);
}

// Base to base, each figure turned in its place by 15 to 75 degrees: by their facing they stand in no ranks, and gaps between some of them that
// happen to lie in line are none of the formation.
static void figures_turned_half_aside_leave_the_unit_closed(void **state) {
    (void)state;
    game *g = table_game(U52("[20, 10, 90]"));
    pose p[ROOM];
    for (int turn = -75; turn <= 75; turn += 5) {
        if (abs(turn) < 15) continue;
        start_poses(g, 0, p);
        for (int i = 0; i < 10; i++) p[i].heading_rad += turn * RAD_PER_DEG;
        unit_form f = shape_of(g, 0, p, NULL);
        if (f.formation != FORMATION_CLOSED) fail_msg("turned by %d: %s", turn, formation_name(f.formation));
    }
    game_destroy(g);
}

// Two files, six ranks, base to base in front and 0.2 inch apart from the third on: the unevenness doesn't add up, and the last rank is as much a
// rank as the first.
static void uneven_ranks_are_counted_one_by_one(void **state) {
    (void)state;
    game *g = table_game(
        "{\"id\":\"U\",\"side\":\"red\",\"array\":{\"files\":2,\"ranks\":6,"
        "\"base\":{\"shape\":\"square\",\"width_mm\":20,\"depth_mm\":20},\"at\":[36,24,90]}}");
    pose p[ROOM];
    int16_t rank[ROOM];
    start_poses(g, 0, p);
    static const double back[] = {0, 0, 0, 0.2, 0.4, 0.6};
    for (int i = 0; i < 12; i++) p[i].at.y -= back[i / 2];
    unit_form f = shape_of(g, 0, p, rank);
    assert_int_equal(f.ranks, 6);
    for (int i = 0; i < 12; i++) assert_int_equal(rank[i], i / 2);
    game_destroy(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_any_heading_a_unit_stands_in_line),
        cmocka_unit_test(rigid_motions_leave_the_shape),
        cmocka_unit_test(rows_outweigh_unlike_headings),
        cmocka_unit_test(two_turned_aside_do_not_turn_the_unit),
        cmocka_unit_test(figures_set_down_loosely_stand_in_their_ranks),
        cmocka_unit_test(a_short_last_rank_leaves_the_unit_closed),
        cmocka_unit_test(figures_turned_half_aside_leave_the_unit_closed),
        cmocka_unit_test(uneven_ranks_are_counted_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
