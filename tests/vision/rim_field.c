#include "tests/vision/rim_field.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include "tests/render/render.h"

// ---- occluders

enum { WINDOW_W = 1300, WINDOW_H = 900, FILES = 8, RANKS = 5, GAME_TEXT = 20000 };

static game *figures_at(vec2 corner, double step_in) {
    static const char head[] =
        "{\"vedette\":1,\"title\":\"t\",\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":72,\"depth_in\":48},"
        "\"sides\":[{\"id\":\"red\",\"name\":\"Red\",\"colour\":\"#803020\"},{\"id\":\"blue\",\"name\":\"Blue\"}],\"units\":[";
    char *text = malloc(GAME_TEXT);
    fault why = {""};
    game *g = NULL;
    assert_non_null(text);
    size_t n = (size_t)snprintf(text, GAME_TEXT, "%s", head);
    for (int r = 0; r < RANKS; r++) {
        n += (size_t)snprintf(text + n, GAME_TEXT - n, "%s{\"id\":\"U%d\",\"side\":\"%s\",\"figures\":[", r ? "," : "", r, r % 2 ? "red" : "blue");
        for (int i = 0; i < FILES; i++) {
            double mm = i % 3 == 0 ? 32 : 25;
            const char *shape = i % 4 == 3 ? "\"rect\",\"width_mm\":25,\"depth_mm\":50" : "\"round\",\"diameter_mm\":";
            n += (size_t)snprintf(text + n, GAME_TEXT - n, "%s{\"id\":\"U%d-%d\",\"base\":{\"shape\":%s", i ? "," : "", r, i, shape);
            if (i % 4 != 3) n += (size_t)snprintf(text + n, GAME_TEXT - n, "%g", mm);
            n += (size_t)snprintf(text + n, GAME_TEXT - n, "},\"start\":[%.3f,%.3f,%d]}", corner.x + (i + 1) * step_in, corner.y + (r + 1) * step_in,
                                  (i * 47 + r * 101) % 360);
        }
        n += (size_t)snprintf(text + n, GAME_TEXT - n, "]}");
    }
    snprintf(text + n, GAME_TEXT - n, "]}");
    if (game_parse(text, strlen(text), "occluders", &g, NULL, NULL, &why) != STATUS_OK) fail_msg("%s", why.text);
    free(text);
    return g;
}

// A pixel where the figure stands: hidden, or only darker by a shadow.
static uint8_t hides(const uint8_t *with, const uint8_t *bare) {
    double least = 9, most = 0;
    for (int c = 0; c < 3; c++) {
        double ratio = (with[c] + 2.0) / (bare[c] + 2.0);
        least = fmin(least, ratio), most = fmax(most, ratio);
    }
    bool same = abs(with[0] - bare[0]) + abs(with[1] - bare[1]) + abs(with[2] - bare[2]) < 8;
    if (same) return 254;
    if (most < 1.02 && most - least < 0.1 && least > 0.5) return (uint8_t)(254 * (most + least) / 2);
    return 255;
}

static void cut(const render_scene *s, int figure, const uint8_t *with, const uint8_t *bare, occluder_book *book) {
    pose p;
    if (!render_figure_pose(s, figure, &p) || book->count == OCCLUDERS_MAX) return;
    px2 at = render_project(&s->camera, (vec3){p.at.x, p.at.y, game_base_top_in(s->game, figure, p.at)});
    int u0 = (int)at.u - OCCLUDER_SIZE / 2, v0 = (int)at.v - OCCLUDER_SIZE / 2;
    if (u0 < 0 || v0 < 0 || u0 + OCCLUDER_SIZE > WINDOW_W || v0 + OCCLUDER_SIZE > WINDOW_H) return;
    occluder *o = &book->at[book->count++];
    for (int i = 0; i < OCCLUDER_SIZE * OCCLUDER_SIZE; i++) {
        size_t k = 3 * ((size_t)(v0 + i / OCCLUDER_SIZE) * WINDOW_W + (size_t)(u0 + i % OCCLUDER_SIZE));
        memcpy(o->bgr + 3 * i, with + k, 3);
        o->hides[i] = hides(with + k, bare + k);
    }
}

