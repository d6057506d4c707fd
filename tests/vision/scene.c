#include "tests/vision/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the ones above first
#include <cmocka.h>

enum { WIDTH = 1920, HEIGHT = 1080 };

static px2 to_px(const void *context, vec3 at) { return render_project(&((const test_table *)context)->scene.camera, at); }
static vec2 to_table(const void *context, px2 at, double z) { return render_unproject(&((const test_table *)context)->scene.camera, at, z); }
static double ground(const void *context, vec2 at) { return game_ground_in(((const test_table *)context)->game, at); }

static bool same_kind(const base_kind *k, const base *b, const game_unit *u) {
    return k->base.shape == b->shape && k->base.width_in == b->width_in && k->base.depth_in == b->depth_in && k->rim_rgb == u->rim_rgb &&
           k->mark_rgb == u->mark_rgb && k->z_in == (u->has_tray ? u->tray_height_in : 0);
}

static void add_kind(test_table *t, int figure) {
    const game_unit *u = &t->game->units[t->game->figures[figure].unit];
    const base *b = &t->game->figures[figure].base;
    int k = 0;
    while (k < t->kind_count && !same_kind(&t->kinds[k], b, u)) k++;
    if (k == t->kind_count) t->kinds[t->kind_count++] = (base_kind){*b, u->has_tray ? u->tray_height_in : 0, u->rim_rgb, u->mark_rgb, 0};
    t->kinds[k].count++;
    t->kind_of[figure] = k;
}

void table_make(test_table *t, const char *json) {
    table_make_for(t, json, render_camera_above(WIDTH, HEIGHT, 1513, (vec2){36.4, 23.7}, 75, 0.02, -0.015));
}

void table_make_for(test_table *t, const char *json, render_camera camera) {
    fault fault = {""};
    memset(t, 0, sizeof *t);
    if (game_parse(json, strlen(json), "test", &t->game, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    t->kind_of = calloc((size_t)t->game->figure_count + 1, sizeof *t->kind_of);
    t->bgr = malloc((size_t)camera.width * (size_t)camera.height * 3);
    t->gray = malloc((size_t)camera.width * (size_t)camera.height);
    assert_true(t->kind_of && t->bgr && t->gray);
    for (int f = 0; f < t->game->figure_count; f++) add_kind(t, f);
    t->scene = render_default_scene(camera, t->game);
    t->view = (vision_view){t, to_px, to_table, ground, t->game->width_in, t->game->depth_in};
    t->frame = (frame){.width = camera.width,
                       .height = camera.height,
                       .gray = t->gray,
                       .gray_stride = (size_t)camera.width,
                       .bgr = t->bgr,
                       .bgr_stride = 3 * (size_t)camera.width};
    vision_options o = vision_default_options();
    if (vision_create(&o, &t->vision, &fault) != STATUS_OK) fail_msg("%s", fault.text);
}

void table_free(test_table *t) {
    game_destroy(t->game);
    free(t->kind_of);
    free(t->bgr);
    free(t->gray);
    vision_destroy(t->vision);
}

void table_draw(test_table *t) { table_draw_seen(t, NULL); }

void table_draw_seen(test_table *t, double *visible) {
    fault fault = {""};
    renderer *r = NULL;
    status s = renderer_create(&t->scene, &r, &fault);
    if (s == STATUS_OK) s = renderer_frame(r, &t->scene, t->bgr, t->frame.bgr_stride, &fault);
    if (s == STATUS_OK && visible) s = renderer_visible(r, &t->scene, visible, &fault);
    renderer_destroy(r);
    if (s != STATUS_OK) fail_msg("%s", fault.text);
    render_gray(t->bgr, t->frame.width, t->frame.height, t->gray);
}

static double within(uint32_t *state, double most) {
    *state = *state * 1664525u + 1013904223u;
    return most * ((*state >> 8) / 8388608.0 - 1);
}

int table_expect(const test_table *t, uint32_t seed, expected_base *out) {
    int n = 0;
    for (int i = 0; i < t->game->figure_count; i++) {
        pose p;
        if (!render_figure_pose(&t->scene, i, &p)) continue;
        p.at.x += within(&seed, 2 * IN_PER_MM), p.at.y += within(&seed, 2 * IN_PER_MM), p.heading_rad += within(&seed, 3 * RAD_PER_DEG);
        out[n++] = (expected_base){.kind = t->kind_of[i], .pose = p};
    }
    return n;
}
