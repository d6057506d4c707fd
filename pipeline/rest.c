#include "pipeline/rest.h"

#include <stdlib.h>
#include <string.h>

#include "pipeline/pipeline_limits.h"

void rest_finish(rest_map *r) {
    free(r->motion_s);
    free(r->looks);
    free(r->settle);
    *r = (rest_map){0};
}

static bool resize(rest_map *r, int tiles) {
    size_t n = (size_t)tiles;
    if (tiles == r->tiles) return true;
    rest_finish(r);
    *r = (rest_map){.motion_s = calloc(n, sizeof *r->motion_s), .looks = calloc(n, 1), .settle = calloc(n, 1)};
    if (!r->motion_s || !r->looks || !r->settle) return false;
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

static bool lies_under_hand(const occluder_list *l, px_rect tile) {
    for (int r = 0; r < l->count; r++)
        if (l->at[r].kind == OCCLUDER_HAND && rect_overlaps(l->at[r].box, tile)) return true;
    return false;
}

const uint8_t *rest_choose_settled(rest_map *r, const vision_changes *c, const occluder_list *occluders, double t_s) {
    bool any = false;
    memset(r->settle, 0, (size_t)r->tiles);
    for (int i = 0; i < r->tiles; i++) {
        if (!c->changed[i] || r->looks[i] < SETTLE_LOOKS) continue;
        px_rect tile = {i % c->columns * c->tile_px, i / c->columns * c->tile_px, c->tile_px, c->tile_px};
        double still_s = t_s - r->motion_s[i];
        r->settle[i] = still_s >= STILL_S && (still_s >= STILL_HAND_S || !lies_under_hand(occluders, tile));
        any |= r->settle[i] != 0;
    }
    return any ? r->settle : NULL;
}

// When something in the box moved last.
static double stirred_in(const vision_changes *c, px_rect box) {
    double last_s = -INFINITY;
    int right = (box.x + box.width - 1) / c->tile_px, below = (box.y + box.height - 1) / c->tile_px;
    for (int y = box.y / c->tile_px; y <= below && y < c->rows; y++)
        for (int x = box.x / c->tile_px; x <= right && x < c->columns; x++) last_s = fmax(last_s, c->stirred_s[y * c->columns + x]);
    return last_s;
}

double rest_still_for_s(const vision_changes *c, px_rect box, double t_s) { return box.width > 0 ? t_s - stirred_in(c, box) : 0; }
