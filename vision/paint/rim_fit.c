// The pose that agrees best: Gauss-Newton steps on the difference between the likenesses in the picture and the model's, blurred as the
// picture is, with Tukey's weights, so that what a figure hides has no say. The band's width is fitted along, held near 3 mm.
// Source: Baker & Matthews, "Lucas-Kanade 20 years on", IJCV 56 (2004), with the model's gradients; Tukey's biweight for the weights.
#include <math.h>
#include <string.h>

#include "core/wide.h"
#include "vision/fit/robust.h"
#include "vision/paint/paint_limits.h"
#include "vision/paint/rim_fit.h"

static int at_most(int a, int b) { return a < b ? a : b; }

px2 rim_fit_px(const comparison *c, double x, double y) { return (px2){c->origin.u + x * c->fu + y * c->lu, c->origin.v + x * c->fv + y * c->lv}; }

// The band's likeness over the depth, and its slopes by depth and by width.
static void band_model(comparison *c) {
    const rim_model *m = c->m;
    double at = RIM_EDGE_STEPS / 2 + (RIM_DEPTH_FROM - c->width) / RIM_DEPTH_STEP + 0.5, first = floor(at);
    float share = (float)(at - first), slope = (float)(1.7 / m->blur);
    const float *step = m->step + (int)first;
    for (int i = 0; i < RIM_DEPTHS; i++) {
        float b = step[i] + share * (step[i + 1] - step[i]);
        c->band[i] = m->edge[i] - b;
        c->by_width[i] = slope * b * (1 - b);
        c->by_depth[i] = m->edge_slope[i] - c->by_width[i];
    }
}

// True where all samples lie in the plane, one pixel or more from its border.
static bool all_inside(const comparison *c) {
    const colour_plane *p = &c->p->rim;
    double hx = c->m->half_x + 1.0 * IN_PER_MM, hy = c->m->half_y + 1.0 * IN_PER_MM;
    double du = fabs(hx * c->fu) + fabs(hy * c->lu) + 2, dv = fabs(hx * c->fv) + fabs(hy * c->lv) + 2;
    double u = c->origin.u - p->x, v = c->origin.v - p->y;
    return u - du > 0 && v - dv > 0 && u + du < p->width - 1 && v + dv < p->height - 1;
}

float rim_fit_between(const colour_plane *p, double u, double v) {
    u -= p->x, v -= p->y;
    if (!(u >= 0 && v >= 0 && u < p->width - 1 && v < p->height - 1)) return 0;
    int x = (int)u, y = (int)v;
    float a = (float)(u - x), b = (float)(v - y);
    const uint8_t *s = p->at + y * p->width + x, *t = s + p->width;
    return ((1 - b) * ((1 - a) * s[0] + a * s[1]) + b * ((1 - a) * t[0] + a * t[1])) * (1.0f / 255);
}

enum { AT_ONCE = 64 };  // samples

// Reads `count` samples from number `from` on, bilinear in steps of 1/256 px. There are three loops; the compiler vectorizes the first and the last.
WIDENED static void look_at_some(comparison *c, int from, int count) {
    const rim_samples *s = &c->m->samples;
    const colour_plane *p = &c->p->rim;
    float u0 = (float)(256 * (c->origin.u - p->x)), v0 = (float)(256 * (c->origin.v - p->y));
    float fu = (float)(256 * c->fu), fv = (float)(256 * c->fv), lu = (float)(256 * c->lu), lv = (float)(256 * c->lv);
    int32_t u[AT_ONCE], v[AT_ONCE], at[AT_ONCE];
    uint32_t four[AT_ONCE];  // likenesses of the pixels about it
    const float *x = s->x + from, *y = s->y + from;
    for (int i = 0; i < count; i++) {
        u[i] = (int32_t)(u0 + x[i] * fu + y[i] * lu), v[i] = (int32_t)(v0 + x[i] * fv + y[i] * lv);
        at[i] = (v[i] >> 8) * p->width + (u[i] >> 8);
    }
    for (int i = 0; i < count; i++) {
        const uint8_t *q = p->at + at[i], *r = q + p->width;
        four[i] = (uint32_t)q[0] | (uint32_t)q[1] << 8 | (uint32_t)r[0] << 16 | (uint32_t)r[1] << 24;
    }
    for (int i = 0; i < count; i++) {
        int32_t q0 = (int32_t)(four[i] & 255), q1 = (int32_t)(four[i] >> 8 & 255), r0 = (int32_t)(four[i] >> 16 & 255), r1 = (int32_t)(four[i] >> 24);
        int32_t top = (q0 << 8) + (u[i] & 255) * (q1 - q0), low = (r0 << 8) + (u[i] & 255) * (r1 - r0);
        c->like[from + i] = (float)((top << 8) + (v[i] & 255) * (low - top)) * (1.0f / (255.0f * 65536.0f));
    }
}

