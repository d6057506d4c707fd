#include "shapes.h"

unit_form shape_of(const game *g, int unit, const pose *poses, int16_t *rank) {
    bool present[ROOM];
    for (int i = 0; i < ROOM; i++) present[i] = true;
    shape_limits limits = shape_default_limits();
    return formation_shape(g, unit, poses, present, NULL, &limits, rank);
}

void start_poses(const game *g, int unit, pose *poses) {
    for (int i = 0; i < g->units[unit].figure_count; i++) poses[i] = g->figures[g->units[unit].first_figure + i].start;
}
