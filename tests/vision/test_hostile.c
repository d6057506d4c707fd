// Pictures, views and kinds that make no sense are refused or find nothing; nothing crashes or hangs.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include "vision/bases/bases.h"
#include "vision/follow.h"
#include "vision/rim_codes.h"
#include "vision/vision.h"

static const base_kind square = {{BASE_SQUARE, 1, 1, 0.14, 0.02}, 0, 0xb02020, 0xf6f4ee, 20};

static px2 plain_px(const void *c, vec3 at) { return (void)c, (px2){10 * at.x, 480 - 10 * at.y}; }
static vec2 plain_table(const void *c, px2 at, double z) { return (void)c, (void)z, (vec2){at.u / 10, (480 - at.v) / 10}; }
static px2 nan_px(const void *c, vec3 at) { return (void)c, (void)at, (px2){NAN, NAN}; }
static vec2 nan_table(const void *c, px2 at, double z) { return (void)c, (void)at, (void)z, (vec2){NAN, NAN}; }
static px2 far_px(const void *c, vec3 at) { return (void)c, (px2){1e300 * at.x, -1e300 * at.y}; }
static vec2 same_table(const void *c, px2 at, double z) { return (void)c, (void)at, (void)z, (vec2){30, 20}; }
static px2 same_px(const void *c, vec3 at) { return (void)c, (void)at, (px2){100, 100}; }
static px2 huge_px(const void *c, vec3 at) { return (void)c, (px2){3000 * at.x - 90000, 3000 * at.y - 60000}; }
static double nan_ground(const void *c, vec2 at) { return (void)c, (void)at, (double)NAN; }

static vision *any_vision(void) {
    vision_options o = vision_default_options();
    strcpy(o.families[1], "aruco4x4_100");
    vision *v;
    assert_int_equal(vision_create(&o, &v, NULL), STATUS_OK);
    return v;
}

// By their paint, from one expected in the middle.
static status bases(vision *v, const frame *f, const vision_view *view, const base_kind *kinds, int count, base_list *out) {
    return vision_follow_paint(v, f, view, kinds, count, &(expected_base){.pose = {{30, 20}, 0, 0, 0}}, 1, out);
}

static void tiny_pictures(void **state) {
    (void)state;
    uint8_t one[3] = {200, 30, 40};
    vision *v = any_vision();
    for (int size = 1; size <= 40; size++) {
        uint8_t *bgr = calloc((size_t)size * (size_t)size, 3), *gray = calloc((size_t)size, (size_t)size);
        assert_true(bgr && gray);
        memcpy(bgr, one, sizeof one);
        frame f = {.width = size, .height = size, .gray = gray, .gray_stride = (size_t)size, .bgr = bgr, .bgr_stride = 3 * (size_t)size};
        vision_view view = {NULL, plain_px, plain_table, NULL, 72, 48};
        tag_sighting tags[4];
        base_sighting found[4];
        tag_list t = {tags, 0, 4};
        base_list b = {found, 0, 4};
        vision_changes w;
        assert_int_equal(vision_find_tags(v, &f, NULL, &t), STATUS_OK);
        assert_int_equal(bases(v, &f, &view, &square, 1, &b), STATUS_OK);
        assert_int_equal(vision_watch(v, &f, &w), STATUS_OK);
        vision_settle(v, &f, NULL);
        assert_int_equal(t.count + b.count + w.changed_count, 0);
        free(bgr);
        free(gray);
    }
    vision_destroy(v);
}

