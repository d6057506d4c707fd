// Regions of the picture that changed: tiles that hang together, corner to corner. One in which nothing moves any more is looked at and settles by
// itself, though a hand may still move beside it or rest on it.
#include "formation/fronts.h"
#include "pipeline/boxes.h"
#include "pipeline/plan_parts.h"

typedef struct {
    px_rect box;  // in tiles
    int count;    // of its tiles, in the queue
    bool moves;   // a tile of it does
    int looks;    // at its tile that was looked at least often
} region;

// What is written over a tile, beside PLAN_TILE_DUE, as far as its regions have been told.
enum {
    STIRRED = PLAN_TILE_DUE + 1,  // changed, or moves
    AT_REST,                      // and came to rest
    SIZED,                        // likewise, and its region is known to be due or not
    TOLD
};

// Nothing has moved there for a while, though its region moves elsewhere. A hand that rests on a unit counts as well: bases stand out beside fingers.
static bool is_left(const plan_view *v, int tile) {
    const vision_changes *c = v->changes;
    return c->changed[tile] && !c->moving[tile] && v->t_s - c->stirred_s[tile] >= CALM_S;
}

// The region of the tiles that are marked `of`, about the first; they become `as`.
static region region_from(const plan_view *v, look_plan *out, uint8_t of, uint8_t as, int first) {
    const vision_changes *c = v->changes;
    region g = {.looks = UINT8_MAX};
    int lo_x = c->columns, lo_y = c->rows, hi_x = -1, hi_y = -1;
    out->queue[g.count++] = first;
    out->tiles[first] = as;
    for (int head = 0; head < g.count; head++) {
        int at = out->queue[head], x = at % c->columns, y = at / c->columns;
        lo_x = x < lo_x ? x : lo_x, hi_x = x > hi_x ? x : hi_x, lo_y = y < lo_y ? y : lo_y, hi_y = y > hi_y ? y : hi_y;
        g.moves |= c->moving[at];
        if (v->rest->looks[at] < g.looks) g.looks = v->rest->looks[at];
        for (int k = 0; k < 9; k++) {
            int nx = x + k % 3 - 1, ny = y + k / 3 - 1, next = ny * c->columns + nx;
            if (nx < 0 || ny < 0 || nx >= c->columns || ny >= c->rows || out->tiles[next] != of) continue;
            out->tiles[next] = as;
            out->queue[g.count++] = next;
        }
    }
    g.box = (px_rect){lo_x, lo_y, hi_x - lo_x + 1, hi_y - lo_y + 1};
    return g;
}

static void mark_stirred(const plan_view *v, look_plan *out) {
    const vision_changes *c = v->changes;
    for (int i = 0; i < c->columns * c->rows; i++) out->tiles[i] = c->changed[i] || c->moving[i] ? STIRRED : 0;
}

// Marks the tiles that came to rest: all of a region in which nothing moves, and with `left` those of the others that hands have left.
static void mark_at_rest(const plan_view *v, look_plan *out, bool left) {
    mark_stirred(v, out);
    for (int i = 0; i < v->changes->columns * v->changes->rows; i++) {
        if (out->tiles[i] != STIRRED) continue;
        region g = region_from(v, out, STIRRED, TOLD, i);
        for (int k = 0; k < g.count; k++)
            if (!g.moves || (left && is_left(v, out->queue[k]))) out->tiles[out->queue[k]] = AT_REST;
    }
}

static px_rect with_margins(const plan_view *v, px_rect box) {
    int tile = v->changes->tile_px;
    return rect_grow((px_rect){box.x * tile, box.y * tile, box.width * tile, box.height * tile}, box_margin_px(v->camera));
}

static double settle_px(const plan_view *v) { return SETTLE_PX * costs_speed(v->costs); }

// The part of a region that is looked at next: as many rows as there is time for, from the first of the tiles on that were looked at least often.
// Marks its tiles as due.
static px_rect next_part(const plan_view *v, look_plan *out, const region *g) {
    const int columns = v->changes->columns;
    int top = v->changes->rows, last = 0;
    for (int k = 0; k < g->count; k++) {
        int y = out->queue[k] / columns;
        if (v->rest->looks[out->queue[k]] == g->looks) top = y < top ? y : top, last = y > last ? y : last;
    }
    px_rect part = {g->box.x, top, g->box.width, 1};
    for (; part.y + part.height <= last; part.height++) {
        px_rect more = {part.x, part.y, part.width, part.height + 1};
        if (rect_area(with_margins(v, more)) > settle_px(v)) break;
    }
    for (int k = 0; k < g->count; k++) {
        int y = out->queue[k] / columns;
        if (y >= part.y && y < part.y + part.height) out->tiles[out->queue[k]] = PLAN_TILE_DUE;
    }
    return part;
}

static bool is_due(const plan_view *v, const region *g) {
    return g->looks < SETTLE_LOOKS || (v->changes->moving_count == 0 && duplicates_in_doubt(v->duplicates));
}

// The largest region of those that came to rest and are due: small ones, which may come and go with the noise, must not keep it waiting. Its tile,
// or -1.
static int find_largest_due(const plan_view *v, look_plan *out) {
    int largest = -1, most = 0;
    for (int i = 0; i < v->changes->columns * v->changes->rows; i++) {
        if (out->tiles[i] != AT_REST) continue;
        region g = region_from(v, out, AT_REST, SIZED, i);
        if (is_due(v, &g) && g.count > most) largest = i, most = g.count;
    }
    return largest;
}

// The regions that came to rest and are due, as far as there is time: the largest first.
static void add_due(const plan_view *v, look_plan *out, bool left) {
    double spent_px = 0;
    out->where.count = 0;
    mark_at_rest(v, out, left);
    const int first = find_largest_due(v, out), tiles = v->changes->columns * v->changes->rows;
    for (int k = -1; first >= 0 && k < tiles; k++) {
        const int i = k < 0 ? first : k;
        if (out->tiles[i] != SIZED) continue;
        region g = region_from(v, out, SIZED, TOLD, i);
        if (!is_due(v, &g) || (spent_px > 0 && spent_px + rect_area(with_margins(v, g.box)) > settle_px(v))) continue;
        px_rect box = with_margins(v, next_part(v, out, &g));
        spent_px += rect_area(box);
        rects_add(&out->where, box);
    }
}

static void add_stirred(const plan_view *v, look_plan *out) {
    out->where.count = 0;
    mark_stirred(v, out);
    for (int i = 0; i < v->changes->columns * v->changes->rows; i++)
        if (out->tiles[i] == STIRRED) rects_add(&out->where, with_margins(v, region_from(v, out, STIRRED, TOLD, i).box));
}

bool plan_is_unit_lost(const game_unit *u, const figure_state *figures) {
    int known = 0, hidden = 0;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        if (!figures[i].known || !figures[i].met || figures[i].absent) continue;
        known++;
        hidden += figures[i].hidden;
    }
    return hidden > 0 && (!fronts_stand_in_ranks(u) || 2 * hidden >= known);
}

// A hand has taken something away.
static bool is_carried(const plan_view *v, const figure_state *figures) {
    for (int u = 0; u < v->game->unit_count; u++)
        if (plan_is_unit_lost(&v->game->units[u], figures)) return true;
    return false;
}

bool plan_regions(const plan_view *v, const plan_memory *m, const figure_state *figures, look_plan *out) {
    add_due(v, out, m->looks % 2 == 1 && is_carried(v, figures));
    if (out->where.count > 0) return true;
    add_stirred(v, out);
    return false;
}
