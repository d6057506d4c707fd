#include "formation/identify/tray_fit.h"

#include "formation/identify/identify_limits.h"

#include <string.h>

enum { X, Y, TURN, WIDE, UNKNOWNS };

typedef struct {
    const game_unit *u;
    const pose *marker;
    const tray_base *bases;
    int count;
    bool may_swell;
    double normal[UNKNOWNS][UNKNOWNS], right[UNKNOWNS], cost, weight;
    int terms;
} problem;

static double tukey_weight(double r) {
    double k = r / IDENTIFY_TRAY_BEYOND;
    return fabs(k) < 1 ? (1 - k * k) * (1 - k * k) : 0;
}

static double tukey_cost(double r) {
    double k = fmin(1, fabs(r / IDENTIFY_TRAY_BEYOND)), left = 1 - k * k;
    return IDENTIFY_TRAY_BEYOND * IDENTIFY_TRAY_BEYOND / 6 * (1 - left * left * left);
}

static void add_row(problem *p, const double *row, double residual, double weight) {
    for (int i = 0; i < UNKNOWNS; i++) {
        for (int k = 0; k < UNKNOWNS; k++) p->normal[i][k] += weight * row[i] * row[k];
        p->right[i] += weight * row[i] * residual;
    }
}

// A point of the tray (in the layout's frame, `swells` with it or not) that was seen at `seen`, and its heading where it has one.
static double add_point(problem *p, const tray_place *t, vec2 at, double heading, bool swells, pose seen, double sigma, double sigma_rad,
                        bool robust) {
    vec2 arm = vec2_rotate(swells ? vec2_scale(at, t->swell) : at, t->front.heading_rad), by_swell = vec2_rotate(at, t->front.heading_rad);
    vec2 off = vec2_sub(seen.at, vec2_add(t->front.at, arm));
    double r = vec2_length(off) / sigma, w = robust ? tukey_weight(r / sqrt(2)) : 1;
    const double row_x[UNKNOWNS] = {1, 0, -arm.y, swells ? by_swell.x : 0}, row_y[UNKNOWNS] = {0, 1, arm.x, swells ? by_swell.y : 0};
    add_row(p, row_x, off.x, w / (sigma * sigma));
    add_row(p, row_y, off.y, w / (sigma * sigma));
    p->cost += 2 * tukey_cost(r / sqrt(2));
    p->weight += w;
    if (sigma_rad >= HEADING_UNKNOWN) return w;
    double turned = angle_difference(seen.heading_rad, t->front.heading_rad + heading) / sigma_rad;
    const double row[UNKNOWNS] = {0, 0, 1, 0};
    double wt = robust ? w * tukey_weight(turned) : 1;
    add_row(p, row, turned * sigma_rad, wt / (sigma_rad * sigma_rad));
    p->cost += tukey_cost(turned);
    return w;
}

static double placed(const problem *p) { return p->may_swell ? IDENTIFY_PLACED_CLOSED_IN : IDENTIFY_PLACED_OPEN_IN; }

static double usual_swell(const problem *p) { return p->may_swell ? IDENTIFY_SWELL : 1; }

static double base_sigma(const problem *p, const tray_base *b) { return hypot(fmax(b->seen.sigma_in, IDENTIFY_SIGMA_LEAST_IN), placed(p)); }

// The normal equations about t; the marker's weight in *tile.
static void build(problem *p, const tray_place *t, bool robust, bool with_tile, double *tile) {
    memset(p->normal, 0, sizeof p->normal);
    memset(p->right, 0, sizeof p->right);
    p->cost = p->weight = 0;
    for (int i = 0; i < p->count; i++) {
        const tray_base *b = &p->bases[i];
        double sigma_rad = pose_has_heading(b->seen) ? hypot(b->seen.sigma_rad, IDENTIFY_PLACED_RAD) : HEADING_UNKNOWN;
        add_point(p, t, b->place.at, b->place.heading_rad, p->may_swell, b->seen, base_sigma(p, b), sigma_rad, robust);
    }
    const double wide[UNKNOWNS] = {0, 0, 0, 1};
    add_row(p, wide, usual_swell(p) - t->swell, 1 / (p->may_swell ? IDENTIFY_SWELL_SIGMA * IDENTIFY_SWELL_SIGMA : 1e-12));
    *tile = 0;
    if (!p->marker || !with_tile) return;
    const pose *o = &p->u->marker_offset, *m = p->marker;
    *tile = add_point(p, t, o->at, o->heading_rad, false, *m, hypot(fmax(m->sigma_in, IDENTIFY_SIGMA_LEAST_IN), IDENTIFY_LAID_IN),
                      pose_has_heading(*m) ? hypot(m->sigma_rad, IDENTIFY_LAID_RAD) : HEADING_UNKNOWN, robust);
}

// Inverse of a symmetric positive definite matrix by Gauss-Jordan; false where it is singular.
static bool invert(const double in[UNKNOWNS][UNKNOWNS], double out[UNKNOWNS][UNKNOWNS]) {
    double a[UNKNOWNS][2 * UNKNOWNS];
    for (int i = 0; i < UNKNOWNS; i++)
        for (int k = 0; k < UNKNOWNS; k++) a[i][k] = in[i][k], a[i][k + UNKNOWNS] = i == k;
    for (int i = 0; i < UNKNOWNS; i++) {
        if (!(a[i][i] > 1e-9)) return false;
        double by = 1 / a[i][i];
        for (int k = 0; k < 2 * UNKNOWNS; k++) a[i][k] *= by;
        for (int r = 0; r < UNKNOWNS; r++) {
            double f = a[r][i];
            for (int k = 0; r != i && k < 2 * UNKNOWNS; k++) a[r][k] -= f * a[i][k];
        }
    }
    for (int i = 0; i < UNKNOWNS; i++)
        for (int k = 0; k < UNKNOWNS; k++) out[i][k] = a[i][k + UNKNOWNS];
    return true;
}

