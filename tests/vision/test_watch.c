// What changed is seen; noise, light and soft shadows are not changes.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include "vision/vision.h"

enum { WIDTH = 640, HEIGHT = 400, TILE = 16, COLUMNS = WIDTH / TILE };

typedef struct {
    vision *v;
    uint8_t gray[WIDTH * HEIGHT];
    double scene[WIDTH * HEIGHT];  // grey levels before light and noise
    uint64_t random;
    double t_s;  // of the next picture; a tenth of a second from one to the next
} camera;

static double uniform(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static camera *camera_make(void) {
    camera *c = calloc(1, sizeof *c);
    assert_non_null(c);
    vision_options o = vision_default_options();
    assert_int_equal(vision_create(&o, &c->v, NULL), STATUS_OK);
    c->random = 1;
    uint64_t grass = 99;
    for (int i = 0; i < WIDTH * HEIGHT; i++) c->scene[i] = 60 + 50 * uniform(&grass);
    return c;
}

static void camera_free(camera *c) {
    vision_destroy(c->v);
    free(c);
}

static void put_square(camera *c, int x, int y, int width, int height, double level) {
    for (int v = y; v < y + height; v++)
        for (int u = x; u < x + width; u++) c->scene[v * WIDTH + u] = level;
}

// Noise of sigma 2.3 (uniform, 8 wide), light as a factor.
static vision_changes watch(camera *c, double light) {
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        double g = light * c->scene[i] + 8 * (uniform(&c->random) - 0.5);
        c->gray[i] = (uint8_t)(g < 0 ? 0 : g > 255 ? 255 : g);
    }
    frame f = {.width = WIDTH, .height = HEIGHT, .gray = c->gray, .gray_stride = WIDTH, .t_s = c->t_s};
    vision_changes out;
    assert_int_equal(vision_watch(c->v, &f, &out), STATUS_OK);
    c->t_s += 0.1;
    return out;
}

static void settle(camera *c, const uint8_t *tiles) {
    frame f = {.width = WIDTH, .height = HEIGHT, .gray = c->gray, .gray_stride = WIDTH, .t_s = c->t_s - 0.1};
    vision_settle(c->v, &f, tiles);
}

static void noise_and_light_are_no_changes(void **state) {
    (void)state;
    camera *c = camera_make();
    for (int i = 0; i < 30; i++) {
        double flicker = i % 2 ? 1.06 : 1, cloud = 1 - 0.01 * i;
        vision_changes w = watch(c, flicker * cloud);
        assert_int_equal(w.changed_count, 0);
        assert_int_equal(w.moving_count, 0);
        assert_false(w.hand);
        assert_int_equal(w.changed_box.width, 0);
        assert_int_equal(w.columns, COLUMNS);
    }
    camera_free(c);
}

// A shadow with an edge 200 px wide that takes a tenth of the light.
static void a_soft_shadow_is_no_change(void **state) {
    (void)state;
    camera *c = camera_make();
    watch(c, 1);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        double t = (i % WIDTH - 200) / 200.0;
        c->scene[i] *= 1 - 0.1 * (t < 0 ? 0 : t > 1 ? 1 : t);
    }
    vision_changes w = watch(c, 1);
    assert_int_equal(w.changed_count, 0);
    camera_free(c);
}

// An arm's soft shadow falls on a bright mat and takes a ninth of its light. When it is gone, the table is as it was.
static void a_passing_shadow_leaves_nothing_behind(void **state) {
    (void)state;
    for (int pictures = 1; pictures < 20; pictures += 3) {
        camera *c = camera_make();
        for (int i = 0; i < WIDTH * HEIGHT; i++) c->scene[i] += 100;
        for (int i = 0; i < 3; i++) watch(c, 1);
        for (int i = 0; i < WIDTH * HEIGHT; i++) c->scene[i] *= 1 - fmax(0, 0.11 * (1 - abs(i % WIDTH - 320) / 250.0));
        for (int i = 0; i < pictures; i++) assert_int_equal(watch(c, 1).changed_count, 0);
        for (int i = 0; i < WIDTH * HEIGHT; i++) c->scene[i] /= 1 - fmax(0, 0.11 * (1 - abs(i % WIDTH - 320) / 250.0));
        for (int i = 0; i < 20; i++) assert_int_equal(watch(c, 1).changed_count, 0);
        camera_free(c);
    }
}

