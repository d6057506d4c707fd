// How a unit stands of which figures are hidden: the block that they stand in, and what tells order from scatter.
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

// The standard block, 5 x 4, with some figures hidden.
static game *block_54(void) {
    return table_game(
        "{\"id\":\"U\",\"side\":\"red\",\"array\":{\"files\":5,\"ranks\":4,"
        "\"base\":{\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4},\"at\":[36,24,90]}}");
}

static unit_form partly(const game *g, const pose *p, const char *picture, const unit_form *previous) {
    bool present[ROOM], hidden[ROOM];
    int n = 0;
    for (const char *c = picture; *c; c++) {
        if (*c != '#' && *c != '.') continue;
        present[n] = *c == '#';
        hidden[n] = !present[n];
        n++;
    }
    shape_limits limits = shape_default_limits();
    return formation_shape_partly(g, 0, &(shape_sight){.poses = p, .present = present, .hidden = hidden}, previous, &limits, NULL);
}

typedef struct {
    const char *picture, *why;
} sight_row;

// The block of 5 x 4 is recognized in each of the pictures.
static void check_block_54(const game *g, const pose *p, const sight_row *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        unit_form f = partly(g, p, rows[i].picture, NULL);
        if (f.ranks != 4 || f.files != 5 || f.frontage != 5) fail_msg("%s: %d x %d, frontage %d", rows[i].why, f.files, f.ranks, f.frontage);
        assert_int_equal(f.formation, FORMATION_CLOSED);
        assert_int_equal(f.array, ARRAY_BLOCK);
    }
}

static void hidden_figures_leave_ranks_and_files(void **state) {
    (void)state;
    static const sight_row rows[] = {
        {"#.#.# .#.## ##.#. #.#.#", "holes all over"},
        {"##### #...# #...# #####", "a hand over the middle"},
        {"####. ####. ####. ####.", "an end file, the roster's array says so"},
        {"##### ##### ##### .....", "the rear rank"},
        {"..... ##### ##### #####", "the front rank"},
        {"##### ..... ##### #####", "a rank in the middle"},
        {"..### ..### ..### #####", "a corner, and the rear rank shows how wide the unit is"},
    };
    game *g = block_54();
    pose p[ROOM];
    start_poses(g, 0, p);
    check_block_54(g, p, rows, sizeof rows / sizeof *rows);
    unit_form corner = partly(g, p, "..### ..### ..### #####", NULL);  // the front edge is as wide as the files that are seen
    assert_near(vec2_distance(corner.front_left, corner.front_right), 5, 1e-6);
    assert_near(corner.anchor.x, 36, 1e-6);
    game_destroy(g);
}

// The game whose first unit, *bare, states no array: it shares all else with *g.
static game without_array(const game *g, game_unit *bare) {
    game out = *g;
    *bare = g->units[0];
    bare->array_files = bare->array_ranks = 0;
    out.units = bare;
    return out;
}

// Sixteen of twenty, 4 x 4: a file or a rank is hidden. Without a past either may be, and both are reported; the block before decides.
static void what_is_hidden_at_an_edge_is_told_with_its_runner_up(void **state) {
    (void)state;
    game *g = table_game(
        "{\"id\":\"U\",\"side\":\"red\",\"array\":{\"files\":4,\"ranks\":5,"
        "\"base\":{\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4},\"at\":[36,24,90]}}");
    pose p[ROOM];
    start_poses(g, 0, p);
    game_unit bare;
    game no_array = without_array(g, &bare);
    unit_form f = partly(&no_array, p, "#### #### #### #### ....", NULL), narrow = f, wide = f;
    assert_true(f.odds > 0 && f.odds < 2);
    assert_true((f.ranks == 5 && f.second.ranks == 4) || (f.ranks == 4 && f.second.ranks == 5));
    narrow.ranks = wide.files = wide.frontage = 5;
    narrow.files = narrow.frontage = wide.ranks = 4;
    assert_int_equal(partly(&no_array, p, "#### #### #### #### ....", &narrow).files, 4);
    assert_int_equal(partly(&no_array, p, "#### #### #### #### ....", &wide).files, 5);
    double odds = partly(&no_array, p, "#### #### #### #### ....", &wide).odds;
    assert_true(odds == 0 || odds > 5);
    assert_int_equal(partly(&no_array, p, "#### #### #### #### #...", &wide).files, 4);  // a fifth rank is seen: the past is past
    game_destroy(g);
}

