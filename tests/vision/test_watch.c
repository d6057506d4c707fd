// What changed is seen; noise, light and soft shadows are not changes.
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
    frame f = {.width = WIDTH, .height = HEIGHT, .gray = c->gray, .gray_stride = WIDTH};
    vision_changes out;
    assert_int_equal(vision_watch(c->v, &f, &out), STATUS_OK);
    return out;
}

static void settle(camera *c, const uint8_t *tiles) {
    frame f = {.width = WIDTH, .height = HEIGHT, .gray = c->gray, .gray_stride = WIDTH};
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(noise_and_light_are_no_changes),
        cmocka_unit_test(a_soft_shadow_is_no_change),
        cmocka_unit_test(a_base_that_moves_is_seen_and_stays_changed),
        cmocka_unit_test(only_the_tiles_named_are_settled),
        cmocka_unit_test(a_slow_move_is_moving),
        cmocka_unit_test(a_hand_reaches_in_over_the_edge),
        cmocka_unit_test(another_size_starts_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
