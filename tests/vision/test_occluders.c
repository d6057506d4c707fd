// Hands and things are distinguished from table, figures and shadows: rendered tables of random light and ground, where the truth is known.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include "tests/vision/scene.h"
#include "vision/occluders.h"

static const char two_blocks[] =
    "{\"vedette\":1,\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":72,\"depth_in\":48,\"markers\":["
    "{\"family\":\"tag36h11\",\"id\":0,\"size_mm\":100,\"at_in\":[3.5,3.5]},{\"family\":\"tag36h11\",\"id\":1,\"size_mm\":100,\"at_in\":[68.5,3.5]}"
    "]},\"sides\":[{\"id\":\"red\"}],\"units\":["
    "{\"id\":\"R\",\"side\":\"red\",\"rim_colour\":\"#b02020\",\"mark_colour\":\"#f6f4ee\",\"array\":{\"files\":5,\"ranks\":4,"
    "\"base\":{\"shape\":\"square\",\"width_mm\":25,\"depth_mm\":25},\"at\":[40,16,80],\"gap_in\":0.01}},"
    "{\"id\":\"Q\",\"side\":\"red\",\"rim_colour\":\"#b02020\",\"mark_colour\":\"#f6f4ee\",\"array\":{\"files\":5,\"ranks\":2,"
    "\"base\":{\"shape\":\"square\",\"width_mm\":25,\"depth_mm\":25},\"at\":[12,36,10],\"gap_in\":0.01}}]}";

enum { FIGURES = 30, BLOCK = 20, GROUNDS = 4 };

typedef struct {
    test_table t;
    renderer *r;
    pose poses[FIGURES];
    occluder_figure figures[FIGURES];
    vision_changes changes;
    occluder_list found;
} stage;

// The table of that ground without hands or things, watched for three frames.
static void stage_make(stage *s, render_ground ground, uint32_t seed);

// Convex outline of the figure's base from height z0 to z1, where it may be narrower.
static int outline(const stage *s, int i, double z0, double z1, double share1, px2 *out) {
    const base *b = &s->t.game->figures[i].base;
    vec2 at[8], hull[9];
    for (int k = 0; k < 8; k++) {
        double share = k < 4 ? 1 : share1, forward = (k & 1 ? 0.5 : -0.5) * share * b->depth_in, left = (k & 2 ? 0.5 : -0.5) * share * b->width_in;
        vec2 p = vec2_add(s->poses[i].at, vec2_rotate((vec2){forward, left}, s->poses[i].heading_rad));
        px2 q = render_project(&s->t.scene.camera, (vec3){p.x, p.y, k < 4 ? z0 : z1});
        at[k] = (vec2){q.u, q.v};
    }
    int n = convex_hull(at, 8, hull);
    for (int k = 0; k < n; k++) out[k] = (px2){hull[k].x, hull[k].y};
    return n;
}

static void outline_figure(stage *s, int i, bool seen) {
    occluder_figure *f = &s->figures[i];
    f->count = outline(s, i, 0, 1.6, 0.8, f->outline);
    f->base_count = seen ? outline(s, i, 0, 0.12, 1, f->base) : 0;
}

static void look(stage *s) {
    s->t.frame.t_s += 0.1;
    render_gray(s->t.bgr, s->t.frame.width, s->t.frame.height, s->t.gray);
    assert_int_equal(vision_watch(s->t.vision, &s->t.frame, &s->changes), STATUS_OK);
    assert_int_equal(vision_find_occluders(s->t.vision, &s->t.frame, &s->changes, &s->t.view, s->figures, FIGURES, &s->found), STATUS_OK);
}

static void draw(stage *s) {
    fault fault = {""};
    s->t.scene.sequence++;
    if (renderer_frame(s->r, &s->t.scene, s->t.bgr, s->t.frame.bgr_stride, &fault) != STATUS_OK) fail_msg("%s", fault.text);
}

static void draw_and_look(stage *s) {
    draw(s);
    look(s);
}

