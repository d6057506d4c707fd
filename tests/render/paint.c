// From rays to pixels: each pixel is one colour where its four corners agree on what they see, else the mean of 4 x 4 samples.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/render/canvas.h"

#define FINE 4
#define NOTHING (-1)

// Place of sample k in the pixel: a sheared grid, so that no two share a row or column and a level edge is resolved as finely as a slanted one.
static px2 fine_place(int u, int v, int k) {
    int i = k % FINE, j = k / FINE;
    return (px2){u - 0.5 + (i * FINE + j + 0.5) / (FINE * FINE), v - 0.5 + (j * FINE + i + 0.5) / (FINE * FINE)};
}

typedef struct {
    int zone;  // what was seen; NOTHING: the ground; ZONE_FINE
    paint colour;
} sample;

static void put(canvas *c, int u, int v, paint p) {
    uint16_t *to = &c->v[((size_t)v * (size_t)c->width + (size_t)u) * 3];
    to[0] = (uint16_t)(fmin(fmax(p.b, 0), 255) * LEVEL + 0.5);
    to[1] = (uint16_t)(fmin(fmax(p.g, 0), 255) * LEVEL + 0.5);
    to[2] = (uint16_t)(fmin(fmax(p.r, 0), 255) * LEVEL + 0.5);
}

static paint get(const canvas *c, int u, int v) {
    const uint16_t *from = &c->v[((size_t)v * (size_t)c->width + (size_t)u) * 3];
    return (paint){from[2] / (double)LEVEL, from[1] / (double)LEVEL, from[0] / (double)LEVEL};
}

static void add(paint *sum, paint p, double k) {
    sum->r += p.r * k;
    sum->g += p.g * k;
    sum->b += p.b * k;
}

static bool agree(const sample *above, const sample *below) {
    int z = above[0].zone;
    return z != ZONE_FINE && above[1].zone == z && below[0].zone == z && below[1].zone == z;
}

static paint mean_corner(const sample *above, const sample *below) {
    paint sum = {0, 0, 0};
    for (int i = 0; i < 2; i++) {
        add(&sum, above[i].colour, 0.25);
        add(&sum, below[i].colour, 0.25);
    }
    return sum;
}

static sample ground_sample(const ray_map *rays, const ground *g, double u, double v) {
    sample s;
    s.colour = ground_paint(g, rays->eye, ray_map_at(rays, u, v), &s.zone);
    return s;
}

status paint_ground(canvas *out, const ray_map *rays, const ground *g, fault *fault) {
    sample *rows = malloc(2 * ((size_t)out->width + 1) * sizeof *rows);
    if (!rows) return fault_set(fault, STATUS_MEMORY, "renderer: out of memory");
    sample *above = rows, *below = rows + out->width + 1;
    for (int v = -1; v < out->height; v++) {
        for (int u = 0; u <= out->width; u++) below[u] = ground_sample(rays, g, u - 0.5, v + 0.5);
        for (int u = 0; v >= 0 && u < out->width; u++) {
            if (agree(&above[u], &below[u])) {
                put(out, u, v, mean_corner(&above[u], &below[u]));
                continue;
            }
            paint sum = {0, 0, 0};
            for (int k = 0; k < FINE * FINE; k++) {
                px2 at = fine_place(u, v, k);
                add(&sum, ground_sample(rays, g, at.u, at.v).colour, 1.0 / (FINE * FINE));
            }
            put(out, u, v, sum);
        }
        sample *swap = above;
        above = below;
        below = swap;
    }
    free(rows);
    return STATUS_OK;
}

int nearest_thing(const ray_map *rays, const cast *c, const tile_index *tiles, int tile, double u, double v, thing_hit *hit) {
    vec2 slope = ray_map_at(rays, u, v);
    int best = NOTHING;
    hit->t = 1e9;
    for (int k = tiles->start[tile]; k < tiles->start[tile + 1]; k++) {
        const thing *th = &c->items[tiles->items[k]];
        thing_hit h;
        if (u < th->box[0] || u > th->box[2] || v < th->box[1] || v > th->box[3]) continue;
        if (!thing_meet(th, rays->eye, slope, &h) || h.t >= hit->t) continue;
        *hit = h;
        best = tiles->items[k];
    }
    return best;
}

// What a tile's pixels share.
typedef struct {
    canvas *out;
    const ray_map *rays;
    const cast *cast;
    const tile_index *tiles;
    int tile;
} tile_work;

