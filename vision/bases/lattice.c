// Weighted least squares over origin, heading and the two pitches, robust against finds that slipped along the block, with the pitch held near the
// base's own size. Places in ranks and files are told from neighbour to neighbour first, then from the fit.
#include "vision/bases/lattice.h"

#include <math.h>

#include "core/solve.h"
#include "vision/bases/bases_limits.h"

enum { UNKNOWNS = 5, ROUNDS = 8 };

vec2 lattice_site(const lattice *l, double rank, double file) {
    return vec2_add(l->origin, vec2_rotate((vec2){rank * l->pitch_in[0], file * l->pitch_in[1]}, l->heading_rad));
}

static double variance_of(const lattice_point *p, int axis) { return squared(p->sigma_in[axis]) + squared(LATTICE_DRESSED_IN); }

// How far the point lies from its site, along its axis and across it.
static vec2 off_site(const lattice *l, const lattice_point *p) {
    return vec2_rotate(vec2_sub(p->at, lattice_site(l, p->rank, p->file)), -p->axis_rad);
}

double lattice_misfit(const lattice *l, const lattice_point *p) {
    vec2 off = off_site(l, p);
    return sqrt(squared(off.x) / variance_of(p, 0) + squared(off.y) / variance_of(p, 1));
}

// What a unit of each unknown moves the site by in a direction.
static void slopes_along(const lattice *l, double rank, double file, double axis_rad, double out[UNKNOWNS]) {
    double c = cos(l->heading_rad), s = sin(l->heading_rad), ahead = rank * l->pitch_in[0], left = file * l->pitch_in[1];
    const double x[UNKNOWNS] = {1, 0, -ahead * s - left * c, rank * c, -file * s}, y[UNKNOWNS] = {0, 1, ahead * c - left * s, rank * s, file * c};
    for (int i = 0; i < UNKNOWNS; i++) out[i] = cos(axis_rad) * x[i] + sin(axis_rad) * y[i];
}

double lattice_sigma(const lattice *l, double rank, double file, double axis_rad) {
    double slope[UNKNOWNS], variance = 0, turn = axis_rad - l->heading_rad;
    slopes_along(l, rank, file, axis_rad, slope);
    for (int i = 0; i < UNKNOWNS; i++)
        for (int k = 0; k < UNKNOWNS; k++) variance += slope[i] * slope[k] * l->covariance[i][k];
    double common = squared(l->common_in[0] * cos(turn)) + squared(l->common_in[1] * sin(turn));
    return sqrt(fmax(variance, 0) * squared(l->scatter) + common);
}

double lattice_point_sigma(const lattice_point *p) { return sqrt((squared(p->sigma_in[0]) + squared(p->sigma_in[1])) / 2); }

// Steps from a to b in whole pitches, seen along the heading; false where they are no neighbours.
static bool step_between(const lattice *l, vec2 a, vec2 b, int *ranks, int *files) {
    vec2 d = vec2_rotate(vec2_sub(b, a), -l->heading_rad);
    double ahead = d.x / l->pitch_in[0], left = d.y / l->pitch_in[1];
    if (fabs(ahead) > 1.5 || fabs(left) > 1.5) return false;
    *ranks = (int)lround(ahead), *files = (int)lround(left);
    return (*ranks || *files) && fabs(ahead - *ranks) < LATTICE_OFF && fabs(left - *files) < LATTICE_OFF;
}

// Places from neighbour to neighbour, beginning with the seed. Returns how many are in.
static int gather(const lattice *l, lattice_point *p, int count, int seed) {
    int open[LATTICE_MOST_POINTS], n = 0;
    p[seed].in = true, p[seed].rank = p[seed].file = 0;
    open[n++] = seed;
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < count && n < LATTICE_MOST_POINTS; i++) {
            int ranks, files;
            if (p[i].in || !step_between(l, p[open[k]].at, p[i].at, &ranks, &files)) continue;
            p[i].in = true, p[i].rank = p[open[k]].rank + ranks, p[i].file = p[open[k]].file + files;
            open[n++] = i;
        }
    }
    return n;
}

// Of two points at one site the less certain leaves.
static void leave_doubles(lattice_point *p, int count) {
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count && p[i].in; k++)
            if (k != i && p[k].in && p[k].rank == p[i].rank && p[k].file == p[i].file &&
                (lattice_point_sigma(&p[k]) < lattice_point_sigma(&p[i]) || (lattice_point_sigma(&p[k]) == lattice_point_sigma(&p[i]) && k < i)))
                p[i].in = false;
}

