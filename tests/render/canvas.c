#include "tests/render/canvas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/render/camera.h"

static status no_memory(fault *fault) { return fault_set(fault, STATUS_MEMORY, "renderer: out of memory"); }

status canvas_init(canvas *c, int width, int height, fault *fault) {
    *c = (canvas){width, height, calloc((size_t)width * (size_t)height * 3, sizeof *c->v)};
    return c->v ? STATUS_OK : no_memory(fault);
}

void canvas_copy(canvas *to, const canvas *from) { memcpy(to->v, from->v, (size_t)from->width * (size_t)from->height * 3 * sizeof *to->v); }

status ray_map_init(ray_map *m, const render_camera *c, fault *fault) {
    double rotation[9];
    camera_rotation(c, rotation);
    m->eye = render_eye(c);
    m->columns = c->width / RAY_STEP + 3;
    m->rows = c->height / RAY_STEP + 3;
    m->slope = malloc((size_t)m->columns * (size_t)m->rows * sizeof *m->slope);
    if (!m->slope) return no_memory(fault);
    for (int j = 0; j < m->rows; j++) {
        for (int i = 0; i < m->columns; i++) {
            m->slope[j * m->columns + i] = camera_slope(c, rotation, (px2){(i - 1.0) * RAY_STEP, (j - 1.0) * RAY_STEP});
        }
    }
    return STATUS_OK;
}

vec2 ray_map_at(const ray_map *m, double u, double v) {
    double x = u / RAY_STEP + 1, y = v / RAY_STEP + 1;
    int i = (int)x, j = (int)y;
    double a = x - i, b = y - j;
    const vec2 *s = &m->slope[j * m->columns + i], *n = s + m->columns;
    return vec2_lerp(vec2_lerp(s[0], s[1], a), vec2_lerp(n[0], n[1], a), b);
}

status tile_index_init(tile_index *t, int width, int height, fault *fault) {
    *t = (tile_index){.columns = (width + TILE - 1) / TILE, .rows = (height + TILE - 1) / TILE};
    size_t count = (size_t)t->columns * (size_t)t->rows;
    t->start = calloc(count + 1, sizeof *t->start);
    t->touched = calloc(count, 1);
    t->changed = calloc(count, 1);
    t->drawn = calloc(count, sizeof *t->drawn);
    return t->start && t->touched && t->changed && t->drawn ? STATUS_OK : no_memory(fault);
}

void tile_index_finish(tile_index *t) {
    free(t->start);
    free(t->items);
    free(t->touched);
    free(t->changed);
    free(t->drawn);
    free(t->looks);
}

// Tiles that a thing reaches into and `ring` more all round; false where it is outside the picture.
static bool tiles_of(const tile_index *t, const thing *th, int ring, int out[4]) {
    double low[2] = {floor(th->reach[0] / TILE) - ring, floor(th->reach[1] / TILE) - ring};
    double high[2] = {floor(th->reach[2] / TILE) + ring, floor(th->reach[3] / TILE) + ring};
    if (!(high[0] >= 0 && high[1] >= 0 && low[0] < t->columns && low[1] < t->rows)) return false;
    out[0] = (int)fmax(low[0], 0);
    out[1] = (int)fmax(low[1], 0);
    out[2] = (int)fmin(high[0], t->columns - 1);
    out[3] = (int)fmin(high[1], t->rows - 1);
    return true;
}

static void count_tiles(tile_index *t, const cast *c) {
    int at[4];
    for (int k = 0; k < c->count; k++) {
        if (!tiles_of(t, &c->items[k], 0, at)) continue;
        for (int j = at[1]; j <= at[3]; j++) {
            for (int i = at[0]; i <= at[2]; i++) t->start[j * t->columns + i]++;
        }
    }
}

status tile_index_fill(tile_index *t, const cast *c, fault *fault) {
    int count = t->columns * t->rows, at[4];
    memset(t->start, 0, ((size_t)count + 1) * sizeof *t->start);
    count_tiles(t, c);
    for (int i = 1; i <= count; i++) t->start[i] += t->start[i - 1];
    if (t->start[count] > t->capacity) {
        int *items = realloc(t->items, (size_t)t->start[count] * sizeof *items);
        if (!items) return no_memory(fault);
        t->items = items;
        t->capacity = t->start[count];
    }
    for (int k = c->count - 1; k >= 0; k--) {
        if (!tiles_of(t, &c->items[k], 0, at)) continue;
        for (int j = at[1]; j <= at[3]; j++) {
            for (int i = at[0]; i <= at[2]; i++) t->items[--t->start[j * t->columns + i]] = k;
        }
    }
    return STATUS_OK;
}

// FNV-1a over whole words; two tiles or things that look different share a number about never (1 in 2^64).
static uint64_t mix(uint64_t h, uint64_t word) { return (h ^ word) * 1099511628211u; }

