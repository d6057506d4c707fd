// Painted bases are followed to where they were drawn: closed blocks, open order, mobs and cavalry, under standing figures, in less light, beside a
// hand; and nothing is told where none stands.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include "tests/vision/scene.h"

#define HEAD                                                                                                                  \
    "{\"vedette\":1,\"title\":\"t\",\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":72,\"depth_in\":48,\"markers\":[" \
    "{\"family\":\"tag36h11\",\"id\":0,\"size_mm\":80,\"at_in\":[3,3],\"heading\":90},"                                       \
    "{\"family\":\"tag36h11\",\"id\":1,\"size_mm\":80,\"at_in\":[69,3],\"heading\":90},"                                      \
    "{\"family\":\"tag36h11\",\"id\":2,\"size_mm\":80,\"at_in\":[69,45],\"heading\":90},"                                     \
    "{\"family\":\"tag36h11\",\"id\":3,\"size_mm\":80,\"at_in\":[3,45],\"heading\":90}]},"                                    \
    "\"sides\":[{\"id\":\"red\",\"name\":\"Red\"},{\"id\":\"blue\",\"name\":\"Blue\"}],"                                      \
    "\"terrain\":[{\"id\":\"wood\",\"kind\":\"light-woods\",\"polygon_in\":[[58,20],[66,20],[66,28],[58,28]]},"               \
    "{\"id\":\"hill\",\"kind\":\"hill\",\"polygon_in\":[[40,20],[52,20],[52,28],[40,28]],\"elevation_in\":1}]"
#define BASE(shape) "\"base\":{" shape ",\"height_mm\":3.5,\"top_inset_mm\":0.6}"
#define SQUARE BASE("\"shape\":\"square\",\"width_mm\":25,\"depth_mm\":25")
#define HORSE BASE("\"shape\":\"rect\",\"width_mm\":25,\"depth_mm\":50")
#define ROUND BASE("\"shape\":\"round\",\"diameter_mm\":32")
#define RED "\"rim_colour\":\"#b02020\",\"mark_colour\":\"#f6f4ee\""
#define BLUE "\"rim_colour\":\"#2040b0\",\"mark_colour\":\"#f6f4ee\""
#define BLOCK(id, side, paint, files, ranks, base, at, gap)                                                                                        \
    "{\"id\":\"" id "\",\"side\":\"" side "\"," paint ",\"array\":{\"files\":" files ",\"ranks\":" ranks "," base ",\"at\":" at ",\"gap_in\":" gap \
    "}}"
#define LOOSE(id, at) "{\"id\":\"" id "\"," ROUND ",\"start\":" at "}"

// A closed block, cavalry, an open line on a hill, skirmishers.
static const char battle[] = HEAD ",\"units\":["
    BLOCK("R1", "red", RED, "5", "4", SQUARE, "[15,14,87]", "0.01") ","
    BLOCK("R2", "red", RED, "4", "2", HORSE, "[60,12,100]", "0.01") ","
    BLOCK("B1", "blue", BLUE, "6", "3", SQUARE, "[20,36,-91]", "0.01") ","
    BLOCK("B2", "blue", BLUE, "4", "1", SQUARE, "[46,24,-80]", "0.5") ","
    "{\"id\":\"B3\",\"side\":\"blue\",\"type\":\"skirmish\"," BLUE ",\"figures\":["
    LOOSE("B3-1", "[50,36,-90]") "," LOOSE("B3-2", "[53,37,-60]") "," LOOSE("B3-3", "[56,35.5,-120]") "," LOOSE("B3-4", "[52.5,33,175]") "]}]}";

#define FOUND_MAX 128

typedef struct {
    base_sighting at[FOUND_MAX];
    base_list list;
} findings;

static void follow(test_table *t, findings *f, const expected_base *expected, int expected_count) {
    f->list = (base_list){f->at, 0, FOUND_MAX};
    assert_int_equal(vision_follow_paint(t->vision, &t->frame, &t->view, t->kinds, t->kind_count, expected, expected_count, &f->list), STATUS_OK);
}

// From near where they stand.
static void follow_all(test_table *t, findings *f) {
    expected_base expected[FOUND_MAX];
    follow(t, f, expected, table_expect(t, 7, expected));
}

typedef struct {
    int found, is_unregistered;  // figures with a sighting of their own; sightings of no figure
    int turned;                  // sightings whose heading is stated and more than 10 degrees off
    double rms_mm, rms_deg, rms_sigmas;
} tally;