// Likeness of the band's samples.
static void look_at_band(comparison *c) {
    const rim_samples *s = &c->m->samples;
    if (all_inside(c)) {
        for (int i = 0; i < c->count; i += AT_ONCE) look_at_some(c, i, at_most(c->count - i, AT_ONCE));
        return;
    }
    for (int i = 0; i < c->count; i++) {
        px2 at = rim_fit_px(c, (double)s->x[i], (double)s->y[i]);
        c->like[i] = rim_fit_between(&c->p->rim, at.u, at.v);
    }
}

static void look_at_mark(comparison *c) {
    for (int i = 0; i < c->mark_count; i++) {
        px2 at = rim_fit_px(c, (double)c->m->marks[i].x, (double)c->m->marks[i].y);
        c->mark[i] = colour_between(c->p->frame, c->p->mark, at.u, at.v);
    }
}

static float step_at(const rim_model *m, float x) {
    float at = x * (float)(1 / RIM_DEPTH_STEP) + RIM_EDGE_STEPS / 2;
    if (!(at > 0)) return 0;
    return at < RIM_EDGE_STEPS - 1 ? m->step[(int)(at + 0.5f)] : 1;
}

static float mark_model(const rim_model *m, float y, float *by_y) {
    float a = step_at(m, y + (float)(MARK_WIDTH_IN / 2)), b = step_at(m, y - (float)(MARK_WIDTH_IN / 2));
    *by_y = (float)(1.7 / m->blur) * (a * (1 - a) - b * (1 - b));
    return a - b;
}

// The strength of band and mark where they show: the scale of the models.
static void set_gains(comparison *c) {
    float rm = 0, mm = 0, kr = 0, kk = 0, unused;
    for (int i = 0; i < c->count; i++) {
        float model = c->band[c->m->samples.depth[i]], like = c->like[i];
        float w = model > 0.6f && like > 0.4f ? model : 0;
        rm += w * like, mm += w * w;
    }
    for (int i = 0; i < c->mark_count; i++) {
        if (!c->m->marks[i].on) continue;
        float model = mark_model(c->m, c->m->marks[i].y, &unused);
        kr += c->mark[i] * model, kk += model * model;
    }
    c->gain = mm > 0 ? fminf(1.2f, fmaxf(0.4f, rm / mm)) : 1;
    c->mark_gain = kk > 0 ? fminf(1.2f, fmaxf(0, kr / kk)) : 0;
}

void rim_fit_look(comparison *c) {
    look_at_band(c);
    look_at_mark(c);
    band_model(c);
    set_gains(c);
}

typedef float four __attribute__((vector_size(16)));
typedef int32_t four_bits __attribute__((vector_size(16)));

static four load(const float *p) {
    four v;
    memcpy(&v, p, sizeof v);
    return v;
}

static double sum_of(four v) { return (double)v[0] + (double)v[1] + (double)v[2] + (double)v[3]; }

