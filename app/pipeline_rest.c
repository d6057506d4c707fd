// What has come to rest: regions of the picture that changed and where nothing moves any more. Each is looked at and settles by itself, whatever
// hands do elsewhere.
#include <stdlib.h>
#include <string.h>

#include "app/pipeline_state.h"

#define STILL_S 0.6       // nothing moved in a region for so long: it has settled
#define STILL_HAND_S 3.0  // the same under a hand that lies still

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
    for (int i = 0; i < p->rest.tiles; i++) {
        if (c->moving[i]) p->rest.motion_s[i] = f->t_s;
        if (c->moving[i] || !c->changed[i]) p->rest.looks[i] = 0;
    }
    return STATUS_OK;
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

static void add_region(pipeline *p, const vision_changes *c, px_rect box) {
    int margin = look_margin_px(p), tile = c->tile_px;
    look_add_rect(p, (px_rect){box.x * tile - margin, box.y * tile - margin, box.width * tile + 2 * margin, box.height * tile + 2 * margin});
}

// Adds the rectangles of the regions that are due, or of all; true: there were any.
static bool add_regions(pipeline *p, const vision_changes *c, bool due_only) {
    rest_map *r = &p->rest;
    memset(r->label, 0, (size_t)r->tiles);
    p->rect_count = 0;
    for (int i = 0; i < r->tiles; i++) {
        if (r->label[i] || !(c->changed[i] || c->moving[i])) continue;
        region g = region_from(c, r, i);
        bool due = !g.moves && (g.looks < SETTLE_LOOKS || (c->moving_count == 0 && doubled_in_doubt(p)));
        for (int k = 0; due && k < g.count; k++) r->label[r->queue[k]] = REST_DUE;
        if (due || !due_only) add_region(p, c, g.box);
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
    for (int i = 0; i < r->tiles; i++) {
        px_rect tile = {i % c->columns * c->tile_px, i / c->columns * c->tile_px, c->tile_px, c->tile_px};
        double still = f->t_s - r->motion_s[i];
        r->settle[i] = c->changed[i] && r->looks[i] >= SETTLE_LOOKS && still >= STILL_S && (still >= STILL_HAND_S || !cover_lies_under_hand(p, tile));
        any |= r->settle[i] != 0;
    }
    if (any) vision_settle(eye_vision(p->eye), f, r->settle);
}