// Sightings within 5 mm of a figure of that kind are its own.
static tally compare(const test_table *t, const findings *f) {
    tally r = {0, 0, 0, 0, 0, 0};
    double mm2 = 0, deg2 = 0, sigmas2 = 0;
    int headings = 0;
    bool used[FOUND_MAX] = {false};
    for (int i = 0; i < t->game->figure_count; i++) {
        pose p;
        if (!render_figure_pose(&t->scene, i, &p)) continue;
        for (int k = 0; k < f->list.count; k++) {
            const base_sighting *b = &f->at[k];
            double mm = vec2_distance(b->pose.at, p.at) / IN_PER_MM;
            if (used[k] || mm > 5 || b->base.shape != t->game->figures[i].base.shape || b->base.depth_in != t->game->figures[i].base.depth_in)
                continue;
            used[k] = true;
            r.found++;
            mm2 += mm * mm;
            sigmas2 += mm * IN_PER_MM * mm * IN_PER_MM / (2 * b->pose.sigma_in * b->pose.sigma_in);
            if (!pose_has_heading(b->pose)) break;
            double deg = angle_difference(b->pose.heading_rad, p.heading_rad) * DEG_PER_RAD;
            if (fabs(deg) > 10)
                r.turned++;
            else
                deg2 += deg * deg, headings++;
            break;
        }
    }
    for (int k = 0; k < f->list.count; k++) r.is_unregistered += !used[k];
    r.rms_mm = sqrt(mm2 / fmax(r.found, 1)), r.rms_deg = sqrt(deg2 / fmax(headings, 1)), r.rms_sigmas = sqrt(sigmas2 / fmax(r.found, 1));
    return r;
}

static void expect_all(const test_table *t, const findings *f, const char *why) {
    tally r = compare(t, f);
    if (r.found != t->game->figure_count || r.is_unregistered || r.turned || r.rms_mm > 0.8 || r.rms_deg > 2)
        fail_msg("%s: %d of %d found, %d strange, %d turned, %.2f mm, %.2f deg", why, r.found, t->game->figure_count, r.is_unregistered, r.turned,
                 r.rms_mm, r.rms_deg);
    // Errors are about as large as stated: neither boasting nor, where there are enough to tell, hiding.
    if (r.rms_sigmas > 2.5 || (r.found > 20 && r.rms_sigmas < 0.2)) fail_msg("%s: errors of %.2f sigma", why, r.rms_sigmas);
}

static void every_base_is_followed(void **state) {
    (void)state;
    test_table t;
    findings f;
    table_make(&t, battle);
    table_draw(&t);
    follow_all(&t, &f);
    expect_all(&t, &f, "daylight");
    for (int i = 1; i < f.list.count; i++)
        assert_true(f.at[i - 1].base.shape != f.at[i].base.shape || f.at[i - 1].pose.at.y <= f.at[i].pose.at.y ||
                    f.at[i - 1].rim_rgb != f.at[i].rim_rgb || f.at[i - 1].base.depth_in != f.at[i].base.depth_in);
    t.scene.light = 0.72;
    t.scene.gradient = (vec2){0.15, -0.1};
    t.scene.noise = 3;
    table_draw(&t);
    follow_all(&t, &f);
    expect_all(&t, &f, "evening");
    table_free(&t);
}

// A hill lifts a base by an inch: at the table's edge that would be half an inch of parallax.
static void heights_are_taken_out(void **state) {
    (void)state;
    test_table t;
    findings f;
    table_make(&t, HEAD ",\"units\":[" BLOCK("B2", "blue", BLUE, "3", "1", SQUARE, "[48,26,-80]", "0.5") "]}");
    table_draw(&t);
    follow_all(&t, &f);
    expect_all(&t, &f, "hill");
    for (int i = 0; i < f.list.count; i++) {
        px2 top = render_project(&t.scene.camera, (vec3){f.at[i].pose.at.x, f.at[i].pose.at.y, 1 + 3.5 * IN_PER_MM});
        assert_true(hypot(top.u - f.at[i].px.u, top.v - f.at[i].px.v) < 0.01);
    }
    table_free(&t);
}

static void nothing_stands_where_bases_were(void **state) {
    (void)state;
    test_table t;
    findings f;
    table_make(&t, battle);
    bool *present = calloc((size_t)t.game->figure_count, sizeof *present);
    assert_non_null(present);
    t.scene.present = present;
    table_draw(&t);
    expected_base expected[FOUND_MAX];
    for (int i = 0; i < t.game->figure_count; i++) expected[i] = (expected_base){t.kind_of[i], t.game->figures[i].start};
    follow(&t, &f, expected, t.game->figure_count);
    assert_int_equal(f.list.count, 0);
    free(present);
    table_free(&t);
}

