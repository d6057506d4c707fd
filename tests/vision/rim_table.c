#include "tests/vision/rim_table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the ones above first
#include <cmocka.h>

enum { TEXT_MAX = 100000 };

typedef struct {
    char *text;
    size_t used;
} writer;

static void put(writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(writer *w, const char *format, ...) {
    va_list a;
    va_start(a, format);
    int n = vsnprintf(w->text + w->used, TEXT_MAX - w->used, format, a);
    va_end(a);
    assert_true(n >= 0 && w->used + (size_t)n < TEXT_MAX);
    w->used += (size_t)n;
}

static void put_block(writer *w, const rim_block *b, int unit, int first_id) {
    put(w, "%s{\"id\":\"U%d\",\"side\":\"%s\",\"rim_colour\":\"#%06x\",\"mark_colour\":\"#%06x\",\"figures\":[", unit ? "," : "", unit,
        unit % 2 ? "red" : "blue", b->dark_rgb, b->light_rgb);
    for (int i = 0; i < b->files * b->ranks; i++) {
        double left = ((b->files - 1) / 2.0 - i % b->files) * (b->width_mm * IN_PER_MM + b->gap_in);
        double forward = ((b->ranks - 1) / 2.0 - i / b->files) * (b->depth_mm * IN_PER_MM + b->gap_in);
        vec2 p = vec2_add(b->at.at, vec2_rotate((vec2){forward, left}, b->at.heading_rad));
        double askew = b->gap_in > 0.1 ? (i * 97 % 61 - 30) * 2.0 : (i * 7 % 5 - 2) * 0.4;
        put(w, "%s{\"id\":\"U%d-%d\",\"base\":{\"shape\":\"%s\",", i ? "," : "", unit, i, b->shape);
        if (strcmp(b->shape, "round") == 0)
            put(w, "\"diameter_mm\":%g", b->width_mm);
        else
            put(w, "\"width_mm\":%g,\"depth_mm\":%g", b->width_mm, b->depth_mm);
        put(w, "},\"marker\":{\"family\":\"rim\",\"id\":%d,\"cells\":%d},\"start\":[%.4f,%.4f,%.3f]}", first_id + i, b->cells,
            p.x + (i * 3 % 4) * 0.004, p.y - (i * 5 % 3) * 0.004, b->at.heading_rad * DEG_PER_RAD + askew);
    }
    put(w, "]}");
}

static game *make_game(const rim_block *blocks, int count) {
    writer w = {malloc(TEXT_MAX), 0};
    fault fault = {""};
    game *g = NULL;
    int id = 0;
    assert_non_null(w.text);
    put(&w,
        "{\"vedette\":1,\"title\":\"t\",\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":72,\"depth_in\":48},\"sides\":["
        "{\"id\":\"red\",\"name\":\"Red\",\"colour\":\"#803020\"},{\"id\":\"blue\",\"name\":\"Blue\",\"colour\":\"#304080\"}],\"units\":[");
    for (int i = 0; i < count; i++) {
        put_block(&w, &blocks[i], i, id);
        id += blocks[i].files * blocks[i].ranks;
    }
    put(&w, "]}");
    if (game_parse(w.text, w.used, "rims", &g, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    free(w.text);
    return g;
}

static px2 to_px(const void *context, vec3 at) { return render_project(&((const rim_table *)context)->scene.camera, at); }
static vec2 to_table(const void *context, px2 at, double z) { return render_unproject(&((const rim_table *)context)->scene.camera, at, z); }

static void add_kind(rim_table *t, int u, int *ids) {
    const game_unit *unit = &t->game->units[u];
    const game_figure *f = &t->game->figures[unit->first_figure];
    rim_coded_kind *k = &t->kinds[t->kind_count];
    *k = (rim_coded_kind){.base = f->base, .cells = f->marker.cells, .ids = t->ids + *ids, .id_count = unit->figure_count};
    game_rim_colours(t->game, unit->first_figure, &k->dark_rgb, &k->light_rgb);
    for (int i = 0; i < unit->figure_count; i++) {
        t->kind_of[unit->first_figure + i] = t->kind_count;
        t->ids[(*ids)++] = (rim_coded_id){f[i].marker.id, unit->first_figure + i, u};
    }
    t->kind_count++;
}

void rim_table_make(rim_table *t, const rim_block *blocks, int count, int width, int height, double px_per_in, vec2 corner) {
    int ids = 0;
    size_t n = (size_t)width * (size_t)height;
    memset(t, 0, sizeof *t);
    assert_true(count <= RIM_TABLE_UNITS);
    t->game = make_game(blocks, count);
    assert_true(t->game->figure_count <= RIM_TABLE_FIGURES);
    for (int u = 0; u < t->game->unit_count; u++) add_kind(t, u, &ids);
    t->bgr = malloc(n * 3), t->gray = malloc(n);
    assert_true(t->bgr && t->gray);
    render_camera c = render_camera_above(width, height, px_per_in * 75, (vec2){36, 24}, 75, 0.02, -0.015);
    c.k[0] = -0.06, c.k[1] = 0.03;
    px2 p = render_project(&c, (vec3){corner.x, corner.y, 0});
    c.cx -= p.u, c.cy += height - 1 - p.v;
    t->scene = render_default_scene(c, t->game);
    t->scene.blur_px = 0.7, t->scene.noise = 6;
    t->view = (vision_view){t, to_px, to_table, NULL, t->game->width_in, t->game->depth_in};
    t->frame =
        (frame){.width = width, .height = height, .gray = t->gray, .gray_stride = (size_t)width, .bgr = t->bgr, .bgr_stride = 3 * (size_t)width};
}

void rim_table_free(rim_table *t) {
    game_destroy(t->game);
    free(t->bgr);
    free(t->gray);
}

void rim_table_draw(rim_table *t) {
    fault fault = {""};
    renderer *r;
    uint64_t cells[RIM_TABLE_FIGURES];
    if (renderer_create(&t->scene, &r, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    if (renderer_frame(r, &t->scene, t->bgr, t->frame.bgr_stride, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    if (renderer_rim_cells(r, &t->scene, cells, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    renderer_destroy(r);
    render_gray(t->bgr, t->frame.width, t->frame.height, t->gray);
    for (int f = 0; f < t->game->figure_count; f++) t->hidden[f] = 1 - (double)__builtin_popcountll(cells[f]) / t->game->figures[f].marker.cells;
}
