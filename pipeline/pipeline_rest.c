// What has come to rest: regions of the picture that changed and where nothing moves any more. Each is looked at and settles by itself, whatever
// hands do elsewhere.
#include <stdlib.h>
#include <string.h>

#include "pipeline/pipeline_state.h"

#define STILL_S 0.6       // nothing moved in a region for so long: it has settled
#define STILL_HAND_S 3.0  // the same under a hand that lies still
#define LOOK_PX 90000     // with its margins, for which one frame has time with all searches

enum { REST_SEEN = 1, REST_DUE = 2 };

void rest_free_room(pipeline *p) {
    free(p->rest.motion_s);
    free(p->rest.looks);
    free(p->rest.label);
    free(p->rest.settle);
    free(p->rest.queue);
}

static bool make_room(pipeline *p, int tiles) {
    rest_map *r = &p->rest;
    size_t n = (size_t)tiles;
    if (tiles == r->tiles) return true;
    rest_free_room(p);
    *r = (rest_map){.motion_s = calloc(n, sizeof *r->motion_s), .looks = calloc(n, 1), .label = calloc(n, 1), .settle = calloc(n, 1)};
    r->queue = calloc(n, sizeof *r->queue);
    if (!r->motion_s || !r->looks || !r->label || !r->settle || !r->queue) return false;
    r->tiles = tiles;
    return true;
}

status rest_note(pipeline *p, const frame *f, const vision_changes *c, fault *why) {
    if (!make_room(p, c->columns * c->rows)) return fault_set(why, STATUS_MEMORY, "out of memory");
    p->rest.now = *c;
    for (int i = 0; i < p->rest.tiles; i++) {
        if (c->moving[i]) p->rest.motion_s[i] = f->t_s;
        if (c->moving[i] || !c->changed[i]) p->rest.looks[i] = 0;
    }
    return STATUS_OK;
}

// When something in the box moved last.
static double stirred_in(const vision_changes *c, px_rect box) {
    double last = -INFINITY;
    int right = (box.x + box.width - 1) / c->tile_px, below = (box.y + box.height - 1) / c->tile_px;
    for (int y = box.y / c->tile_px; y <= below && y < c->rows; y++)
        for (int x = box.x / c->tile_px; x <= right && x < c->columns; x++) last = fmax(last, c->stirred_s[y * c->columns + x]);
    return last;
}

static double lain_in(const pipeline *p, px_rect box, double t_s) { return box.width > 0 ? t_s - stirred_in(&p->rest.now, box) : 0; }

void rest_measure_lain(pipeline *p, double t_s) {
    for (int i = 0; i < p->seen_count; i++) p->lain_s[i] = lain_in(p, eye_seen_box(p->eye, &p->seen[i]), t_s);
    for (int i = 0; i < p->game->figure_count; i++) {
        bool known;
        const pose *at = formation_pose(p->formation, i, &known, NULL);
        p->place_lain_s[i] = known ? lain_in(p, eye_base_box(p->eye, i, *at, 0), t_s) : 0;
    }
}

// A region: tiles that changed or move and hang together, corner to corner.
typedef struct {
    px_rect box;  // in tiles
    int count;    // of its tiles, in the queue
    bool moves;
    int looks;
} region;

static region region_from(const vision_changes *c, rest_map *r, int first) {
    region g = {.looks = UINT8_MAX};
    int lo_x = c->columns, lo_y = c->rows, hi_x = -1, hi_y = -1;
    r->queue[g.count++] = first;
    r->label[first] = REST_SEEN;
    for (int head = 0; head < g.count; head++) {
        int at = r->queue[head], x = at % c->columns, y = at / c->columns;
        lo_x = x < lo_x ? x : lo_x, hi_x = x > hi_x ? x : hi_x, lo_y = y < lo_y ? y : lo_y, hi_y = y > hi_y ? y : hi_y;
        g.moves |= c->moving[at];
        if (r->looks[at] < g.looks) g.looks = r->looks[at];
        for (int k = 0; k < 9; k++) {
            int nx = x + k % 3 - 1, ny = y + k / 3 - 1, next = ny * c->columns + nx;
            if (nx < 0 || ny < 0 || nx >= c->columns || ny >= c->rows || r->label[next] || !(c->changed[next] || c->moving[next])) continue;
            r->label[next] = REST_SEEN;
            r->queue[g.count++] = next;
        }
    }
    g.box = (px_rect){lo_x, lo_y, hi_x - lo_x + 1, hi_y - lo_y + 1};
    return g;
}

