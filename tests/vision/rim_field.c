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
    fault fault = {""};
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
    if (game_parse(text, strlen(text), "occluders", &g, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
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
    fault fault = {""};
    uint8_t *with = malloc((size_t)WINDOW_W * WINDOW_H * 3), *bare = malloc((size_t)WINDOW_W * WINDOW_H * 3);
    render_camera c = render_camera_above(WINDOW_W, WINDOW_H, OCCLUDER_PX_PER_IN * 75, (vec2){36, 24}, 75, 0, 0);
    c.cx = -OCCLUDER_PX_PER_IN * (corner.x - 36), c.cy = WINDOW_H + OCCLUDER_PX_PER_IN * (corner.y - 24);
    render_scene s = render_default_scene(c, g);
    s.blur_px = 0, s.noise = 0, s.seed = seed, s.vignette = 0;
    assert_true(with && bare);
    if (render_frame(&s, with, 3 * WINDOW_W, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    s.standing = false;
    if (render_frame(&s, bare, 3 * WINDOW_W, &fault) != STATUS_OK) fail_msg("%s", fault.text);
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
enum { MAP = 700, MAP_INSIDE = 64, MAP_SIDE, MAP_BEYOND, MAPS = 12 };

typedef struct {
    base base;
    int cells;
    double per_in, half;
    uint8_t at[MAP * MAP];
    uint8_t clear[MAP * MAP];  // no other thing lies nearer than so many places, along either way; 255: or farther
} base_map;

static uint8_t step_from(uint8_t clear) { return (uint8_t)(clear < 255 ? clear + 1 : 255); }

static void clear_from(base_map *m, int i, int before, int beside) {
    int others[4] = {i + before, i + beside - 1, i + beside, i + beside + 1};
    for (int k = 0; k < 4; k++) {
        uint8_t away = m->at[others[k]] != m->at[i] ? 0 : step_from(m->clear[others[k]]);
        if (away < m->clear[i]) m->clear[i] = away;
    }
}

// Distances by the larger of the two ways, in one pass down and one up; what lies beyond the map is not known.
static void map_clear(base_map *m) {
    memset(m->clear, 0, sizeof m->clear);
    for (int y = 1; y < MAP - 1; y++) memset(m->clear + y * MAP + 1, 255, MAP - 2);
    for (int y = 1; y < MAP - 1; y++)
        for (int x = 1; x < MAP - 1; x++) clear_from(m, y * MAP + x, -1, -MAP);
    for (int y = MAP - 2; y >= 0; y--)
        for (int x = MAP - 2; x > 0; x--) clear_from(m, y * MAP + x, 1, MAP);
}

static void map_base(base b, int cells, base_map *m) {
    double hx = b.depth_in / 2, hy = b.width_in / 2;
    m->base = b, m->cells = cells;
    m->half = base_radius(b) + 0.02;
    m->per_in = MAP / (2 * m->half);
    for (int i = 0; i < MAP * MAP; i++) {
        vec2 p = {(i % MAP + 0.5) / m->per_in - m->half, (i / MAP + 0.5) / m->per_in - m->half};
        double s, depth, inset = b.top_inset_in;
        bool round = b.shape == BASE_ROUND;
        bool on = round ? vec2_length(p) <= hy : fabs(p.x) <= hx && fabs(p.y) <= hy;
        bool top = round ? vec2_length(p) <= hy - inset : fabs(p.x) <= hx - inset && fabs(p.y) <= hy - inset;
        m->at[i] = !on ? MAP_BEYOND : !top ? MAP_SIDE : MAP_INSIDE;
        if (top && rim_code_at(b, p, &s, &depth)) m->at[i] = (uint8_t)fmin(s * cells, cells - 1);
    }
    map_clear(m);
}

// Maps take longer than what is drawn by them: those of the last few looks are kept.
static const base_map *map_of(const field_base *b) {
    static base_map maps[MAPS];
    static int made;
    for (int i = 0; i < made && i < MAPS; i++) {
        const base_map *m = &maps[i];
        if (m->base.shape == b->base.shape && m->base.width_in == b->base.width_in && m->base.depth_in == b->base.depth_in &&
            m->base.top_inset_in == b->base.top_inset_in && m->cells == b->cells)
            return m;
    }
    base_map *m = &maps[made++ % MAPS];
    map_base(b->base, b->cells, m);
    return m;
}

enum { FINE = 4, COLOURS = 4, SIDE_COLOUR = 2, INSIDE_COLOUR, BEYOND = COLOURS };

static int colour_at(const base_map *m, uint64_t word, double x, double y, int *index) {
    int mx = (int)((x + m->half) * m->per_in), my = (int)((y + m->half) * m->per_in);
    *index = mx < 0 || my < 0 || mx >= MAP || my >= MAP ? -1 : my * MAP + mx;
    int what = *index < 0 ? MAP_BEYOND : m->at[*index];
    return what == MAP_BEYOND ? BEYOND : what == MAP_SIDE ? SIDE_COLOUR : what == MAP_INSIDE ? INSIDE_COLOUR : (int)(word >> what & 1);
}

// Area sampling where one colour is all there is: what the sum of so many equal parts comes to.
static void sum_of_one(const float colour[3], float sum[3]) {
    float part[3] = {colour[0] / (FINE * FINE), colour[1] / (FINE * FINE), colour[2] / (FINE * FINE)}, s[3] = {0, 0, 0};
    for (int k = 0; k < FINE * FINE; k++)
        for (int c = 0; c < 3; c++) s[c] += part[c];
    memcpy(sum, s, sizeof s);
}

static void draw_base(rim_field *f, const field_base *b, const base_map *m) {
    float colours[COLOURS][3], whole[COLOURS][3];
    uint64_t word = b->word ? b->word : rim_code_word(b->cells, b->id);
    rgb_floats(b->dark_rgb, colours[0]);
    rgb_floats(b->light_rgb, colours[1]);
    for (int c = 0; c < 3; c++) colours[SIDE_COLOUR][c] = 0.42f * colours[0][c];
    rgb_floats(0x404a26, colours[INSIDE_COLOUR]);
    for (int i = 0; i < COLOURS; i++) sum_of_one(colours[i], whole[i]);
    patch p = patch_of(f, b, base_radius(b->base));
    int reach = (int)(0.54 * m->per_in / f->px_per_in) + 2, index;  // of a pixel's samples about its middle, however it is turned
    for (int v = p.v0; v <= p.v1; v++) {
        for (int u = p.u0; u <= p.u1; u++) {
            float sum[3] = {0, 0, 0}, *to = f->sharp + 3 * ((size_t)v * (size_t)f->width + (size_t)u);
            double x0 = (u - p.at.u) / f->px_per_in, y0 = -(v - p.at.v) / f->px_per_in;
            int all = colour_at(m, word, p.c * x0 + p.s * y0, p.c * y0 - p.s * x0, &index);
            if (index >= 0 && m->clear[index] > reach) {
                if (all == BEYOND)
                    sum_of_one(to, to);
                else
                    memcpy(to, whole[all], sizeof whole[all]);
                continue;
            }
            for (int k = 0; k < FINE * FINE; k++) {
                double x = (u + (k % FINE + 0.5) / FINE - 0.5 - p.at.u) / f->px_per_in,
                       y = -(v + (k / FINE + 0.5) / FINE - 0.5 - p.at.v) / f->px_per_in;
                int what = colour_at(m, word, p.c * x + p.s * y, p.c * y - p.s * x, &index);
                const float *from = what == BEYOND ? to : colours[what];
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
    double hu = (c * x + s * y) * k + OCCLUDER_SIZE / 2.0 + 0.5, hv = -(c * y - s * x) * k + OCCLUDER_SIZE / 2.0 + 0.5;
    return hu >= 0 && hv >= 0 && hu < OCCLUDER_SIZE && hv < OCCLUDER_SIZE ? (int)hv * OCCLUDER_SIZE + (int)hu : -1;
}

// The pixels of a row that the occluder may lie over: where at + u * slope, that of either way, is between 0 and its size; two more at the ends.
static void narrow(double at, double slope, int *u0, int *u1) {
    if (fabs(slope) < 1e-6) return;
    double a = -at / slope, b = (OCCLUDER_SIZE - at) / slope;
    *u0 = (int)fmax(*u0, fmin(a, b) - 2), *u1 = (int)fmin(*u1, fmax(a, b) + 2);
}

static void draw_hider(rim_field *f, const field_base *b) {
    if (!b->hider) return;
    vec2 turn = heading_forward(b->hider_turn_rad);
    double reach = b->hider_scale * OCCLUDER_SIZE * 0.71 / OCCLUDER_PX_PER_IN, k = OCCLUDER_PX_PER_IN / b->hider_scale,
           middle = OCCLUDER_SIZE / 2.0 + 0.5;
    patch p = patch_of(f, b, reach + vec2_length(b->hider_shift_in));
    for (int v = p.v0; v <= p.v1; v++) {
        double x = -p.at.u / f->px_per_in - b->hider_shift_in.x, y = -(v - p.at.v) / f->px_per_in - b->hider_shift_in.y;
        int u0 = p.u0, u1 = p.u1;
        narrow((turn.x * x + turn.y * y) * k + middle, turn.x * k / f->px_per_in, &u0, &u1);
        narrow(-(turn.x * y - turn.y * x) * k + middle, turn.y * k / f->px_per_in, &u0, &u1);
        for (int u = u0; u <= u1; u++) {
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

enum { REACH = 3 };

static int clamp(int i, int count) { return i < 0 ? 0 : i >= count ? count - 1 : i; }

// One row of sums of 7 rows, or of one row moved 7 ways.
static void sum_taps(const float *const from[2 * REACH + 1], const float k[REACH + 1], int count, float *restrict to) {
    for (int j = 0; j < count; j++) {
        float sum = 0;
        for (int i = -REACH; i <= REACH; i++) sum += k[abs(i)] * from[i + REACH][j];
        to[j] = sum;
    }
}

static void blur_row(const float *row, const float k[REACH + 1], int width, float *to) {
    const float *from[2 * REACH + 1];
    for (int x = 0; x < width; x++) {
        if (x == REACH && width > 2 * REACH) {
            for (int i = -REACH; i <= REACH; i++) from[i + REACH] = row + 3 * (x + i);
            sum_taps(from, k, 3 * (width - 2 * REACH), to + 3 * x);
            x = width - REACH;
        }
        for (int i = -REACH; i <= REACH; i++) from[i + REACH] = row + 3 * clamp(x + i, width);
        sum_taps(from, k, 3, to + 3 * x);
    }
}

// Separable Gaussian of 7 taps: blur_px <= 1.
static void blur(rim_field *f) {
    float k[REACH + 1], sum = 0;
    for (int i = 0; i <= REACH; i++) k[i] = (float)exp(-i * i / (2 * f->blur_px * f->blur_px)), sum += (i ? 2 : 1) * k[i];
    for (int i = 0; i <= REACH; i++) k[i] /= sum;
    size_t stride = 3 * (size_t)f->width;
    for (int y = 0; y < f->height; y++) blur_row(f->sharp + (size_t)y * stride, k, f->width, f->work + (size_t)y * stride);
    for (int y = 0; y < f->height; y++) {
        const float *from[2 * REACH + 1];
        for (int i = -REACH; i <= REACH; i++) from[i + REACH] = f->work + (size_t)clamp(y + i, f->height) * stride;
        sum_taps(from, k, (int)stride, f->sharp + (size_t)y * stride);
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
    for (int i = 0; i < count; i++) draw_base(f, &bases[i], map_of(&bases[i]));
    for (int i = 0; i < count; i++) draw_hider(f, &bases[i]);
    vec2 turns[FIELD_BASES_MAX];
    assert_true(count <= FIELD_BASES_MAX);
    for (int i = 0; i < count; i++) turns[i] = heading_forward(bases[i].hider_turn_rad);
    for (int i = 0; i < count; i++) bases[i].hidden = hidden_share(f, bases, turns, count, &bases[i]);
    blur(f);
    rim_field_expose(f);
}