static double shadow_at(const tile_work *w, double u, double v, double t, int self) {
    vec2 slope = ray_map_at(w->rays, u, v);
    vec3 p = {w->rays->eye.x + slope.x * t, w->rays->eye.y + slope.y * t, w->rays->eye.z - t};
    double light = 1;
    for (int k = w->tiles->start[w->tile]; k < w->tiles->start[w->tile + 1]; k++) {
        int i = w->tiles->items[k];
        const thing *th = &w->cast->items[i];
        if (i == self || !th->casts || u < th->reach[0] || u > th->reach[2] || v < th->reach[1] || v > th->reach[3]) continue;
        light = fmin(light, thing_shadow(th, p));
    }
    return light;
}

// The thing seen through (u, v), not yet in any shadow; `which` tells which one.
static sample thing_sample(const tile_work *w, double u, double v, int *which, double *t) {
    thing_hit hit;
    sample s = {NOTHING, {0, 0, 0}};
    *which = nearest_thing(w->rays, w->cast, w->tiles, w->tile, u, v, &hit);
    if (*which == NOTHING) return s;
    int zone;
    s.colour = thing_paint(&w->cast->items[*which], &hit, w->rays->eye, ray_map_at(w->rays, u, v), &zone);
    s.zone = zone == ZONE_FINE ? ZONE_FINE : *which * 16 + zone;
    *t = hit.t;
    return s;
}

static paint fine_pixel(const tile_work *w, int u, int v, paint below, double below_light) {
    paint sum = {0, 0, 0};
    int last = NOTHING;
    double light = 1;
    for (int k = 0; k < FINE * FINE; k++) {
        int which;
        double t = 0;
        px2 at = fine_place(u, v, k);
        sample s = thing_sample(w, at.u, at.v, &which, &t);
        if (which == NOTHING) {
            add(&sum, below, below_light / (FINE * FINE));
            continue;
        }
        if (which != last) light = shadow_at(w, at.u, at.v, t, which);
        last = which;
        add(&sum, s.colour, light / (FINE * FINE));
    }
    return sum;
}

static sample corner_sample(const tile_work *w, double u, double v) {
    int which;
    double t = 0;
    sample s = thing_sample(w, u, v, &which, &t);
    if (which == NOTHING) return s;
    double light = shadow_at(w, u, v, t, which);
    s.colour = (paint){s.colour.r * light, s.colour.g * light, s.colour.b * light};
    return s;
}

static void paint_tile(const tile_work *w, int u0, int v0) {
    sample corner[TILE + 1][TILE + 1];
    int wide = w->out->width - u0 < TILE ? w->out->width - u0 : TILE, high = w->out->height - v0 < TILE ? w->out->height - v0 : TILE;
    for (int j = 0; j <= high; j++) {
        for (int i = 0; i <= wide; i++) corner[j][i] = corner_sample(w, u0 + i - 0.5, v0 + j - 0.5);
    }
    for (int j = 0; j < high; j++) {
        for (int i = 0; i < wide; i++) {
            const sample *above = &corner[j][i], *below = &corner[j + 1][i];
            if (agree(above, below) && above->zone != NOTHING) {
                put(w->out, u0 + i, v0 + j, mean_corner(above, below));
                continue;
            }
            double light = shadow_at(w, u0 + i, v0 + j, w->rays->eye.z, NOTHING);
            paint below_it = get(w->out, u0 + i, v0 + j);
            paint p = {below_it.r * light, below_it.g * light, below_it.b * light};
            put(w->out, u0 + i, v0 + j, agree(above, below) ? p : fine_pixel(w, u0 + i, v0 + j, below_it, light));
        }
    }
}

static void copy_tile(canvas *to, const canvas *from, int u0, int v0) {
    int wide = to->width - u0 < TILE ? to->width - u0 : TILE;
    if (to == from) return;
    for (int v = v0; v < v0 + TILE && v < to->height; v++) {
        size_t at = ((size_t)v * (size_t)to->width + (size_t)u0) * 3;
        memcpy(&to->v[at], &from->v[at], (size_t)wide * 3 * sizeof *to->v);
    }
}

void paint_things(canvas *out, const canvas *under, const ray_map *rays, const cast *c, const tile_index *tiles) {
    for (int j = 0; j < tiles->rows; j++) {
        for (int i = 0; i < tiles->columns; i++) {
            int tile = j * tiles->columns + i;
            if (!tiles->changed[tile]) continue;
            copy_tile(out, under, i * TILE, j * TILE);
            if (tiles->start[tile] == tiles->start[tile + 1]) continue;
            tile_work w = {out, rays, c, tiles, tile};
            paint_tile(&w, i * TILE, j * TILE);
        }
    }
}
