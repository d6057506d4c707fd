#include "pipeline/occlusion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pipeline/pipeline_limits.h"

status occlusion_init(occlusion *o, const game *g, fault *fault) {
    size_t n = (size_t)g->figure_count + 1;
    *o = (occlusion){.game = g, .shapes = calloc(n, sizeof *o->shapes), .placed = calloc(n, sizeof *o->placed)};
    return o->shapes && o->placed ? STATUS_OK : fault_set(fault, STATUS_MEMORY, "out of memory");
}

void occlusion_finish(occlusion *o) {
    free(o->shapes);
    free(o->placed);
    o->shapes = NULL, o->placed = NULL;
}

void occlusion_forget(occlusion *o, figure_state *figures, vision *v) {
    for (int i = 0; i < o->game->figure_count; i++) {
        o->shapes[i].shape = (occluder_figure){0};
        figures[i].covered = 0, figures[i].hand_in = INFINITY;
    }
    o->hand = false;
    o->list.count = 0;
    o->placed_count = 0;
    vision_forget_occluders(v);
}

// Figures in the picture --------------------------------------------------------------------------------------------------------------------

static double standing_in(const game *g, int figure, vec2 at) {
    const game_unit *u = &g->units[g->figures[figure].unit];
    return game_ground_in(g, at) + (u->has_tray ? u->tray_height_in : 0);
}

static vec2 on_base(const base *b, pose at, double forward, double left) {
    double heading = pose_has_heading(at) ? at.heading_rad : 0;
    return vec2_add(at.at, vec2_rotate((vec2){forward * b->depth_in, left * b->width_in}, heading));
}

// Adds the corners of the base, grown by `share`, at that height.
static int add_corners(const calibration *c, const base *b, pose at, double share, double z_in, vec2 *out, int count) {
    for (int k = 0; k < 4; k++) {
        vec2 corner = on_base(b, at, k & 1 ? share / 2 : -share / 2, k & 2 ? share / 2 : -share / 2);
        px2 px = calib_to_px(c, (vec3){corner.x, corner.y, z_in});
        if (isfinite(px.u) && isfinite(px.v)) out[count++] = (vec2){px.u, px.v};
    }
    return count;
}

static int hull_of(vec2 *at, int count, px2 *out) {
    vec2 hull[9];
    int n = count == 8 ? convex_hull(at, count, hull) : 0;
    for (int k = 0; k < n; k++) out[k] = (px2){hull[k].x, hull[k].y};
    return n;
}

static void shape_figure(const occlusion *o, const calibration *c, int figure, pose at) {
    figure_shape *s = &o->shapes[figure];
    const base *b = &o->game->figures[figure].base;
    vec2 corner[8];
    s->at = at;
    double z = standing_in(o->game, figure, at.at), tall = fmax(MINIATURE_IN, MINIATURE_OF_BASE * fmin(b->width_in, b->depth_in));
    int n = add_corners(c, b, at, 1, z, corner, 0);
    s->shape.count = hull_of(corner, add_corners(c, b, at, MINIATURE_SHARE, z + tall, corner, n), s->shape.outline);
}

// The base's sides and top, where it was found in the last look.
static void show_base(const occlusion *o, const calibration *c, int figure, bool found) {
    figure_shape *s = &o->shapes[figure];
    const base *b = &o->game->figures[figure].base;
    vec2 corner[8];
    s->shape.base_count = 0;
    if (!found || s->shape.count == 0) return;
    double z = standing_in(o->game, figure, s->at.at);
    int n = add_corners(c, b, s->at, 1, z, corner, 0);
    s->shape.base_count = hull_of(corner, add_corners(c, b, s->at, 1, z + b->height_in, corner, n), s->shape.base);
}

static bool same_place(pose a, pose b) { return a.at.x == b.at.x && a.at.y == b.at.y && a.heading_rad == b.heading_rad; }

// True: its shape changed.
static bool update_shape(const occlusion *o, const figure_state *f, const calibration *c, int figure) {
    figure_shape *s = &o->shapes[figure];
    if (!f->known || f->absent) {
        bool had = s->shape.count > 0;
        s->shape = (occluder_figure){0};
        return had;
    }
    bool found = !f->hidden && f->met && f->follow.lost == 0, moved = s->shape.count == 0 || !same_place(f->at, s->at);
    bool changed = moved || found != (s->shape.base_count > 0);
    if (moved) shape_figure(o, c, figure, f->at);
    if (changed) show_base(o, c, figure, found);
    return changed;
}

