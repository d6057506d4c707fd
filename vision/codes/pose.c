// The pose that fits best: Gauss-Newton on where the band's outer and inner edges lie across it and, once the word is known, where its
// transitions lie along it, with Tukey's weights, so that what a figure hides has no say. Edges are taken halfway between what is seen
// on either side, for nobody knows what lies there.
#include <string.h>

#include "vision/codes/codes.h"

enum { UNKNOWNS = 3, ROUNDS = 5 };  // forward, left, turn

static const double blur_px = 0.78;  // sigma of the picture's own and of the looking between pixels
static const double farthest_in = 2.2 * IN_PER_MM, farthest_rad = 0.12;
static const double edge_reach_px = 1.5;                        // on either side of an edge
static const double held_in = 1.5 * IN_PER_MM, held_rad = 0.1;  // prior of the start
static const double edge_say = 0.5;                             // of an edge beside a transition: what lies beyond pulls at it

typedef struct {
    double a[UNKNOWNS][UNKNOWNS], b[UNKNOWNS];
    double sum_r2, sum_w;
} equations;

static void add(equations *n, double jx, double jy, double jt, double r, double gate, double say) {
    double q = r / gate;
    if (fabs(q) >= 1 || !(say > 0)) return;
    double w = say * (1 - q * q) * (1 - q * q);
    n->a[0][0] += w * jx * jx, n->a[1][0] += w * jy * jx, n->a[1][1] += w * jy * jy;
    n->a[2][0] += w * jt * jx, n->a[2][1] += w * jt * jy, n->a[2][2] += w * jt * jt;
    n->b[0] += w * jx * r, n->b[1] += w * jy * r, n->b[2] += w * jt * r;
    n->sum_r2 += w * r * r;
    n->sum_w += w;
}

static float look(const rim_aim *a, double x, double y) {
    float fx = (float)x, fy = (float)y;
    return rim_gray(a->frame, a->u + fx * a->fu + fy * a->lu, a->v + fx * a->fv + fy * a->lv);
}

// One place of an edge: `off` inches outwards of the middle of the band.
static void add_edge(const rim_aim *a, const rim_step *s, double off, double contrast, double say, equations *n) {
    double h = edge_reach_px / (double)a->px_per_in, nx = (double)s->nx, ny = (double)s->ny, x = (double)s->x + off * nx, y = (double)s->y + off * ny;
    double out = (double)look(a, x + h * nx, y + h * ny), in = (double)look(a, x - h * nx, y - h * ny), step = fabs(in - out);
    if (step < 0.25 * contrast) return;
    double here = (double)look(a, x, y), slope = (in - out) * 0.4 / blur_px * (double)a->px_per_in;
    double r = (here - (in + out) / 2) / contrast, k = slope / contrast;
    add(n, k * nx, k * ny, k * (ny * x - nx * y), r, 0.4 * fmin(1, step / contrast), say);
}

static void add_edges(const rim_ring *r, const rim_aim *a, const rim_known *known, double contrast, equations *n) {
    for (int j = 0; j < r->steps; j += known ? 2 : 4) {
        const rim_step *s = &r->step[j];
        double say = edge_say;
        if (known) say *= (double)known->visible[j / RIM_SUB];
        if (!s->straight || (known && say < 0.3 * edge_say)) continue;
        add_edge(a, s, RIM_CODE_WIDTH_IN / 2, contrast, say, n);
        add_edge(a, s, -RIM_CODE_WIDTH_IN / 2, contrast, say, n);
    }
}

// Phi(x) nearly, and its slope.
static double rise(double x) { return 1 / (1 + exp(-1.702 * x)); }

// The word's tone, 0 dark to 1 light, at the step and its slope along the way, an inch.
static double word_at(const rim_ring *r, uint64_t word, int j, double sigma_in, double *slope) {
    int cell = j / RIM_SUB, n = r->cells;
    double within = (j % RIM_SUB + 0.5) / RIM_SUB * r->cell_in, value = (double)(word >> cell & 1);
    int before = (int)(word >> (cell ? cell - 1 : n - 1) & 1), here = (int)(word >> cell & 1),
        after = (int)(word >> (cell + 1 < n ? cell + 1 : 0) & 1);
    *slope = 0;
    if (before != here) {
        double k = rise(within / sigma_in);
        value += (here - before) * (k - 1);
        *slope += (here - before) * 1.702 * k * (1 - k) / sigma_in;
    }
    if (after != here) {
        double k = rise((within - r->cell_in) / sigma_in);
        value += (after - here) * k;
        *slope += (after - here) * 1.702 * k * (1 - k) / sigma_in;
    }
    return value;
}

static void add_transitions(const rim_ring *r, const rim_aim *a, const rim_known *known, double contrast, equations *n) {
    rim_strip strip;
    double sigma = blur_px / (double)a->px_per_in, slope;
    rim_strip_take(r, a, &strip);
    for (int j = 0; j < r->steps; j++) {
        const rim_step *s = &r->step[j];
        double say = (double)known->visible[j / RIM_SUB];
        if (say < 0.3 || !s->straight) continue;
        double want = word_at(r, known->word, j, sigma, &slope), k = -slope;
        double res = ((double)strip.gray[j] - (double)known->dark) / contrast - want;
        double lever = (double)s->ty * (double)s->x - (double)s->tx * (double)s->y;
        add(n, k * (double)s->tx, k * (double)s->ty, k * lever, res, 0.6, say);
    }
}

