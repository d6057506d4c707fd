#include "rules/ground.h"

#include <string.h>

bool ground_is_impassable(const game_terrain *t) { return strcmp(t->kind, "impassable") == 0 && t->polygon_count > 2; }

static double depth_of_point(const game_terrain *t, vec2 p) {
    if (!polygon_contains(t->polygon, t->polygon_count, p)) return 0;
    double depth = INFINITY;
    for (int i = 0; i < t->polygon_count; i++) depth = fmin(depth, segment_distance(p, t->polygon[i], t->polygon[(i + 1) % t->polygon_count]));
    return depth;
}

double ground_depth(const game_terrain *t, base b, pose p) {
    vec2 corner[4];
    base_corners(b, p, corner);
    double deepest = depth_of_point(t, p.at);
    for (int k = 0; k < 4; k++) deepest = fmax(deepest, depth_of_point(t, corner[k]));
    return deepest;
}
