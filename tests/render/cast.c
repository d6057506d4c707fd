#include "tests/render/cast.h"

#include <math.h>
#include <stdlib.h>

#include "core/rim_code.h"
#include "tests/render/texture.h"

#define TILE_SCALE 1.3    // edge of a unit marker's tile over that of its black square
#define TILE_MIN_IN 0.02  // a tile has some thickness, even where the game says that its tag lies on the table

thing *cast_add(cast *c) {
    if (c->count == c->capacity) {
        int capacity = c->capacity ? 2 * c->capacity : 256;
        thing *items = realloc(c->items, (size_t)capacity * sizeof *items);
        if (!items) return NULL;
        c->items = items;
        c->capacity = capacity;
    }
    thing *th = &c->items[c->count++];
    *th = (thing){.figure = -1, .c = 1};
    return th;
}

void cast_finish(cast *c) {
    free(c->items);
    *c = (cast){0};
}

static paint paint_of(uint32_t rgb) { return (paint){rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255}; }

static void turn(thing *th, pose p) {
    th->at = p.at;
    th->c = cos(p.heading_rad);
    th->s = sin(p.heading_rad);
}

static status no_memory(fault *fault) { return fault_set(fault, STATUS_MEMORY, "renderer: out of memory"); }

// A printed rim code in place of the painted rim and the front mark.
static void dress_rim(thing *th, const game *g, int f) {
    const marker *m = &g->figures[f].marker;
    uint32_t dark, light;
    game_rim_colours(g, f, &dark, &light);
    th->rim_cells = m->cells;
    th->rim_word = rim_code_word(m->cells, m->id);
    th->rim = paint_of(dark);
    th->mark = paint_of(light);
    th->has_rim = true;
    th->has_mark = false;
}

static status add_base(cast *c, const render_scene *s, int f, pose p, tag_book *book, fault *fault) {
    const game_figure *fig = &s->game->figures[f];
    const game_unit *unit = &s->game->units[fig->unit];
    thing *th = cast_add(c);
    if (!th) return no_memory(fault);
    th->kind = fig->base.shape == BASE_ROUND ? THING_DISC : THING_BOX;
    th->coat = COAT_BASE;
    th->figure = f;
    th->casts = true;
    turn(th, p);
    th->z1 = game_base_top_in(s->game, f, p.at);
    th->z0 = th->z1 - fig->base.height_in;
    th->half_d = fig->base.depth_in / 2;
    th->half_w = fig->base.width_in / 2;
    th->inset = fig->base.top_inset_in;
    th->body = s->base_rgb ? paint_of(s->base_rgb[fig->unit]) : (paint){64, 74, 38};
    th->gloss = s->gloss;
    th->has_rim = unit->rim_rgb != NO_COLOUR;
    th->rim = paint_of(unit->rim_rgb);
    th->has_mark = unit->mark_rgb != NO_COLOUR;
    th->mark = paint_of(unit->mark_rgb);
    th->base = fig->base;
    if (game_is_rim(&fig->marker)) dress_rim(th, s->game, f);
    if (!fig->marker.family[0] || th->rim_cells) return STATUS_OK;
    th->tag_half = fig->marker.size_in / 2;
    return tag_book_find(book, fig->marker.family, fig->marker.id, &th->tag, fault);
}

// Bounds of the unit's bases forward and left of the table's origin along heading `facing`.
typedef struct {
    double back, front, right, left;
} extent;

static bool unit_extent(const render_scene *s, int u, double facing, bool front_rank_only, double front, extent *out) {
    const game_unit *unit = &s->game->units[u];
    vec2 fw = heading_forward(facing), lf = heading_left(facing);
    *out = (extent){1e9, -1e9, 1e9, -1e9};
    for (int i = 0; i < unit->figure_count; i++) {
        pose p;
        int f = unit->first_figure + i;
        if (!render_figure_pose(s, f, &p)) continue;
        base b = s->game->figures[f].base;
        double a = vec2_dot(p.at, fw), l = vec2_dot(p.at, lf);
        if (front_rank_only && a + b.depth_in < front) continue;
        out->back = fmin(out->back, a - b.depth_in / 2);
        out->front = fmax(out->front, a + b.depth_in / 2);
        out->right = fmin(out->right, l - b.width_in / 2);
        out->left = fmax(out->left, l + b.width_in / 2);
    }
    return out->front > out->back;
}

static double unit_facing(const render_scene *s, int u) {
    const game_unit *unit = &s->game->units[u];
    double x = 0, y = 0;
    for (int i = 0; i < unit->figure_count; i++) {
        pose p;
        if (!render_figure_pose(s, unit->first_figure + i, &p)) continue;
        x += cos(p.heading_rad);
        y += sin(p.heading_rad);
    }
    return atan2(y, x);
}