static void pictures_that_are_none(void **state) {
    (void)state;
    uint8_t pixels[64] = {0};
    frame wrong[] = {{.width = 4, .height = 4},
                     {.width = 0, .height = 4, .gray = pixels, .gray_stride = 4, .bgr = pixels, .bgr_stride = 12},
                     {.width = -4, .height = 4, .gray = pixels, .gray_stride = 4, .bgr = pixels, .bgr_stride = 12},
                     {.width = 4, .height = 2000000000, .gray = pixels, .gray_stride = 4, .bgr = pixels, .bgr_stride = 12},
                     {.width = 4, .height = 4, .gray = pixels, .gray_stride = 3, .bgr = pixels, .bgr_stride = 11}};
    vision *v = any_vision();
    vision_view view = {NULL, plain_px, plain_table, NULL, 72, 48};
    tag_list t = {NULL, 7, 0};
    base_list b = {NULL, 7, 0};
    vision_changes w;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(vision_find_tags(v, &wrong[i], NULL, &t), STATUS_INVALID);
        assert_int_equal(bases(v, &wrong[i], &view, &square, 1, &b), STATUS_INVALID);
        assert_int_equal(vision_watch(v, &wrong[i], &w), STATUS_INVALID);
        vision_settle(v, &wrong[i], NULL);
        assert_int_equal(t.count + b.count, 0);
    }
    frame gray_only = {.width = 8, .height = 8, .gray = pixels, .gray_stride = 8};
    assert_int_equal(bases(v, &gray_only, &view, &square, 1, &b), STATUS_INVALID);
    vision_destroy(v);
}

enum { WIDTH = 720, HEIGHT = 480 };

// Random rims, marks and ground: as much as possible to try.
static uint8_t *confetti(void) {
    static const uint8_t colours[4][3] = {{90, 85, 228}, {248, 250, 250}, {38, 90, 85}, {238, 128, 120}};
    uint8_t *bgr = malloc(3 * (size_t)WIDTH * HEIGHT);
    uint32_t r = 5;
    assert_non_null(bgr);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            if (x % 3 == 0) r = r * 1664525u + 1013904223u + (uint32_t)(y / 3);
            memcpy(bgr + 3 * (y * WIDTH + x), colours[r >> 30], 3);
        }
    return bgr;
}

static void views_that_make_no_sense(void **state) {
    (void)state;
    static const vision_view views[] = {{NULL, nan_px, nan_table, NULL, 72, 48},      {NULL, far_px, plain_table, NULL, 72, 48},
                                        {NULL, same_px, same_table, NULL, 72, 48},    {NULL, huge_px, same_table, NULL, 72, 48},
                                        {NULL, plain_px, nan_table, NULL, 72, 48},    {NULL, plain_px, same_table, nan_ground, 72, 48},
                                        {NULL, plain_px, plain_table, NULL, -1, NAN}, {NULL, plain_px, plain_table, nan_ground, 1e9, 1e9}};
    uint8_t *bgr = confetti();
    vision *v = any_vision();
    frame f = {.width = WIDTH, .height = HEIGHT, .bgr = bgr, .bgr_stride = 3 * WIDTH};
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
        base_sighting found[32];
        base_list b = {found, 0, 32};
        status s = bases(v, &f, &views[i], &square, 1, &b);
        assert_true(s == STATUS_OK || s == STATUS_FULL);
        for (int k = 0; k < b.count; k++) assert_true(isfinite(found[k].pose.at.x) && isfinite(found[k].pose.at.y));
    }
    free(bgr);
    vision_destroy(v);
}

