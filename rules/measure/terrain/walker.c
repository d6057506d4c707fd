#include "rules/measure/terrain/walker.h"

#include "rules/measure/terrain/going.h"

#include <string.h>
#include "rules/measure/terrain/terrain_limits.h"

mover_class walker_class(const game_unit *u) {
    if (u->troop == TROOP_INFANTRY) return MOVER_INFANTRY;
    if (u->troop == TROOP_CAVALRY) return MOVER_CAVALRY;
    if (u->troop != TROOP_SPECIAL) return MOVER_OTHER;
    return u->size == SIZE_MAN && u->size_stated ? MOVER_SMALL_SPECIAL : MOVER_LARGE_SPECIAL;
}

static ground_kind favored_as(const game_unit *u, const game_terrain *t, ground_kind named) {
    for (int i = 0; i < u->favored_count; i++)
        if (strcmp(u->favored[i].kind, t->kind) == 0) return going_ground(u->favored[i].as);
    return named;
}

// Water is deep or shallow by the size of what enters it (BS2-TER-17); shallow where the depth was not entered.
static ground_kind water_for(const game_unit *u, const game_terrain *t, bool *unknown) {
    *unknown = t->depth[u->size] == DEPTH_UNSTATED;
    return t->depth[u->size] == DEPTH_DEEP ? GROUND_DEEP_WATER : GROUND_SHALLOW_WATER;
}

static walker_piece take(const walker *w, int index) {
    const game_terrain *t = &w->c->g->terrain[index];
    walker_piece p = {.at = t, .index = index, .named = going_ground(t->kind)};
    ground_kind k = favored_as(w->c->unit, t, p.named);
    bool water = k == GROUND_WATER, stated = t->depth[w->c->unit->size] != DEPTH_UNSTATED && (k == GROUND_DEEP_WATER || k == GROUND_SHALLOW_WATER);
    p.ground = water || stated ? water_for(w->c->unit, t, &p.depth_unknown) : k;
    p.barred = w->n->favored_lifts_bans || p.ground == p.named || water || stated ? p.ground : p.named;
    p.first = w->n->first[p.ground][w->mover];
    p.kind = w->n->kind[p.ground][w->mover];
    if (w->class_unknown) p.kind = w->n->kind[p.ground][MOVER_SMALL_SPECIAL];
    return p;
}

void walker_init(walker *w, const rule_case *c, vec2 low, vec2 high, double margin) {
    w->c = c;
    w->n = &c->n->terrain;
    w->mover = walker_class(c->unit);
    w->class_unknown = c->unit->troop == TROOP_SPECIAL && !c->unit->size_stated;
    w->count = 0;
    for (int i = 0; i < c->g->terrain_count && w->count < WALKER_MAX_PIECES; i++)
        if (area_near(&c->g->terrain[i], low, high, margin)) w->piece[w->count++] = take(w, i);
}

bool walker_is_special(ground_kind k) {
    return (k >= GROUND_LIGHT_WOODS && k <= GROUND_WATER) || k == GROUND_ROUGH || k == GROUND_BRUSH || k == GROUND_WOODS || k == GROUND_MARSH;
}

static bool is_water(ground_kind k) {
    return k == GROUND_DEEP_WATER || k == GROUND_SHALLOW_WATER || k == GROUND_WATER || k == GROUND_STREAM || k == GROUND_RIVER;
}

// A trail is a road for figures that fit on it and do not ride (BS2-TER-27, 28).
static bool may_use(const walker *w, const walker_piece *road) {
    if (road->named == GROUND_ROAD) return true;
    const game_unit *u = w->c->unit;
    return road->named == GROUND_TRAIL && u->troop != TROOP_CAVALRY && !(road->at->has_max_size && u->size > road->at->max_size);
}