static void a_base_that_moves_is_seen_and_stays_changed(void **state) {
    (void)state;
    camera *c = camera_make();
    put_square(c, 200, 120, 20, 20, 160);
    watch(c, 1);
    put_square(c, 200, 120, 2, 20, 80);  // two pixels to the right
    put_square(c, 220, 120, 2, 20, 160);
    vision_changes w = watch(c, 1);
    assert_true(w.changed_count >= 2 && w.changed_count <= 8);
    assert_true(w.moving_count >= 2);
    assert_true(w.changed[(120 / TILE) * COLUMNS + 200 / TILE]);
    assert_true(w.changed_box.x <= 200 && w.changed_box.x + w.changed_box.width >= 220);
    assert_true(w.changed_box.width <= 64 && w.changed_box.height <= 64);
    assert_false(w.hand);
    for (int i = 0; i < 5; i++) w = watch(c, 1);
    assert_true(w.changed_count >= 2);
    assert_int_equal(w.moving_count, 0);
    settle(c, NULL);
    w = watch(c, 1);
    assert_int_equal(w.changed_count, 0);
    camera_free(c);
}

static void only_the_tiles_named_are_settled(void **state) {
    (void)state;
    static uint8_t tiles[COLUMNS * (HEIGHT / TILE)];
    camera *c = camera_make();
    watch(c, 1);
    put_square(c, 64, 64, 16, 16, 200);
    put_square(c, 320, 192, 16, 16, 200);
    assert_int_equal(watch(c, 1).changed_count, 2);
    memset(tiles, 0, sizeof tiles);
    tiles[4 * COLUMNS + 4] = 1;
    settle(c, tiles);
    vision_changes w = watch(c, 1);
    assert_int_equal(w.changed_count, 1);
    assert_true(w.changed[12 * COLUMNS + 20]);
    camera_free(c);
}

// 1 px in 8 frames: from one frame to the next next to nothing.
static void a_slow_move_is_moving(void **state) {
    (void)state;
    camera *c = camera_make();
    bool seen = false;
    watch(c, 1);
    for (int i = 0; i < 24; i++) {
        put_square(c, 300, 200, 20, 20, 80 + 4.0 * i);
        seen |= watch(c, 1).moving_count > 0;
    }
    assert_true(seen);
    camera_free(c);
}

static bool is_about(double a, double b) { return fabs(a - b) < 1e-9; }

// A tile goes on to differ from some pictures back after it has come to rest: it stirred when it moved.
static void when_a_tile_stirred_last_is_told(void **state) {
    (void)state;
    camera *c = camera_make();
    vision_changes w;
    int tile = (120 / TILE) * COLUMNS + 200 / TILE, elsewhere = (320 / TILE) * COLUMNS + 480 / TILE, lagged = 0;
    for (int i = 0; i < 10; i++) w = watch(c, 1);
    put_square(c, 200, 120, 20, 20, 160);
    for (int i = 10; i < 20; i++) {
        w = watch(c, 1);
        lagged += w.moving[tile];
        assert_true(is_about(w.stirred_s[tile], 1.0));
        assert_true(is_about(w.stirred_s[elsewhere], 0));
    }
    assert_true(lagged > 1);
    camera_free(c);
}

// The settled picture is as old as the tile's last settling, whatever moved since.
static void when_a_tile_was_settled_is_told(void **state) {
    (void)state;
    camera *c = camera_make();
    int tile = (120 / TILE) * COLUMNS + 200 / TILE, elsewhere = (320 / TILE) * COLUMNS + 480 / TILE;
    uint8_t one[COLUMNS * ((HEIGHT + TILE - 1) / TILE)] = {0};
    one[tile] = 1;
    for (int i = 0; i < 10; i++) watch(c, 1);
    put_square(c, 200, 120, 20, 20, 160);
    vision_changes w = watch(c, 1);
    assert_true(w.changed[tile] && is_about(w.settled_s[tile], 0));
    settle(c, one);
    w = watch(c, 1);
    assert_true(!w.changed[tile] && is_about(w.settled_s[tile], 1.0) && is_about(w.settled_s[elsewhere], 0));
    settle(c, NULL);
    assert_true(is_about(watch(c, 1).settled_s[elsewhere], 1.1));
    camera_free(c);
}

