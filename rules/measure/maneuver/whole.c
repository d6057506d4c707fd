// The body with the figures that are out of sight: they stood in it, and the motion of those in sight took them along.
#include <string.h>

#include "rules/measure/maneuver/explain.h"

int whole_lay_out(const explain_task *t, const vec2 *seen) {
    rigid2 m = {0};
    for (int i = 0; i < t->count; i++) t->whole[i] = t->from[i].at;
    if (t->unseen_count > 0) m = rigid2_fit(t->whole, seen, t->count);
    memcpy(t->whole, seen, (size_t)t->count * sizeof *seen);
    for (int i = 0; i < t->unseen_count; i++) t->whole[t->count + i] = rigid2_apply(m, t->unseen[i]);
    return t->count + t->unseen_count;
}

vec2 whole_way(const explain_task *t, body_motion m) {
    vec2 middle = {0, 0};
    int n = t->count + t->unseen_count;
    for (int i = 0; i < n; i++) middle = vec2_add(middle, vec2_scale(t->whole[i], 1.0 / n));
    return vec2_sub(vec2_add(vec2_rotate(middle, m.rotation_rad), m.shift), middle);
}

priced whole_price(const explain_task *t, double heading, const body_motion *motions, int motion_count, double fixed) {
    priced p = price_motion(t, t->whole, t->count + t->unseen_count, heading, motions, motion_count, fixed);
    if (t->unseen_sure == t->unseen_count) return p;
    priced q = price_motion(t, t->whole, t->count + t->unseen_sure, heading, motions, motion_count, fixed);
    if (p.cost < INFINITY && q.cost < INFINITY) p.sigma = hypot(p.sigma, p.cost - q.cost);
    return p;
}

pivot_place whole_pivot(const explain_task *t, double heading, body_motion m, double sigma_rotation, vec2 *at) {
    pivot_place place = find_pivot(t, t->whole, t->count + t->unseen_count, heading, m, sigma_rotation, at);
    if (place != PIVOT_ELSEWHERE || t->unseen_sure == t->unseen_count) return place;
    return find_pivot(t, t->whole, t->count + t->unseen_sure, heading, m, sigma_rotation, at);
}
