#include "tests/render/ground.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/render/texture.h"

#define BORDER_IN 2.0
#define PAPER_SCALE 1.3  // edge of a marker's paper over that of its black square

static ground_box box_of(const game_terrain *t) {
    ground_box b = {{1e9, 1e9}, {-1e9, -1e9}};
    const vec2 *at = t->polygon_count ? t->polygon : t->line;
    int count = t->polygon_count ? t->polygon_count : t->line_count;
    for (int i = 0; i < count; i++) {
        b.low[0] = fmin(b.low[0], at[i].x - t->width_in);
        b.low[1] = fmin(b.low[1], at[i].y - t->width_in);
        b.high[0] = fmax(b.high[0], at[i].x + t->width_in);
        b.high[1] = fmax(b.high[1], at[i].y + t->width_in);
    }
    return b;
}

status ground_init(ground *g, const render_scene *s, tag_book *book, fault *fault) {
    const game *gm = s->game;
    *g = (ground){.game = gm, .kind = s->ground};
    g->markers = calloc((size_t)gm->table_marker_count + 1, sizeof *g->markers);
    g->boxes = calloc((size_t)gm->terrain_count + 1, sizeof *g->boxes);
    if (!g->markers || !g->boxes) return fault_set(fault, STATUS_MEMORY, "renderer: out of memory");
    for (int i = 0; i < gm->terrain_count; i++) g->boxes[i] = box_of(&gm->terrain[i]);
    for (int i = 0; i < gm->table_marker_count; i++) {
        const marker *m = &gm->table_markers[i].marker;
        status st = tag_book_find(book, m->family, m->id, &g->markers[i], fault);
        if (st != STATUS_OK) return st;
    }
    return STATUS_OK;
}

void ground_finish(ground *g) {
    free(g->markers);
    free(g->boxes);
}

bool ground_covers(const ground *g, int i, vec2 p) {
    const ground_box *b = &g->boxes[i];
    const game_terrain *t = &g->game->terrain[i];
    if (p.x < b->low[0] || p.x > b->high[0] || p.y < b->low[1] || p.y > b->high[1]) return false;
    if (t->polygon_count) return polygon_contains(t->polygon, t->polygon_count, p);
    for (int k = 1; k < t->line_count; k++) {
        if (segment_distance(p, t->line[k - 1], t->line[k]) <= t->width_in / 2) return true;
    }
    return false;
}

static paint mix(paint a, paint b, double k) { return (paint){a.r + (b.r - a.r) * k, a.g + (b.g - a.g) * k, a.b + (b.b - a.b) * k}; }
static paint scaled(paint p, double k) { return (paint){p.r * k, p.g * k, p.b * k}; }

static paint planks(vec2 p, double length, double width, paint dark, paint light, uint32_t seed) {
    double row = floor(p.y / width), shift = 3.7 * row, along = p.x + shift;
    uint32_t plank = texture_hash((uint32_t)(int32_t)floor(along / length), (uint32_t)(int32_t)row, seed);
    double grain = texture_noise(p.x * 0.6 + plank % 97, p.y * 9, seed) * 0.7 + texture_noise(p.x * 4, p.y * 30, seed + 1) * 0.3;
    double edge = fmin(p.y - row * width, along - floor(along / length) * length);
    return scaled(mix(dark, light, grain * 0.8 + 0.2 * (plank >> 8 & 255) / 255.0), edge < 0.06 ? 0.45 : 1);
}

static paint grass(vec2 p) {
    double broad = texture_noise(p.x * 0.11, p.y * 0.11, 1), tuft = texture_noise(p.x * 1.1, p.y * 1.1, 2);
    double blade = texture_noise(p.x * 9, p.y * 9, 3), fine = texture_noise(p.x * 23, p.y * 23, 4);
    paint tone = mix((paint){46, 78, 26}, (paint){92, 92, 34}, 0.75 * broad + 0.25 * tuft);
    return scaled(tone, 0.72 + 0.34 * blade + 0.22 * fine);
}

static paint mat(vec2 p) {
    double broad = texture_noise(p.x * 0.2, p.y * 0.2, 21), fine = texture_noise(p.x * 18, p.y * 18, 22);
    return scaled(mix((paint){112, 92, 58}, (paint){132, 112, 74}, broad), 0.9 + 0.2 * fine);
}

static paint snow(vec2 p) {
    double broad = texture_noise(p.x * 0.15, p.y * 0.15, 61), drift = texture_noise(p.x * 1.3, p.y * 1.3, 62);
    double fine = texture_noise(p.x * 20, p.y * 20, 63);
    return scaled(mix((paint){176, 186, 204}, (paint){222, 226, 232}, 0.6 * broad + 0.4 * drift), 0.94 + 0.1 * fine);
}

