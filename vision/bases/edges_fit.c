#include "vision/bases/edges_fit.h"

#include <math.h>

#include "core/solve.h"
#include "vision/bases/bases_limits.h"

// Of the rounds: mm by which the densities are widened, so that the likeliest place is found from where the fit begins.
static const double widened_mm[] = {1, 0.7, 0.5, 0.35, 0.25, 0.15, 0.1, 0, 0, 0};
enum { ROUNDS = sizeof widened_mm / sizeof *widened_mm };

// A normal density but for its constant, and the pull of its peak.
typedef struct {
    double away, variance, chance;
} peak;

// Lists the column's peaks, and last the scatter of supposed places: nothing of the edge was seen, or what was taken for it is something else.
// Gives the density there.
enum { MOST_PEAKS = EDGE_PEAKS + 1 };

static double list_peaks(const edge_column *c, double at, double widened, peak out[MOST_PEAKS]) {
    double sum = 1e-300;
    for (int k = 0; k < MOST_PEAKS; k++) {
        bool none = k == EDGE_PEAKS;
        out[k].away = none ? 0 : (double)c->away[k];
        out[k].variance = squared(none ? EDGES_JITTER_MM : (double)c->sigma[k]) + squared(widened);
        double weight = none ? EDGES_ELSE : (1 - EDGES_ELSE) * (double)c->weight[k];
        sum += out[k].chance = weight * exp(-squared(out[k].away - at) / (2 * out[k].variance)) / sqrt(out[k].variance);
    }
    for (int k = 0; k < MOST_PEAKS; k++) out[k].chance /= sum;
    return sum;
}

static void slopes_of(const edge_column *c, double out[3]) {
    out[0] = c->normal.x, out[1] = c->normal.y, out[2] = c->normal.y * c->place.x - c->normal.x * c->place.y;
}

// The observations of a column: each peak counts by its chance at where the edge is supposed now. What the scatter alone says is taken out, so that
// nothing is left where nothing is seen.
static void add_column(normal_equations *n, const edge_column *c, const double shift[3], double widened) {
    double slope[3];
    slopes_of(c, slope);
    peak peaks[MOST_PEAKS];
    double at = 0, scatter = 1 / (squared(EDGES_JITTER_MM) + squared(widened)), weight = -scatter;
    for (int i = 0; i < n->count; i++) at += slope[i] * shift[i];
    double pull = at * scatter;
    list_peaks(c, at, widened, peaks);
    for (int k = 0; k < MOST_PEAKS; k++) {
        weight += peaks[k].chance / peaks[k].variance;
        pull += peaks[k].chance / peaks[k].variance * (peaks[k].away - at);
    }
    if (weight > 0) solve_add(n, slope, pull / weight, EDGES_WORTH * weight);
}

edge_column edge_unseen(void) { return (edge_column){.weight = {1}, .sigma = {(float)EDGES_JITTER_MM, 1, 1}}; }

static double evidence_of(const edge_column *columns, int count, const edge_pose *at, double loose_mm) {
    double sum = 0, scatter2 = squared(EDGES_JITTER_MM) + squared(loose_mm);
    for (int i = 0; i < count; i++) {
        double slope[3], away = 0;
        peak peaks[MOST_PEAKS];
        slopes_of(&columns[i], slope);
        for (int k = 0; k < 3; k++) away += slope[k] * at->shift[k];
        sum += EDGES_WORTH * (log(list_peaks(&columns[i], away, loose_mm, peaks)) + squared(away) / (2 * scatter2) + log(scatter2) / 2);
    }
    return sum;
}

static edge_pose fit(const edge_column *columns, int count, const edge_pose *before, double loose_mm, int unknowns) {
    edge_pose out = *before;
    normal_equations n;
    for (int round = 0; round < ROUNDS; round++) {
        solve_begin(&n, unknowns);
        for (int i = 0; i < count; i++) add_column(&n, &columns[i], out.shift, hypot(widened_mm[round], loose_mm));
        for (int i = 0; i < n.count; i++) solve_hold(&n, i, before->shift[i] - out.shift[i], 1 / squared(before->sigma[i]));
        double step[3];
        if (!solve_factor(&n)) return *before;
        solve_for(&n, n.b, step);
        for (int i = 0; i < n.count; i++) out.shift[i] += step[i];
    }
    for (int i = 0; i < n.count; i++) {
        out.sigma[i] = sqrt(solve_variance_of(&n, i));
        if (!isfinite(out.shift[i]) || !isfinite(out.sigma[i])) return *before;
    }
    return out;
}

edge_pose edges_fit(const edge_column *columns, int count, const edge_pose *before, double loose_mm, bool turns, double *evidence) {
    const int unknowns = turns ? 3 : 2;
    edge_pose at = fit(columns, count, before, loose_mm, unknowns);
    *evidence = evidence_of(columns, count, &at, loose_mm);
    for (int k = 0; k < unknowns; k++) *evidence -= squared((at.shift[k] - before->shift[k]) / before->sigma[k]) / 2;
    if (!isfinite(*evidence)) {
        *evidence = 0;
        return *before;
    }
    const double seen = 1 / (1 + exp(EDGES_LEAST - *evidence));
    for (int k = 0; k < unknowns; k++) {
        double apart = at.shift[k] - before->shift[k];
        at.shift[k] = before->shift[k] + seen * apart;
        at.sigma[k] = sqrt(seen * squared(at.sigma[k]) + (1 - seen) * squared(before->sigma[k]) + seen * (1 - seen) * squared(apart));
    }
    return at;
}
