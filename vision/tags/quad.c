#include "vision/tags/quad.h"

#include <string.h>

#include "core/wide.h"
#include "vision/fit/float8.h"

enum { MOST_POINTS = 512, ROUNDS = 3 };

// Filled up to whole lanes by repeating the last point.
typedef struct {
    float u[MOST_POINTS] __attribute__((aligned(32))), v[MOST_POINTS] __attribute__((aligned(32)));
    int count;
} point_list;

// A line: nu * u + nv * v = d, the normal of length 1.
typedef struct {
    double nu, nv, d;
} side_line;

// Where the brightness passes the middle between the two pixels of a step; of long outlines every so manieth step.
static void points_of(const dark_mask *m, const gray_part *g, const outline *o, point_list *p) {
    int every = (o->count + MOST_POINTS - 1) / MOST_POINTS;
    p->count = 0;
    for (int i = 0; i < o->count; i += every) {
        const outline_step *s = &o->step[i];
        size_t tile = (size_t)(s->y / MASK_TILE) * (size_t)m->columns + (size_t)(s->x / MASK_TILE);
        float limit = (float)mask_limit(m, m->low[tile], m->high[tile]) - 0.5F, t = 0.5F;
        int x = s->x + s->u, y = s->y + s->v;
        if (x >= 0 && y >= 0 && x < g->width && y < g->height) {
            float here = g->at[(size_t)s->y * g->stride + (size_t)s->x], there = g->at[(size_t)y * g->stride + (size_t)x];
            if (here != there) t = (limit - here) / (there - here);
            t = t < 0 ? 0 : t > 1 ? 1 : t;
        }
        p->u[p->count] = (float)s->x + t * s->u;
        p->v[p->count++] = (float)s->y + t * s->v;
    }
    for (int i = p->count; i % FLOAT8 != 0; i++) p->u[i] = p->u[i - 1], p->v[i] = p->v[i - 1];
}

// The most of each lane so far and where it was.
typedef struct {
    float8 most;
    mask8 at;
} best_lanes;

static inline __attribute__((always_inline)) void keep_most(best_lanes *b, const float8 *d, int i) {
    mask8 more = *d > b->most, here = {i, i, i, i, i, i, i, i};
    b->most = (float8)(((mask8)*d & more) | ((mask8)b->most & ~more));
    b->at = (here & more) | (b->at & ~more);
}

// The first point of the most of all; -1 where no lane has any.
static int first_most(const best_lanes *b) {
    int best = -1;
    for (int k = 0; k < FLOAT8; k++) {
        if (b->at[k] < 0) continue;
        int at = b->at[k] + k;
        if (best < 0 || b->most[k] > b->most[best % FLOAT8] || (b->most[k] == b->most[best % FLOAT8] && at < best)) best = at;
    }
    return best;
}

static const best_lanes none_yet = {{-1e30F, -1e30F, -1e30F, -1e30F, -1e30F, -1e30F, -1e30F, -1e30F}, {-1, -1, -1, -1, -1, -1, -1, -1}};

// The point farthest from (u, v) (sign 1), or nearest to it (-1).
WIDENED static int most_distant(const point_list *p, float u, float v, float sign) {
    best_lanes best = none_yet;
    for (int i = 0; i < p->count; i += FLOAT8) {
        float8 du = *(const float8 *)(p->u + i) - u, dv = *(const float8 *)(p->v + i) - v, d = sign * (du * du + dv * dv);
        keep_most(&best, &d, i);
    }
    int at = first_most(&best);
    return at < 0 ? 0 : at < p->count ? at : p->count - 1;
}

// The point farthest from the line through a and c on the side of that sign; -1: none.
WIDENED static int farthest_aside(const point_list *p, int a, int c, float sign) {
    float u = p->u[a], v = p->v[a], du = sign * (p->u[c] - u), dv = sign * (p->v[c] - v);
    best_lanes best = none_yet;
    best.most = (float8){0};
    for (int i = 0; i < p->count; i += FLOAT8) {
        float8 d = du * (*(const float8 *)(p->v + i) - v) - dv * (*(const float8 *)(p->u + i) - u);
        keep_most(&best, &d, i);
    }
    int at = first_most(&best);
    return at < p->count ? at : p->count - 1;
}

// Four corner points in the outline's order: two that are farthest apart, and those farthest aside of them.
static bool first_corners(const point_list *p, int corner[4]) {
    double u = 0, v = 0;
    for (int i = 0; i < p->count; i++) u += p->u[i], v += p->v[i];
    int a = most_distant(p, (float)(u / p->count), (float)(v / p->count), 1), c = most_distant(p, p->u[a], p->v[a], 1);
    int b = farthest_aside(p, a, c, 1), d = farthest_aside(p, a, c, -1);
    if (b < 0 || d < 0 || a == c) return false;
    int at[4] = {a, b, c, d};
    for (int i = 1; i < 4; i++)  // sort
        for (int k = i; k > 0 && at[k] < at[k - 1]; k--) {
            int t = at[k];
            at[k] = at[k - 1];
            at[k - 1] = t;
        }
    memcpy(corner, at, sizeof at);
    return at[0] < at[1] && at[1] < at[2] && at[2] < at[3];
}

