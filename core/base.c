#include "core/base.h"

void base_corners(base b, pose p, vec2 out[4]) {
    vec2 f = vec2_scale(heading_forward(p.heading_rad), b.depth_in / 2);
    vec2 l = vec2_scale(heading_left(p.heading_rad), b.width_in / 2);
    out[0] = vec2_add(p.at, vec2_add(f, l));
    out[1] = vec2_add(p.at, vec2_sub(l, f));
    out[2] = vec2_sub(p.at, vec2_add(f, l));
    out[3] = vec2_add(p.at, vec2_sub(f, l));
}

vec2 base_front(base b, pose p) {
    if (!pose_has_heading(p)) return p.at;
    return vec2_add(p.at, vec2_scale(heading_forward(p.heading_rad), b.depth_in / 2));
}

double base_gap(base a, pose pa, base b, pose pb) {
    if (a.shape == BASE_ROUND && b.shape == BASE_ROUND) return vec2_distance(pa.at, pb.at) - (a.width_in + b.width_in) / 2;
    vec2 ca[4], cb[4];
    base_corners(a, pa, ca);
    base_corners(b, pb, cb);
    if (a.shape == BASE_ROUND) return convex_disc_gap(cb, 4, pa.at, a.width_in / 2);
    if (b.shape == BASE_ROUND) return convex_disc_gap(ca, 4, pb.at, b.width_in / 2);
    return convex_gap(ca, 4, cb, 4);
}

const char *base_shape_name(base_shape s) { return s == BASE_ROUND ? "round" : s == BASE_SQUARE ? "square" : "rect"; }
