#include "rules/measure/terrain/ground.h"

#include <string.h>

#include "rules/measure/terrain/area.h"
#include "rules/measure/terrain/going.h"
#include "rules/measure/terrain/terrain_limits.h"
#include "rules/measure/terrain/walker.h"

bool ground_is_impassable(const game_terrain *t) { return going_ground(t->kind) == GROUND_IMPASSABLE && t->polygon_count > 2; }

bool ground_is_closed(const rules *r, int unit, const game_terrain *t) {
    ground_kind k = going_ground(t->kind);
    if (t->polygon_count < 3 || k == GROUND_CLEAR) return false;
    bool table = r->n.terrain.counts && r->n.terrain.kind[k][walker_class(&r->game->units[unit])].forbidden;
    return table || k == GROUND_IMPASSABLE || k == GROUND_DEEP_WATER || k == GROUND_CLIFF;
}

double ground_depth(const game_terrain *t, base b, pose p) {
    vec2 corner[4];
    base_corners(b, p, corner);
    double deepest = fmax(0, area_depth(t, p.at));
    for (int k = 0; k < 4; k++) deepest = fmax(deepest, area_depth(t, corner[k]));
    return deepest;
}

bool ground_slows(const game_terrain *t) {
    ground_kind k = going_ground(t->kind);
    return k != GROUND_CLEAR && k != GROUND_ROAD && k != GROUND_TRAIL && k != GROUND_IMPASSABLE && k != GROUND_OBSTACLE;
}

double ground_way(const game_terrain *t, vec2 a, vec2 b) {
    int inside = 0, steps = (int)ceil(vec2_distance(a, b) / WAY_STEP_IN) + 1;
    for (int i = 0; i < steps; i++) inside += area_contains(t, vec2_lerp(a, b, (i + 0.5) / steps));
    return vec2_distance(a, b) * inside / steps;
}