// A figure without a place in the picture has no shape to hand on.
static void shape_figures(occlusion *o, const figure_state *figures, const calibration *c) {
    bool changed = false;
    for (int i = 0; i < o->game->figure_count; i++) changed |= update_shape(o, &figures[i], c, i);
    if (!changed) return;
    o->placed_count = 0;
    for (int i = 0; i < o->game->figure_count; i++)
        if (o->shapes[i].shape.count > 0) o->placed[o->placed_count++] = o->shapes[i].shape;
}

// What covers them --------------------------------------------------------------------------------------------------------------------------

// One of the samples on its base's top, in the picture.
static px2 sample_px(const occlusion *o, const calibration *c, int figure, int k) {
    const base *b = &o->game->figures[figure].base;
    const pose stands = o->shapes[figure].at;
    double z = standing_in(o->game, figure, stands.at) + b->height_in;
    vec2 at = on_base(b, stands, (k % OCCLUSION_SAMPLES + 0.5) / OCCLUSION_SAMPLES - 0.5, (k / OCCLUSION_SAMPLES + 0.5) / OCCLUSION_SAMPLES - 0.5);
    return calib_to_px(c, (vec3){at.x, at.y, z});
}

enum { SAMPLE_COUNT = OCCLUSION_SAMPLES * OCCLUSION_SAMPLES };

static double share_covered(const occlusion *o, const calibration *c, int figure) {
    int hit = 0;
    for (int k = 0; k < SAMPLE_COUNT; k++) hit += occluder_at(&o->list, sample_px(o, c, figure, k)) >= 0;
    return (double)hit / SAMPLE_COUNT;
}

static bool touches_box(const occluder_figure *f, px_rect box) {
    for (int k = 0; k < f->count; k++)
        if (f->outline[k].u >= box.x && f->outline[k].v >= box.y && f->outline[k].u <= box.x + box.width && f->outline[k].v <= box.y + box.height)
            return true;
    return false;
}

static bool may_be_covered(const occlusion *o, int figure) {
    for (int r = 0; r < o->list.count; r++)
        if (touches_box(&o->shapes[figure].shape, o->list.at[r].box)) return true;
    return false;
}

// How near a hand is ------------------------------------------------------------------------------------------------------------------------

// A hand's outline on the table, were it at that height. What the camera can't project is left out.
typedef struct {
    vec2 at[OCCLUDER_MAX_POINTS], low, high;
    int count;
} shadow_outline;

static shadow_outline outline_at(const calibration *c, const occluder_region *r, double z_in) {
    shadow_outline o = {.low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};
    for (int k = 0; k < r->count; k++) {
        vec2 at;
        if (!calib_to_table(c, r->outline[k], z_in, &at)) continue;
        o.low = (vec2){fmin(o.low.x, at.x), fmin(o.low.y, at.y)}, o.high = (vec2){fmax(o.high.x, at.x), fmax(o.high.y, at.y)};
        o.at[o.count++] = at;
    }
    return o;
}

static double distance_to(const shadow_outline *o, vec2 at) {
    double off = hypot(fmax(fmax(o->low.x - at.x, at.x - o->high.x), 0), fmax(fmax(o->low.y - at.y, at.y - o->high.y), 0));
    if (off > HAND_NEAR_IN || o->count < 3) return off;
    if (polygon_contains(o->at, o->count, at)) return 0;
    double nearest = INFINITY;
    for (int k = 0; k < o->count; k++) nearest = fmin(nearest, segment_distance(at, o->at[k], o->at[(k + 1) % o->count]));
    return nearest;
}

static double off_base(const shadow_outline *o, vec2 at, const base *b) { return fmax(0, distance_to(o, at) - fmin(b->width_in, b->depth_in) / 2); }

static double height_of(int h) { return h * HAND_TOP_IN / (HAND_HEIGHTS - 1); }

static void measure_hand(const occlusion *o, figure_state *figures, const calibration *c, const occluder_region *r) {
    for (int h = 0; h < HAND_HEIGHTS; h++) {
        shadow_outline outline = outline_at(c, r, height_of(h));
        for (int i = 0; i < o->game->figure_count; i++) {
            if (o->shapes[i].shape.count == 0) continue;
            figures[i].hand_in = fmin(figures[i].hand_in, off_base(&outline, o->shapes[i].at.at, &o->game->figures[i].base));
        }
    }
}

void occlusion_measure_seen(const occlusion *o, const calibration *c, const base_sighting *bases, int count, double *hand_in) {
    for (int i = 0; i < count; i++) hand_in[i] = INFINITY;
    for (int r = 0; r < o->list.count; r++) {
        for (int h = 0; h < HAND_HEIGHTS && o->list.at[r].kind == OCCLUDER_HAND; h++) {
            shadow_outline outline = outline_at(c, &o->list.at[r], height_of(h));
            for (int i = 0; i < count; i++) hand_in[i] = fmin(hand_in[i], off_base(&outline, bases[i].pose.at, &bases[i].base));
        }
    }
}

