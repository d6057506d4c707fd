#include "pipeline/rest.h"

#include <stdlib.h>
#include <string.h>

#include "pipeline/pipeline_limits.h"

void rest_finish(rest_map *r) {
    free(r->motion_s);
    free(r->looks);
    free(r->stood_s);
    free(r->settle);
    *r = (rest_map){0};
}

static bool resize(rest_map *r, int tiles) {
    size_t n = (size_t)tiles;
    if (tiles == r->tiles) return true;
    rest_finish(r);
    *r = (rest_map){
        .motion_s = calloc(n, sizeof *r->motion_s), .looks = calloc(n, 1), .stood_s = calloc(n, sizeof *r->stood_s), .settle = calloc(n, 1)};
    if (!r->motion_s || !r->looks || !r->stood_s || !r->settle) return false;
    for (int i = 0; i < tiles; i++) r->stood_s[i] = -INFINITY;
    r->tiles = tiles;
    return true;
}

status rest_note(rest_map *r, const vision_changes *c, double t_s, fault *fault) {
    if (!resize(r, c->columns * c->rows)) return fault_set(fault, STATUS_MEMORY, "out of memory");
    for (int i = 0; i < r->tiles; i++) {
        if (c->moving[i]) r->motion_s[i] = t_s;
        if (c->moving[i] || !c->changed[i]) r->looks[i] = 0;
    }
    return STATUS_OK;
}

void rest_looked(rest_map *r, const uint8_t *due, uint8_t due_value) {
    for (int i = 0; i < r->tiles; i++)
        if (due[i] == due_value && r->looks[i] < UINT8_MAX) r->looks[i]++;
}

const uint8_t *rest_choose_settled(rest_map *r, const vision_changes *c, const occluder_list *occluders, double t_s) {
    bool any = false;
    memset(r->settle, 0, (size_t)r->tiles);
    for (int i = 0; i < r->tiles; i++) {
        if (!c->changed[i] || r->looks[i] < SETTLE_LOOKS) continue;
        px_rect tile = {i % c->columns * c->tile_px, i / c->columns * c->tile_px, c->tile_px, c->tile_px};
        double still_s = t_s - r->motion_s[i];
        r->settle[i] = still_s >= STILL_S && (still_s >= STILL_HAND_S || !occluder_hand_in(occluders, tile));
        any |= r->settle[i] != 0;
    }
    return any ? r->settle : NULL;
}

// The tiles under a box.
typedef struct {
    int left, right, above, below;
} tile_span;

static tile_span tiles_under(const vision_changes *c, px_rect box) {
    if (box.width <= 0) return (tile_span){0, -1, 0, -1};
    const int right = (box.x + box.width - 1) / c->tile_px, below = (box.y + box.height - 1) / c->tile_px;
    return (tile_span){box.x / c->tile_px, right < c->columns ? right : c->columns - 1, box.y / c->tile_px, below < c->rows ? below : c->rows - 1};
}

double rest_still_for_s(const vision_changes *c, px_rect box, double t_s) {
    const tile_span under = tiles_under(c, box);
    double last_s = -INFINITY;
    for (int y = under.above; y <= under.below; y++)
        for (int x = under.left; x <= under.right; x++) last_s = fmax(last_s, c->stirred_s[y * c->columns + x]);
    return box.width > 0 ? t_s - last_s : 0;
}

void rest_stands(rest_map *r, const vision_changes *c, px_rect box, const uint8_t *tiles, double t_s) {
    const tile_span under = tiles_under(c, box);
    for (int y = under.above; y <= under.below; y++)
        for (int x = under.left; x <= under.right; x++)
            if (!tiles || tiles[y * c->columns + x]) r->stood_s[y * c->columns + x] = t_s;
}

// Since when what is seen in the tile has been there. A settled picture that shows a figure may show another one, or that one back in its place.
static double same_since_s(const rest_map *r, const vision_changes *c, int tile) {
    const double stirred_s = c->stirred_s[tile], settled_s = c->settled_s[tile];
    return c->changed[tile] || c->moving[tile] || r->stood_s[tile] >= settled_s ? stirred_s : fmin(stirred_s, settled_s);
}

static int pixels_in(const vision_changes *c, px_rect box, int x, int y) {
    const px_rect tile = {x * c->tile_px, y * c->tile_px, c->tile_px, c->tile_px};
    const int right = box.x + box.width < tile.x + tile.width ? box.x + box.width : tile.x + tile.width;
    const int below = box.y + box.height < tile.y + tile.height ? box.y + box.height : tile.y + tile.height;
    return (right - (box.x > tile.x ? box.x : tile.x)) * (below - (box.y > tile.y ? box.y : tile.y));
}

// The part of the box, in pixels, in which all is as it was at t_s.
static double same_px(const rest_map *r, const vision_changes *c, px_rect box, double t_s) {
    const tile_span under = tiles_under(c, box);
    double same = 0;
    for (int y = under.above; y <= under.below; y++)
        for (int x = under.left; x <= under.right; x++)
            if (same_since_s(r, c, y * c->columns + x) <= t_s) same += pixels_in(c, box, x, y);
    return same;
}

double rest_lies_for_s(const rest_map *r, const vision_changes *c, px_rect box, double t_s) {
    const tile_span under = tiles_under(c, box);
    double since_s = t_s;
    for (int y = under.above; y <= under.below; y++)
        for (int x = under.left; x <= under.right; x++) {
            const double tile_s = same_since_s(r, c, y * c->columns + x);
            if (tile_s < since_s && same_px(r, c, box, tile_s) >= LIES_SHARE * box.width * box.height) since_s = tile_s;
        }
    return box.width > 0 ? t_s - since_s : 0;
}