static px_rect with_margins(const pipeline *p, const vision_changes *c, px_rect box) {
    int tile = c->tile_px;
    return rect_grow((px_rect){box.x * tile, box.y * tile, box.width * tile, box.height * tile}, look_margin_px(p));
}

static double area_of(px_rect r) { return (double)r.width * r.height; }

// The part of a region, whose tiles are in the queue, that is looked at next: from the first of the tiles on that were looked at least often, as many
// rows as there is time for. Marks its tiles as due.
static px_rect next_part(const pipeline *p, const vision_changes *c, rest_map *r, const region *g) {
    int top = c->rows, last = 0;
    for (int k = 0; k < g->count; k++) {
        int y = r->queue[k] / c->columns;
        if (r->looks[r->queue[k]] == g->looks) top = y < top ? y : top, last = y > last ? y : last;
    }
    px_rect part = {g->box.x, top, g->box.width, 1};
    for (; part.y + part.height <= last; part.height++) {
        px_rect more = {part.x, part.y, part.width, part.height + 1};
        if (area_of(with_margins(p, c, more)) > LOOK_PX) break;
    }
    for (int k = 0; k < g->count; k++) {
        int y = r->queue[k] / c->columns;
        if (y >= part.y && y < part.y + part.height) r->label[r->queue[k]] = REST_DUE;
    }
    return part;
}

// Adds the rectangles of the regions that are due, as far as there is time, or of all; true: there were any.
static bool add_regions(pipeline *p, const vision_changes *c, bool due_only) {
    rest_map *r = &p->rest;
    double spent_px = 0;
    memset(r->label, 0, (size_t)r->tiles);
    p->rect_count = 0;
    for (int i = 0; i < r->tiles; i++) {
        if (r->label[i] || !(c->changed[i] || c->moving[i])) continue;
        region g = region_from(c, r, i);
        bool due = !g.moves && (g.looks < SETTLE_LOOKS || (c->moving_count == 0 && doubled_in_doubt(p)));
        if (due_only && (!due || (spent_px > 0 && spent_px + area_of(with_margins(p, c, g.box)) > LOOK_PX))) continue;
        px_rect box = with_margins(p, c, due_only ? next_part(p, c, r, &g) : g.box);
        spent_px += area_of(box);
        look_add_rect(p, box);
    }
    return p->rect_count > 0;
}

bool rest_choose_rects(pipeline *p, const vision_changes *c) {
    if (add_regions(p, c, true)) return true;
    add_regions(p, c, false);
    return false;
}

void rest_looked(pipeline *p) {
    rest_map *r = &p->rest;
    for (int i = 0; i < r->tiles; i++)
        if (r->label[i] == REST_DUE && r->looks[i] < UINT8_MAX) r->looks[i]++;
}

void rest_settle(pipeline *p, const frame *f, const vision_changes *c) {
    rest_map *r = &p->rest;
    bool any = false;
    memset(r->settle, 0, (size_t)r->tiles);
    for (int i = 0; i < r->tiles; i++) {
        if (!c->changed[i] || r->looks[i] < SETTLE_LOOKS) continue;
        px_rect tile = {i % c->columns * c->tile_px, i / c->columns * c->tile_px, c->tile_px, c->tile_px};
        double still = f->t_s - r->motion_s[i];
        r->settle[i] = still >= STILL_S && (still >= STILL_HAND_S || !cover_lies_under_hand(p, tile));
        any |= r->settle[i] != 0;
    }
    if (any) vision_settle(eye_vision(p->eye), f, r->settle);
}