static void stage_make(stage *s, render_ground ground, uint32_t seed) {
    fault fault = {""};
    memset(s, 0, sizeof *s);
    table_make(&s->t, two_blocks);
    s->t.scene.ground = ground;
    s->t.scene.seed = seed;
    s->t.scene.poses = s->poses;
    if (renderer_create(&s->t.scene, &s->r, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    for (int i = 0; i < FIGURES; i++) {
        s->poses[i] = s->t.game->figures[i].start;
        outline_figure(s, i, true);
    }
    for (int i = 0; i < 3; i++) {
        draw_and_look(s);
        assert_int_equal(s->found.count, 0);
    }
}

static void stage_free(stage *s) {
    renderer_destroy(s->r);
    table_free(&s->t);
}

// How much of each figure's base the renderer has under the hands.
static void true_cover(stage *s, double *share) {
    fault fault = {""};
    double with[FIGURES], without[FIGURES];
    int hands = s->t.scene.hand_count;
    assert_int_equal(renderer_visible(s->r, &s->t.scene, with, &fault), STATUS_OK);
    s->t.scene.hand_count = 0;
    assert_int_equal(renderer_visible(s->r, &s->t.scene, without, &fault), STATUS_OK);
    s->t.scene.hand_count = hands;
    for (int i = 0; i < FIGURES; i++) share[i] = without[i] > 0.2 ? 1 - with[i] / without[i] : NAN;
}

static double found_cover(const stage *s, int i) {
    const base *b = &s->t.game->figures[i].base;
    int hit = 0;
    for (int k = 0; k < 25; k++) {
        vec2 off = {(k % 5 - 2) * 0.2 * b->depth_in, (k / 5 - 2) * 0.2 * b->width_in},
             p = vec2_add(s->poses[i].at, vec2_rotate(off, s->poses[i].heading_rad));
        hit += occluder_at(&s->found, render_project(&s->t.scene.camera, (vec3){p.x, p.y, 0.12})) >= 0;
    }
    return hit / 25.0;
}

static int count_kind(const stage *s, occluder_kind k) {
    int n = 0;
    for (int i = 0; i < s->found.count; i++) n += s->found.at[i].kind == k;
    return n;
}

static double random_in(uint32_t *state, double low, double high) {
    *state = *state * 1664525u + 1013904223u;
    return low + (high - low) * (*state >> 8) / 16777216.0;
}

// A hand over the block, from anywhere below: the area that it covers is reported to a fifth, on every ground, and its fingertips are in their true
// places.
static void what_a_hand_covers_is_told(void **state) {
    (void)state;
    double sum = 0;
    int n = 0;
    uint32_t random = 7;
    for (int g = 0; g < GROUNDS; g++) {
        stage s;
        stage_make(&s, (render_ground)g, 5 + (uint32_t)g);
        for (int k = 0; k < 3; k++) {
            render_hand hand = {.from = {random_in(&random, 30, 50), -8}, .at = {40 + random_in(&random, -1, 1), 14 + 2.0 * k}, .z_in = 1};
            double truth[FIGURES];
            s.t.scene.hands = &hand, s.t.scene.hand_count = 1;
            true_cover(&s, truth);
            for (int i = 0; i < FIGURES; i++) outline_figure(&s, i, truth[i] <= 0.25);
            draw_and_look(&s);
            assert_int_equal(s.found.count, 1);
            assert_int_equal(s.found.at[0].kind, OCCLUDER_HAND);
            assert_true(s.found.at[0].moves);
            px2 tip = render_project(&s.t.scene.camera, (vec3){hand.at.x, hand.at.y, 1});
            double nearest = INFINITY;
            for (int i = 0; i < s.found.at[0].count; i++) {
                px2 o = s.found.at[0].outline[i];
                nearest = fmin(nearest, hypot(o.u - tip.u, o.v - tip.v));
            }
            assert_true(nearest < 20);  // three quarters of an inch: between the two middle fingers
            for (int i = 0; i < FIGURES; i++) {
                if (isnan(truth[i]) || s.figures[i].base_count) continue;
                double off = found_cover(&s, i) - truth[i];
                if (fabs(off) > 0.5) fail_msg("ground %d, hand %d, figure %d: %.2f covered, taken for %.2f", g, k, i, truth[i], truth[i] + off);
                sum += off * off, n++;
            }
        }
        stage_free(&s);
    }
    assert_true(n > 60);
    if (sqrt(sum / n) > 0.2) fail_msg("rms %.3f over %d figures", sqrt(sum / n), n);
}

// The block stands elsewhere and was found there: neither it, nor its shadow, nor the ground that it left is foreign.
static void a_unit_that_moved_is_not_foreign(void **state) {
    (void)state;
    for (int g = 0; g < GROUNDS; g++) {
        stage s;
        stage_make(&s, (render_ground)g, 11);
        for (int step = 1; step < 5; step++) {
            for (int i = 0; i < BLOCK; i++) {
                s.poses[i].at = vec2_add(s.t.game->figures[i].start.at, vec2_scale((vec2){0.3, 0.9}, step));
                outline_figure(&s, i, true);
            }
            draw_and_look(&s);
            if (s.found.count) fail_msg("ground %d, step %d: a %s", g, step, occluder_kind_name(s.found.at[0].kind));
        }
        stage_free(&s);
    }
}

// A person's shadow, its edge half an inch wide or more, takes up to 60 % of the light, more of the red than of the blue.
static void a_shadow_is_not_foreign(void **state) {
    (void)state;
    for (int g = 0; g < GROUNDS; g++) {
        stage s;
        stage_make(&s, (render_ground)g, 17);
        for (int k = 0; k < 3; k++) {
            double soft = k == 0 ? 12 : 40, left = k == 2 ? 0.4 : 0.6;
            draw(&s);
            for (int v = 0; v < s.t.frame.height; v++)
                for (int u = 0; u < s.t.frame.width; u++) {
                    double edge = hypot(u - 900.0, v - 500.0) - 250, in = fmin(1, fmax(0, 0.5 - edge / soft));
                    uint8_t *p = s.t.bgr + 3 * ((size_t)v * (size_t)s.t.frame.width + (size_t)u);
                    for (int c = 0; c < 3; c++) p[c] = (uint8_t)(p[c] * (1 - in * (1 - left * (1.04 - 0.04 * c))));
                }
            look(&s);
            assert_true(s.changes.changed_count > 100);  // it is a change
            if (s.found.count) fail_msg("ground %d, shadow %d: a %s", g, k, occluder_kind_name(s.found.at[0].kind));
        }
        stage_free(&s);
    }
}

// So many gray levels less than before for every pixel, bright and dark alike: what a haze or a lamp's glare added. The marker, white on black, tells
// that from a lamp that is turned down.
static void light_that_is_taken_away_evenly_is_not_foreign(void **state) {
    (void)state;
    for (int g = 0; g < GROUNDS; g++) {
        stage s;
        stage_make(&s, (render_ground)g, 41);
        for (int i = 1; i <= 50; i++) {
            draw(&s);
            for (size_t k = 0; k < (size_t)s.t.frame.height * s.t.frame.bgr_stride; k++) s.t.bgr[k] = (uint8_t)(s.t.bgr[k] > i ? s.t.bgr[k] - i : 0);
            look(&s);
            if (s.found.count) fail_msg("ground %d, %d levels less: a %s", g, i, occluder_kind_name(s.found.at[0].kind));
            if (i % 5 == 0) vision_settle(s.t.vision, &s.t.frame, NULL);
        }
        stage_free(&s);
    }
}

// What lies on the table is named, stays when the picture settles with it, and goes when it is taken away.
static void things_stay_until_they_are_taken_away(void **state) {
    (void)state;
    for (int g = 0; g < GROUNDS; g++) {
        stage s;
        stage_make(&s, (render_ground)g, 23);
        render_scatter things[3] = {{SCATTER_DIE, {.at = {20, 20}, .heading_rad = 0.3}, 0.63, 0xe02020, 0},
                                    {SCATTER_RULER, {.at = {25, 8}, .heading_rad = 0.5}, 12, 0x2050c0, 0},
                                    {SCATTER_TOKEN, {.at = {58, 36}}, 3, 0x303060, 0x602020}};
        s.t.scene.scatter = things, s.t.scene.scatter_count = 3;
        for (int i = 0; i < 6; i++) {
            s.t.frame.t_s += 1;  // what was thrown there may be a hand for a moment
            draw_and_look(&s);
        }
        for (int round = 0; round < 2; round++) {
            assert_int_equal(s.found.count, 3);
            assert_int_equal(count_kind(&s, OCCLUDER_DIE), 1);
            assert_int_equal(count_kind(&s, OCCLUDER_RULER), 1);
            assert_int_equal(count_kind(&s, OCCLUDER_CUP), 1);
            for (int i = 0; i < 3; i++) assert_false(s.found.at[i].moves);
            vision_settle(s.t.vision, &s.t.frame, NULL);
            draw_and_look(&s);
            assert_int_equal(s.changes.changed_count, 0);
        }
        s.t.scene.scatter_count = 2;  // the cup goes
        draw_and_look(&s);
        assert_int_equal(s.found.count, 2);
        assert_int_equal(count_kind(&s, OCCLUDER_CUP), 0);
        vision_settle(s.t.vision, &s.t.frame, NULL);
        draw_and_look(&s);
        assert_int_equal(s.found.count, 2);
        stage_free(&s);
    }
}

// A hand that was in the first picture leaves: the ground that it uncovers is no thing.
static void ground_that_a_hand_uncovers_is_not_foreign(void **state) {
    (void)state;
    for (int g = 0; g < GROUNDS; g++) {
        stage s;
        stage_make(&s, (render_ground)g, 31);
        render_hand hand = {.from = {60, -8}, .at = {58, 20}, .z_in = 1};
        s.t.scene.hands = &hand, s.t.scene.hand_count = 1;
        vision_forget_occluders(s.t.vision);
        draw_and_look(&s);
        vision_settle(s.t.vision, &s.t.frame, NULL);
        s.t.scene.hand_count = 0;
        draw_and_look(&s);
        assert_true(s.changes.changed_count > 50);
        for (int i = 0; i < 72 * 48; i++) {
            int r = occluder_at(&s.found, render_project(&s.t.scene.camera, (vec3){0.5 + i % 72, 0.5 + i / 72, 0}));
            if (r >= 0) fail_msg("ground %d: a %s on the table", g, occluder_kind_name(s.found.at[r].kind));
        }
        stage_free(&s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_hand_covers_is_told),
        cmocka_unit_test(a_unit_that_moved_is_not_foreign),
        cmocka_unit_test(a_shadow_is_not_foreign),
        cmocka_unit_test(light_that_is_taken_away_evenly_is_not_foreign),
        cmocka_unit_test(things_stay_until_they_are_taken_away),
        cmocka_unit_test(ground_that_a_hand_uncovers_is_not_foreign),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
