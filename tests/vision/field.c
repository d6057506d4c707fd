#include "tests/vision/field.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include "tests/render/texture.h"
#include "tests/writer.h"

typedef struct {
    uint32_t seed, n;
} dice;

static double roll(dice *d, double low, double high) { return low + (high - low) * texture_random(d->seed, d->n++, 501); }
static int choose(dice *d, int count) {
    int k = (int)roll(d, 0, count);
    return k < count ? k : count - 1;
}

typedef struct {
    const char *name, *rim, *mark;
    int not_on;  // ground on which no rim would be painted so; -1
} livery;

static const livery liveries[] = {{"red", "#b02020", "#f6f4ee", -1},
                                  {"blue", "#2040b0", "#f6f4ee", -1},
                                  {"green", "#1f8a34", "#f6f4ee", RENDER_GRASS},
                                  {"yellow", "#d8b020", "#181818", -1},
                                  {"black", "#202024", "#f6f4ee", -1},
                                  {"white", "#e8e6e0", "#a01818", RENDER_SNOW},
                                  {"brown", "#6a3c1c", "#f6f4ee", RENDER_WOOD},
                                  {"grey", "#808488", "#f6f4ee", RENDER_SNOW}};
enum { LIVERIES = sizeof liveries / sizeof *liveries };

static const char *const shapes[] = {"\"shape\":\"square\",\"width_mm\":20,\"depth_mm\":20",
                                     "\"shape\":\"square\",\"width_mm\":25,\"depth_mm\":25",
                                     "\"shape\":\"rect\",\"width_mm\":25,\"depth_mm\":50",
                                     "\"shape\":\"round\",\"diameter_mm\":25",
                                     "\"shape\":\"round\",\"diameter_mm\":32",
                                     "\"shape\":\"square\",\"width_mm\":40,\"depth_mm\":40",
                                     "\"shape\":\"round\",\"diameter_mm\":50"};
static const double sizes_mm[] = {20, 25, 50, 25, 32, 40, 50};

typedef struct {
    double r, g, b;
} rgb_codes;

static rgb_codes codes_of(uint32_t rgb) { return (rgb_codes){rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255}; }

static double srgb_linear(double code) { return code <= 0.04045 * 255 ? code / 255 / 12.92 : pow((code / 255 + 0.055) / 1.055, 2.4); }
static double lab_curve(double t) { return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116; }

// Source: IEC 61966-2-1 (sRGB), CIE 15 (L*a*b*), white D65.
static void lab_of(rgb_codes c, double lab[3]) {
    double r = srgb_linear(c.r), g = srgb_linear(c.g), b = srgb_linear(c.b);
    double x = lab_curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505), y = lab_curve(0.2126 * r + 0.7152 * g + 0.0722 * b),
           z = lab_curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
    lab[0] = 116 * y - 16, lab[1] = 500 * (x - y), lab[2] = 200 * (y - z);
}

static double colour_difference(rgb_codes a, rgb_codes b) {
    double p[3], q[3];
    lab_of(a, p), lab_of(b, q);
    return sqrt((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) + (p[2] - q[2]) * (p[2] - q[2]));
}

// The grounds' mean colours and a rim's paint, as tests/render draws them (ground.c, coat.c: paint under a lamp is never as deep as its sample).
static const rgb_codes ground_mean[] = {
    [RENDER_GRASS] = {69, 85, 30}, [RENDER_MAT] = {122, 102, 66}, [RENDER_WOOD] = {115, 82, 49}, [RENDER_SNOW] = {197, 204, 216}};

static double field_contrast(uint32_t rim, uint32_t cover, render_ground ground) {
    rgb_codes p = codes_of(rim), shown = {0.84 * p.r + 36, 0.84 * p.g + 36, 0.84 * p.b + 36};
    return fmin(colour_difference(shown, ground_mean[ground]), colour_difference(shown, codes_of(cover)));
}