bool walker_road_lifts(const walker *w, const walker_piece *piece, vec2 p) {
    if (!walker_is_special(piece->named) && !is_water(piece->named)) return false;
    for (int i = 0; i < w->count; i++) {
        const walker_piece *road = &w->piece[i];
        if (!may_use(w, road) || area_depth(road->at, p) < -w->n->road_margin) continue;
        // Over water a road needs a bridge. Where the game file says nothing of a bridge, there is one (BS2-TER-26).
        if (!is_water(piece->named) || road->at->bridge || !road->at->bridge_stated) return true;
    }
    return false;
}

// What an inch up costs beyond the inch on the level; by the step model, the height that the inch gains. That is no second reading of a slope: the
// piece of terrain says which of the two it is (BS2-TER-8).
static double climb_cost(const walker *w, const game_terrain *t, double per_in, double rise, terrain_reading how) {
    const terrain_tuning *n = w->n;
    double factor = t->ascent_factor > 0 ? t->ascent_factor : n->ascent_factor, extent = area_extent(t, t->uphill_rad);
    bool adds = how == READ_KINDLY ? n->kind_combine_adds : n->combine_adds;
    double ground = adds ? 1 : per_in, even = (factor - 1) * ground;
    double by_height = extent > 0 && t->elevation_in > 0 ? factor * ground * rise * t->elevation_in / extent : even;
    return n->ascent_by_step ? by_height : even;
}

// Chainmail's hills and ramparts slow figures that do not go down (CM-TER-1, 3, 9). Where the file does not say which way is up, the way from the
// middle outward may be down, and so may any way, read kindly.
static bool is_slowed(const walker *w, const walker_piece *p, vec2 at, vec2 direction, terrain_reading how) {
    bool kindly = how == READ_KINDLY;
    if (!p->at->is_slope && p->ground != GROUND_HILL) return true;
    if (p->ground == GROUND_RAMPART && w->n->rampart_slows_downhill) return true;
    if (!p->at->is_slope) return !kindly && vec2_dot(direction, vec2_sub(at, area_middle(p->at))) <= 0;
    double rise = vec2_dot(direction, heading_forward(p->at->uphill_rad));
    bool on_the_level = kindly ? w->n->kind_slowed_on_the_level : w->n->slowed_on_the_level;
    return rise > LEVEL || (rise >= -LEVEL && on_the_level);
}

static bool is_crossed(const walker *w, ground_kind k) {
    return (k == GROUND_OBSTACLE && !w->n->obstacle_adds) || (k == GROUND_STREAM && !w->n->stream_adds) || k == GROUND_RIVER;
}

footing walker_footing(const walker *w, vec2 p, vec2 direction, terrain_reading how) {
    footing f = {GROUND_CLEAR, 1, 0, 0, false};
    bool crossing = false;
    const game_terrain *slope = NULL;
    for (int i = 0; i < w->count; i++) {
        const walker_piece *piece = &w->piece[i];
        if (!area_contains(piece->at, p)) continue;
        if (w->n->climbs && piece->at->is_slope && vec2_dot(direction, heading_forward(piece->at->uphill_rad)) > LEVEL) slope = piece->at;
        if (walker_road_lifts(w, piece, p)) continue;
        going g = how == READ_KINDLY ? piece->kind : piece->first;
        if (g.forbidden) f.closed = true, f.ground = f.per_in > 1 ? f.ground : piece->ground;
        if (is_crossed(w, piece->ground)) crossing = true;
        bool hilly = w->n->eased_by_slope && (piece->ground == GROUND_HILL || piece->ground == GROUND_RAMPART);
        bool eased = hilly && !is_slowed(w, piece, p, direction, how);
        if (eased && f.per_in == 1) f.per_in = w->n->downhill_per_in;
        if (g.forbidden || eased) continue;
        double per_in = g.block_in > 0 ? g.per_in / g.block_in : g.per_in;
        if (per_in > f.per_in) f.per_in = per_in, f.block_in = g.block_in, f.ground = piece->ground;
    }
    if (slope) f.climb = climb_cost(w, slope, f.per_in, vec2_dot(direction, heading_forward(slope->uphill_rad)), how);
    // The price of the crossing stands for the inches across.
    if (crossing && f.per_in <= 1) f.per_in = 0;
    return f;
}