// Bases with codes in such views, sought and expected; and tags expected where no picture is.
static void codes_in_views_that_make_no_sense(void **state) {
    (void)state;
    static const vision_view views[] = {{NULL, nan_px, nan_table, NULL, 72, 48},   {NULL, far_px, plain_table, NULL, 72, 48},
                                        {NULL, same_px, same_table, NULL, 72, 48}, {NULL, huge_px, same_table, NULL, 72, 48},
                                        {NULL, plain_px, nan_table, NULL, 72, 48}, {NULL, plain_px, plain_table, nan_ground, 72, 48}};
    static const rim_coded_id rim_id = {7, 0, 0};
    static const double places[] = {1, NAN, INFINITY, -1e300, 1e9};
    const rim_coded_kind rim = {.base = square.base, .cells = 48, .dark_rgb = 0x3b3a36, .light_rgb = 0xc9bfa3, .ids = &rim_id, .id_count = 1};
    uint8_t *bgr = confetti();
    vision *v = any_vision();
    frame f = {.width = WIDTH, .height = HEIGHT, .gray = bgr, .gray_stride = WIDTH, .bgr = bgr, .bgr_stride = 3 * WIDTH};
    px_rect where = {100, 100, 160, 120};
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++)
        for (size_t k = 0; k < sizeof places / sizeof places[0]; k++) {
            base_sighting found[32];
            base_list b = {found, 0, 32};
            expected_rim expected = {0, 0, {{places[k], 20}, places[k], 0, 0}, places[k]};
            status s = vision_find_rim_codes(v, &f, &views[i], &rim, 1, &where, (int)(k % 2), &expected, 1, &b);
            assert_true(s == STATUS_OK || s == STATUS_FULL);
            for (int n = 0; n < b.count; n++) assert_true(isfinite(found[n].pose.at.x) && isfinite(found[n].pose.at.y));
        }
    for (size_t k = 0; k < sizeof places / sizeof places[0]; k++) {
        expected_tag e = {.family = "tag36h11", .id = 3, .reach_px = 5 * places[k]};
        followed_tag out;
        for (int c = 0; c < 4; c++) e.corner[c] = (px2){places[k] + 20 * (c == 1 || c == 2), places[k] + 20 * (c < 2)};
        assert_int_equal(vision_follow_tags(v, &f, &e, 1, &out), STATUS_OK);
        assert_int_equal(out.result, FOLLOW_LOST);
    }
    free(bgr);
    vision_destroy(v);
}

static void kinds_and_regions_that_make_no_sense(void **state) {
    (void)state;
    base_kind kinds[] = {square,
                         {{BASE_ROUND, NAN, NAN, NAN, NAN}, NAN, 1, 2, 5},
                         {{BASE_RECT, 1e9, -4, 0, 0}, 0, 3, 4, 5},
                         {{BASE_SQUARE, 1, 1, 0, 5}, 0, 0xb02020, NO_COLOUR, 5},
                         {{BASE_ROUND, 0, 0, 0, 0}, 1e9, 0, 0, -5}};
    static const px_rect where[] = {
        {-2000000000, -2000000000, 2000000000, 2000000000}, {2000000000, 0, 2000000000, 5}, {0, 0, -5, -5}, {10, 10, 2000000000, 2000000000}};
    vision_view view = {NULL, plain_px, plain_table, NULL, 72, 48};
    uint8_t *bgr = confetti();
    vision *v = any_vision();
    frame f = {.width = WIDTH, .height = HEIGHT, .gray = bgr, .gray_stride = WIDTH, .bgr = bgr, .bgr_stride = 3 * WIDTH};
    expected_base expected[] = {{-1, {{1, 1}, 0, 0, 0}}, {99, {{1, 1}, 0, 0, 0}}, {0, {{NAN, NAN}, NAN, 0, 0}}, {0, {{1e300, -1e300}, 1e300, 0, 0}}};
    for (int i = 0; i < 4; i++) {
        base_sighting found[32];
        tag_sighting tags[32];
        base_list b = {found, 0, 32};
        tag_list t = {tags, 0, 32};
        status s = vision_follow_paint(v, &f, &view, kinds, 5, expected, 4, &b);
        assert_true(s == STATUS_OK || s == STATUS_FULL);
        s = vision_find_tags(v, &f, &where[i], &t);
        assert_true(s == STATUS_OK || s == STATUS_FULL);
    }
    base_list b = {NULL, 0, 0};
    assert_int_equal(bases(v, &f, &view, kinds, VISION_MAX_KINDS + 1, &b), STATUS_INVALID);
    assert_int_equal(bases(v, &f, &view, kinds, 0, &b), STATUS_OK);
    free(bgr);
    vision_destroy(v);
}

// A table of 24" x 16" at 0.8 px/mm, an inch of ground about it.
enum { GROUND_WIDTH = 520, GROUND_HEIGHT = 360 };
static px2 ground_px(const void *c, vec3 at) { return (void)c, (px2){20 + 20 * at.x, 340 - 20 * at.y}; }
static vec2 ground_table(const void *c, px2 at, double z) { return (void)c, (void)z, (vec2){(at.u - 20) / 20, (340 - at.v) / 20}; }
static const vision_view ground_view = {NULL, ground_px, ground_table, NULL, 24, 16};