// A crowd without overlap about the place.
static void put_crowd(writer *w, dice *d, int u, int shape, int count, vec2 at, double reach) {
    vec2 placed[40];
    int n = 0;
    double apart = (shape == 2 ? 56 : sizes_mm[shape] + 1) * (shape == 0 || shape == 1 || shape == 5 ? 1.42 : 1) * IN_PER_MM;
    writer_put(w, "\"figures\":[");
    for (int tries = 0; tries < 900 && n < count; tries++) {
        vec2 p = {at.x + roll(d, -reach, reach), at.y + roll(d, -reach, reach)};
        bool clear = true;
        for (int i = 0; i < n; i++) clear &= vec2_distance(p, placed[i]) > apart;
        if (!clear) continue;
        writer_put(w, "%s{\"id\":\"U%d-%d\",\"base\":{%s,\"height_mm\":3.5,\"top_inset_mm\":0.6},\"start\":[%.3f,%.3f,%.1f]}", n ? "," : "", u, n + 1,
                   shapes[shape], p.x, p.y, roll(d, -180, 180));
        placed[n++] = p;
    }
    writer_put(w, "]}");
}

static void put_unit(writer *w, dice *d, int u, const livery *paint, int side, vec2 at, double reach) {
    int shape = choose(d, 7);
    writer_put(w, "%s{\"id\":\"U%d\",\"side\":\"s%d\",", u ? "," : "", u, side);
    if (paint) writer_put(w, "\"rim_colour\":\"%s\",\"mark_colour\":\"%s\",", paint->rim, paint->mark);
    if (roll(d, 0, 1) < 0.4) {
        writer_put(w, "\"type\":\"skirmish\",");
        put_crowd(w, d, u, shape, 4 + choose(d, 16), at, reach);
        return;
    }
    double depth_mm = sizes_mm[shape], width_mm = shape == 2 ? 25 : depth_mm, capacity = 1.25 * reach / IN_PER_MM;
    int files = (int)fmin(3 + choose(d, 6), capacity / width_mm), ranks = (int)fmin(1 + choose(d, 5), capacity / depth_mm);
    writer_put(w,
               "\"array\":{\"files\":%d,\"ranks\":%d,\"base\":{%s,\"height_mm\":3.5,\"top_inset_mm\":0.6},\"at\":[%.3f,%.3f,%.1f],\"gap_in\":%.3f}}",
               files, ranks, shapes[shape], at.x, at.y, roll(d, -180, 180), roll(d, 0, 1) < 0.7 ? 0.01 : roll(d, 0.05, 0.5));
}

// A place for unit u in the part of the table that is seen.
static vec2 place_of(const field *f, int u, int units) {
    const render_camera *c = &f->table.scene.camera;
    int columns = units > 3 ? 3 : units, rows = (units + columns - 1) / columns;
    px2 p = {c->width * (u % columns + 0.5) / columns, c->height * (0.08 + 0.84 * (u / columns + 0.5) / rows)};
    vec2 at = render_unproject(c, p, 0);
    double margin = units > 3 ? 9 : 5;  // nothing may stand off the table, whichever way the unit faces
    return (vec2){fmin(fmax(at.x, margin), 72 - margin), fmin(fmax(at.y, margin), 48 - margin)};
}

static const livery *choose_livery(dice *d, int ground, int wanted) {
    if (wanted) return &liveries[(wanted - 1) % LIVERIES];
    for (;;) {
        const livery *l = &liveries[choose(d, LIVERIES)];
        if (l->not_on != ground) return l;
    }
}