static bool fit_once(lattice *l, const lattice_point *p, int count, const double size_in[2], normal_equations *n) {
    double squares = 0, weights = 0, step[UNKNOWNS];
    solve_begin(n, UNKNOWNS);
    for (int i = 0; i < count; i++) {
        if (!p[i].in) continue;
        double slope[UNKNOWNS], r = lattice_misfit(l, &p[i]) / LATTICE_ROBUST, w = 1 / (1 + r * r);
        vec2 off = off_site(l, &p[i]);
        for (int k = 0; k < 2; k++) {
            slopes_along(l, p[i].rank, p[i].file, p[i].axis_rad + k * PI / 2, slope);
            solve_add(n, slope, k ? off.y : off.x, w / variance_of(&p[i], k));
        }
        squares += w * r * r * LATTICE_ROBUST * LATTICE_ROBUST / 2, weights += w;
    }
    for (int i = 0; i < 2; i++) solve_hold(n, 3 + i, size_in[i] + LATTICE_GAP_IN - l->pitch_in[i], 1 / (LATTICE_GAP_SIGMA_IN * LATTICE_GAP_SIGMA_IN));
    double right[UNKNOWNS];
    for (int i = 0; i < UNKNOWNS; i++) right[i] = n->b[i];
    if (!solve_factor(n)) return false;
    solve_for(n, right, step);
    l->origin = vec2_add(l->origin, (vec2){step[0], step[1]});
    l->heading_rad += step[2];
    for (int i = 0; i < 2; i++) l->pitch_in[i] = fmax(l->pitch_in[i] + step[3 + i], size_in[i]);
    l->scatter = fmax(1, sqrt(squares / fmax(weights, 1e-9)));
    return isfinite(l->heading_rad) && fabs(step[2]) < 1;
}

static void keep_covariance(lattice *l, const normal_equations *n) {
    for (int i = 0; i < UNKNOWNS; i++) {
        double unit[UNKNOWNS] = {0}, column[UNKNOWNS];
        unit[i] = 1;
        solve_for(n, unit, column);
        for (int k = 0; k < UNKNOWNS; k++) l->covariance[k][i] = column[k];
    }
}

// Places by the fit: a find that slipped along the block has been counted into the wrong file.
static void place_again(const lattice *l, lattice_point *p, int count) {
    for (int i = 0; i < count; i++) {
        if (!p[i].in) continue;
        vec2 d = vec2_rotate(vec2_sub(p[i].at, l->origin), -l->heading_rad);
        p[i].rank = (int)lround(d.x / l->pitch_in[0]), p[i].file = (int)lround(d.y / l->pitch_in[1]);
    }
    leave_doubles(p, count);
}

static void measure(lattice *l, const lattice_point *p, int count) {
    double weights[2] = {0, 0}, sums[2] = {0, 0};
    l->count = 0;
    for (int i = 0; i < count; i++) {
        if (!p[i].in) continue;
        bool first = l->count++ == 0;
        for (int k = 0; k < 2; k++) {
            double turn = l->heading_rad + k * PI / 2 - p[i].axis_rad;
            double sigma = hypot(p[i].sigma_in[0] * cos(turn), p[i].sigma_in[1] * sin(turn)), weight = 1 / fmax(squared(sigma), 1e-12);
            weights[k] += weight, sums[k] += weight * sigma;
        }
        l->first_rank = first || p[i].rank < l->first_rank ? p[i].rank : l->first_rank;
        l->last_rank = first || p[i].rank > l->last_rank ? p[i].rank : l->last_rank;
        l->first_file = first || p[i].file < l->first_file ? p[i].file : l->first_file;
        l->last_file = first || p[i].file > l->last_file ? p[i].file : l->last_file;
    }
    for (int k = 0; k < 2; k++) l->common_in[k] = l->count ? LATTICE_COMMON * sums[k] / weights[k] : 0;
}

// The seed's heading; of round bases the direction to the nearest other one.
static bool first_heading(const lattice_point *p, int count, int seed, double reach_in, double *heading_rad) {
    double least = reach_in;
    *heading_rad = p[seed].heading_rad;
    for (int i = 0; i < count && isnan(p[seed].heading_rad); i++) {
        double d = vec2_distance(p[i].at, p[seed].at);
        if (i == seed || p[i].in || !(d < least)) continue;
        least = d;
        *heading_rad = atan2(p[i].at.y - p[seed].at.y, p[i].at.x - p[seed].at.x);
    }
    return isfinite(*heading_rad);
}

// True where most of the points lie at their sites: else a few that happen to fit made up a block of others that are none.
static bool holds_most(const lattice *l, const lattice_point *p, int count) {
    int at_site = 0;
    for (int i = 0; i < count; i++) at_site += p[i].in && lattice_misfit(l, &p[i]) <= LATTICE_SLIPPED;
    return at_site >= LATTICE_LEAST && 2 * at_site > l->count;
}

bool lattice_fit(lattice_point *points, int count, int seed, double length_in, double across_in, lattice *out) {
    const double size_in[2] = {length_in, across_in};
    normal_equations n;
    *out = (lattice){.origin = points[seed].at, .pitch_in = {length_in + LATTICE_GAP_IN, across_in + LATTICE_GAP_IN}, .scatter = 1};
    for (int i = 0; i < count; i++) points[i].in = false;
    if (!first_heading(points, count, seed, 1.5 * fmax(length_in, across_in), &out->heading_rad)) return false;
    bool held = gather(out, points, count, seed) >= LATTICE_LEAST;
    leave_doubles(points, count);
    for (int round = 0; round < ROUNDS && held; round++) {
        held = fit_once(out, points, count, size_in, &n);
        if (held && round < ROUNDS - 2) place_again(out, points, count);
    }
    if (held) keep_covariance(out, &n);
    measure(out, points, count);
    if (held && out->count >= LATTICE_LEAST && out->scatter < LATTICE_MOST_SCATTER && holds_most(out, points, count)) return true;
    for (int i = 0; i < count; i++) points[i].in = false;
    return false;
}