// A part of the picture of a camera 75" over the table's middle: the window's corner is at `corner` on the table.
static void add_window(occluder_book *book, vec2 corner, uint32_t seed) {
    game *g = figures_at(corner, 2.45);
    fault why = {""};
    uint8_t *with = malloc((size_t)WINDOW_W * WINDOW_H * 3), *bare = malloc((size_t)WINDOW_W * WINDOW_H * 3);
    render_camera c = render_camera_above(WINDOW_W, WINDOW_H, OCCLUDER_PX_PER_IN * 75, (vec2){36, 24}, 75, 0, 0);
    c.cx = -OCCLUDER_PX_PER_IN * (corner.x - 36), c.cy = WINDOW_H + OCCLUDER_PX_PER_IN * (corner.y - 24);
    render_scene s = render_default_scene(c, g);
    s.blur_px = 0, s.noise = 0, s.seed = seed, s.vignette = 0;
    assert_true(with && bare);
    if (render_frame(&s, with, 3 * WINDOW_W, &why) != STATUS_OK) fail_msg("%s", why.text);
    s.standing = false;
    if (render_frame(&s, bare, 3 * WINDOW_W, &why) != STATUS_OK) fail_msg("%s", why.text);
    for (int f = 0; f < g->figure_count; f++) cut(&s, f, with, bare, book);
    free(with);
    free(bare);
    game_destroy(g);
}

void occluder_book_make(occluder_book *book) {
    book->count = 0;
    book->at = malloc(OCCLUDERS_MAX * sizeof *book->at);
    assert_non_null(book->at);
    add_window(book, (vec2){26, 17}, 1);
    add_window(book, (vec2){2, 2}, 2);
    add_window(book, (vec2){48, 31}, 3);
}

void occluder_book_free(occluder_book *book) { free(book->at); }

// ---- pictures

static px2 to_px(const void *context, vec3 at) {
    const rim_field *f = context;
    return (px2){at.x * f->px_per_in, f->height - 1 - at.y * f->px_per_in};
}

static vec2 to_table(const void *context, px2 at, double z) {
    const rim_field *f = context;
    (void)z;
    return (vec2){at.u / f->px_per_in, (f->height - 1 - at.v) / f->px_per_in};
}

void rim_field_make(rim_field *f, int width, int height, double px_per_in) {
    size_t n = (size_t)width * (size_t)height;
    *f = (rim_field){.width = width,
                     .height = height,
                     .px_per_in = px_per_in,
                     .blur_px = 0.7,
                     .noise = 6,
                     .light = 1,
                     .ground_rgb = 0x5a6a3c,
                     .ground_contrast = 0.35,
                     .dice = 88172645463325252ull};
    f->bgr = calloc(n, 3), f->gray = calloc(n, 1);
    f->sharp = calloc(n, 3 * sizeof *f->sharp), f->work = calloc(n, 3 * sizeof *f->work);
    assert_true(f->bgr && f->gray && f->sharp && f->work);
    f->frame =
        (frame){.width = width, .height = height, .gray = f->gray, .gray_stride = (size_t)width, .bgr = f->bgr, .bgr_stride = 3 * (size_t)width};
    f->view = (vision_view){f, to_px, to_table, NULL, width / px_per_in, height / px_per_in};
}

void rim_field_free(rim_field *f) {
    free(f->bgr);
    free(f->gray);
    free(f->sharp);
    free(f->work);
}

static uint64_t roll(rim_field *f) {
    f->dice ^= f->dice << 13;
    f->dice ^= f->dice >> 7;
    f->dice ^= f->dice << 17;
    return f->dice * 2685821657736338717ull;
}

double field_random(rim_field *f) { return (double)(roll(f) >> 11) / 9007199254740992.0; }

static void draw_ground(rim_field *f) {
    float colour[3] = {(float)(f->ground_rgb & 255), (float)(f->ground_rgb >> 8 & 255), (float)(f->ground_rgb >> 16 & 255)};
    float soft = 0;
    for (int i = 0; i < f->width * f->height; i++) {
        float grain = (float)(roll(f) >> 40) / 16777216.0f - 0.5f;
        soft = 0.75f * soft + grain;
        for (int c = 0; c < 3; c++) f->sharp[3 * i + c] = colour[c] * (1 + (float)f->ground_contrast * soft);
    }
}

static void rgb_floats(uint32_t rgb, float out[3]) {
    out[0] = (float)(rgb & 255), out[1] = (float)(rgb >> 8 & 255), out[2] = (float)(rgb >> 16 & 255);
}

typedef struct {
    int u0, v0, u1, v1;
    double c, s;
    px2 at;
} patch;

static patch patch_of(const rim_field *f, const field_base *b, double reach_in) {
    px2 at = to_px(f, (vec3){b->pose.at.x, b->pose.at.y, 0});
    double r = reach_in * f->px_per_in + 2;
    patch p = {(int)fmax(0, at.u - r),
               (int)fmax(0, at.v - r),
               (int)fmin(f->width - 1, at.u + r),
               (int)fmin(f->height - 1, at.v + r),
               cos(b->pose.heading_rad),
               sin(b->pose.heading_rad),
               at};
    return p;
}