static void put_head(writer *w) {
    writer_put(w, "{\"vedette\":1,\"title\":\"t\",\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":72,\"depth_in\":48,\"markers\":[");
    for (int i = 0; i < 4; i++)
        writer_put(w, "%s{\"family\":\"tag36h11\",\"id\":%d,\"size_mm\":80,\"at_in\":[%d,%d],\"heading\":90}", i ? "," : "", i,
                   i == 1 || i == 2 ? 69 : 3, i > 1 ? 45 : 3);
    writer_put(w, "]},\"sides\":[{\"id\":\"s0\",\"name\":\"A\"},{\"id\":\"s1\",\"name\":\"B\"}],\"terrain\":[],\"units\":[");
}

static uint32_t rgb_of(const char *text) { return (uint32_t)strtoul(text + 1, NULL, 16); }

static void scatter_about(field *f, dice *d, const livery *const side[2]) {
    static const uint32_t die[] = {0xf0f0e8, 0xb02020, 0x2040b0, 0x202024, 0xe0c030};
    render_scene *s = &f->table.scene;
    int n = 0;
    for (int i = 0; i < 24; i++) {
        render_scatter c = {.kind = (scatter_kind)choose(d, 3), .pose.heading_rad = roll(d, 0, 6)};
        c.pose.at = render_unproject(&s->camera, (px2){roll(d, 0, s->camera.width), roll(d, 0, s->camera.height)}, 0);
        c.size_in = c.kind == SCATTER_DIE ? roll(d, 0.45, 0.65) : c.kind == SCATTER_TOKEN ? roll(d, 0.8, 2) : roll(d, 4, 12);
        c.rgb = die[choose(d, 5)];
        c.ring = side[choose(d, 2)] ? rgb_of(side[choose(d, 2)]->rim) : die[choose(d, 5)];
        bool clear = true;
        for (int k = 0; k < f->table.game->figure_count; k++) {
            pose p;
            if (render_figure_pose(s, k, &p)) clear &= vec2_distance(p.at, c.pose.at) > 1.3 + c.size_in * (c.kind == SCATTER_RULER ? 0.55 : 0.75);
        }
        if (clear) f->scatter[n++] = c;
    }
    s->scatter = f->scatter;
    s->scatter_count = n;
}

static render_camera camera_of(field_options o, dice *d) {
    render_camera c = render_camera_above(1920, 1080, 1513, (vec2){36.4, 23.7}, 75, 0.02, -0.015);
    if (o.camera == FIELD_1080) return c;
    c.width = 1200, c.height = 860;
    c.fx = c.fy = 4250;
    c.cx = 2028 - roll(d, 50, 2800), c.cy = 1520 - roll(d, 250, 1900);
    return c;
}

void field_make(field *f, field_options o) {
    static writer w;
    dice d = {o.seed, 0};
    render_ground ground = o.ground ? (render_ground)(o.ground - 1) : (render_ground)choose(&d, 4);
    const livery *side[2] = {choose_livery(&d, (int)ground, o.painted), choose_livery(&d, (int)ground, o.other)};
    memset(f, 0, sizeof *f);
    f->table.scene.camera = camera_of(o, &d);
    snprintf(f->colours, sizeof f->colours, "%s and %s on %d", side[0]->name, side[1]->name, (int)ground);
    int units = o.camera == FIELD_1080 ? 6 : 3;
    w.used = 0;
    put_head(&w);
    for (int u = 0; u < units; u++) put_unit(&w, &d, u, o.bare ? NULL : side[u % 2], u % 2, place_of(f, u, units), o.camera == FIELD_1080 ? 6 : 2.8);
    writer_put(&w, "]}");
    render_camera camera = f->table.scene.camera;
    table_make_for(&f->table, w.text, camera);
    render_scene *s = &f->table.scene;
    s->ground = ground;
    s->seed = o.seed;
    s->light = roll(&d, 0.75, 1.05);
    s->gradient = (vec2){roll(&d, -0.15, 0.15), roll(&d, -0.15, 0.15)};
    s->noise = roll(&d, 1, 4);
    s->blur_px = roll(&d, 0.5, 0.8);
    s->gloss = roll(&d, 0, 1) < 0.5 ? 0 : roll(&d, 0, 0.6);
    s->tallness = o.tall ? 1.6 : 0;
    static const uint32_t covers[] = {0x404a26, 0x5a4a30, 0x6a6a66, 0x4c5a2c, 0x383028, 0x8a7a58};
    for (int i = 0; i < 16; i++) f->base_rgb[i] = covers[choose(&d, 6)];
    s->base_rgb = f->base_rgb;
    for (int u = 0; u < 16; u++)
        f->contrast[u] =
            o.bare || u >= f->table.game->unit_count ? INFINITY : field_contrast(f->table.game->units[u].rim_rgb, f->base_rgb[u], ground);
    f->visible = calloc((size_t)f->table.game->figure_count + 1, sizeof *f->visible);
    assert_non_null(f->visible);
    scatter_about(f, &d, side);
    bool *present = calloc((size_t)f->table.game->figure_count + 1, sizeof *present);
    assert_non_null(present);
    if (o.empty) s->present = present;
    table_draw_seen(&f->table, f->visible);
    s->present = NULL;
    if (o.empty) memset(f->visible, 0, (size_t)f->table.game->figure_count * sizeof *f->visible);
    for (int i = 0; i < f->table.game->figure_count && o.empty; i++) f->visible[i] = -1;
    free(present);
}