// Adds four samples at a time; samples beyond the last multiple of four are left out.
static void add_band(const comparison *c, normal_equations *n) {
    const rim_samples *s = &c->m->samples;
    four a[10] = {{0}}, b[UNKNOWNS] = {{0}}, zero = {0}, one = zero + 1, gain = zero + c->gain, over_gate = zero + 1 / c->gate;
    for (int i = 0; i + 4 <= c->count; i += 4) {
        const uint8_t *d = s->depth + i;
        four model = {c->band[d[0]], c->band[d[1]], c->band[d[2]], c->band[d[3]]};
        four slope = {c->by_depth[d[0]], c->by_depth[d[1]], c->by_depth[d[2]], c->by_depth[d[3]]};
        four wide = {c->by_width[d[0]], c->by_width[d[1]], c->by_width[d[2]], c->by_width[d[3]]};
        four r = load(c->like + i) - gain * model, q = r * over_gate, w = one - q * q;
        w = (four)((four_bits)(w * w) & (four_bits)(w > zero));
        slope *= gain;
        four j0 = slope * load(s->nx + i), j1 = slope * load(s->ny + i), j2 = slope * load(s->turn + i), j3 = gain * wide;
        four w0 = w * j0, w1 = w * j1, w2 = w * j2, w3 = w * j3;
        a[0] += w0 * j0, a[1] += w1 * j0, a[2] += w1 * j1, a[3] += w2 * j0, a[4] += w2 * j1, a[5] += w2 * j2;
        a[6] += w3 * j0, a[7] += w3 * j1, a[8] += w3 * j2, a[9] += w3 * j3;
        b[0] += w0 * r, b[1] += w1 * r, b[2] += w2 * r, b[3] += w3 * r;
    }
    for (int i = 0, at = 0; i < UNKNOWNS; i++) {
        for (int k = 0; k <= i; k++) n->a[i][k] += sum_of(a[at++]);
        n->b[i] += sum_of(b[i]);
    }
}

// Weight, difference and slopes (left, turn) of sample i of the mark. False: the sample has no weight.
static bool mark_row(const comparison *c, int i, double *w, double *r, double *left, double *turn) {
    const mark_sample *s = &c->m->marks[i];
    float slope;
    if (!s->on) return false;
    double g = (double)c->mark_gain;
    *r = (double)c->mark[i] - g * (double)mark_model(c->m, s->y, &slope);
    *w = fit_tukey(1, *r, (double)c->gate);
    if (!(*w > 0)) return false;
    *left = -g * (double)slope;
    *turn = *left * (double)s->x;
    return true;
}

bool rim_fit_mark_pull(const comparison *c, int i, double pull[UNKNOWNS]) {
    double w, r, left, turn;
    if (!mark_row(c, i, &w, &r, &left, &turn)) return false;
    pull[0] = pull[3] = 0;
    pull[1] = w * r * left, pull[2] = w * r * turn;
    return true;
}

static void add_mark(const comparison *c, normal_equations *n) {
    for (int i = 0; i < c->mark_count; i++) {
        double w, r, left, turn;
        if (!mark_row(c, i, &w, &r, &left, &turn)) continue;
        n->a[1][1] += w * left * left, n->a[2][1] += w * left * turn, n->a[2][2] += w * turn * turn;
        n->b[1] += w * left * r, n->b[2] += w * turn * r;
    }
}

// Adds the priors: a round base without a mark keeps its heading, and bands have nearly the nominal width.
static void add_beliefs(const comparison *c, normal_equations *n) {
    double scale = PAINT_RIM_FIT_NOISE * PAINT_RIM_FIT_NOISE,
           width = PAINT_RIM_FIT_WIDTH_WEIGHT * scale / (PAINT_RIM_FIT_WIDTH_SIGMA_IN * PAINT_RIM_FIT_WIDTH_SIGMA_IN);
    n->a[3][3] += width;
    n->b[3] += width * (RIM_WIDTH_IN - c->width);
    n->a[2][2] += scale / (PAINT_RIM_FIT_FARTHEST_RAD * PAINT_RIM_FIT_FARTHEST_RAD);
    for (int i = 0; i < 2; i++) n->a[i][i] += scale / (PAINT_RIM_FIT_FARTHEST_IN * PAINT_RIM_FIT_FARTHEST_IN);
}

bool rim_fit_equations(const comparison *c, double inverse[UNKNOWNS][UNKNOWNS], double *step) {
    normal_equations n;
    solve_begin(&n, UNKNOWNS);
    add_band(c, &n);
    add_mark(c, &n);
    add_beliefs(c, &n);
    if (!solve_factor(&n)) return false;
    for (int k = 0; k < UNKNOWNS; k++) {
        double column[UNKNOWNS];
        solve_for(&n, (double[UNKNOWNS]){k == 0, k == 1, k == 2, k == 3}, column);
        for (int i = 0; i < UNKNOWNS; i++) inverse[i][k] = column[i];
    }
    for (int i = 0; i < UNKNOWNS; i++) {
        step[i] = 0;
        for (int k = 0; k < UNKNOWNS; k++) step[i] += inverse[i][k] * n.b[k];
    }
    return true;
}