// What creeps, by so little from one picture to the next that only some pictures back tell it, has not come to rest.
static void what_creeps_stirs(void **state) {
    (void)state;
    enum { PICTURES = 40, CREEPS = 20 };
    camera *c = camera_make();
    vision_changes w;
    int tile = (208 / TILE) * COLUMNS + 304 / TILE;
    put_square(c, 300, 200, 40, 40, 80);
    for (int i = 0; i < PICTURES; i++) {
        if (i > 4 && i <= CREEPS) put_square(c, 300, 200, 40, 40, 80 + 2.2 * (i - 4));
        w = watch(c, 1);
        if (i > 10 && i <= CREEPS && w.stirred_s[tile] < 0.1 * i - 0.35) fail_msg("picture %d: still since %.1f", i, w.stirred_s[tile]);
    }
    assert_true(w.stirred_s[tile] > 0.1 * CREEPS - 0.35 && w.stirred_s[tile] < 0.1 * CREEPS + 0.35);
    camera_free(c);
}

static void a_hand_reaches_in_over_the_edge(void **state) {
    (void)state;
    camera *c = camera_make();
    watch(c, 1);
    put_square(c, 300, 250, 60, 150, 180);  // an arm from the lower edge
    assert_true(watch(c, 1).hand);
    put_square(c, 300, 250, 60, 150, 85);
    settle(c, NULL);
    watch(c, 1);
    settle(c, NULL);
    put_square(c, 300, 150, 60, 60, 180);  // a unit put down in the middle
    vision_changes w = watch(c, 1);
    assert_true(w.changed_count > 0);
    assert_false(w.hand);
    put_square(c, 150, 100, 260, 200, 180);  // larger than any unit
    assert_true(watch(c, 1).hand);
    camera_free(c);
}

static void another_size_starts_anew(void **state) {
    (void)state;
    camera *c = camera_make();
    watch(c, 1);
    frame small = {.width = 101, .height = 67, .gray = c->gray, .gray_stride = WIDTH};
    vision_changes w;
    assert_int_equal(vision_watch(c->v, &small, &w), STATUS_OK);
    assert_int_equal(w.columns, 7);  // 101 / 16, rounded up
    assert_int_equal(w.rows, 5);
    assert_int_equal(w.changed_count, 0);
    camera_free(c);
}

// Properties over many frames ----------------------------------------------------------------------------------------------------------------

typedef struct {
    vision *v;
    int width, height;
    uint8_t *scene, *gray;
    double *bell;  // normal deviates, taken round and round from a random start
    uint64_t random;
} sensor;

enum { BELL = 1 << 16 };

static sensor sensor_make(int width, int height) {
    sensor s = {.width = width, .height = height, .random = 7};
    size_t n = (size_t)width * (size_t)height;
    s.scene = malloc(n), s.gray = malloc(n), s.bell = malloc(BELL * sizeof *s.bell);
    vision_options o = vision_default_options();
    assert_true(s.scene && s.gray && s.bell && vision_create(&o, &s.v, NULL) == STATUS_OK);
    for (int i = 0; i < BELL; i++) s.bell[i] = sqrt(-2 * log(1 - uniform(&s.random))) * cos(6.283185307179586 * uniform(&s.random));
    for (size_t i = 0; i < n; i++) s.scene[i] = (uint8_t)(70 + 40 * uniform(&s.random));
    return s;
}

static void sensor_free(sensor *s) {
    vision_destroy(s->v);
    free(s->scene);
    free(s->gray);
    free(s->bell);
}