// Gauss-Newton from t; the first `plain_rounds` take the bases at their word, the later ones leave out what disagrees. False where nothing holds the
// tray.
static bool descend(problem *p, tray_place *t, int plain_rounds) {
    double tile = 0;
    for (int round = 0; round < IDENTIFY_FIT_ROUNDS; round++) {
        double step[UNKNOWNS] = {0};
        build(p, t, round >= plain_rounds, round >= plain_rounds, &tile);
        if (!invert((const double(*)[UNKNOWNS])p->normal, t->cov)) return false;
        for (int i = 0; i < UNKNOWNS; i++)
            for (int k = 0; k < UNKNOWNS; k++) step[i] += t->cov[i][k] * p->right[k];
        t->front.at = vec2_add(t->front.at, (vec2){step[X], step[Y]});
        t->front.heading_rad = angle_wrap(t->front.heading_rad + step[TURN]);
        t->swell += step[WIDE];
    }
    build(p, t, true, true, &tile);
    t->marker_fits = !p->marker || tile > 0;
    return isfinite(t->front.at.x) && isfinite(t->front.at.y) && invert((const double(*)[UNKNOWNS])p->normal, t->cov);
}

static tray_place behind(const game_unit *u, const pose *m) {
    tray_place t = {.swell = 1};
    t.front.heading_rad = angle_wrap(m->heading_rad - u->marker_offset.heading_rad);
    t.front.at = vec2_sub(m->at, vec2_rotate(u->marker_offset.at, t.front.heading_rad));
    return t;
}

static tray_place under_bases(const tray_base *bases, int count) {
    vec2 from[GAME_MAX_FIGURES], to[GAME_MAX_FIGURES];
    for (int i = 0; i < count; i++) from[i] = bases[i].place.at, to[i] = bases[i].seen.at;
    rigid2 m = rigid2_fit(from, to, count);
    return (tray_place){.front = {.at = m.shift, .heading_rad = m.rotation_rad}, .swell = 1};
}

// Bases that scatter more than was taken for granted make everything less certain.
static void take_scatter(const problem *p, tray_place *t) {
    double sum = 0, seen = 0;
    int n = 0;
    for (int i = 0; i < p->count; i++) {
        const tray_base *b = &p->bases[i];
        vec2 at = vec2_add(t->front.at, vec2_rotate(vec2_scale(b->place.at, t->swell), t->front.heading_rad));
        double d = vec2_distance(at, b->seen.at);
        if (d > IDENTIFY_TRAY_BEYOND * sqrt(2) * base_sigma(p, b)) continue;
        sum += d * d / 2;
        seen += b->seen.sigma_in * b->seen.sigma_in;
        n++;
    }
    t->placed_in = placed(p);
    if (n < 6) return;  // too few to tell
    double found = sqrt(fmax(0, sum / (n - 2) - seen / n)), more = fmax(1, found / t->placed_in);
    t->placed_in *= more;
    for (int i = 0; i < UNKNOWNS; i++)
        for (int k = 0; k < UNKNOWNS; k++) t->cov[i][k] *= more * more;
}

bool tray_fit(const game_unit *u, const pose *tile, const tray_base *bases, int count, bool may_swell, tray_place *out) {
    problem p = {.u = u, .marker = tile, .bases = bases, .count = count, .may_swell = may_swell};
    bool done = false;
    double cost = INFINITY;
    for (int start = 0; start < 2; start++) {  // once from where the marker has it, once from where the bases do
        if (start == 0 ? !tile : count < 2) continue;
        tray_place t = start == 0 ? behind(u, tile) : under_bases(bases, count);
        if (!descend(&p, &t, start == 0 ? 0 : 3) || p.cost >= cost) continue;
        cost = p.cost;
        *out = t;
        done = true;
    }
    if (done) take_scatter(&p, out);
    return done;
}

// Variance along the larger axis of the error ellipse at a place whose rows of the Jacobian are row[0] (x) and row[1] (y).
static double larger_variance(const tray_place *t, const double row[2][UNKNOWNS]) {
    double c[2][2] = {{0}};
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            for (int i = 0; i < UNKNOWNS; i++)
                for (int k = 0; k < UNKNOWNS; k++) c[a][b] += row[a][i] * t->cov[i][k] * row[b][k];
    double mean = (c[0][0] + c[1][1]) / 2, half = (c[0][0] - c[1][1]) / 2;
    return fmax(0, mean + sqrt(half * half + c[0][1] * c[1][0]));
}

pose tray_pose(const tray_place *t, pose place) {
    vec2 arm = vec2_rotate(vec2_scale(place.at, t->swell), t->front.heading_rad), wide = vec2_rotate(place.at, t->front.heading_rad);
    const double row[2][UNKNOWNS] = {{1, 0, -arm.y, wide.x}, {0, 1, arm.x, wide.y}};
    return (pose){.at = vec2_add(t->front.at, arm),
                  .heading_rad = angle_wrap(t->front.heading_rad + place.heading_rad),
                  .sigma_in = hypot(sqrt(larger_variance(t, row)), t->placed_in),
                  .sigma_rad = hypot(sqrt(fmax(0, t->cov[TURN][TURN])), IDENTIFY_PLACED_RAD)};
}
