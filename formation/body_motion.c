#include "formation/body_motion.h"

#include "core/game.h"
#include "formation/formation_limits.h"
#include "formation/stats.h"

// Fits a motion to the figures that agree with it, starting from all; returns how many do.
static int fit_most(const vec2 *from, const vec2 *to, int n, rigid2 *out) {
    vec2 a[GAME_MAX_FIGURES], b[GAME_MAX_FIGURES];
    double off[GAME_MAX_FIGURES], sorted[GAME_MAX_FIGURES];
    int kept = n;
    *out = rigid2_fit(from, to, n);
    for (int round = 0; round < BODY_TRIMS; round++) {
        for (int i = 0; i < n; i++) sorted[i] = off[i] = vec2_distance(rigid2_apply(*out, from[i]), to[i]);
        double limit = fmax(BODY_AGREE_IN, BODY_AGREE_MEDIANS * stats_median(sorted, n));
        kept = 0;
        for (int i = 0; i < n; i++) {
            if (off[i] > limit) continue;
            a[kept] = from[i];
            b[kept++] = to[i];
        }
        *out = rigid2_fit(a, b, kept);
    }
    kept = 0;
    for (int i = 0; i < n; i++) kept += vec2_distance(rigid2_apply(*out, from[i]), to[i]) <= BODY_AGREE_IN;
    return kept;
}

int body_strays(const vec2 *from, const vec2 *to, int n) {
    rigid2 fit;
    return n ? n - fit_most(from, to, n, &fit) : 0;
}

// True where most of the figures are still where the motion last had them.
static bool goes_on_resting(const body_motion *m, const vec2 *from, const vec2 *to, int n) {
    int there = 0;
    for (int i = 0; m->valid && i < n; i++) there += vec2_distance(body_predict(m, (pose){.at = from[i]}, m->t_s).at, to[i]) <= BODY_RESTS_IN;
    return there >= BODY_AGREE_SHARE * n;
}

void body_follow(body_motion *m, const vec2 *from, const vec2 *to, int n, int all, int needed, double t_s) {
    if (n < 2 || n < needed) return;
    if (2 * n < all && goes_on_resting(m, from, to, n)) {
        m->speed_in_s = (vec2){0, 0};
        m->spin_rad_s = 0;
        m->t_s = t_s;
        return;
    }
    rigid2 fit;
    int agree = fit_most(from, to, n, &fit);
    if (agree < needed || agree < BODY_AGREE_SHARE * n) {
        m->valid = false;
        return;
    }
    double dt = t_s - m->t_s;
    vec2 at = rigid2_apply(fit, m->middle);
    bool rate = m->valid && dt > 0 && dt <= BODY_RATE_S;
    m->speed_in_s = rate ? vec2_scale(vec2_sub(at, m->at), 1 / dt) : (vec2){0, 0};
    m->spin_rad_s = rate ? angle_difference(fit.rotation_rad, m->turn_rad) / dt : 0;
    m->at = at;
    m->turn_rad = fit.rotation_rad;
    m->t_s = t_s;
    m->valid = true;
}

pose body_predict(const body_motion *m, pose at_rest, double t_s) {
    double dt = fmin(t_s - m->t_s, BODY_GO_ON_S), turn = m->turn_rad + m->spin_rad_s * dt;
    vec2 middle = vec2_add(m->at, vec2_scale(m->speed_in_s, dt));
    at_rest.at = vec2_add(middle, vec2_rotate(vec2_sub(at_rest.at, m->middle), turn));
    at_rest.heading_rad = angle_wrap(at_rest.heading_rad + turn);
    return at_rest;
}