// A frame with noise of that sigma; light is a factor on what the sensor gets, tone the exponent of the camera's curve.
static vision_changes sensor_watch(sensor *s, double light, double tone, double noise) {
    uint8_t level[256];
    int16_t offset[BELL];
    for (int i = 0; i < 256; i++) level[i] = (uint8_t)fmin(255, 255 * pow(fmin(light * i / 255, 1), tone));
    for (int i = 0; i < BELL; i++) offset[i] = (int16_t)lround(noise * s->bell[i]);
    size_t n = (size_t)s->width * (size_t)s->height, at = 0;
    for (size_t i = 0; i < n; i++) {
        if (i % 1021 == 0) at = (size_t)(uniform(&s->random) * BELL);  // pieces of the list in another order in every frame
        int g = level[s->scene[i]] + offset[at++ % BELL];
        s->gray[i] = (uint8_t)(g < 0 ? 0 : g > 255 ? 255 : g);
    }
    frame f = {.width = s->width, .height = s->height, .gray = s->gray, .gray_stride = (size_t)s->width};
    vision_changes out;
    assert_int_equal(vision_watch(s->v, &f, &out), STATUS_OK);
    return out;
}

static void sensor_square(sensor *s, int x, int y, int edge, uint8_t level) {
    for (int v = y; v < y + edge; v++) memset(s->scene + (size_t)v * (size_t)s->width + (size_t)x, level, (size_t)edge);
}

// 400 frames of a still scene under noise from 1 to 6, its gain drifting by a quarter and back: not one tile of a million and a half.
static void nothing_is_reported_of_a_still_scene_over_hundreds_of_frames(void **state) {
    (void)state;
    sensor s = sensor_make(1440, 1080);
    for (int i = 0; i < 12; i++) sensor_square(&s, 100 + 100 * i, 300, 50, (uint8_t)(20 * i));
    for (int i = 0; i < 400; i++) {
        double light = 1 + 0.25 * sin(i / 64.0), noise = 1 + 5.0 * (i % 200) / 200;
        vision_changes w = sensor_watch(&s, light, 1, noise);
        if (w.changed_count || w.moving_count) fail_msg("frame %d, noise %.1f: %d changed, %d moving", i, noise, w.changed_count, w.moving_count);
    }
    sensor_free(&s);
}

// The exposure steps by a third, and the camera's curve bends its effect on dark and bright: no change is reported.
// A codec that writes one block of 16 px in four anew, each of its cells with an error of sigma 1.5, and leaves the others as they were: three
// quarters of what two frames on end show are alike, and the rest differs by sigma 2.1. Once the settled picture has followed, nothing moves of the
// still scene; a square that comes does.
static void blocks_that_a_codec_writes_anew_do_not_move(void **state) {
    (void)state;
    camera *c = camera_make();
    static double written[WIDTH * HEIGHT / 16];
    for (int i = 0; i < 100; i++) {
        if (i == 80) put_square(c, 320, 192, 40, 40, 220);
        for (int block = 0; block < WIDTH * HEIGHT / 256; block++) {
            if (i > 0 && i != 80 && uniform(&c->random) > 0.25) continue;
            for (int k = 0; k < 16; k++) {
                double deviate = sqrt(-2 * log(1 - uniform(&c->random))) * cos(6.283185307179586 * uniform(&c->random));
                written[(block / COLUMNS * 4 + k / 4) * (WIDTH / 4) + block % COLUMNS * 4 + k % 4] = 1.5 * deviate;
            }
        }
        for (int k = 0; k < WIDTH * HEIGHT; k++) c->gray[k] = (uint8_t)lround(c->scene[k] + written[k / WIDTH / 4 * (WIDTH / 4) + k % WIDTH / 4]);
        frame f = {.width = WIDTH, .height = HEIGHT, .gray = c->gray, .gray_stride = WIDTH, .t_s = 0.1 * i};
        vision_changes w;
        assert_int_equal(vision_watch(c->v, &f, &w), STATUS_OK);
        if (i >= 60 && i < 80 && w.changed_count + w.moving_count > 0)
            fail_msg("frame %d: %d changed, %d moving", i, w.changed_count, w.moving_count);
        if (i == 80) assert_true(w.changed_count >= 9 && w.moving_count >= 9);  // the square covers 2.5 x 2.5 tiles
    }
    camera_free(c);
}

static void a_step_of_the_exposure_is_no_change(void **state) {
    (void)state;
    sensor s = sensor_make(1440, 1080);
    for (int i = 0; i < 12; i++) sensor_square(&s, 100 + 100 * i, 300, 90, (uint8_t)(20 + 20 * i));
    for (int step = 0; step < 4; step++) {
        static const double light[] = {1, 1.33, 1, 0.75}, tone[] = {1, 1, 0.97, 1};
        for (int i = 0; i < 6; i++) {
            vision_changes w = sensor_watch(&s, light[step], tone[step], 2);
            if (w.changed_count || w.moving_count) fail_msg("step %d, frame %d: %d changed, %d moving", step, i, w.changed_count, w.moving_count);
        }
    }
    sensor_free(&s);
}

