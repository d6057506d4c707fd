// How a unit stands: classes, ranks and fronts worked by hand, rigid motions, and the ray-traced tables where they are at hand.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "bench/random_units.h"
#include "table.h"

#define ROOM 128

static unit_form shape_of(const game *g, int unit, const pose *poses, int16_t *rank) {
    bool present[ROOM];
    for (int i = 0; i < ROOM; i++) present[i] = true;
    shape_limits limits = shape_default_limits();
    return formation_shape(g, unit, poses, present, NULL, &limits, rank);
}

static void start_poses(const game *g, int unit, pose *poses) {
    for (int i = 0; i < g->units[unit].figure_count; i++) poses[i] = g->figures[g->units[unit].first_figure + i].start;
}

#define U52(at)                                                                             \
    "{\"id\":\"U\",\"side\":\"red\",\"movement_in\":12,\"array\":{\"files\":5,\"ranks\":2," \
    "\"base\":{\"shape\":\"square\",\"width_mm\":20,\"depth_mm\":20},\"at\":" at "}}"

// docs/geometry.md's standard unit: 5 x 2 on 20 mm squares, front line y = 0.394, corners at x = -0.394 and 3.543.
static void the_standard_unit(void **state) {
    (void)state;
    game *g = table_game(U52("[21.5748, 10.3937, 90]"));
    pose p[ROOM];
    int16_t rank[ROOM];
    start_poses(g, 0, p);
    unit_form f = shape_of(g, 0, p, rank);
    assert_int_equal(f.formation, FORMATION_CLOSED);
    assert_false(f.doubtful);
    assert_int_equal(f.figures, 10);
    assert_int_equal(f.ranks, 2);
    assert_int_equal(f.files, 5);
    assert_int_equal(f.frontage, 5);
    assert_int_equal(f.array, ARRAY_LINE);
    assert_near(f.facing_rad, PI / 2, 1e-9);
    assert_near(f.anchor.x, 21.5748, 1e-3);
    assert_near(f.anchor.y, 10.3937, 1e-3);
    assert_near(f.front_left.x, 21.5748 - 3.937 / 2, 1e-3);
    assert_near(f.front_right.x, 21.5748 + 3.937 / 2, 1e-3);
    assert_near(f.gap_lateral_in, 0, 1e-6);
    assert_near(f.gap_depth_in, 0, 1e-6);
    for (int i = 0; i < 10; i++) assert_int_equal(rank[i], i / 5);
    game_destroy(g);
}

// Spreads figures of 1" square bases on a grid with the given gaps and says what the unit is.
static unit_form grid_form(const char *type, int files, int ranks, double gap_lateral, double gap_depth, const unit_form *previous) {
    char unit[512];
    snprintf(unit, sizeof unit,
             "{\"id\":\"U\",\"side\":\"red\",\"type\":\"%s\",\"array\":{\"files\":%d,\"ranks\":%d,"
             "\"base\":{\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4},\"at\":[36,24,0]}}",
             type, files, ranks);
    game *g = table_game(unit);
    pose p[ROOM];
    bool present[ROOM];
    for (int i = 0; i < files * ranks; i++) {
        p[i] = table_pose(30 - (i / files) * (1 + gap_depth), 30 - (i % files) * (1 + gap_lateral), 0, 0.01, 1);
        present[i] = true;
    }
    shape_limits limits = shape_default_limits();
    unit_form f = formation_shape(g, 0, p, present, previous, &limits, NULL);
    game_destroy(g);
    return f;
}

