#include "formation/steady.h"

#include "formation/formation_limits.h"

// Of the average's memory: long enough to halve the noise, short enough to follow a table that warms.

// No measurement is exact, whatever is stated: its weight must stay finite.

static double stated(double sigma, double otherwise) { return fmax(sigma > 0 ? sigma : otherwise, STEADY_SIGMA_LEAST); }

static double square(double x) { return x * x; }

steady steady_start(pose p, steady_terms t) {
    return (steady){.mean = p,
                    .anchor = p,
                    .weight_at = 1 / square(stated(p.sigma_in, t.sigma_in)),
                    .weight_heading = pose_has_heading(p) ? 1 / square(stated(p.sigma_rad, t.sigma_rad)) : 0,
                    .count = 1};
}

static double gate(double floor, double sa, double sb) { return fmax(floor, STEADY_SIGMAS * sqrt(2) * hypot(sa, sb)); }

bool steady_differ(pose a, pose b, steady_terms t) {
    if (vec2_distance(a.at, b.at) > gate(t.gate_in, stated(a.sigma_in, t.sigma_in), stated(b.sigma_in, t.sigma_in))) return true;
    if (!pose_has_heading(a) || !pose_has_heading(b)) return false;
    double turn = fabs(angle_difference(a.heading_rad, b.heading_rad));
    return turn > gate(t.gate_rad, stated(a.sigma_rad, t.sigma_rad), stated(b.sigma_rad, t.sigma_rad));
}

// Weight of the next measurement in an average of weight *sum, which grows to STEADY_MEMORY measurements at most.
static double take_weight(double *sum, double weight) {
    double k = weight / (*sum + weight);
    *sum = fmin(*sum + weight, STEADY_MEMORY * weight);
    return k;
}

bool steady_moved(const steady *s, pose p, bool at_rest, steady_terms t) { return steady_differ(at_rest ? s->mean : s->anchor, p, t); }

bool steady_add(steady *s, pose p, bool at_rest, steady_terms t) {
    bool moved = steady_moved(s, p, at_rest, t);
    if (moved || !at_rest) {
        pose last = s->mean, anchor = s->anchor;
        *s = steady_start(p, t);
        if (!moved) s->anchor = anchor;
        // A heading that was not seen: the last one is the best guess, with no weight.
        if (!pose_has_heading(p)) s->mean.heading_rad = last.heading_rad, s->mean.fronts = last.fronts;
        return moved;
    }
    double sigma = stated(p.sigma_in, t.sigma_in);
    s->mean.at = vec2_lerp(s->mean.at, p.at, take_weight(&s->weight_at, 1 / square(sigma)));
    s->mean.sigma_in = sqrt(square(sigma) / 3 + 2.0 / 3 / s->weight_at);
    s->count++;
    if (!pose_has_heading(p)) return false;
    s->mean.fronts = p.fronts;
    sigma = stated(p.sigma_rad, t.sigma_rad);
    double turn = angle_difference(p.heading_rad, s->mean.heading_rad);
    if (s->weight_heading == 0) s->mean.heading_rad = p.heading_rad, turn = 0;
    s->mean.heading_rad = angle_wrap(s->mean.heading_rad + turn * take_weight(&s->weight_heading, 1 / square(sigma)));
    s->mean.sigma_rad = sqrt(square(sigma) / 3 + 2.0 / 3 / s->weight_heading);
    return false;
}