// What lies at each place of a base's frame, looked up in steps of a twentieth of a millimetre and finer: a cell, or one of these.
enum { MAP = 700, MAP_INSIDE = 64, MAP_SIDE, MAP_BEYOND };

typedef struct {
    double per_in, half;
    uint8_t at[MAP * MAP];
} base_map;

static void map_base(const field_base *b, base_map *m) {
    double hx = b->base.depth_in / 2, hy = b->base.width_in / 2;
    m->half = base_radius(b->base) + 0.02;
    m->per_in = MAP / (2 * m->half);
    for (int i = 0; i < MAP * MAP; i++) {
        vec2 p = {(i % MAP + 0.5) / m->per_in - m->half, (i / MAP + 0.5) / m->per_in - m->half};
        double s, depth, inset = b->base.top_inset_in;
        bool round = b->base.shape == BASE_ROUND;
        bool on = round ? vec2_length(p) <= hy : fabs(p.x) <= hx && fabs(p.y) <= hy;
        bool top = round ? vec2_length(p) <= hy - inset : fabs(p.x) <= hx - inset && fabs(p.y) <= hy - inset;
        m->at[i] = !on ? MAP_BEYOND : !top ? MAP_SIDE : MAP_INSIDE;
        if (top && rim_code_at(b->base, p, &s, &depth)) m->at[i] = (uint8_t)fmin(s * b->cells, b->cells - 1);
    }
}

static void draw_base(rim_field *f, const field_base *b, const base_map *m) {
    enum { FINE = 4 };
    float colours[4][3] = {{0}};
    uint64_t word = b->word ? b->word : rim_code_word(b->cells, b->id);
    rgb_floats(b->dark_rgb, colours[0]);
    rgb_floats(b->light_rgb, colours[1]);
    for (int c = 0; c < 3; c++) colours[2][c] = 0.42f * colours[0][c];
    rgb_floats(0x404a26, colours[3]);
    patch p = patch_of(f, b, base_radius(b->base));
    for (int v = p.v0; v <= p.v1; v++) {
        for (int u = p.u0; u <= p.u1; u++) {
            float sum[3] = {0, 0, 0}, *to = f->sharp + 3 * ((size_t)v * (size_t)f->width + (size_t)u);
            for (int k = 0; k < FINE * FINE; k++) {
                double x = (u + (k % FINE + 0.5) / FINE - 0.5 - p.at.u) / f->px_per_in,
                       y = -(v + (k / FINE + 0.5) / FINE - 0.5 - p.at.v) / f->px_per_in;
                int mx = (int)((p.c * x + p.s * y + m->half) * m->per_in), my = (int)((p.c * y - p.s * x + m->half) * m->per_in);
                int what = mx < 0 || my < 0 || mx >= MAP || my >= MAP ? MAP_BEYOND : m->at[my * MAP + mx];
                const float *from = what == MAP_BEYOND   ? to
                                    : what == MAP_SIDE   ? colours[2]
                                    : what == MAP_INSIDE ? colours[3]
                                                         : colours[word >> what & 1];
                for (int c = 0; c < 3; c++) sum[c] += from[c] / (FINE * FINE);
            }
            memcpy(to, sum, sizeof sum);
        }
    }
}

// Which pixel of the occluder lies over a pixel of the picture; -1: none.
static int hider_pixel(const rim_field *f, const field_base *b, px2 at, vec2 turn, int u, int v) {
    double x = (u - at.u) / f->px_per_in - b->hider_shift_in.x, y = -(v - at.v) / f->px_per_in - b->hider_shift_in.y;
    double c = turn.x, s = turn.y, k = OCCLUDER_PX_PER_IN / b->hider_scale;
    int hu = (int)floor((c * x + s * y) * k + OCCLUDER_SIZE / 2.0 + 0.5), hv = (int)floor(-(c * y - s * x) * k + OCCLUDER_SIZE / 2.0 + 0.5);
    return hu < 0 || hv < 0 || hu >= OCCLUDER_SIZE || hv >= OCCLUDER_SIZE ? -1 : hv * OCCLUDER_SIZE + hu;
}

static void draw_hider(rim_field *f, const field_base *b) {
    if (!b->hider) return;
    vec2 turn = heading_forward(b->hider_turn_rad);
    patch p = patch_of(f, b, b->hider_scale * OCCLUDER_SIZE * 0.71 / OCCLUDER_PX_PER_IN + vec2_length(b->hider_shift_in));
    for (int v = p.v0; v <= p.v1; v++) {
        for (int u = p.u0; u <= p.u1; u++) {
            int i = hider_pixel(f, b, p.at, turn, u, v);
            if (i < 0) continue;
            float *to = f->sharp + 3 * ((size_t)v * (size_t)f->width + (size_t)u);
            uint8_t h = b->hider->hides[i];
            for (int c = 0; c < 3; c++) to[c] = h == 255 ? (float)b->hider->bgr[3 * i + c] : to[c] * (float)h / 254;
        }
    }
}