// The line of least squares through the points from `from` to `to` (round the end), without those near the corners and those further than
// `gate` from the last line. Returns how many it took.
static int fit_side(const point_list *p, int from, int to, double gate, side_line *l) {
    int n = (to - from + p->count) % p->count, skip = n / 8 > 1 ? n / 8 : 1, kept = 0;
    double su = 0, sv = 0, suu = 0, suv = 0, svv = 0, u0 = p->u[from], v0 = p->v[from];
    for (int i = skip; i <= n - skip; i++) {
        int k = from + i < p->count ? from + i : from + i - p->count;
        double u = p->u[k], v = p->v[k];
        if (gate > 0 && fabs(l->nu * u + l->nv * v - l->d) > gate) continue;
        u -= u0, v -= v0;
        su += u, sv += v, suu += u * u, suv += u * v, svv += v * v;
        kept++;
    }
    if (kept < 3) return 0;
    su /= kept, sv /= kept;
    suu = suu / kept - su * su, suv = suv / kept - su * sv, svv = svv / kept - sv * sv;
    // The normal belongs to the smaller eigenvalue.
    double half = (suu - svv) / 2, root = sqrt(half * half + suv * suv), nu = half >= 0 ? -suv : root - half, nv = half >= 0 ? half + root : -suv;
    double length = sqrt(nu * nu + nv * nv);
    if (!(length > 1e-12)) return 0;
    l->nu = nu / length, l->nv = nv / length;
    l->d = l->nu * (su + u0) + l->nv * (sv + v0);
    return kept;
}

static bool cross_sides(const side_line *a, const side_line *b, px2 *out) {
    double det = a->nu * b->nv - a->nv * b->nu;
    if (fabs(det) < 0.3) return false;  // sides of a tag stand at 17 degrees at least
    *out = (px2){(a->d * b->nv - b->d * a->nv) / det, (a->nu * b->d - b->nu * a->d) / det};
    return true;
}

void quad_measure(tag_quad *q) {
    q->mean = 0;
    q->least = 1e30;
    for (int k = 0; k < 4; k++) {
        double du = q->corner[(k + 1) % 4].u - q->corner[k].u, dv = q->corner[(k + 1) % 4].v - q->corner[k].v;
        q->edge[k] = sqrt(du * du + dv * dv);
        q->mean += q->edge[k] / 4;
        if (q->edge[k] < q->least) q->least = q->edge[k];
    }
}

// How well the points lie on the sides: those nearer than a pixel and their scatter.
static void judge(const point_list *p, const side_line line[4], const int at[4], tag_quad *q) {
    double sum = 0;
    int on = 0;
    for (int k = 0; k < 4; k++)
        for (int i = at[k]; i != at[(k + 1) % 4]; i = i + 1 < p->count ? i + 1 : 0) {
            double r = line[k].nu * p->u[i] + line[k].nv * p->v[i] - line[k].d;
            if (fabs(r) < 1.2) sum += r * r, on++;
        }
    q->rms = on > 0 ? sqrt(sum / on) : 9;
    q->lying = on / (double)p->count;
}

static double cross_at(const px2 *c, int k) {
    const px2 *a = &c[k], *b = &c[(k + 1) % 4], *d = &c[(k + 2) % 4];
    return (b->u - a->u) * (d->v - b->v) - (b->v - a->v) * (d->u - b->u);
}

static bool fit_sides(const point_list *p, int at[4], side_line line[4], px2 corner[4]) {
    for (int round = 0; round < ROUNDS; round++) {
        double gate = round == 0 ? 0 : round == 1 ? 1.5 : 1;
        for (int k = 0; k < 4; k++)
            if (fit_side(p, at[k], at[(k + 1) % 4], gate, &line[k]) == 0) return false;
        for (int k = 0; k < 4; k++) {
            if (!cross_sides(&line[(k + 3) % 4], &line[k], &corner[k])) return false;
            at[k] = most_distant(p, (float)corner[k].u, (float)corner[k].v, -1);
        }
        for (int k = 0; k < 4; k++)
            if (at[k] == at[(k + 1) % 4]) return false;
    }
    return true;
}

bool quad_fit(const dark_mask *m, const gray_part *g, const outline *o, tag_quad *out) {
    point_list p;
    int at[4];
    side_line line[4];
    px2 clockwise[4];
    points_of(m, g, o, &p);
    if (p.count < 16 || !first_corners(&p, at) || !fit_sides(&p, at, line, clockwise)) return false;
    for (int k = 0; k < 4; k++) {
        if (!(cross_at(clockwise, k) > 0)) return false;  // clockwise with v downward
        out->corner[k] = clockwise[3 - k];
    }
    quad_measure(out);
    judge(&p, line, at, out);
    return isfinite(out->mean) && out->lying > 0.75 && out->rms < 0.6;
}
