// Regions of the picture that changed: tiles that hang together, corner to corner. One in which nothing moves any more is looked at and settles by
// itself.
#include <string.h>

#include "pipeline/boxes.h"
#include "pipeline/plan_parts.h"

typedef struct {
    px_rect box;  // in tiles
    int count;    // of its tiles, in the queue
    bool moves;
    int looks;  // at its tile that was looked at least often
} region;

static region region_from(const plan_view *v, look_plan *out, int first) {
    const vision_changes *c = v->changes;
    region g = {.looks = UINT8_MAX};
    int lo_x = c->columns, lo_y = c->rows, hi_x = -1, hi_y = -1;
    out->queue[g.count++] = first;
    out->tiles[first] = PLAN_TILE_SEEN;
    for (int head = 0; head < g.count; head++) {
        int at = out->queue[head], x = at % c->columns, y = at / c->columns;
        lo_x = x < lo_x ? x : lo_x, hi_x = x > hi_x ? x : hi_x, lo_y = y < lo_y ? y : lo_y, hi_y = y > hi_y ? y : hi_y;
        g.moves |= c->moving[at];
        if (v->rest->looks[at] < g.looks) g.looks = v->rest->looks[at];
        for (int k = 0; k < 9; k++) {
            int nx = x + k % 3 - 1, ny = y + k / 3 - 1, next = ny * c->columns + nx;
            if (nx < 0 || ny < 0 || nx >= c->columns || ny >= c->rows || out->tiles[next] || !(c->changed[next] || c->moving[next])) continue;
            out->tiles[next] = PLAN_TILE_SEEN;
            out->queue[g.count++] = next;
        }
    }
    g.box = (px_rect){lo_x, lo_y, hi_x - lo_x + 1, hi_y - lo_y + 1};
    return g;
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

// Adds the rectangles of the regions that are due, as far as there is time, or of all.
static void add_regions(const plan_view *v, look_plan *out, bool due_only) {
    const vision_changes *c = v->changes;
    const bool in_doubt = duplicates_in_doubt(v->duplicates);
    const int tiles = c->columns * c->rows;
    double spent_px = 0;
    memset(out->tiles, 0, (size_t)tiles);
    out->where.count = 0;
    for (int i = 0; i < tiles; i++) {
        if (out->tiles[i] || !(c->changed[i] || c->moving[i])) continue;
        region g = region_from(v, out, i);
        bool due = !g.moves && (g.looks < SETTLE_LOOKS || (c->moving_count == 0 && in_doubt));
        if (due_only && (!due || (spent_px > 0 && spent_px + rect_area(with_margins(v, g.box)) > settle_px(v)))) continue;
        px_rect box = with_margins(v, due_only ? next_part(v, out, &g) : g.box);
        spent_px += rect_area(box);
        rects_add(&out->where, box);
    }
}

bool plan_regions(const plan_view *v, look_plan *out) {
    add_regions(v, out, true);
    if (out->where.count > 0) return true;
    add_regions(v, out, false);
    return false;
}