static void classes_by_the_gaps(void **state) {
    (void)state;
    static const struct {
        double lateral, depth;
        formation_kind formation;
        bool doubtful;
        const char *why;
    } rows[] = {
        {0, 0, FORMATION_CLOSED, false, "base to base"},
        {0.14, 0.14, FORMATION_CLOSED, false, "up to 0.15 is closed"},
        {0.17, 0.17, FORMATION_CLOSED, true, "0.15 to 0.25 is doubt, nearer to closed"},
        {0.24, 0.24, FORMATION_OPEN, true, "nearer to open"},
        {0.5, 0.5, FORMATION_OPEN, false, "the nominal open gap"},
        {0.79, 0.3, FORMATION_OPEN, false, "both in the band"},
        {0.9, 0.9, FORMATION_OPEN, true, "0.80 to 1.0 is doubt"},
        {0.05, 0.5, FORMATION_OPEN, true, "closed files, open ranks"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unit_form f = grid_form("regular", 4, 3, rows[i].lateral, rows[i].depth, NULL);
        if (f.formation != rows[i].formation || f.doubtful != rows[i].doubtful) fail_msg("%s: %s", rows[i].why, formation_name(f.formation));
        assert_int_equal(f.ranks, 3);
        assert_int_equal(f.frontage, 4);
        assert_near(f.gap_lateral_in, rows[i].lateral, 1e-9);
        assert_near(f.gap_depth_in, rows[i].depth, 1e-9);
    }
}

static void doubt_keeps_the_last_class(void **state) {
    (void)state;
    unit_form open = grid_form("regular", 4, 3, 0.5, 0.5, NULL), closed = grid_form("regular", 4, 3, 0, 0, NULL);
    assert_int_equal(grid_form("regular", 4, 3, 0.17, 0.17, &open).formation, FORMATION_OPEN);
    assert_int_equal(grid_form("regular", 4, 3, 0.24, 0.24, &closed).formation, FORMATION_CLOSED);
    assert_int_equal(grid_form("regular", 4, 3, 0.5, 0.5, &closed).formation, FORMATION_OPEN);
}

static void the_type_decides_where_spacing_cannot(void **state) {
    (void)state;
    assert_int_equal(grid_form("skirmish", 3, 2, 1.2, 1.2, NULL).formation, FORMATION_SKIRMISH);
    assert_false(grid_form("skirmish", 3, 2, 1.2, 1.2, NULL).doubtful);
    assert_true(grid_form("skirmish", 3, 2, 0.6, 0.6, NULL).doubtful);
    assert_int_equal(grid_form("skirmish", 3, 2, 1.2, 1.2, NULL).ranks, 0);
    assert_int_equal(grid_form("mob", 3, 3, 0.1, 0.1, NULL).formation, FORMATION_MOB);
    assert_int_equal(grid_form("mob", 3, 3, 0.1, 0.1, NULL).frontage, 0);
    assert_int_equal(grid_form("regular", 4, 3, 1.2, 1.2, NULL).formation, FORMATION_OPEN);
}

static void proportions(void **state) {
    (void)state;
    assert_int_equal(grid_form("regular", 6, 3, 0, 0, NULL).array, ARRAY_LINE);
    assert_int_equal(grid_form("regular", 3, 6, 0, 0, NULL).array, ARRAY_COLUMN);
    assert_int_equal(grid_form("regular", 5, 4, 0, 0, NULL).array, ARRAY_BLOCK);
    assert_int_equal(grid_form("skirmish", 5, 4, 1.5, 1.5, NULL).array, ARRAY_NONE);
}

static void an_incomplete_last_rank(void **state) {
    (void)state;
    game *g = table_game(U52("[20, 10, 90]"));
    pose p[ROOM];
    bool present[ROOM];
    int16_t rank[ROOM];
    start_poses(g, 0, p);
    for (int i = 0; i < ROOM; i++) present[i] = i != 7 && i != 9;
    shape_limits limits = shape_default_limits();
    unit_form f = formation_shape(g, 0, p, present, NULL, &limits, rank);
    assert_int_equal(f.figures, 8);
    assert_int_equal(f.ranks, 2);
    assert_int_equal(f.frontage, 5);
    assert_int_equal(rank[7], -1);
    assert_int_equal(rank[8], 1);
    game_destroy(g);
}

static void a_figure_out_of_its_rank_is_in_none(void **state) {
    (void)state;
    game *g = table_game(U52("[20, 10, 90]"));
    pose p[ROOM];
    int16_t rank[ROOM];
    start_poses(g, 0, p);
    p[2].at.y += 0.787 / 2;  // half a rank ahead of the front
    unit_form f = shape_of(g, 0, p, rank);
    assert_int_equal(rank[2], -1);
    assert_int_equal(rank[1], 0);
    assert_int_equal(f.frontage, 4);
    assert_int_equal(f.ranks, 2);
    game_destroy(g);
}

static void no_figure_present(void **state) {
    (void)state;
    game *g = table_game(U52("[20, 10, 90]"));
    pose p[ROOM] = {0};
    bool present[ROOM] = {false};
    shape_limits limits = shape_default_limits();
    unit_form f = formation_shape(g, 0, p, present, NULL, &limits, NULL);
    assert_int_equal(f.figures, 0);
    assert_int_equal(f.formation, FORMATION_UNKNOWN);
    game_destroy(g);
}

static void unseen_headings_keep_the_last_facing(void **state) {
    (void)state;
    game *g = table_game(U52("[20, 10, 90]"));
    pose p[ROOM];
    start_poses(g, 0, p);
    unit_form before = shape_of(g, 0, p, NULL);
    bool present[ROOM];
    for (int i = 0; i < ROOM; i++) present[i] = true;
    for (int i = 0; i < 10; i++) p[i].sigma_rad = HEADING_UNKNOWN;
    for (int i = 0; i < 10; i++) p[i].heading_rad = 0;
    shape_limits limits = shape_default_limits();
    unit_form f = formation_shape(g, 0, p, present, &before, &limits, NULL);
    assert_near(f.facing_rad, PI / 2, 1e-9);
    assert_int_equal(f.frontage, 5);
    assert_near(f.sigma_facing_rad, HEADING_UNKNOWN, 0);
    game_destroy(g);
}

// Whatever rigid motion carries a unit, with the noise of a 1080p camera, its shape stays the same and its front goes along.
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

// A figure that looks 40 degrees aside among three others says nothing of the unit's facing.
static void one_turned_half_aside_does_not_turn_a_small_unit(void **state) {
    (void)state;
    game *g = table_game(
        "{\"id\":\"U\",\"side\":\"red\",\"array\":{\"files\":2,\"ranks\":2,"
        "\"base\":{\"shape\":\"square\",\"width_mm\":20,\"depth_mm\":20},\"at\":[36,24,90]}}");
    pose p[ROOM];
    for (int k = 0; k < 4; k++) {
        start_poses(g, 0, p);
        p[k].heading_rad += 40 * RAD_PER_DEG;
        unit_form f = shape_of(g, 0, p, NULL);
        assert_true(fabs(angle_difference(f.facing_rad, PI / 2)) < RAD_PER_DEG);
    }
    game_destroy(g);
}

static void doubt_names_the_other_class(void **state) {
    (void)state;
    unit_form f = grid_form("regular", 4, 3, 0.17, 0.17, NULL);
    assert_int_equal(f.formation, FORMATION_CLOSED);
    assert_int_equal(f.second.formation, FORMATION_OPEN);
    assert_int_equal(f.second.ranks, 3);
    assert_true(f.odds > 1 && f.odds < 10);
    assert_true(grid_form("regular", 4, 3, 0.05, 0.05, NULL).odds == 0);
    assert_true(grid_form("regular", 4, 3, 0.5, 0.5, NULL).odds == 0);
}

// Gaps beyond those of open units are doubtful, but no reason to call a unit closed.
static void wide_gaps_are_never_closed(void **state) {
    (void)state;
    unit_form closed = grid_form("regular", 4, 3, 0, 0, NULL);
    assert_int_equal(grid_form("regular", 4, 3, 0.9, 0.9, &closed).formation, FORMATION_OPEN);
}

// Units as hands set them up. The shares that the figures of bench/formation_bench.c reach lie above these floors.
static void units_of_every_kind(void **state) {
    (void)state;
    static random_army army;
    unsigned long long seed = 77;
    int units = 0, whole = 0, partial = 0;
    for (int round = 0; round < 60; round++)
        for (int kind = 0; kind < STAND_KIND_COUNT; kind++) {
            random_unit u = random_unit_make((stand_kind)kind, NULL, &seed);
            pose seen[RANDOM_UNIT_ROOM];
            bool present[RANDOM_UNIT_ROOM], hidden[RANDOM_UNIT_ROOM];
            random_army_muster(&army, &u, 1, &u.formation);
            for (int i = 0; i < u.count; i++) seen[i] = random_unit_seen(u.at[i], 0.02, RAD_PER_DEG, &seed);
            random_unit_hide(&u, (hide_kind)(1 + round % (HIDE_KIND_COUNT - 1)), u.count * 3 / 10, hidden, &seed);
            for (int i = 0; i < u.count; i++) present[i] = !hidden[i];
            shape_limits limits = shape_default_limits();
            unit_form f = formation_shape_partly(&army.g, 0, &(shape_sight){.poses = seen}, NULL, &limits, NULL);
            whole += f.formation == u.formation && f.ranks == u.ranks && f.files == u.files && f.frontage == u.frontage;
            f = formation_shape_partly(&army.g, 0, &(shape_sight){.poses = seen, .present = present, .hidden = hidden}, &f, &limits, NULL);
            partial += f.formation == u.formation && f.ranks == u.ranks && f.files == u.files && f.frontage == u.frontage;
            units++;
        }
    if (whole < 0.99 * units || partial < 0.95 * units) fail_msg("of %d units %d right in full view, %d partly hidden", units, whole, partial);
}

static char *read_text(const char *path) {
    FILE *in = fopen(path, "rb");
    if (!in) return NULL;
    size_t capacity = 32u << 20, length;
    char *text = malloc(capacity);
    length = text ? fread(text, 1, capacity - 1, in) : 0;
    if (text) text[length] = 0;
    fclose(in);
    return text;
}

static int number_or_0(const cJSON *o, const char *key) {
    return cJSON_IsNumber(cJSON_GetObjectItem(o, key)) ? cJSON_GetObjectItem(o, key)->valueint : 0;
}

static void true_pose(const cJSON *figure, pose *out) {
    const cJSON *p = cJSON_GetObjectItem(figure, "pose");
    *out = table_pose(cJSON_GetArrayItem(p, 0)->valuedouble, cJSON_GetArrayItem(p, 1)->valuedouble, cJSON_GetArrayItem(p, 2)->valuedouble, 0, 0);
}

static void check_true_unit(const game *g, const cJSON *truth, const cJSON *unit, const char *name) {
    int u = game_find_unit(g, cJSON_GetObjectItem(unit, "id")->valuestring);
    pose p[ROOM];
    bool present[ROOM] = {false};
    const cJSON *figure;
    cJSON_ArrayForEach(figure, cJSON_GetObjectItem(truth, "figures")) {
        int i = game_find_figure(g, cJSON_GetObjectItem(figure, "id")->valuestring);
        if (i < 0 || g->figures[i].unit != u) continue;
        true_pose(figure, &p[i - g->units[u].first_figure]);
        present[i - g->units[u].first_figure] = true;
    }
    shape_limits limits = shape_default_limits();
    unit_form f = formation_shape(g, u, p, present, NULL, &limits, NULL);
    if (strcmp(formation_name(f.formation), cJSON_GetObjectItem(unit, "formation")->valuestring) != 0 || f.ranks != number_or_0(unit, "ranks") ||
        f.frontage != number_or_0(unit, "frontage"))
        fail_msg("%s %s: %s, %d x %d, gaps %.2f %.2f", name, g->units[u].id, formation_name(f.formation), f.frontage, f.ranks, f.gap_lateral_in,
                 f.gap_depth_in);
    double off = fabs(angle_difference(f.facing_rad, cJSON_GetObjectItem(unit, "facing")->valuedouble * RAD_PER_DEG)) * DEG_PER_RAD;
    // skirmishers and mobs look about
    if (off > (f.ranks ? 3 : 18)) fail_msg("%s %s: facing off by %.1f deg", name, g->units[u].id, off);
}

// The ray-traced tables with ground truth, where they are at hand.
static void photographed_tables(void **state) {
    (void)state;
    static const char *const names[] = {"c01_tags_square_soft", "c04_rims_soft", "c08_mixed_1080_soft", "s01_straight_legal", "s03_wheel_illegal"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[256];
        snprintf(path, sizeof path, "../shared/data/%s.truth.json", names[i]);
        char *text = read_text(path);
        if (!text) {
            print_message("%s is not here: skipped\n", path);
            skip();
        }
        cJSON *truth = cJSON_Parse(text);
        assert_non_null(truth);
        snprintf(path, sizeof path, "../shared/data/%s.game.json", names[i]);
        game *g = NULL;
        fault fault = {""};
        if (game_read(path, &g, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
        const cJSON *unit;
        cJSON_ArrayForEach(unit, cJSON_GetObjectItem(truth, "units")) check_true_unit(g, truth, unit, names[i]);
        game_destroy(g);
        cJSON_Delete(truth);
        free(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_standard_unit),
        cmocka_unit_test(classes_by_the_gaps),
        cmocka_unit_test(doubt_keeps_the_last_class),
        cmocka_unit_test(the_type_decides_where_spacing_cannot),
        cmocka_unit_test(proportions),
        cmocka_unit_test(an_incomplete_last_rank),
        cmocka_unit_test(a_figure_out_of_its_rank_is_in_none),
        cmocka_unit_test(no_figure_present),
        cmocka_unit_test(unseen_headings_keep_the_last_facing),
        cmocka_unit_test(without_any_heading_a_unit_stands_in_line),
        cmocka_unit_test(rigid_motions_leave_the_shape),
        cmocka_unit_test(rows_outweigh_unlike_headings),
        cmocka_unit_test(two_turned_aside_do_not_turn_the_unit),
        cmocka_unit_test(hidden_figures_leave_ranks_and_files),
        cmocka_unit_test(what_is_hidden_at_an_edge_is_told_with_its_runner_up),
        cmocka_unit_test(what_a_unit_stood_in_counts_while_it_goes_as_one_body),
        cmocka_unit_test(a_unit_that_has_shrunk_keeps_its_files),
        cmocka_unit_test(hidden_figures_determine_the_block),
        cmocka_unit_test(hidden_figures_may_stand_apart),
        cmocka_unit_test(wings_seen_better_than_the_rank_between_do_not_turn_the_unit),
        cmocka_unit_test(files_tell_order_from_scatter),
        cmocka_unit_test(figures_set_down_loosely_stand_in_their_ranks),
        cmocka_unit_test(a_short_last_rank_leaves_the_unit_closed),
        cmocka_unit_test(figures_turned_half_aside_leave_the_unit_closed),
        cmocka_unit_test(uneven_ranks_are_counted_one_by_one),
        cmocka_unit_test(one_turned_half_aside_does_not_turn_a_small_unit),
        cmocka_unit_test(doubt_names_the_other_class),
        cmocka_unit_test(wide_gaps_are_never_closed),
        cmocka_unit_test(units_of_every_kind),
        cmocka_unit_test(photographed_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