// One step. False: the picture can't determine the pose.
static bool improve(comparison *c, rim_fit *fit, double *moved) {
    double inverse[UNKNOWNS][UNKNOWNS], x[UNKNOWNS];
    rim_fit_look(c);
    if (!rim_fit_equations(c, inverse, x)) return false;
    fit->at = vec2_add(fit->at, vec2_rotate((vec2){x[0], x[1]}, fit->heading_rad));
    fit->heading_rad = angle_wrap(fit->heading_rad + x[2]);
    fit->rim_width = c->width = fmin(fmax(c->width + x[3], 0.6 * RIM_WIDTH_IN), 1.4 * RIM_WIDTH_IN);
    *moved = hypot(x[0], x[1]) + fabs(x[2]) * c->m->half_x;
    return true;
}

static void aim(comparison *c, const local_view *v, const rim_fit *fit) {
    local_axes a = local_view_axes(v, vec2_sub(fit->at, v->at), fit->heading_rad);
    c->origin = a.origin, c->fu = a.fu, c->fv = a.fv, c->lu = a.lu, c->lv = a.lv;
}

// The share of the samples in the middle of the band that show some of its colour, at the last pose.
static double band_share(const comparison *c) {
    int like = 0, all = 0, from = rim_depth_entry(0.2 * c->width), to = rim_depth_entry(0.8 * c->width);
    for (int i = 0; i < c->count; i++) {
        int d = c->m->samples.depth[i];
        bool in = d >= from && d < to;
        all += in;
        like += in && c->like[i] > 0.35f;
    }
    return all > 0 ? (double)like / all : 0;
}

static bool wandered(const rim_fit *fit, const rim_fit *start) {
    return vec2_distance(fit->at, start->at) > PAINT_RIM_FIT_FARTHEST_IN ||
           fabs(angle_difference(fit->heading_rad, start->heading_rad)) > PAINT_RIM_FIT_FARTHEST_RAD;
}

static bool converge(comparison *c, const local_view *v, rim_effort effort, rim_fit *fit) {
    rim_fit start = *fit;
    bool quick = effort == RIM_QUICK;
    for (int i = 0; i < PAINT_RIM_FIT_ROUNDS; i++) {
        double moved;
        c->gate = quick && i < 2 ? 1.2f : 0.7f;
        if (quick) c->count = at_most(c->m->samples.count, i < 2 ? PAINT_RIM_FIT_FIRST_SAMPLES : PAINT_RIM_FIT_QUICK_SAMPLES);
        aim(c, v, fit);
        if (!improve(c, fit, &moved) || wandered(fit, &start)) return false;
        if (i == 1 && band_share(c) < PAINT_RIM_FIT_LEAST_SHARE) return false;
        if (i >= (quick ? 3 : 1) && moved < (quick ? 0.003 : 0.0005)) break;
    }
    return true;
}

bool rim_refine(const rim_model *m, const rim_planes *p, const vision_view *view, rim_effort effort, rim_fit *fit) {
    local_view v;
    if (!local_view_at(view, fit->at, fit->z_in, &v)) return false;
    comparison c;
    c.m = m, c.p = p;
    c.width = fit->rim_width = RIM_WIDTH_IN;
    bool all = effort == RIM_FULL;
    c.count = m->samples.count;
    c.mark_count = all ? m->mark_count : at_most(m->mark_count, PAINT_RIM_FIT_QUICK_MARKS);
    if (!converge(&c, &v, effort, fit)) return false;
    aim(&c, &v, fit);
    rim_fit_look(&c);
    rim_judge(&c, fit);
    if (all && !rim_errors(&c, fit)) return false;
    return isfinite(fit->at.x) && isfinite(fit->at.y);
}

double rim_mark(const rim_model *m, const rim_planes *p, const vision_view *view, const rim_fit *fit) {
    local_view v;
    if (!local_view_at(view, fit->at, fit->z_in, &v)) return -1;
    comparison c;
    c.m = m, c.p = p;
    c.count = 0;
    c.mark_count = m->mark_count;
    aim(&c, &v, fit);
    look_at_mark(&c);
    return rim_judge_mark(&c);
}