static const base_kind any_kinds[] = {{{BASE_SQUARE, 1, 1, 0.14, 0.02}, 0, 0xb02020, 0xf6f4ee, 20},
                                      {{BASE_ROUND, 1, 1, 0.14, 0.02}, 0, 0x808080, NO_COLOUR, 20},
                                      {{BASE_RECT, 1, 2, 0.14, 0.02}, 0, NO_COLOUR, NO_COLOUR, 20}};

static status proposed(vision *v, const frame *f, const vision_view *view, const base_kind *kinds, int count, base_list *out) {
    status s = vision_propose_bases(v, f, view, NULL, 0);
    return s == STATUS_OK ? vision_find_proposed_bases(v, f, view, kinds, count, NULL, 0, out) : s;
}

static void an_even_ground_shows_no_base(void **state) {
    (void)state;
    static const uint8_t grounds[][3] = {{0, 0, 0}, {40, 40, 40}, {128, 128, 128}, {200, 200, 200}, {255, 255, 255}, {60, 110, 70}};
    static uint8_t bgr[3 * GROUND_WIDTH * GROUND_HEIGHT];
    vision *v = any_vision();
    frame f = {.width = GROUND_WIDTH, .height = GROUND_HEIGHT, .bgr = bgr, .bgr_stride = 3 * GROUND_WIDTH};
    for (size_t i = 0; i < sizeof grounds / sizeof grounds[0]; i++) {
        for (size_t k = 0; k < sizeof bgr; k++) bgr[k] = grounds[i][k % 3];
        base_sighting found[64];
        base_list b = {found, 0, 64};
        assert_int_equal(proposed(v, &f, &ground_view, any_kinds, 3, &b), STATUS_OK);
        assert_int_equal(b.count, 0);
    }
    vision_destroy(v);
}

// Noise, gray and coloured, fine and coarse: whatever is found is a place on the table, and no more than the game has.
static void noise_is_survived(void **state) {
    (void)state;
    static uint8_t bgr[3 * GROUND_WIDTH * GROUND_HEIGHT];
    vision *v = any_vision();
    frame f = {.width = GROUND_WIDTH, .height = GROUND_HEIGHT, .bgr = bgr, .bgr_stride = 3 * GROUND_WIDTH};
    uint32_t r = 3;
    for (int coarse = 1; coarse <= 16; coarse *= 4) {
        for (int y = 0; y < GROUND_HEIGHT; y++)
            for (int x = 0; x < 3 * GROUND_WIDTH; x++) {
                int column = x / 3 / coarse * coarse, row = y / coarse * coarse;
                bool first = column == x / 3 && row == y;
                r = r * 1664525u + 1013904223u;
                bgr[3 * y * GROUND_WIDTH + x] = first ? (uint8_t)(r >> 24) : bgr[3 * (row * GROUND_WIDTH + column) + x % 3];
            }
        base_sighting found[64];
        base_list b = {found, 0, 64};
        assert_int_equal(proposed(v, &f, &ground_view, any_kinds, 3, &b), STATUS_OK);
        assert_true(b.count <= 60);
        for (int i = 0; i < b.count; i++) {
            pose p = found[i].pose;
            assert_true(p.at.x > -1 && p.at.x < 25 && p.at.y > -1 && p.at.y < 17 && isfinite(p.heading_rad) && p.sigma_in > 0 && p.sigma_rad > 0);
        }
    }
    vision_destroy(v);
}