static paint surface(render_ground kind, vec2 p) {
    if (kind == RENDER_SNOW) return snow(p);
    if (kind == RENDER_GRASS) return grass(p);
    if (kind == RENDER_MAT) return mat(p);
    return planks(p, 30, 4, (paint){96, 66, 38}, (paint){142, 104, 64}, 51);
}

static bool is_wood(const char *kind) { return strstr(kind, "woods") != NULL; }

static paint terrain_paint(const game_terrain *t, vec2 p, paint under) {
    double n = texture_noise(p.x * 5, p.y * 5, 31), fine = 0.85 + 0.3 * texture_noise(p.x * 20, p.y * 20, 32);
    if (is_wood(t->kind)) return scaled(mix((paint){62, 48, 30}, (paint){84, 66, 40}, n), fine);
    if (strcmp(t->kind, "road") == 0 || strcmp(t->kind, "trail") == 0) return scaled(mix((paint){136, 112, 76}, (paint){158, 134, 96}, n), fine);
    if (strcmp(t->kind, "hill") == 0) return scaled(mix((paint){92, 88, 44}, (paint){112, 104, 56}, n), fine);
    if (strstr(t->kind, "water") || strcmp(t->kind, "river") == 0 || strcmp(t->kind, "stream") == 0) return scaled((paint){50, 82, 112}, fine);
    return scaled(mix(under, (paint){110, 100, 90}, 0.6), fine);
}

static vec2 point_at(vec3 eye, vec2 slope, double z) { return (vec2){eye.x + slope.x * (eye.z - z), eye.y + slope.y * (eye.z - z)}; }

// The table marker under the ray, if there is one there.
static bool marker_paint(const ground *g, vec3 eye, vec2 slope, paint *out) {
    for (int i = 0; i < g->game->table_marker_count; i++) {
        const table_marker *m = &g->game->table_markers[i];
        vec2 d = vec2_sub(point_at(eye, slope, m->z_in), m->pose.at);
        double half = m->marker.size_in / 2, paper = PAPER_SCALE * half;
        if (fabs(d.x) + fabs(d.y) > 3 * paper) continue;
        vec2 local = vec2_rotate(d, -m->pose.heading_rad);
        if (fabs(local.x) > paper || fabs(local.y) > paper) continue;
        *out = tag_is_white(g->markers[i], local.x, local.y, half) ? (paint){234, 234, 236} : (paint){28, 28, 34};
        return true;
    }
    return false;
}

// High ground first: its top, then its flank where the ray passes between top and foot.
static bool high_paint(const ground *g, vec3 eye, vec2 slope, paint *out, int *zone) {
    vec2 foot = point_at(eye, slope, 0);
    for (int i = 0; i < g->game->terrain_count; i++) {
        const game_terrain *t = &g->game->terrain[i];
        if (t->elevation_in <= 0) continue;
        vec2 top = point_at(eye, slope, t->elevation_in);
        bool on_top = ground_covers(g, i, top);
        if (!on_top && !ground_covers(g, i, foot)) continue;
        *out = scaled(terrain_paint(t, on_top ? top : foot, (paint){0, 0, 0}), on_top ? 1 : 0.55);
        *zone = 100 + 2 * i + on_top;
        return true;
    }
    return false;
}

static paint off_table(const game *gm, vec2 p, int *zone) {
    double out = fmax(fmax(-p.x, p.x - gm->width_in), fmax(-p.y, p.y - gm->depth_in));
    *zone = out < 0.2 ? 2 : out < BORDER_IN ? 3 : 4;
    if (*zone == 2) return (paint){34, 22, 16};
    if (*zone == 4) return planks(p, 34, 3.6, (paint){134, 88, 48}, (paint){170, 118, 70}, 41);
    bool level = p.y < 0 || p.y > gm->depth_in;
    double grain = texture_noise(p.x * (level ? 0.7 : 9), p.y * (level ? 9 : 0.7), 43);
    return mix((paint){66, 42, 34}, (paint){92, 62, 50}, grain);
}

paint ground_paint(const ground *g, vec3 eye, vec2 slope, int *zone) {
    const game *gm = g->game;
    paint c;
    vec2 p = point_at(eye, slope, 0);
    if (marker_paint(g, eye, slope, &c)) {
        *zone = ZONE_FINE;
        return c;
    }
    if (p.x < 0 || p.x > gm->width_in || p.y < 0 || p.y > gm->depth_in) return off_table(gm, p, zone);
    if (high_paint(g, eye, slope, &c, zone)) return c;
    *zone = 1;
    c = surface(g->kind, p);
    for (int i = 0; i < gm->terrain_count; i++) {
        if (gm->terrain[i].elevation_in > 0 || !ground_covers(g, i, p)) continue;
        *zone = 101 + 2 * i;
        return terrain_paint(&gm->terrain[i], p, c);
    }
    return c;
}
