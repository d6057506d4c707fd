// How a unit stands: classes, ranks and fronts worked by hand, units as hands set them up, and the ray-traced tables where they are at hand.
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
#include "shapes.h"

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

// Round bases of 1" with open gaps, in ranks and files that face along +x. Those from `told` on have fronts, `aside` off the unit's facing.
static unit_form round_form(int files, int ranks, int told, const double *aside_rad) {
    char unit[512];
    snprintf(unit, sizeof unit,
             "{\"id\":\"U\",\"side\":\"red\",\"array\":{\"files\":%d,\"ranks\":%d,\"gap_in\":0.5,"
             "\"base\":{\"shape\":\"round\",\"diameter_mm\":25.4},\"at\":[36,24,0]}}",
             files, ranks);
    game *g = table_game(unit);
    pose p[ROOM];
    for (int i = 0; i < files * ranks; i++) {
        p[i] = table_pose(30 - (i / files) * 1.5, 30 - (i % files) * 1.5, 0, 0.005, 0.7);
        double aside = i < told ? HEADING_UNKNOWN : aside_rad[i - told];
        if (aside == HEADING_UNKNOWN)
            p[i].heading_rad = 0, p[i].sigma_rad = HEADING_UNKNOWN;
        else
            p[i].heading_rad = aside;
    }
    unit_form f = shape_of(g, 0, p, NULL);
    game_destroy(g);
    return f;
}

// Hands turn round bases as it happens: they have no edges. Few such headings say little beside ranks and files that are well dressed.
static void round_bases_face_as_their_ranks_do(void **state) {
    (void)state;
    static const double rear[] = {-7.8 * RAD_PER_DEG, -6 * RAD_PER_DEG, -7.5 * RAD_PER_DEG}, last[] = {-4.5 * RAD_PER_DEG};
    unit_form f = round_form(8, 4, 29, rear);  // no figure of the front rank has a front
    assert_near(f.facing_rad, 0, 0.5 * RAD_PER_DEG);
    assert_int_equal(f.ranks, 4);
    assert_int_equal(f.frontage, 8);
    f = round_form(8, 1, 7, last);  // by the one heading the other end of the rank is 0.8" ahead: no wing that went about a flank
    assert_near(f.facing_rad, 0, 1.5 * RAD_PER_DEG);
    assert_int_equal(f.ranks, 1);
    assert_int_equal(f.frontage, 8);
}

// A front rank of which no heading is seen, set back a little from where the others' few headings have it, is a rank: no wings about a flank.
static void a_front_rank_without_headings_is_no_wings(void **state) {
    (void)state;
    static const double rear[] = {HEADING_UNKNOWN, HEADING_UNKNOWN, 2 * RAD_PER_DEG,  HEADING_UNKNOWN,
                                  7 * RAD_PER_DEG, HEADING_UNKNOWN, -4 * RAD_PER_DEG, 3 * RAD_PER_DEG};
    unit_form f = round_form(4, 3, 4, rear);
    assert_int_equal(f.ranks, 3);
    assert_int_equal(f.frontage, 4);
    assert_near(f.facing_rad, 0, 0.5 * RAD_PER_DEG);
}

// All headings of a tidy block read 4 degrees off, each with an error of 2.2: its bases look alike, so that errs alike. Its lines tell; but not where
// the headings are sharp, as of a block that stands askew.
static void headings_may_err_alike(void **state) {
    (void)state;
    static const double sigma_deg[] = {2.2, 0.5}, facing_deg[] = {0, 4};
    game *g = table_game(U52("[36, 24, 0]"));
    for (int k = 0; k < 2; k++) {
        pose p[ROOM];
        start_poses(g, 0, p);
        for (int i = 0; i < 10; i++) p[i].heading_rad = (4 + (i % 3 - 1) * 0.5) * RAD_PER_DEG, p[i].sigma_rad = sigma_deg[k] * RAD_PER_DEG;
        assert_near(shape_of(g, 0, p, NULL).facing_rad, facing_deg[k] * RAD_PER_DEG, 0.5 * RAD_PER_DEG);
    }
    game_destroy(g);
}

// Two abreast, 2" apart, that look 10 and 2 degrees aside: their headings' scatter, with that of hands, is (2 * 4^2 + 2 * 2^2) / 3, of their
// mean 6.67 degrees squared. Their line is as good as hands dress it, 0.03" over 2 * 1": 1.48 degrees squared. So the unit faces 6 * 1.48 / (1.48
// + 6.67) = 1.1.
static void two_abreast_face_as_their_line_does(void **state) {
    (void)state;
    game *g = table_game(
        "{\"id\":\"U\",\"side\":\"red\",\"array\":{\"files\":2,\"ranks\":1,"
        "\"base\":{\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4},\"at\":[36,24,0]}}");
    pose p[ROOM] = {table_pose(30, 31, 10, 0.01, 1), table_pose(30, 29, 2, 0.01, 1)};
    unit_form f = shape_of(g, 0, p, NULL);
    assert_near(f.facing_rad, 1.1 * RAD_PER_DEG, 0.3 * RAD_PER_DEG);
    assert_int_equal(f.ranks, 1);
    assert_int_equal(f.frontage, 2);
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
        cmocka_unit_test(one_turned_half_aside_does_not_turn_a_small_unit),
        cmocka_unit_test(round_bases_face_as_their_ranks_do),
        cmocka_unit_test(a_front_rank_without_headings_is_no_wings),
        cmocka_unit_test(headings_may_err_alike),
        cmocka_unit_test(two_abreast_face_as_their_line_does),
        cmocka_unit_test(doubt_names_the_other_class),
        cmocka_unit_test(wide_gaps_are_never_closed),
        cmocka_unit_test(units_of_every_kind),
        cmocka_unit_test(photographed_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