void field_free(field *f) {
    table_free(&f->table);
    free(f->visible);
}

static void count_one(const base_sighting *b, pose p, field_tally *t) {
    double mm = vec2_distance(b->pose.at, p.at) / IN_PER_MM;
    t->mm2 += mm * mm;
    t->worst_mm = fmax(t->worst_mm, mm);
    t->sigmas++;
    t->inside += mm * IN_PER_MM < 2.4477 * b->pose.sigma_in;  // 95 % of a round Gaussian: sqrt(5.991)
    if (!pose_has_heading(b->pose) || b->front_doubtful) {
        t->held++;
        return;
    }
    double off = angle_difference(b->pose.heading_rad, p.heading_rad), deg = off * DEG_PER_RAD;
    t->headings++;
    if (fabs(deg) > 10) {
        t->turned++;
        return;
    }
    t->deg2 += deg * deg;
    t->inside_rad += fabs(off) < 1.96 * b->pose.sigma_rad;
}

void field_count(const field *f, const base_list *found, field_tally *t) {
    bool *used = calloc((size_t)found->count + 1, sizeof *used);
    assert_non_null(used);
    t->pictures++;
    for (int i = 0; i < f->table.game->figure_count; i++) {
        const base *shape = &f->table.game->figures[i].base;
        pose p;
        if (!render_figure_pose(&f->table.scene, i, &p) || f->visible[i] < 0) continue;
        px2 at = render_project(&f->table.scene.camera, (vec3){p.at.x, p.at.y, 0});
        double edge = 60;
        bool in = at.u > edge && at.v > edge && at.u < f->table.frame.width - edge && at.v < f->table.frame.height - edge;
        int best = -1;
        for (int k = 0; k < found->count; k++) {
            const base_sighting *b = &found->at[k];
            double d = vec2_distance(b->pose.at, p.at);
            if (used[k] || d > 5 * IN_PER_MM || b->base.shape != shape->shape || b->base.depth_in != shape->depth_in) continue;
            if (best < 0 || d < vec2_distance(found->at[best].pose.at, p.at)) best = k;
        }
        if (best >= 0) used[best] = true;
        if (!in) continue;
        bool half = f->visible[i] >= 0.5;
        bool drab = half && f->contrast[f->table.game->figures[i].unit] < FIELD_DRAB;
        t->bases += half, t->hidden += !half, t->drab += drab;
        if (best < 0) continue;
        t->drab_found += drab;
        t->found += half, t->hidden_found += !half;
        count_one(&found->at[best], p, t);
    }
    for (int k = 0; k < found->count; k++) t->is_unregistered += !used[k];
    free(used);
}