static vec2 from_axes(double facing, double forward, double left) {
    return vec2_add(vec2_scale(heading_forward(facing), forward), vec2_scale(heading_left(facing), left));
}

bool render_unit_front(const render_scene *s, int unit, pose *out) {
    double facing = unit_facing(s, unit);
    extent all, rank;
    if (!unit_extent(s, unit, facing, false, 0, &all) || !unit_extent(s, unit, facing, true, all.front, &rank)) return false;
    *out = (pose){.at = from_axes(facing, rank.front, (rank.left + rank.right) / 2), .heading_rad = facing};
    return true;
}

bool render_unit_marker(const render_scene *s, int unit, pose *out) {
    const game_unit *u = &s->game->units[unit];
    pose front;
    if (!u->marker.family[0] || !u->marker_has_offset || !render_unit_front(s, unit, &front)) return false;
    out->at = vec2_add(front.at, from_axes(front.heading_rad, u->marker_offset.at.x, u->marker_offset.at.y));
    out->heading_rad = angle_wrap(front.heading_rad + u->marker_offset.heading_rad);
    return true;
}

static status add_tray(cast *c, const render_scene *s, int u, fault *fault) {
    const game_unit *unit = &s->game->units[u];
    double facing = unit_facing(s, u);
    extent e;
    if (!unit->has_tray || !unit_extent(s, u, facing, false, 0, &e)) return STATUS_OK;
    thing *th = cast_add(c);
    if (!th) return no_memory(fault);
    th->kind = THING_BOX;
    th->casts = true;
    turn(th, (pose){.at = from_axes(facing, (e.front + e.back) / 2, (e.left + e.right) / 2), .heading_rad = facing});
    th->z0 = game_ground_in(s->game, th->at);
    th->z1 = th->z0 + unit->tray_height_in;
    th->half_d = unit->tray_depth_in / 2;
    th->half_w = unit->tray_width_in / 2;
    th->body = (paint){58, 56, 66};
    return STATUS_OK;
}

static status add_tile(cast *c, const render_scene *s, int u, tag_book *book, fault *fault) {
    const game_unit *unit = &s->game->units[u];
    pose p;
    if (!render_unit_marker(s, u, &p)) return STATUS_OK;
    thing *th = cast_add(c);
    if (!th) return no_memory(fault);
    th->kind = THING_BOX;
    th->coat = COAT_TAG;
    th->casts = true;
    turn(th, p);
    th->z1 = unit->marker_z_in;
    th->z0 = fmin(0, th->z1 - TILE_MIN_IN);
    th->half_d = th->half_w = TILE_SCALE * unit->marker.size_in / 2;
    th->body = (paint){200, 200, 204};
    th->tag_half = unit->marker.size_in / 2;
    return tag_book_find(book, unit->marker.family, unit->marker.id, &th->tag, fault);
}

// A declaration marker on a tile that lies on the ground.
static status add_marker(cast *c, const render_scene *s, const render_scatter *m, tag_book *book, fault *fault) {
    const marker *tag = &s->game->declarations[m->marker].marker;
    thing *th = cast_add(c);
    if (!th) return no_memory(fault);
    th->kind = THING_BOX;
    th->coat = COAT_TAG;
    th->casts = true;
    turn(th, m->pose);
    th->z0 = game_ground_in(s->game, m->pose.at);
    th->z1 = th->z0 + TILE_MIN_IN;
    th->half_d = th->half_w = TILE_SCALE * m->size_in / 2;
    th->body = (paint){200, 200, 204};
    th->tag_half = m->size_in / 2;
    return tag_book_find(book, tag->family, tag->id, &th->tag, fault);
}

status cast_scene(cast *c, const render_scene *s, tag_book *book, fault *fault) {
    const game *g = s->game;
    status st = STATUS_OK;
    c->count = 0;
    for (int u = 0; u < g->unit_count && st == STATUS_OK; u++) {
        st = add_tray(c, s, u, fault);
        if (st == STATUS_OK) st = add_tile(c, s, u, book, fault);
    }
    for (int f = 0; f < g->figure_count && st == STATUS_OK; f++) {
        pose p;
        if (!render_figure_pose(s, f, &p)) continue;
        st = add_base(c, s, f, p, book, fault);
        if (st == STATUS_OK && s->standing) st = cast_figure(c, s, f, p, game_base_top_in(g, f, p.at), fault);
    }
    for (int i = 0; i < s->scatter_count && st == STATUS_OK; i++) {
        const render_scatter *m = &s->scatter[i];
        st = m->kind == SCATTER_MARKER ? add_marker(c, s, m, book, fault) : cast_scatter(c, m, fault);
    }
    for (int i = 0; i < s->hand_count && st == STATUS_OK; i++) st = cast_hand(c, &s->hands[i], fault);
    for (int i = 0; i < c->count && st == STATUS_OK; i++) thing_bound(&c->items[i], &s->camera);
    return st;
}
