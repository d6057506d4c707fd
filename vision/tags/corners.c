// Sub-pixel corners of a tag: each edge is followed by profiles across it, a slightly bent line (lens distortion) is fitted to where
// the brightness changes, and the corners are where neighbouring lines cross.
#include <string.h>

#include "vision/internal.h"

enum { MAX_PROFILES = 64 };

// One edge: y = a + b t + c t^2 across, t = -1..1 along it.
typedef struct {
    px2 middle;
    vec2 along, across;  // px; `along` is half the edge
    double a, b, c;
    double sigma;  // of a point of the line, px
} edge_line;

// Light for a pixel's code, 0..1: the camera's tone curve taken back (x^2.2, without calling pow). Optics blur light, not codes: half
// way between black and white in code lies well inside the black.
static double light(uint8_t code) {
    double x = code / 255.0;
    return x * x * (0.75 + 0.25 * x);
}

// What the tone curve of a camera that nobody measured leaves uncertain in an edge's place, px.
static const double tone_sigma_px = 0.15;

// Light at a point between pixels.
static double sample(const frame *f, double u, double v) {
    int x = (int)floor(u), y = (int)floor(v);
    if (x < 0 || y < 0 || x + 1 >= f->width || y + 1 >= f->height) return NAN;
    double p = u - x, q = v - y;
    const uint8_t *r = f->gray + (size_t)y * f->gray_stride + x, *s = r + f->gray_stride;
    return (1 - q) * ((1 - p) * light(r[0]) + p * light(r[1])) + q * ((1 - p) * light(s[0]) + p * light(s[1]));
}

// Where the brightness changes along the profile through `at`: the centroid of its slope, of the sign `sign` only. False: no clear change.
static bool profile_edge(const frame *f, px2 at, vec2 across, double reach, double sign, double *offset) {
    enum { STEPS = 24 };
    double sum = 0, moment = 0, last = sample(f, at.u - reach * across.x, at.v - reach * across.y), step = 2 * reach / STEPS;
    for (int i = 1; i <= STEPS; i++) {
        double d = -reach + i * step, now = sample(f, at.u + d * across.x, at.v + d * across.y);
        double slope = sign * (now - last);
        if (slope > 0) {
            sum += slope * slope;  // squared: weak texture beside the edge must not pull it
            moment += slope * slope * (d - step / 2);
        }
        last = now;
    }
    if (!(sum > 1e-4)) return false;  // NAN too: outside of the picture
    *offset = moment / sum;
    return true;
}

// +1 where the brightness rises along `across` for most of the edge, else -1.
static double edge_sign(const frame *f, const edge_line *e, double reach) {
    double sum = 0;
    for (int i = -3; i <= 3; i++) {
        double t = i / 4.0, u = e->middle.u + t * e->along.x, v = e->middle.v + t * e->along.y;
        double d = sample(f, u + reach * e->across.x, v + reach * e->across.y) - sample(f, u - reach * e->across.x, v - reach * e->across.y);
        if (!isnan(d)) sum += d;
    }
    return sum >= 0 ? 1 : -1;
}

// Least squares of a + b t (+ c t^2) with the points further than `gate` from the last fit left out.
static int line_fit(edge_line *e, const double *t, const double *y, int n, bool bent, double gate) {
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, y0 = 0, y1 = 0, y2 = 0;
    for (int i = 0; i < n; i++) {
        double q = t[i] * t[i];
        if (fabs(y[i] - e->a - e->b * t[i] - e->c * q) > gate) continue;
        s0++, s1 += t[i], s2 += q, s3 += q * t[i], s4 += q * q;
        y0 += y[i], y1 += y[i] * t[i], y2 += y[i] * q;
    }
    if (s0 < 4) return 0;
    if (!bent) {
        double det = s0 * s2 - s1 * s1;
        if (det < 1e-9) return 0;
        e->a = (y0 * s2 - y1 * s1) / det, e->b = (s0 * y1 - s1 * y0) / det, e->c = 0;
        return (int)s0;
    }
    double c00 = s2 * s4 - s3 * s3, c01 = s2 * s3 - s1 * s4, c02 = s1 * s3 - s2 * s2, det = s0 * c00 + s1 * c01 + s2 * c02;
    if (det < 1e-9) return 0;
    double c11 = s0 * s4 - s2 * s2, c12 = s1 * s2 - s0 * s3, c22 = s0 * s2 - s1 * s1;
    e->a = (c00 * y0 + c01 * y1 + c02 * y2) / det;
    e->b = (c01 * y0 + c11 * y1 + c12 * y2) / det;
    e->c = (c02 * y0 + c12 * y1 + c22 * y2) / det;
    return (int)s0;
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

static bool edge_follow(const frame *f, px2 from, px2 to, double reach, edge_line *e) {
    double length = hypot(to.u - from.u, to.v - from.v);
    *e = (edge_line){.middle = {(from.u + to.u) / 2, (from.v + to.v) / 2}, .along = {(to.u - from.u) / 2, (to.v - from.v) / 2}};
    e->across = (vec2){-e->along.y / (length / 2), e->along.x / (length / 2)};
    double sign = edge_sign(f, e, reach), t[MAX_PROFILES], y[MAX_PROFILES];
    int count = length < 12 ? 12 : length > MAX_PROFILES ? MAX_PROFILES : (int)length, n = 0;
    for (int i = 0; i < count; i++) {
        double s = 0.86 * (2.0 * i / (count - 1) - 1);  // the corners themselves are rounded by blur
        px2 at = {e->middle.u + s * e->along.x, e->middle.v + s * e->along.y};
        if (profile_edge(f, at, e->across, reach, sign, &y[n])) t[n++] = s;
    }
    bool bent = length > 40;
    if (n < count / 2 || line_fit(e, t, y, n, false, 1e9) == 0) return false;
    double gate = fmax(0.25, 2.5 * line_scatter(e, t, y, n, 1e9));
    int kept = line_fit(e, t, y, n, bent, gate);
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
    double least = 1e9;
    for (int k = 0; k < 4; k++) least = fmin(least, hypot(t->corner[k].u - t->corner[(k + 1) % 4].u, t->corner[k].v - t->corner[(k + 1) % 4].v));
    double cell = least / (cells > 0 ? cells : 1);
    if (!(least > 6)) return false;
    for (int round = 0; round < 2; round++) {  // the second round starts from the first's corners, so that its profiles stand square
        double reach = fmin(round ? 2.5 : 3.5, fmax(0.9 * cell, 1.0)), sigma2 = 0;
        edge_line e[4];
        for (int k = 0; k < 4; k++) {
            if (!edge_follow(f, better.corner[k], better.corner[(k + 1) % 4], reach, &e[k])) return false;
            sigma2 += e[k].sigma * e[k].sigma / 4;
        }
        for (int k = 0; k < 4; k++) {
            px2 p;
            if (!edge_cross(&e[(k + 3) % 4], &e[k], &p)) return false;
            if (hypot(p.u - t->corner[k].u, p.v - t->corner[k].v) > fmax(2, 0.5 * cell)) return false;
            better.corner[k] = p;
        }
        better.sigma_px = sqrt(sigma2 + tone_sigma_px * tone_sigma_px);
    }
    *t = better;
    return true;
}
