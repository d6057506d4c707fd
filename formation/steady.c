#include "formation/steady.h"

#include "formation/formation_limits.h"

// Of the average's memory: long enough to halve the noise, short enough to follow a table that warms.

// No measurement is exact, whatever is stated: its weight must stay finite.

static double stated(double sigma, double otherwise) {
    double taken = sigma > 0 ? sigma : otherwise;
    return taken > STEADY_SIGMA_LEAST ? taken : STEADY_SIGMA_LEAST;
}

static steady_average start(pose p, steady_terms t) {
    return (steady_average){.mean = p,
                            .weight_at = 1 / squared(stated(p.sigma_in, t.sigma_in)),
                            .weight_heading = pose_has_heading(p) ? 1 / squared(stated(p.sigma_rad, t.sigma_rad)) : 0,
                            .count = 1};
}

static steady steady_of(steady_average a) {
    return (steady){.mean = a.mean,
                    .anchor = a.mean,
                    .weight_at = a.weight_at,
                    .weight_heading = a.weight_heading,
                    .count = a.count,
                    .came_from = a.mean,
                    .before = a.mean};
}

steady steady_start(pose p, steady_terms t) { return steady_of(start(p, t)); }

void steady_disturb(steady *s) {
    s->before = s->mean;
    s->lately.count = 0;
}

// True where `by` lies beyond the floor and the sigmas of both errors together. Their root is dear and lies between the larger of the two and their
// sum: mostly one of these decides. The hair keeps rounding from deciding. alike: the share of the lesser variance, at most a half, that both errors
// have in common.
static bool is_beyond(double by, double floor, double sa, double sb, double alike) {
    const double sigmas = STEADY_SIGMAS * sqrt(2), hair = 1e-12;
    if (by <= floor || by < sigmas * (sa > sb ? sa : sb) * (1 - hair)) return false;
    if (by > sigmas * (sa + sb) * (1 + hair)) return true;
    return by > sigmas * sqrt(squared(sa) + squared(sb) - 2 * alike * squared(sa < sb ? sa : sb));
}

bool steady_differ(pose a, pose b, steady_terms t) {
    if (is_beyond(vec2_distance(a.at, b.at), t.gate_in, stated(a.sigma_in, t.sigma_in), stated(b.sigma_in, t.sigma_in), t.alike)) return true;
    if (!pose_has_heading(a) || !pose_has_heading(b)) return false;
    double turn = fabs(angle_difference(a.heading_rad, b.heading_rad));
    return is_beyond(turn, t.gate_rad, stated(a.sigma_rad, t.sigma_rad), stated(b.sigma_rad, t.sigma_rad), t.alike);
}

// Takes the next measurement, of that sigma, into an average of *sigma_all and of *weight, the sum of what each of them adds to the part of the
// variance that is its own; returns its share. What is common to all is as much of it as the sharper one has: a blurred picture errs in more. The
// weight grows to STEADY_MEMORY such measurements at most. Best linear unbiased estimate; of like measurements, their mean.
static double take_in(double *sigma_all, double *weight, double sigma, double common) {
    const double all2 = squared(*sigma_all), one2 = squared(sigma), own = (1 - common) / *weight;
    const double shared = fmin(fmax(all2 - own, 0), common * one2);
    const double k = (all2 - shared) / (all2 + one2 - 2 * shared);
    const double own_now = squared(1 - k) * own + squared(k) * (1 - common) * one2;
    const double common_now = fmax(all2 - k * (all2 - shared) - own_now, 0);
    *weight = fmin((1 - common) / own_now, fmax(*weight, STEADY_MEMORY / one2));
    *sigma_all = sqrt(common_now + (1 - common) / *weight);
    return k;
}

static void average_in(steady_average *a, pose p, steady_terms t) {
    a->mean.sigma_in = stated(a->mean.sigma_in, t.sigma_in);
    a->mean.at = vec2_lerp(a->mean.at, p.at, take_in(&a->mean.sigma_in, &a->weight_at, stated(p.sigma_in, t.sigma_in), t.common));
    a->count++;
    if (!pose_has_heading(p)) return;
    a->mean.fronts = p.fronts;
    if (a->weight_heading == 0) {
        a->mean.heading_rad = p.heading_rad, a->mean.sigma_rad = p.sigma_rad, a->weight_heading = start(p, t).weight_heading;
        return;
    }
    double turn = angle_difference(p.heading_rad, a->mean.heading_rad);
    a->mean.sigma_rad = stated(a->mean.sigma_rad, t.sigma_rad);
    turn *= take_in(&a->mean.sigma_rad, &a->weight_heading, stated(p.sigma_rad, t.sigma_rad), t.common);
    a->mean.heading_rad = angle_wrap(a->mean.heading_rad + turn);
}

bool steady_moved(const steady *s, pose p, bool at_rest, steady_terms t) { return steady_differ(at_rest ? s->mean : s->anchor, p, t); }

// All begins anew with `a`. A heading that was not seen: the last one is the best guess, with no weight.
static void begin_anew(steady *s, steady_average a, pose from) {
    pose last = s->mean;
    *s = steady_of(a);
    s->came_from = from;
    if (!pose_has_heading(s->mean)) s->mean.heading_rad = last.heading_rad, s->mean.fronts = last.fronts;
}

// True where the last few together lie farther off than the errors allow: all begins anew with them.
static bool had_moved(steady *s, pose p, steady_terms t) {
    if (s->lately.count == 0)
        s->lately = start(p, t);
    else
        average_in(&s->lately, p, t);
    if (s->lately.count < STEADY_LATELY_LEAST) return false;
    if (steady_differ(s->before, s->lately.mean, t)) {
        begin_anew(s, s->lately, s->before);
        return true;
    }
    if (s->lately.count >= STEADY_LATELY_MOST) steady_disturb(s);
    return false;
}

steady_news steady_add(steady *s, pose p, bool at_rest, steady_terms t) {
    bool moved = steady_moved(s, p, at_rest, t);
    if (moved || !at_rest) {
        pose anchor = s->anchor;
        begin_anew(s, start(p, t), moved ? s->mean : s->came_from);
        if (!moved) s->anchor = anchor;
        return moved ? STEADY_MOVED : STEADY_STANDS;
    }
    steady_average all = {s->mean, s->weight_at, s->weight_heading, s->count};
    average_in(&all, p, t);
    s->mean = all.mean, s->weight_at = all.weight_at, s->weight_heading = all.weight_heading, s->count = all.count;
    return had_moved(s, p, t) ? STEADY_HAD_MOVED : STEADY_STANDS;
}