// Solves a x = b (lower triangle given); the inverse of a into v. False where it is singular.
static bool solve(equations *n, double x[UNKNOWNS], double v[UNKNOWNS]) {
    double a = n->a[0][0], b = n->a[1][0], c = n->a[2][0], d = n->a[1][1], e = n->a[2][1], f = n->a[2][2];
    double A = d * f - e * e, B = c * e - b * f, C = b * e - c * d, det = a * A + b * B + c * C;
    if (!(det > 1e-12)) return false;
    double D = a * f - c * c, E = b * c - a * e, F = a * d - b * b;
    x[0] = (A * n->b[0] + B * n->b[1] + C * n->b[2]) / det;
    x[1] = (B * n->b[0] + D * n->b[1] + E * n->b[2]) / det;
    x[2] = (C * n->b[0] + E * n->b[1] + F * n->b[2]) / det;
    v[0] = A / det, v[1] = D / det, v[2] = F / det;
    return true;
}

static void hold(equations *n, double scale, const double gone[UNKNOWNS]) {
    double held[UNKNOWNS] = {1 / (held_in * held_in), 1 / (held_in * held_in), 1 / (held_rad * held_rad)};
    for (int i = 0; i < UNKNOWNS; i++) n->a[i][i] += scale * held[i], n->b[i] -= scale * held[i] * gone[i];
}

static const double ungated_in = 1e3;  // no residual is so large
static const double edges_settled_px = 0.06;
static const double settled_px = 0.01;  // a step that is smaller is the last
static const double residual = 0.1;     // expected of a sample, share of the contrast
static const double model_px = 0.010;   // sigma that is left without noise: blur that is not as assumed; measured

// By how much samples that lie closer than a pixel and a half share their noise. Frames lean on edges, which err together along a side: measured.
static double noise_in_common(const rim_ring *r, const rim_aim *a) {
    double apart_px = RIM_CODE_WIDTH_IN / 4 * (double)a->px_per_in, share = fmin(fmax(1.5 / apart_px, 1), 4);
    return (r->round ? 0.86 : 1.08) * share;
}

bool rim_settle(const rim_ring *r, const frame *f, const vision_view *view, const rim_known *known, rim_place *at, rim_errors *out) {
    double gone[UNKNOWNS] = {0}, contrast = known ? (double)(known->light - known->dark) : 60;
    rim_place start = *at;
    rim_aim a;
    if (!(contrast > 1)) return false;
    for (int i = 0; i < ROUNDS; i++) {
        equations n;
        double x[UNKNOWNS], v[UNKNOWNS];
        memset(&n, 0, sizeof n);
        if (!rim_aim_at(f, view, at, &a)) return false;
        add_edges(r, &a, known, contrast, &n);
        if (known) add_transitions(r, &a, known, contrast, &n);
        hold(&n, residual * residual, gone);
        if (!solve(&n, x, v)) return false;
        if (r->round && !known) x[2] = 0;
        for (int k = 0; k < UNKNOWNS; k++) gone[k] += x[k];
        at->at = vec2_add(start.at, vec2_rotate((vec2){gone[0], gone[1]}, start.heading_rad));
        at->heading_rad = start.heading_rad + gone[2];
        if (fabs(gone[0]) + fabs(gone[1]) > farthest_in || fabs(gone[2]) > farthest_rad || !isfinite(gone[0] + gone[1] + gone[2])) return false;
        out->variance = fmax(n.sum_r2 / fmax(n.sum_w, 1), 1e-4);
        double common = noise_in_common(r, &a);
        out->sigma_in = hypot(model_px / (double)a.px_per_in, sqrt(common * out->variance * (v[0] + v[1]) / 2));
        out->sigma_rad = sqrt(common * out->variance * v[2]);
        if (fabs(x[0]) + fabs(x[1]) + fabs(x[2]) * r->half_x < (known ? settled_px : edges_settled_px) / (double)a.px_per_in) break;
    }
    return true;
}

void rim_unbend(const rim_ring *r, const frame *f, const vision_view *view, const float *visible, rim_place *at) {
    equations n;
    rim_aim a;
    double x[UNKNOWNS], v[UNKNOWNS];
    memset(&n, 0, sizeof n);
    if (!rim_aim_at(f, view, at, &a)) return;
    double fu = (double)a.fu, fv = (double)a.fv, lu = (double)a.lu, lv = (double)a.lv, det = fu * lv - fv * lu;
    for (int j = RIM_SUB / 4; j < r->steps; j += RIM_SUB / 2) {
        const rim_step *s = &r->step[j];
        double sx = (double)s->x, sy = (double)s->y, tx = (double)s->tx, ty = (double)s->ty, nx = (double)s->nx, ny = (double)s->ny;
        vec2 p = vec2_add(at->at, vec2_rotate((vec2){sx, sy}, at->heading_rad));
        px2 shows = view->to_px(view->context, (vec3){p.x, p.y, at->z_in});
        double du = shows.u - ((double)a.u + sx * fu + sy * lu), dv = shows.v - ((double)a.v + sx * fv + sy * lv);
        double forward = (du * lv - dv * lu) / det, left = (dv * fu - du * fv) / det, say = (double)visible[j / RIM_SUB];
        if (!isfinite(forward) || !isfinite(left)) return;
        add(&n, tx, ty, ty * sx - tx * sy, forward * tx + left * ty, ungated_in, say);
        add(&n, nx, ny, ny * sx - nx * sy, forward * nx + left * ny, ungated_in, edge_say * say);
    }
    if (!solve(&n, x, v)) return;
    at->at = vec2_sub(at->at, vec2_rotate((vec2){x[0], x[1]}, at->heading_rad));
    at->heading_rad -= x[2];
}