// Four files and four ranks, of which a fifth rank or a fifth file is hidden.
static void what_a_unit_stood_in_counts_while_it_goes_as_one_body(void **state) {
    (void)state;
    game *g = table_game(
        "{\"id\":\"U\",\"side\":\"red\",\"array\":{\"files\":4,\"ranks\":5,"
        "\"base\":{\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4},\"at\":[36,24,90]}}");
    pose p[ROOM];
    vec2 from[ROOM], to[ROOM];
    bool present[ROOM], hidden[ROOM];
    start_poses(g, 0, p);
    for (int i = 0; i < 20; i++) present[i] = i < 16, hidden[i] = i >= 16, from[i] = to[i] = p[i].at;
    shape_limits limits = shape_default_limits();
    unit_form wide = {.figures = 20, .ranks = 4, .files = 5};
    shape_sight sight = {.poses = p, .present = present, .hidden = hidden};
    game_unit bare;
    game no_array = without_array(g, &bare);
    unit_form open = formation_shape_partly(&no_array, 0, &sight, NULL, &limits, NULL);
    assert_int_equal(formation_shape_partly(g, 0, &sight, &wide, &limits, NULL).files, 5);
    sight.anew = true;
    unit_form anew = formation_shape_partly(g, 0, &sight, &wide, &limits, NULL);
    assert_int_equal(anew.files, open.files);
    assert_near(anew.odds, open.odds, 1e-9);
    assert_true(anew.odds > 0 && anew.odds < 2);
    assert_false(formation_is_anew(from, to, 16));
    for (int i = 0; i < 16; i++) to[i] = vec2_add(vec2_rotate(from[i], 2), (vec2){7, -3});
    assert_false(formation_is_anew(from, to, 16));
    to[3].x += 1;
    assert_false(formation_is_anew(from, to, 16));  // one that was knocked aside
    to[12].y += 2;
    assert_true(formation_is_anew(from, to, 16));
    game_destroy(g);
}

// Of 5 x 4 eleven are left, and three of those hidden: lost figures are taken from the rear, and the files stay.
static void a_unit_that_has_shrunk_keeps_its_files(void **state) {
    (void)state;
    game *g = block_54();
    game_unit few = g->units[0];
    game left = *g;
    left.units = &few;
    few.figure_count = 11;
    few.array_files = few.array_ranks = 0;
    pose p[ROOM];
    start_poses(g, 0, p);
    unit_form was = {.figures = 20, .ranks = 4, .files = 5};
    unit_form f = partly(&left, p, "####. ####. .", NULL);
    assert_true(f.ranks != 3 || f.odds < 5);
    f = partly(&left, p, "####. ####. .", &was);
    if (f.ranks != 3 || f.files != 5) fail_msg("%d x %d", f.files, f.ranks);
    assert_true(f.odds == 0 || f.odds > 5);
    game_destroy(g);
}

// Only the number of figures is known before: the hidden places determine the block.
static void hidden_figures_determine_the_block(void **state) {
    (void)state;
    static const sight_row rows[] = {
        {"#.### .#### ###.# ####.", "here and there: every rank and file shows"},
        {"####. ###.. ####. ####.", "an end, and one more beside it: a rank that nobody sees would leave that a hole"},
        {"##### ##### #.### .....", "the rear and one before it"},
        {"##... ##... #.### #####", "a hand over a corner"},
        {"####. ####. ####. #####", "the last file, but for one"},
    };
    game *g = block_54();
    pose p[ROOM];
    start_poses(g, 0, p);
    game_unit bare;
    game no_array = without_array(g, &bare);
    check_block_54(&no_array, p, rows, sizeof rows / sizeof *rows);
    game_destroy(g);
}