static uint64_t looks_of(const thing *th) {
    uint64_t words[sizeof *th / sizeof(uint64_t)], h = 14695981039346656037u;
    _Static_assert(sizeof *th % sizeof(uint64_t) == 0, "whole words");
    memcpy(words, th, sizeof *th);  // its padding was zeroed with it; were it not, the thing would only be drawn again
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) h = mix(h, words[i]);
    return h;
}

static void touch_about(tile_index *t, int tile) {
    int ring = (BLUR_MAX_PX + TILE - 1) / TILE, x = tile % t->columns, y = tile / t->columns;
    int left = x > ring ? x - ring : 0, right = x + ring < t->columns ? x + ring : t->columns - 1;
    for (int j = y > ring ? y - ring : 0; j <= y + ring && j < t->rows; j++)
        memset(&t->touched[j * t->columns + left], 1, (size_t)(right - left + 1));
}

status tile_index_changes(tile_index *t, const cast *c, fault *fault) {
    if (c->count > t->looks_capacity) {
        uint64_t *more = realloc(t->looks, (size_t)c->count * sizeof *more);
        if (!more) return no_memory(fault);
        t->looks = more;
        t->looks_capacity = c->count;
    }
    for (int k = 0; k < c->count; k++) t->looks[k] = looks_of(&c->items[k]);
    memset(t->touched, 0, (size_t)t->columns * (size_t)t->rows);
    for (int i = 0; i < t->columns * t->rows; i++) {
        uint64_t now = 0;
        for (int k = t->start[i]; k < t->start[i + 1]; k++) now = mix(now, t->looks[t->items[k]]);
        t->changed[i] = now != t->drawn[i];
        t->drawn[i] = now;
        if (t->changed[i]) touch_about(t, i);
    }
    return STATUS_OK;
}

void tile_index_forget(tile_index *t) { memset(t->drawn, 0, (size_t)t->columns * (size_t)t->rows * sizeof *t->drawn); }

typedef struct {
    int radius;
    uint32_t weight[32];  // of the middle and of each step away, 32768 in all
} kernel;

static kernel gauss(double sigma) {
    kernel k = {.radius = (int)fmin(BLUR_MAX_PX, ceil(3 * sigma))};
    double sum = 0, w[32];
    for (int i = 0; i <= k.radius; i++) {
        w[i] = exp(-0.5 * i * i / (sigma * sigma));
        sum += i ? 2 * w[i] : w[i];
    }
    uint32_t rest = 32768;
    for (int i = 1; i <= k.radius; i++) {
        k.weight[i] = (uint32_t)lround(w[i] / sum * 32768);
        rest -= 2 * k.weight[i];
    }
    k.weight[0] = rest;
    return k;
}

static int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }

static void blur_tile(canvas *out, const canvas *in, const kernel *k, int u0, int v0) {
    uint16_t middle[(TILE + 32) * TILE * 3];
    int u1 = clamp(u0 + TILE, 0, in->width), v1 = clamp(v0 + TILE, 0, in->height), wide = 3 * (u1 - u0);
    for (int v = v0 - k->radius; v < v1 + k->radius; v++) {
        const uint16_t *row = &in->v[(size_t)clamp(v, 0, in->height - 1) * (size_t)in->width * 3];
        uint16_t *to = &middle[(v - v0 + k->radius) * TILE * 3];
        for (int u = u0; u < u1; u++) {
            for (int c = 0; c < 3; c++) {
                uint32_t sum = row[3 * u + c] * k->weight[0] + 16384;
                for (int i = 1; i <= k->radius; i++)
                    sum += ((uint32_t)row[3 * clamp(u - i, 0, in->width - 1) + c] + row[3 * clamp(u + i, 0, in->width - 1) + c]) * k->weight[i];
                *to++ = (uint16_t)(sum >> 15);
            }
        }
    }
    for (int v = v0; v < v1; v++) {
        const uint16_t *from = &middle[(v - v0 + k->radius) * TILE * 3];
        uint16_t *to = &out->v[((size_t)v * (size_t)in->width + (size_t)u0) * 3];
        for (int x = 0; x < wide; x++) {
            uint32_t sum = from[x] * k->weight[0] + 16384;
            for (int i = 1; i <= k->radius; i++) sum += ((uint32_t)from[x - i * TILE * 3] + from[x + i * TILE * 3]) * k->weight[i];
            to[x] = (uint16_t)(sum >> 15);
        }
    }
}

void canvas_blur(canvas *out, const canvas *in, double sigma_px, const uint8_t *flags) {
    kernel k = gauss(fmax(sigma_px, 1e-3));
    int columns = (in->width + TILE - 1) / TILE, rows = (in->height + TILE - 1) / TILE;
    for (int j = 0; j < rows; j++) {
        for (int i = 0; i < columns; i++) {
            if (!flags || flags[j * columns + i]) blur_tile(out, in, &k, i * TILE, j * TILE);
        }
    }
}