// What is beside the table is no hand over it.
static bool is_over_table(const occlusion *o, const calibration *c, const occluder_region *r) {
    shadow_outline outline = outline_at(c, r, 0);
    for (int k = 0; k < outline.count; k++)
        if (outline.at[k].x > 0 && outline.at[k].y > 0 && outline.at[k].x < o->game->width_in && outline.at[k].y < o->game->depth_in) return true;
    return false;
}

status occlusion_find(occlusion *o, figure_state *figures, vision *v, const vision_view *view, const calibration *c, const frame *f,
                      const vision_changes *changes, fault *fault) {
    shape_figures(o, figures, c);
    status s = vision_find_occluders(v, f, changes, view, o->placed, o->placed_count, &o->list);
    if (s != STATUS_OK) return fault_set(fault, s, "looking for hands: %s", status_text(s));
    o->hand = false;
    for (int i = 0; i < o->game->figure_count; i++) {
        figures[i].hand_in = INFINITY;
        figures[i].covered = o->shapes[i].shape.count > 0 && may_be_covered(o, i) ? share_covered(o, c, i) : 0;
    }
    for (int r = 0; r < o->list.count; r++) {
        if (o->list.at[r].kind != OCCLUDER_HAND) continue;
        o->hand |= is_over_table(o, c, &o->list.at[r]);
        measure_hand(o, figures, c, &o->list.at[r]);
    }
    return STATUS_OK;
}

// What it means for figures, in words -------------------------------------------------------------------------------------------------------

// The thing, no hand, that lies on a figure that can't be found; -1.
static int thing_on(const occlusion *o, const figure_state *f, const calibration *c, int figure) {
    if (!f->known || !f->hidden || f->covered < UNCOVERED_SHARE) return -1;
    for (int k = 0; k < SAMPLE_COUNT; k++) {
        int r = occluder_at(&o->list, sample_px(o, c, figure, k));
        if (r >= 0 && o->list.at[r].kind != OCCLUDER_HAND && o->list.at[r].still_s >= THING_STILL_S) return r;
    }
    return -1;
}

static bool lies_under_hand(const occlusion *o, const calibration *c, int figure) {
    for (int k = 0; k < SAMPLE_COUNT; k++) {
        int r = occluder_at(&o->list, sample_px(o, c, figure, k));
        if (r >= 0 && o->list.at[r].kind == OCCLUDER_HAND) return true;
    }
    return false;
}

bool occlusion_covers(const occlusion *o, const figure_state *figures, const calibration *c, int unit) {
    const game_unit *u = &o->game->units[unit];
    for (int i = u->first_figure; i < u->first_figure + u->figure_count && o->list.count > 0; i++) {
        const figure_state *f = &figures[i];
        if (f->known && f->covered >= UNCOVERED_SHARE && (f->hidden || lies_under_hand(o, c, i))) return true;
    }
    return false;
}

void occlusion_describe(const occlusion *o, const figure_state *figures, const calibration *c, char *out, size_t capacity) {
    int first = -1, count = 0;
    char names[256] = "";
    out[0] = '\0';
    for (int i = 0; i < o->game->figure_count && o->list.count > 0; i++) {
        int r = thing_on(o, &figures[i], c, i);
        if (r < 0 || (first >= 0 && r != first)) continue;
        first = r;
        size_t used = strlen(names);
        if (count++ < NAMED_MAX) snprintf(names + used, sizeof names - used, "%s%s", count > 1 ? ", " : "", o->game->figures[i].id);
    }
    if (count > NAMED_MAX) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, " and %d more", count - NAMED_MAX);
    }
    if (count > 0) snprintf(out, capacity, "A %s lies on %s: hidden until it is taken away.", occluder_kind_name(o->list.at[first].kind), names);
}

int occlusion_show(occlusion *o, const calibration *c) {
    int count = 0;
    for (int r = 0; r < o->list.count; r++) {
        const occluder_region *g = &o->list.at[r];
        if (g->kind != OCCLUDER_HAND && g->still_s < THING_STILL_S) continue;  // edges of figures that are just being moved look like small things
        vec2 *outline = o->outlines[count];
        stream_occluder *to = &o->page[count++];
        *to = (stream_occluder){.kind = occluder_kind_name(g->kind), .moves = g->moves, .outline = outline};
        for (int k = 0; k < g->count; k++)
            if (calib_to_table(c, g->outline[k], 0, &outline[to->count])) to->count++;
    }
    return count;
}