// Four files and three ranks, then two figures that went forward about an enemy's flanks, or a leader ahead: those are in no rank, seen or not.
static void hidden_figures_may_stand_apart(void **state) {
    (void)state;
    static const struct {
        int leader;          // in the unit; -1
        const char *hidden;  // 12 in ranks, then the others
        const char *why;
    } rows[] = {
        {-1, "#### #### #### #.", "one about a flank is seen: the other is about the other flank"},
        {-1, "#### ##.# #.## #.", "and two in ranks are hidden"},
        {-1, ".### .### .### .#", "an end is hidden, with its wrapped figure"},
        {12, "#### #### #### .", "the leader is hidden: he leads"},
        {12, "##.# #### #.## #", "the leader is seen ahead"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        game *g = table_game(
            "{\"id\":\"U\",\"side\":\"red\",\"array\":{\"files\":7,\"ranks\":2,"
            "\"base\":{\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4},\"at\":[36,24,90]}}");
        game_unit unit = g->units[0];
        game changed = *g;
        pose p[ROOM];
        changed.units = &unit;
        unit.array_files = unit.array_ranks = 0;
        unit.leader = rows[i].leader < 0 ? -1 : rows[i].leader;
        unit.figure_count = rows[i].leader < 0 ? 14 : 13;
        for (int k = 0; k < 12; k++) p[k] = table_pose(30 + k % 4, 24 - k / 4, 90, 0.01, 1);
        p[12] = rows[i].leader < 0 ? table_pose(30, 25, 0, 0.01, 1) : table_pose(31.4, 25.2, 90, 0.01, 1);
        p[13] = table_pose(33, 25, 180, 0.01, 1);
        unit_form f = partly(&changed, p, rows[i].hidden, NULL);
        if (f.ranks != 3 || f.files != 4 || f.frontage != 4) fail_msg("%s: %d x %d, frontage %d", rows[i].why, f.files, f.ranks, f.frontage);
        game_destroy(g);
    }
}

// Five in a rank and three about either flank of an enemy before it: where a hand covers most of the rank, more of those that are seen look inward
// than ahead.
static void wings_seen_better_than_the_rank_between_do_not_turn_the_unit(void **state) {
    (void)state;
    static const char *const hidden[] = {"##... ### ###", "#.... ### ###", "..#.. ### ##.", "#...# ##. ###"};
    game *g = table_game(
        "{\"id\":\"U\",\"side\":\"red\",\"array\":{\"files\":11,\"ranks\":1,"
        "\"base\":{\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4},\"at\":[36,24,90]}}");
    game_unit bare;
    game no_array = without_array(g, &bare);
    pose p[ROOM];
    for (int i = 0; i < 5; i++) p[i] = table_pose(30 + i, 24, 90, 0.01, 1);
    for (int i = 0; i < 3; i++) p[5 + i] = table_pose(30, 25.05 + i, 0, 0.01, 1), p[8 + i] = table_pose(34, 25.05 + i, 180, 0.01, 1);
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
        unit_form f = partly(&no_array, p, hidden[i], NULL);
        if (f.ranks != 1 || f.files != 5 || f.frontage != 5) fail_msg("%s: %d x %d, frontage %d", hidden[i], f.files, f.ranks, f.frontage);
        assert_near(f.facing_rad, PI / 2, 0.01);
    }
    game_destroy(g);
}

// Counts how many units that stand anywhere, and how many that stand in ranks, are recognized as such, where the roster says irregular.
static void count_scattered_and_ordered(int units, double share_hidden, unsigned long long seed, int *scattered, int *ordered) {
    static random_army army;
    shape_limits limits = shape_default_limits();
    *scattered = *ordered = 0;
    for (int i = 0; i < 2 * units; i++) {
        random_unit u = random_unit_make(i % 2 ? STAND_IRREGULAR : i % 4 ? STAND_CLOSED : STAND_OPEN, NULL, &seed);
        pose seen[RANDOM_UNIT_ROOM];
        bool present[RANDOM_UNIT_ROOM], hidden[RANDOM_UNIT_ROOM];
        random_army_muster(&army, &u, 1, (formation_kind[]){FORMATION_IRREGULAR});
        for (int k = 0; k < u.count; k++) seen[k] = random_unit_seen(u.at[k], 0.02, RAD_PER_DEG, &seed);
        random_unit_hide(&u, (hide_kind)(1 + i / 4 % (HIDE_KIND_COUNT - 1)), (int)(share_hidden * u.count), hidden, &seed);
        for (int k = 0; k < u.count; k++) present[k] = !hidden[k];
        shape_sight known = {.poses = seen, .present = present, .hidden = hidden};
        bool irregular = formation_shape_partly(&army.g, 0, &known, NULL, &limits, NULL).formation == FORMATION_IRREGULAR;
        *scattered += i % 2 && irregular;
        *ordered += i % 2 == 0 && !irregular;
    }
}

// Figures anywhere are in no files, and those of them that are seen stand as in no block of so many: a unit that the roster has as irregular is, and
// one that stands in ranks all the same is not.
static void files_tell_order_from_scatter(void **state) {
    (void)state;
    int scattered, ordered, units = 200;
    count_scattered_and_ordered(units, 0, 31, &scattered, &ordered);
    if (scattered < 0.99 * units || ordered < 0.99 * units) fail_msg("of %d each: %d scattered, %d in order", units, scattered, ordered);
    count_scattered_and_ordered(units = 600, 0.3, 32, &scattered, &ordered);
    if (scattered < 0.99 * units || ordered < 0.99 * units) fail_msg("partly hidden, of %d each: %d, %d in order", units, scattered, ordered);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hidden_figures_leave_ranks_and_files),
        cmocka_unit_test(what_is_hidden_at_an_edge_is_told_with_its_runner_up),
        cmocka_unit_test(what_a_unit_stood_in_counts_while_it_goes_as_one_body),
        cmocka_unit_test(a_unit_that_has_shrunk_keeps_its_files),
        cmocka_unit_test(hidden_figures_determine_the_block),
        cmocka_unit_test(hidden_figures_may_stand_apart),
        cmocka_unit_test(wings_seen_better_than_the_rank_between_do_not_turn_the_unit),
        cmocka_unit_test(files_tell_order_from_scatter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
