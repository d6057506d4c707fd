// Sub-pixel corners of a tag: each edge is followed by profiles across it, a slightly bent line (lens distortion) is fitted to where
// the brightness changes, and the corners are where neighbouring lines cross.
#include <string.h>

#include "core/solve.h"
#include "vision/fit/sample.h"
#include "vision/internal.h"
#include "vision/tags/tags_limits.h"

enum { MAX_PROFILES = 64 };

// One edge: y = a + b t + c t^2 across, t = -1..1 along it.
typedef struct {
    px2 middle;
    vec2 along, across;  // px; `along` is half the edge
    double a, b, c;
    double sigma;  // of a point of the line, px
} edge_line;

typedef struct {
    gray_part gray;
    light_table light;
} picture;

static double light_at(const picture *p, double u, double v) { return sample_light_or_nan(&p->gray, &p->light, u, v); }

// +1 where the brightness rises along `across` for most of the edge, else -1.
static double edge_sign(const picture *p, const edge_line *e, double reach) {
    double sum = 0;
    for (int i = -3; i <= 3; i++) {
        double t = i / 4.0, u = e->middle.u + t * e->along.x, v = e->middle.v + t * e->along.y;
        double d = light_at(p, u + reach * e->across.x, v + reach * e->across.y) - light_at(p, u - reach * e->across.x, v - reach * e->across.y);
        if (!isnan(d)) sum += d;
    }
    return sum >= 0 ? 1 : -1;
}

// Least squares of a + b t (+ c t^2) with the points further than `gate` from the last fit left out; how many were left in, 0: no line.
static int line_through(edge_line *e, const double *t, const double *y, int n, bool bent, double gate) {
    normal_equations eq;
    double x[3] = {0};
    int kept = 0;
    solve_begin(&eq, bent ? 3 : 2);
    for (int i = 0; i < n; i++) {
        double q = t[i] * t[i];
        if (fabs(y[i] - e->a - e->b * t[i] - e->c * q) > gate) continue;
        solve_add(&eq, (double[3]){1, t[i], q}, y[i], 1);
        kept++;
    }
    if (kept < 4 || !solve_factor(&eq)) return 0;
    solve_for(&eq, eq.b, x);
    e->a = x[0], e->b = x[1], e->c = x[2];
    return kept;
}

static double line_scatter(const edge_line *e, const double *t, const double *y, int n, double gate) {
    double sum = 0;
    int kept = 0;
    for (int i = 0; i < n; i++) {
        double r = y[i] - e->a - e->b * t[i] - e->c * t[i] * t[i];
        if (fabs(r) > gate) continue;
        sum += r * r;
        kept++;
    }
    return kept > 3 ? sqrt(sum / (kept - 3)) : gate;
}

static bool edge_follow(const picture *p, px2 from, px2 to, double reach, edge_line *e) {
    double length = hypot(to.u - from.u, to.v - from.v);
    *e = (edge_line){.middle = {(from.u + to.u) / 2, (from.v + to.v) / 2}, .along = {(to.u - from.u) / 2, (to.v - from.v) / 2}};
    e->across = (vec2){-e->along.y / (length / 2), e->along.x / (length / 2)};
    double sign = edge_sign(p, e, reach), t[MAX_PROFILES], y[MAX_PROFILES];
    int count = length < 12 ? 12 : length > MAX_PROFILES ? MAX_PROFILES : (int)length, n = 0;
    for (int i = 0; i < count; i++) {
        double s = 0.86 * (2.0 * i / (count - 1) - 1);  // the corners themselves are rounded by blur
        px2 at = {e->middle.u + s * e->along.x, e->middle.v + s * e->along.y};
        if (sample_edge(&p->gray, &p->light, at, e->across, reach, sign, &y[n])) t[n++] = s;
    }
    bool bent = length > 40;
    if (n < count / 2 || line_through(e, t, y, n, false, 1e9) == 0) return false;
    double gate = fmax(0.25, 2.5 * line_scatter(e, t, y, n, 1e9));
    int kept = line_through(e, t, y, n, bent, gate);
    if (kept < count / 2) return false;
    // Neighbouring profiles share pixels: as many independent points as the edge has pixels, at most as many as were kept.
    double scatter = line_scatter(e, t, y, n, gate), independent = fmin(kept, fmax(length * kept / count, 2));
    e->sigma = scatter * sqrt((bent ? 6.0 : 3.0) / independent);  // at the line's end
    return true;
}

static px2 edge_at(const edge_line *e, double t) {
    double y = e->a + e->b * t + e->c * t * t;
    return (px2){e->middle.u + t * e->along.x + y * e->across.x, e->middle.v + t * e->along.y + y * e->across.y};
}

// Crossing of e (near its end t = 1) with g (near its start t = -1), by Newton steps.
static bool edge_cross(const edge_line *e, const edge_line *g, px2 *out) {
    double t = 1, s = -1;
    for (int i = 0; i < 6; i++) {
        px2 p = edge_at(e, t), q = edge_at(g, s);
        double et = e->b + 2 * e->c * t, gs = g->b + 2 * g->c * s;
        vec2 dp = {e->along.x + et * e->across.x, e->along.y + et * e->across.y};
        vec2 dq = {g->along.x + gs * g->across.x, g->along.y + gs * g->across.y}, r = {q.u - p.u, q.v - p.v};
        double det = vec2_cross(dp, dq);
        if (fabs(det) < 1e-6) return false;
        t += vec2_cross(r, dq) / det;
        s += vec2_cross(r, dp) / det;
    }
    *out = edge_at(e, t);
    return fabs(t - 1) < 0.5 && fabs(s + 1) < 0.5;
}

bool corners_refine(const frame *f, tag_sighting *t, int cells) {
    tag_sighting better = *t;
    picture in = {.gray = sample_whole(f)};
    light_table_fill(&in.light);
    double least = 1e9;
    for (int k = 0; k < 4; k++) least = fmin(least, hypot(t->corner[k].u - t->corner[(k + 1) % 4].u, t->corner[k].v - t->corner[(k + 1) % 4].v));
    double cell = least / (cells > 0 ? cells : 1);
    if (!(least > 6)) return false;
    for (int round = 0; round < 2; round++) {  // the second round starts from the first's corners, so that its profiles stand square
        double reach = fmin(round ? 2.5 : 3.5, fmax(0.9 * cell, 1.0)), sigma2 = 0;
        edge_line e[4];
        for (int k = 0; k < 4; k++) {
            if (!edge_follow(&in, better.corner[k], better.corner[(k + 1) % 4], reach, &e[k])) return false;
            sigma2 += e[k].sigma * e[k].sigma / 4;
        }
        for (int k = 0; k < 4; k++) {
            px2 p;
            if (!edge_cross(&e[(k + 3) % 4], &e[k], &p)) return false;
            if (hypot(p.u - t->corner[k].u, p.v - t->corner[k].v) > fmax(2, 0.5 * cell)) return false;
            better.corner[k] = p;
        }
        better.sigma_px = sqrt(sigma2 + TAGS_TONE_SIGMA_PX * TAGS_TONE_SIGMA_PX);
    }
    *t = better;
    return true;
}