// At 12 megapixels over six feet of table a base of 25 mm is 55 px wide and 2 mm are 4.4 px. Its rim is hardly brighter than the grass.
static void a_nudge_of_two_millimetres_is_seen_at_12_megapixels(void **state) {
    (void)state;
    sensor s = sensor_make(4056, 3040);
    sensor_square(&s, 2001, 1503, 55, 112);
    for (int i = 0; i < 4; i++) sensor_watch(&s, 1, 1, 4);
    sensor_square(&s, 2001, 1503, 55, 90);
    sensor_square(&s, 2005, 1503, 55, 112);
    vision_changes w = sensor_watch(&s, 1, 1, 4);
    assert_true(w.changed_count >= 3 && w.moving_count >= 3);
    assert_true(w.changed_box.x >= 1984 && w.changed_box.x + w.changed_box.width <= 2080);
    assert_true(w.changed_box.y >= 1488 && w.changed_box.y + w.changed_box.height <= 1568);
    assert_false(w.hand);
    sensor_free(&s);
}

// Tiles of all sizes, pictures that are no multiple of anything: a patch that changes is reported where it is, and nothing else.
static void tiles_of_any_size_tell_the_place(void **state) {
    (void)state;
    static const int tiles[] = {4, 8, 12, 20, 32, 100, 256};
    for (size_t k = 0; k < sizeof tiles / sizeof *tiles; k++) {
        vision_options o = vision_default_options();
        o.tile_px = tiles[k];
        sensor s = sensor_make(613, 421);
        vision_destroy(s.v);
        assert_int_equal(vision_create(&o, &s.v, NULL), STATUS_OK);
        sensor_watch(&s, 1, 1, 2);
        sensor_square(&s, 593, 401, 20, 200);  // the corner of the picture
        sensor_square(&s, 304, 204, 8, 10);
        vision_changes w = sensor_watch(&s, 1, 1, 2);
        int columns = (613 + tiles[k] - 1) / tiles[k], rows = (421 + tiles[k] - 1) / tiles[k];
        assert_int_equal(w.columns, columns);
        assert_int_equal(w.rows, rows);
        assert_true(w.changed[columns * rows - 1] && w.changed[204 / tiles[k] * columns + 304 / tiles[k]]);
        for (int t = 0; t < columns * rows; t++) {
            int x = t % columns * tiles[k], y = t / columns * tiles[k];
            bool corner = x + tiles[k] > 593 && y + tiles[k] > 401, patch = x + tiles[k] > 304 && x < 312 && y + tiles[k] > 204 && y < 212;
            if (w.changed[t] && !corner && !patch) fail_msg("tiles of %d px: (%d, %d) changed", tiles[k], x, y);
        }
        sensor_free(&s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(noise_and_light_are_no_changes),
        cmocka_unit_test(a_soft_shadow_is_no_change),
        cmocka_unit_test(a_passing_shadow_leaves_nothing_behind),
        cmocka_unit_test(a_base_that_moves_is_seen_and_stays_changed),
        cmocka_unit_test(only_the_tiles_named_are_settled),
        cmocka_unit_test(a_slow_move_is_moving),
        cmocka_unit_test(when_a_tile_stirred_last_is_told),
        cmocka_unit_test(when_a_tile_was_settled_is_told),
        cmocka_unit_test(what_creeps_stirs),
        cmocka_unit_test(a_hand_reaches_in_over_the_edge),
        cmocka_unit_test(another_size_starts_anew),
        cmocka_unit_test(nothing_is_reported_of_a_still_scene_over_hundreds_of_frames),
        cmocka_unit_test(blocks_that_a_codec_writes_anew_do_not_move),
        cmocka_unit_test(a_step_of_the_exposure_is_no_change),
        cmocka_unit_test(a_nudge_of_two_millimetres_is_seen_at_12_megapixels),
        cmocka_unit_test(tiles_of_any_size_tell_the_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