static double hidden_share(const rim_field *f, const field_base *bases, const vec2 *turns, int count, const field_base *b) {
    enum { LOOKS = 180 };
    int hidden = 0;
    for (int k = 0; k < LOOKS; k++) {
        vec2 p = vec2_add(b->pose.at, vec2_rotate(rim_code_point(b->base, (k + 0.5) / LOOKS, RIM_CODE_WIDTH_IN / 2), b->pose.heading_rad));
        px2 at = to_px(f, (vec3){p.x, p.y, 0});
        bool covered = false;
        for (int i = 0; i < count && !covered; i++) {
            if (!bases[i].hider || vec2_distance(bases[i].pose.at, b->pose.at) > 2.6) continue;
            px2 middle = to_px(f, (vec3){bases[i].pose.at.x, bases[i].pose.at.y, 0});
            int h = hider_pixel(f, &bases[i], middle, turns[i], (int)(at.u + 0.5), (int)(at.v + 0.5));
            covered = h >= 0 && bases[i].hider->hides[h] == 255;
        }
        hidden += covered;
    }
    return (double)hidden / LOOKS;
}

// Separable Gaussian of 7 taps: blur_px <= 1.
static void blur(rim_field *f) {
    float k[4], sum = 0;
    for (int i = 0; i < 4; i++) k[i] = (float)exp(-i * i / (2 * f->blur_px * f->blur_px)), sum += (i ? 2 : 1) * k[i];
    for (int i = 0; i < 4; i++) k[i] /= sum;
    int w = f->width, h = f->height;
    for (int pass = 0; pass < 2; pass++) {
        const float *from = pass ? f->work : f->sharp;
        float *to = pass ? f->sharp : f->work;
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                float *o = to + 3 * ((size_t)y * (size_t)w + (size_t)x), out[3] = {0, 0, 0};
                for (int i = -3; i <= 3; i++) {
                    int xx = pass ? x : x + i < 0 ? 0 : x + i >= w ? w - 1 : x + i, yy = !pass ? y : y + i < 0 ? 0 : y + i >= h ? h - 1 : y + i;
                    const float *s = from + 3 * ((size_t)yy * (size_t)w + (size_t)xx);
                    for (int c = 0; c < 3; c++) out[c] += k[abs(i)] * s[c];
                }
                memcpy(o, out, sizeof out);
            }
        }
    }
}

// Sum of uniforms: near enough to normal for a camera's noise.
static float normal(rim_field *f) {
    uint64_t r = roll(f);
    return ((float)((r & 0xffff) + (r >> 16 & 0xffff) + (r >> 32 & 0xffff) + (r >> 48)) / 65536.0f - 2) * 1.7320508f;
}

static uint8_t level(float v) { return (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v + 0.5f); }

void rim_field_expose(rim_field *f) {
    for (int i = 0; i < f->width * f->height; i++) {
        uint8_t *c = f->bgr + 3 * i;
        // A camera's colours are filled in from neighbours: what is common to the channels makes up most of the noise.
        float common = 0.9f * normal(f), own = 0.75f;
        for (int k = 0; k < 3; k++) c[k] = level((float)f->light * f->sharp[3 * i + k] + (float)f->noise * (common + own * normal(f)));
        f->gray[i] = (uint8_t)((1868 * c[0] + 9617 * c[1] + 4899 * c[2] + 8192) >> 14);
    }
}

void rim_field_draw(rim_field *f, field_base *bases, int count) {
    draw_ground(f);
    static base_map map;
    for (int i = 0; i < count; i++) {
        bool same = i > 0 && bases[i].base.shape == bases[i - 1].base.shape && bases[i].base.width_in == bases[i - 1].base.width_in &&
                    bases[i].base.depth_in == bases[i - 1].base.depth_in && bases[i].cells == bases[i - 1].cells;
        if (!same) map_base(&bases[i], &map);
        draw_base(f, &bases[i], &map);
    }
    for (int i = 0; i < count; i++) draw_hider(f, &bases[i]);
    vec2 turns[FIELD_BASES_MAX];
    assert_true(count <= FIELD_BASES_MAX);
    for (int i = 0; i < count; i++) turns[i] = heading_forward(bases[i].hider_turn_rad);
    for (int i = 0; i < count; i++) bases[i].hidden = hidden_share(f, bases, turns, count, &bases[i]);
    blur(f);
    rim_field_expose(f);
}
