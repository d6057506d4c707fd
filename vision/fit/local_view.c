#include "vision/fit/local_view.h"

#include <math.h>

bool local_view_at(const vision_view *view, vec2 at, double z_in, local_view *out) {
    static const double h = 0.25;           // inches: wide against the rounding of a lens's model, narrow against its bend
    static const double least_area = 1e-3;  // square pixels a square inch: seen from the edge
    px2 o = view->to_px(view->context, (vec3){at.x, at.y, z_in});
    px2 e = view->to_px(view->context, (vec3){at.x + h, at.y, z_in}), w = view->to_px(view->context, (vec3){at.x - h, at.y, z_in});
    px2 n = view->to_px(view->context, (vec3){at.x, at.y + h, z_in}), s = view->to_px(view->context, (vec3){at.x, at.y - h, z_in});
    *out = (local_view){at, o, {{(e.u - w.u) / (2 * h), (n.u - s.u) / (2 * h)}, {(e.v - w.v) / (2 * h), (n.v - s.v) / (2 * h)}}};
    double det = out->m[0][0] * out->m[1][1] - out->m[0][1] * out->m[1][0];
    return isfinite(o.u) && isfinite(o.v) && isfinite(det) && fabs(det) > least_area;
}

local_axes local_view_axes(const local_view *v, vec2 offset, double heading_rad) {
    vec2 f = heading_forward(heading_rad), l = heading_left(heading_rad);
    return (local_axes){.origin = local_view_px(v, offset),
                        .fu = v->m[0][0] * f.x + v->m[0][1] * f.y,
                        .fv = v->m[1][0] * f.x + v->m[1][1] * f.y,
                        .lu = v->m[0][0] * l.x + v->m[0][1] * l.y,
                        .lv = v->m[1][0] * l.x + v->m[1][1] * l.y};
}
