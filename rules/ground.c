#include "rules/ground.h"

#include <string.h>

#include "rules/area.h"

#define WAY_STEP_IN 0.1

bool ground_is_impassable(const game_terrain *t) { return strcmp(t->kind, "impassable") == 0 && t->polygon_count > 2; }

static double depth_of_point(const game_terrain *t, vec2 p) { return fmax(area_depth(t, p), 0); }

double ground_depth(const game_terrain *t, base b, pose p) {
    vec2 corner[4];
    base_corners(b, p, corner);
    double deepest = depth_of_point(t, p.at);
    for (int k = 0; k < 4; k++) deepest = fmax(deepest, depth_of_point(t, corner[k]));
    return deepest;
}

bool ground_slows(const game_terrain *t) {
    static const char *const easy[] = {"road", "trail", "impassable", "obstacle"};
    for (size_t i = 0; i < sizeof easy / sizeof *easy; i++)
        if (strcmp(t->kind, easy[i]) == 0) return false;
    return t->polygon_count > 2;
}

double ground_way(const game_terrain *t, vec2 a, vec2 b) {
    int inside = 0, steps = (int)ceil(vec2_distance(a, b) / WAY_STEP_IN) + 1;
    for (int i = 0; i < steps; i++) inside += polygon_contains(t->polygon, t->polygon_count, vec2_lerp(a, b, (i + 0.5) / steps));
    return vec2_distance(a, b) * inside / steps;
}