static void without_colour_there_are_no_proposals(void **state) {
    (void)state;
    uint8_t *bgr = confetti();
    vision *v = any_vision();
    frame gray = {.width = WIDTH, .height = HEIGHT, .gray = bgr, .gray_stride = WIDTH}, colour = gray;
    colour.bgr = bgr, colour.bgr_stride = 3 * WIDTH;
    vision_view view = {NULL, plain_px, plain_table, NULL, 24, 16};
    base_sighting found[32];
    base_list b = {found, 0, 32};
    assert_int_equal(vision_propose_bases(v, &colour, &view, NULL, 0), STATUS_OK);
    assert_int_equal(vision_propose_bases(v, &gray, &view, NULL, 0), STATUS_OK);  // forgets what was proposed before
    assert_int_equal(vision_find_proposed_bases(v, &colour, &view, &square, 1, NULL, 0, &b), STATUS_OK);
    assert_int_equal(b.count, 0);
    assert_int_equal(vision_propose_bases(v, &colour, &view, &(px_rect){0, 0, 5, 5}, 0), STATUS_OK);  // no rectangles
    assert_int_equal(vision_find_proposed_bases(v, &colour, &view, &square, 1, NULL, 0, &b), STATUS_OK);
    assert_int_equal(b.count, 0);
    free(bgr);
    vision_destroy(v);
}

// A look at a place that is none says so, and spoils no other of the same batch.
static void looks_at_bases_that_make_no_sense(void **state) {
    (void)state;
    static const double values[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300, 0, -1};
    enum { VALUES = sizeof values / sizeof values[0], FIELDS = 6, COUNT = VALUES * FIELDS + 1 };
    static const vision_view views[] = {
        {NULL, nan_px, nan_table, NULL, 24, 16}, {NULL, far_px, plain_table, NULL, 24, 16}, {NULL, same_px, same_table, NULL, 24, 16}};
    const supposed_base sound = {{20, 20}, 0.14, 0.5, 1, 1, false};
    supposed_base supposed[COUNT];
    close_look looks[COUNT], alone;
    for (int i = 0; i < COUNT; i++) {
        double *field[FIELDS] = {&supposed[i].at.x,        &supposed[i].at.y,      &supposed[i].z_in,
                                 &supposed[i].heading_rad, &supposed[i].length_in, &supposed[i].across_in};
        supposed[i] = sound;
        if (i < COUNT - 1) *field[i / VALUES] = values[i % VALUES];
    }
    closer *c;
    assert_int_equal(closer_create(&c, NULL), STATUS_OK);
    uint8_t *bgr = confetti();
    frame f = {.width = WIDTH, .height = HEIGHT, .bgr = bgr, .bgr_stride = 3 * WIDTH};
    vision_view view = {NULL, plain_px, plain_table, NULL, 72, 48};
    assert_int_equal(closer_look(c, &f, &view, &sound, 1, NULL, &alone, NULL), STATUS_OK);
    assert_true(isfinite(alone.odds));
    assert_int_equal(closer_look(c, &f, &view, supposed, COUNT, NULL, looks, NULL), STATUS_OK);
    for (int i = 0; i < COUNT; i++) {
        bool no_place = i / VALUES < 2 && i % VALUES < 5, no_heading = i / VALUES == 3 && i % VALUES < 3;
        assert_true(looks[i].odds >= -INFINITY);  // it is a number
        if (no_place || no_heading) assert_true(looks[i].odds == -INFINITY);
        if (looks[i].odds > -INFINITY) assert_true(isfinite(looks[i].at.x) && isfinite(looks[i].at.y) && isfinite(looks[i].heading_rad));
    }
    assert_true(looks[COUNT - 1].odds == alone.odds && looks[COUNT - 1].at.x == alone.at.x);
    for (size_t k = 0; k < sizeof views / sizeof views[0]; k++) {
        assert_int_equal(closer_look(c, &f, &views[k], &sound, 1, NULL, &alone, NULL), STATUS_OK);
        assert_true(alone.odds == -INFINITY);  // no place, or none with an extent
    }
    assert_int_equal(closer_look(c, &f, &view, NULL, 0, NULL, NULL, NULL), STATUS_OK);
    free(bgr);
    closer_destroy(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiny_pictures),
        cmocka_unit_test(pictures_that_are_none),
        cmocka_unit_test(views_that_make_no_sense),
        cmocka_unit_test(codes_in_views_that_make_no_sense),
        cmocka_unit_test(kinds_and_regions_that_make_no_sense),
        cmocka_unit_test(an_even_ground_shows_no_base),
        cmocka_unit_test(noise_is_survived),
        cmocka_unit_test(without_colour_there_are_no_proposals),
        cmocka_unit_test(looks_at_bases_that_make_no_sense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
