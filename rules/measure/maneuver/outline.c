#include "rules/measure/maneuver/outline.h"

outline outline_of_base(base b, pose p) {
    outline o = {.count = 4};
    if (b.shape == BASE_ROUND) return (outline){.at = {p.at}, .count = 1, .round_in = b.width_in / 2};
    base_corners(b, p, o.at);
    return o;
}

outline outline_of_edge(vec2 a, vec2 b) { return (outline){.at = {a, b}, .count = 2}; }

vec2 outline_middle(const outline *o) {
    vec2 sum = {0, 0};
    for (int i = 0; i < o->count; i++) sum = vec2_add(sum, o->at[i]);
    return vec2_scale(sum, 1.0 / o->count);
}

static vec2 nearest_on_segment(vec2 p, vec2 a, vec2 b) {
    vec2 d = vec2_sub(b, a);
    double length2 = vec2_dot(d, d), k = length2 > 0 ? vec2_dot(vec2_sub(p, a), d) / length2 : 0;
    return vec2_lerp(a, b, fmax(0, fmin(1, k)));
}

bool outline_contains(const outline *o, vec2 p) {
    if (o->count == 1) return vec2_distance(o->at[0], p) < o->round_in;
    for (int i = 0; i < o->count && o->count > 2; i++)
        if (vec2_cross(vec2_sub(o->at[(i + 1) % o->count], o->at[i]), vec2_sub(p, o->at[i])) <= 0) return false;
    return o->count > 2;
}

// The corners of a against the sides of b.
static void nearest_corners(const outline *a, const outline *b, double *gap, vec2 *on_a, vec2 *on_b) {
    for (int i = 0; i < a->count; i++)
        for (int j = 0; j < b->count; j++) {
            vec2 q = nearest_on_segment(a->at[i], b->at[j], b->at[(j + 1) % b->count]);
            double d = vec2_distance(a->at[i], q);
            if (d < *gap) *gap = d, *on_a = a->at[i], *on_b = q;
        }
}

static bool sides_cross(const outline *a, const outline *b, vec2 *at) {
    for (int i = 0; i < a->count && a->count > 1; i++)
        for (int j = 0; j < b->count && b->count > 1; j++)
            if (segments_cross(a->at[i], a->at[(i + 1) % a->count], b->at[j], b->at[(j + 1) % b->count])) {
                *at = vec2_lerp(a->at[i], b->at[j], 0.5);
                return true;
            }
    return false;
}

static vec2 toward(vec2 from, vec2 to, double by) {
    double d = vec2_distance(from, to);
    return d > by ? vec2_lerp(from, to, by / d) : to;
}

double outline_gap(const outline *a, const outline *b, vec2 *on_a, vec2 *on_b) {
    double gap = INFINITY;
    vec2 at;
    nearest_corners(a, b, &gap, on_a, on_b);
    nearest_corners(b, a, &gap, on_b, on_a);
    if (sides_cross(a, b, &at) || outline_contains(a, b->at[0]) || outline_contains(b, a->at[0])) return 0;
    vec2 pa = *on_a, pb = *on_b;
    *on_a = toward(pa, pb, a->round_in);
    *on_b = toward(pb, pa, b->round_in);
    return fmax(gap - a->round_in - b->round_in, 0);
}
