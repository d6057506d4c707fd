#include "tests/vision/above.h"

#include <math.h>

static px2 to_px(const void *context, vec3 at) {
    const above_camera *c = context;
    return (px2){at.x / IN_PER_MM * c->px_per_mm - 0.5, c->side_px - at.y / IN_PER_MM * c->px_per_mm - 0.5};
}

vec2 above_mm(const above_camera *c, px2 at) { return (vec2){(at.u + 0.5) / c->px_per_mm, (c->side_px - at.v - 0.5) / c->px_per_mm}; }

static vec2 to_table(const void *context, px2 at, double z) {
    (void)z;
    return vec2_scale(above_mm(context, at), IN_PER_MM);
}

vision_view above_view(const above_camera *c) {
    const double edge_in = c->side_px / c->px_per_mm * IN_PER_MM;
    vision_view v = {.context = c, .to_px = to_px, .to_table = to_table, .width_in = edge_in, .depth_in = edge_in};
    v.tones.known = true;
    for (int k = 0; k < 3; k++) v.tones.paper[k] = ABOVE_PAPER, v.tones.ink[k] = ABOVE_INK;
    return v;
}

uint8_t above_code(double share) { return (uint8_t)lround(ABOVE_INK + (ABOVE_PAPER - ABOVE_INK) * share); }
