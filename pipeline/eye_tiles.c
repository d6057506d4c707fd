// Unit markers that the search for tags could not read, small ones and overexposed ones: white tiles of their size are found by their outlines, and
// the marker is fitted to each of them. With the marker and its size known, a pattern can be recognized that could not be read.
#include <string.h>

#include "pipeline/eye_state.h"

static bool is_seen(const eye_sight *s, int unit) {
    for (int i = 0; i < s->bases.count; i++)
        if (s->bases.at[i].by == SEEN_BY_UNIT_MARKER && s->bases.at[i].unit == unit) return true;
    for (int i = 0; i < s->duplicates.count; i++)
        if (s->duplicates.at[i].by == SEEN_BY_UNIT_MARKER && s->duplicates.at[i].unit == unit) return true;
    return false;
}

static bool stands_elsewhere(const eye_request *r, int figure) { return r->wishes && r->wishes[figure].elsewhere; }

// A marker tells nothing where all of its unit is known without it.
static bool is_needed(const eye *e, const eye_request *r, const eye_sight *s, int unit) {
    const game_unit *u = &e->game->units[unit];
    if (!u->marker.family[0] || strcmp(u->marker.family, "rim") == 0 || is_seen(s, unit)) return false;
    int known = 0;
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++) known += stands_elsewhere(r, f);
    for (int i = 0; i < s->bases.count; i++) {
        int f = s->bases.at[i].figure;
        known += f >= u->first_figure && f < u->first_figure + u->figure_count && !stands_elsewhere(r, f);
    }
    return known < u->figure_count;
}

static tagged_base_kind tile_of(const game_unit *u, int unit, tagged_id *id) {
    double edge = EYE_TILE_OF_TAG * u->marker.size_in;
    tagged_base_kind k = {.unit = unit,
                          .base = {.shape = BASE_SQUARE, .width_in = edge, .depth_in = edge, .height_in = u->marker_z_in},
                          .size_in = u->marker.size_in,
                          .ids = id,
                          .id_count = 1};
    *id = (tagged_id){.id = u->marker.id, .figure = unit};
    memcpy(k.family, u->marker.family, sizeof k.family);
    return k;
}

// The marker on the tile, in any turn; false where the tile has another marker or none.
static status try_tile(eye *e, const frame *f, int unit, const base_sighting *tile, followed_tag *best) {
    const game_unit *u = &e->game->units[unit];
    expected_tag expected[4];
    followed_tag seen[4];
    double z = game_ground_in(e->game, tile->pose.at) + u->marker_z_in;
    *best = (followed_tag){.result = FOLLOW_LOST};
    for (int quarter = 0; quarter < 4; quarter++) {
        pose p = tile->pose;
        p.heading_rad += quarter * PI / 2;
        expected[quarter] = (expected_tag){.id = u->marker.id, .reach_px = EYE_TILE_REACH_PX};
        memcpy(expected[quarter].family, u->marker.family, sizeof u->marker.family);
        if (!isfinite(p.heading_rad) || !box_tag_corners(&e->calibration, p, z, u->marker.size_in, expected[quarter].corner)) return STATUS_OK;
    }
    status s = vision_follow_tags(e->vision, f, expected, 4, seen);
    for (int i = 0; s == STATUS_OK && i < 4; i++)
        if (seen[i].result != FOLLOW_LOST && (best->result == FOLLOW_LOST || seen[i].log_odds > best->log_odds)) *best = seen[i];
    return s;
}

static bool is_like(const base_sighting *tile, const game_unit *u) {
    return tile->base.shape == BASE_SQUARE && fabs(tile->base.width_in - EYE_TILE_OF_TAG * u->marker.size_in) < 1e-9;
}

static status find_marker(eye *e, const frame *f, int unit, const base_list *tiles, eye_sight *out) {
    followed_tag best = {.result = FOLLOW_LOST};
    status s = STATUS_OK;
    int tried = 0;
    for (int i = 0; i < tiles->count && tried < EYE_TILES_MAX && s == STATUS_OK; i++) {
        followed_tag t;
        if (!is_like(&tiles->at[i], &e->game->units[unit])) continue;
        tried++;
        s = try_tile(e, f, unit, &tiles->at[i], &t);
        if (s == STATUS_OK && t.result != FOLLOW_LOST && (best.result == FOLLOW_LOST || t.log_odds > best.log_odds)) best = t;
    }
    tag_list one = {.at = &best.tag, .count = 1, .capacity = 1};
    if (s == STATUS_OK && best.result != FOLLOW_LOST) eye_take_tags(e, &one, out);
    return s;
}

// No base stands on a marker that is seen: what looks like one there is the tile.
static bool lies_on(const eye *e, const base_sighting *b, const base_sighting *tile) {
    if (b->figure >= 0 || b->by != SEEN_BY_PLAIN || tile->by != SEEN_BY_UNIT_MARKER) return false;
    return vec2_distance(tile->pose.at, b->pose.at) < e->game->units[tile->unit].marker.size_in / 2;
}

static void clear_tiles(const eye *e, eye_sight *s) {
    base_list *bases = &s->bases;
    for (int t = bases->count - 1; t >= 0; t--) {
        const base_sighting tile = bases->at[t];
        if (tile.by != SEEN_BY_UNIT_MARKER) continue;
        int kept = 0, at = t, hidden = s->from_hidden;
        for (int i = 0; i < bases->count; i++) {
            if (!lies_on(e, &bases->at[i], &tile)) {
                bases->at[kept++] = bases->at[i];
                continue;
            }
            t -= i < at;
            s->from_hidden -= i < hidden;
        }
        bases->count = kept;
    }
}

static status search_tiles(eye *e, const frame *f, const vision_view *view, const eye_request *r, eye_sight *out) {
    tagged_base_kind kinds[VISION_MAX_TAGGED_KINDS];
    tagged_id ids[VISION_MAX_TAGGED_KINDS];
    base_list tiles = {.at = e->lists.found_bases, .capacity = BASES_MAX};
    int count = 0;
    for (int u = 0; u < e->game->unit_count && count < VISION_MAX_TAGGED_KINDS; u++)
        if (is_needed(e, r, out, u)) kinds[count] = tile_of(&e->game->units[u], u, &ids[count]), count++;
    if (count == 0) return STATUS_OK;
    status s = vision_find_tagged_bases(e->vision, f, view, kinds, count, r->where, r->where_count, NULL, 0, &tiles);
    for (int k = 0; k < count && (s == STATUS_OK || s == STATUS_FULL); k++) {
        status found = find_marker(e, f, kinds[k].unit, &tiles, out);
        if (found != STATUS_OK) s = found;
    }
    return s;
}

status eye_look_for_tiles(eye *e, const frame *f, const vision_view *view, const eye_request *r, bool search, eye_sight *out) {
    status s = search ? search_tiles(e, f, view, r, out) : STATUS_OK;
    clear_tiles(e, out);
    return s;
}