// The block was pushed 2 mm since it was seen last.
static void a_pushed_block_is_followed(void **state) {
    (void)state;
    test_table t;
    findings f;
    pose poses[FOUND_MAX];
    expected_base expected[FOUND_MAX];
    table_make(&t, HEAD ",\"units\":[" BLOCK("R1", "red", RED, "5", "4", SQUARE, "[15,14,87]", "0.01") "]}");
    for (int i = 0; i < t.game->figure_count; i++) {
        poses[i] = t.game->figures[i].start;
        expected[i] = (expected_base){t.kind_of[i], poses[i]};
        poses[i].at = vec2_add(poses[i].at, vec2_scale(heading_forward(poses[i].heading_rad), 2 * IN_PER_MM));
    }
    t.scene.poses = poses;
    table_draw(&t);
    follow(&t, &f, expected, t.game->figure_count);
    expect_all(&t, &f, "pushed");
    table_free(&t);
}

// Bases are followed in the light of a moment ago while the ground looks the same. In other light they are followed as if nothing had been seen yet.
static void light_that_changed_is_learned_anew(void **state) {
    (void)state;
    test_table t;
    findings before, f, fresh;
    table_make(&t, HEAD ",\"units\":[" BLOCK("R1", "red", RED, "5", "4", SQUARE, "[15,14,87]", "0.01") "]}");
    t.frame.t_s = 10;
    follow_all(&t, &before);
    t.scene.light = 0.6;
    table_draw(&t);
    t.frame.t_s = 10.1;
    follow_all(&t, &f);
    expect_all(&t, &f, "in other light");
    vision *used = t.vision;
    vision_options o = vision_default_options();
    fault fault;
    assert_int_equal(vision_create(&o, &t.vision, &fault), STATUS_OK);
    follow_all(&t, &fresh);
    assert_int_equal(f.list.count, fresh.list.count);
    for (int i = 0; i < f.list.count; i++) {
        assert_true(f.at[i].pose.at.x == fresh.at[i].pose.at.x && f.at[i].pose.at.y == fresh.at[i].pose.at.y);
        assert_true(f.at[i].pose.heading_rad == fresh.at[i].pose.heading_rad && f.at[i].score == fresh.at[i].score);
    }
    vision_destroy(used);
    table_free(&t);
}

// A hand over the block hides some; what is still reported stands where a base stands.
static void a_hand_hides_but_invents_nothing(void **state) {
    (void)state;
    test_table t;
    findings f;
    table_make(&t, battle);
    render_hand hand = {.from = {14, -6}, .at = {15.5, 12.5}, .z_in = 1.5};
    t.scene.hands = &hand;
    t.scene.hand_count = 1;
    table_draw(&t);
    follow_all(&t, &f);
    tally r = compare(&t, &f);
    assert_int_equal(r.is_unregistered, 0);
    assert_int_equal(r.turned, 0);
    assert_true(r.found < t.game->figure_count && r.found >= t.game->figure_count - 20);
    assert_true(r.rms_mm < 0.8);
    table_free(&t);
}

static void never_more_than_the_game_has(void **state) {
    (void)state;
    test_table t;
    findings f;
    table_make(&t, HEAD ",\"units\":[" BLOCK("R1", "red", RED, "4", "2", SQUARE, "[15,14,87]", "0.01") "]}");
    table_draw(&t);
    t.kinds[0].count = 3;
    follow_all(&t, &f);
    assert_int_equal(f.list.count, 3);
    t.kinds[0].count = 0;
    follow_all(&t, &f);
    assert_int_equal(f.list.count, 0);
    t.kinds[0].count = 8;
    f.list = (base_list){f.at, 0, 2};
    expected_base expected[FOUND_MAX];
    int n = table_expect(&t, 7, expected);
    assert_int_equal(vision_follow_paint(t.vision, &t.frame, &t.view, t.kinds, 1, expected, n, &f.list), STATUS_FULL);
    assert_int_equal(f.list.count, 2);
    table_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_base_is_followed),          cmocka_unit_test(heights_are_taken_out),
        cmocka_unit_test(nothing_stands_where_bases_were), cmocka_unit_test(light_that_changed_is_learned_anew),
        cmocka_unit_test(a_pushed_block_is_followed),      cmocka_unit_test(a_hand_hides_but_invents_nothing),
        cmocka_unit_test(never_more_than_the_game_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
