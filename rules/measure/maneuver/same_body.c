// Which motion carries the figures from where they stood to where they stand as one body: each into its own place, or alike ones into any.
#include <string.h>

#include "rules/measure/maneuver/explain.h"
#include "rules/measure/maneuver/maneuver_limits.h"

#define PRIOR 1  // coordinates of figures

// A figure's turn is measured from its headings, and the body's rotation from places.
double facing_slack(const explain_task *t, double sigma_rotation) {
    return t->n->facing_tol + t->n->k_illegal * hypot(sqrt(2) * t->sigma_rad, sigma_rotation);
}

static void centre_on(const pose *p, int n, vec2 middle, vec2 *out) {
    for (int i = 0; i < n; i++) out[i] = vec2_sub(p[i].at, middle);
}

// Pairs a[i], moved by m, with the nearest of b[]; false where one has no partner within tol or two share one.
static bool pair_up(const vec2 *a, const vec2 *b, int n, rigid2 m, double tol, vec2 *paired, int *taken) {
    vec2 unit = heading_forward(m.rotation_rad);
    memset(taken, 0, (size_t)n * sizeof *taken);
    for (int i = 0; i < n; i++) {
        vec2 p = {unit.x * a[i].x - unit.y * a[i].y + m.shift.x, unit.y * a[i].x + unit.x * a[i].y + m.shift.y};
        int best = -1;
        double least = tol * tol;
        for (int j = 0; j < n; j++) {
            vec2 d = vec2_sub(p, b[j]);
            double square = vec2_dot(d, d);
            if (square <= least && !taken[j]) least = square, best = j;
        }
        if (best < 0) return false;
        taken[best] = 1;
        paired[i] = b[best];
    }
    return true;
}

// Figures of a unit are alike to the rules: the same places taken in another order are the same move. Adds each reading of the motion in which the
// body turned by other quarters (a tray set down the other way round), with the figures' facing changed to match.
int alike_motions(const explain_task *t, const vec2 *a, const vec2 *b, body_motion first, body_motion *out, int count) {
    if (t->count > LARGEST_UNIT || t->count < 2) return count;
    vec2 *paired = t->scratch + 2 * t->count;
    double tol = t->n->residual;
    for (int quarter = 1; quarter < 4; quarter++) {
        double rotation = angle_wrap(first.rotation_rad + quarter * PI / 2);
        vec2 shift = vec2_sub(poses_middle(t->to, t->count), poses_middle(t->from, t->count));
        if (!pair_up(a, b, t->count, (rigid2){.rotation_rad = rotation, .shift = shift}, tol, paired, t->order)) continue;
        rigid2 fit = rigid2_fit(a, paired, t->count);
        if (fabs(fit.rotation_rad) < SMALL_TURN) fit.rotation_rad = 0, fit.shift = shift;  // dressing, as for the labelled motion
        out[count++] = (body_motion){fit.rotation_rad, fit.shift, (body_face)(((int)first.turn + FACE_COUNT - quarter) % FACE_COUNT)};
    }
    return count;
}

// True where the same places are taken in another order, and fit so by less than `least` (rms): fits them and overwrites b with the partners. Of
// several turns by quarters from what the headings show, the one that fits best; one that the fit turns on from there (three figures look alike at
// every third of a turn) comes last.
bool fit_unlabelled(const explain_task *t, const vec2 *a, vec2 *b, double least, rigid2 *fit) {
    if (t->count > LARGEST_UNIT) return false;
    vec2 *paired = t->scratch + 2 * t->count, *best = t->scratch + 3 * t->count;
    double turn = angle_difference(facing_after(t), facing_before(t));
    vec2 shift = vec2_sub(poses_middle(t->to, t->count), poses_middle(t->from, t->count));
    bool found = false;
    for (int quarter = 0; quarter < 4; quarter++) {
        rigid2 m = {.rotation_rad = angle_wrap(turn + quarter * PI / 2), .shift = shift};
        if (!pair_up(a, b, t->count, m, t->n->residual, paired, t->order)) continue;
        rigid2 k = rigid2_fit(a, paired, t->count);
        bool turned_on = fabs(angle_difference(k.rotation_rad, m.rotation_rad)) > facing_slack(t, rotation_sigma(t, a));
        double off = k.residual_rms + (turned_on ? t->n->residual : 0);
        if (off >= least - BETTER_FIT_IN) continue;
        least = off;
        found = true;
        *fit = k;
        memcpy(best, paired, (size_t)t->count * sizeof *b);
    }
    if (found) memcpy(b, best, (size_t)t->count * sizeof *b);
    return found;
}

// Per coordinate, from what the fit leaves over. Few figures tell little: before they do, hands are thought to place a figure within the players'
// tolerance, two sigma, and that counts as much as PRIOR coordinates seen. NULL: no fit.
double scatter_of(const explain_task *t, const rigid2 *fit) {
    double hands = t->n->player_tolerance / 2, prior = 2 * t->sigma_in * t->sigma_in + hands * hands;
    if (!fit) return sqrt(prior);
    double left_over = t->count * fit->residual_rms * fit->residual_rms;
    return sqrt((PRIOR * prior + left_over) / (PRIOR + 2 * t->count - 3));
}

// The least-squares motion by the figures' names; true where it fits them all.
bool fit_labelled(const explain_task *t, rigid2 *fit) {
    vec2 *a = t->scratch, *b = t->scratch + t->count, middle = poses_middle(t->from, t->count);
    centre_on(t->from, t->count, middle, a);
    centre_on(t->to, t->count, middle, b);
    *fit = rigid2_fit(a, b, t->count);
    return fit->residual_max <= t->n->residual + FIT_SIGMAS * t->sigma_in;
}

bool fit_body(explain_task *t, explanation *e, rigid2 *fit) {
    bool fits = fit_labelled(t, fit);
    t->scatter_in = scatter_of(t, fits ? fit : NULL);
    e->sigma_rotation = rotation_sigma(t, t->scratch);
    if (fits && turned_as_seen(t, fit, e->sigma_rotation)) return true;
    return fit_unlabelled(t, t->scratch, t->scratch + t->count, INFINITY, fit) || fits;
}
