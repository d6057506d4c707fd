// The pose that agrees best: Gauss-Newton steps on the difference between the likenesses in the picture and the model's, blurred as the
// picture is, with Tukey's weights, so that what a figure hides has no say. The band's width is fitted along, held near 3 mm.
// Source: Baker & Matthews, "Lucas-Kanade 20 years on", IJCV 56 (2004), with the model's gradients; Tukey's biweight for the weights.
#include <math.h>
#include <string.h>

#include "vision/plain/rim.h"

enum { UNKNOWNS = 4, ROUNDS = 6 };  // forward, left, turn, band width

static const double width_sigma_in = 0.3 * IN_PER_MM;  // how much bands differ from the nominal width
static const double width_weight = 30;                 // samples err together: so many of them count as one
static const double noise = 0.2;                       // of a likeness, to weigh the data against that
// Errors of the pose beyond the independent noise of the samples: measured on pictures with known truth.
static const double samples_err_together = 3, pixel_share = 0.15;
static const double farthest_in = 3.0 * IN_PER_MM, farthest_rad = 14 * RAD_PER_DEG;

// The model is looked up by depth, in steps finer than any pixel.
enum { DEPTHS = 256 };
static const double depth_from = -1.0 * IN_PER_MM, depth_step = 7.0 * IN_PER_MM / DEPTHS;

typedef struct {
    double a[UNKNOWNS][UNKNOWNS], b[UNKNOWNS];
    double sum_r2, sum_w;
} normal_equations;

typedef struct {
    const rim_model *m;
    const rim_planes *p;
    px2 origin;
    double fu, fv, lu, lv;  // picture of the base's axes
    double width, blur, gain, mark_gain, gate;
    double least_slope;                                      // of the model, an inch, below which a sample can't tell where the edge is
    int count;                                               // samples that are compared
    float band[DEPTHS], by_depth[DEPTHS], by_width[DEPTHS];  // the band's model over the depth, at this width
    float rim[RIM_MAX_SAMPLES], mark[RIM_MAX_SAMPLES];       // likenesses in the picture at the samples, at this pose
} comparison;

static double step_up(double z) { return 1 / (1 + exp(-1.7 * z)); }

static px2 sample_px(const comparison *c, const rim_sample *s) {
    return (px2){c->origin.u + (double)s->x * c->fu + (double)s->y * c->lu, c->origin.v + (double)s->x * c->fv + (double)s->y * c->lv};
}

// The band's likeness over the depth, and its slopes by depth and by width.
static void band_model(comparison *c) {
    for (int i = 0; i < DEPTHS; i++) {
        double depth = depth_from + (i + 0.5) * depth_step, k = 1.7 / c->blur;
        double a = step_up(depth / c->blur), b = step_up((depth - c->width) / c->blur);
        c->band[i] = (float)(a - b);
        c->by_width[i] = (float)(k * b * (1 - b));
        c->by_depth[i] = (float)(k * a * (1 - a)) - c->by_width[i];
    }
}

static int depth_entry(const rim_sample *s) {
    int i = (int)(((double)s->depth - depth_from) / depth_step);
    return i < 0 ? 0 : i >= DEPTHS ? DEPTHS - 1 : i;
}

static void look_at(comparison *c) {
    for (int i = 0; i < c->count; i++) {
        const rim_sample *s = &c->m->samples[i];
        px2 at = sample_px(c, s);
        c->rim[i] = plane_between(c->p->rim, at.u, at.v);
        c->mark[i] = s->mark ? plane_between(c->p->mark, at.u, at.v) : 0;
    }
}

static double mark_model(const comparison *c, double y, double *by_y) {
    double a = step_up((y + MARK_WIDTH_IN / 2) / c->blur), b = step_up((y - MARK_WIDTH_IN / 2) / c->blur);
    *by_y = 1.7 / c->blur * (a * (1 - a) - b * (1 - b));
    return a - b;
}

static void add_row(normal_equations *n, const double *j, double r, double gate) {
    double q = r / gate;
    if (fabs(q) >= 1) return;
    double w = (1 - q * q) * (1 - q * q);
    for (int i = 0; i < UNKNOWNS; i++) {
        for (int k = 0; k <= i; k++) n->a[i][k] += w * j[i] * j[k];
        n->b[i] += w * j[i] * r;
    }
    n->sum_r2 += w * r * r;
    n->sum_w += w;
}

// A difference that no change of the pose would lessen: it only tells how well the model holds.
static void add_flat(normal_equations *n, double r, double gate) {
    double q = r / gate;
    if (fabs(q) >= 1) return;
    double w = (1 - q * q) * (1 - q * q);
    n->sum_r2 += w * r * r;
    n->sum_w += w;
}

static void add_sample(const comparison *c, int i, normal_equations *n) {
    const rim_sample *s = &c->m->samples[i];
    if (s->band) {
        int e = depth_entry(s);
        double g = c->gain, r = (double)c->rim[i] - g * (double)c->band[e], slope = g * (double)c->by_depth[e];
        if (fabs(slope) < c->least_slope && (double)c->by_width[e] < c->least_slope) {
            add_flat(n, r, c->gate);
        } else {
            double turn = (double)(s->ny * s->x - s->nx * s->y);
            double j[UNKNOWNS] = {slope * (double)s->nx, slope * (double)s->ny, slope * turn, g * (double)c->by_width[e]};
            add_row(n, j, r, c->gate);
        }
    }
    if (s->mark) {
        double by_y, model = mark_model(c, (double)s->y, &by_y), g = c->mark_gain;
        double j[UNKNOWNS] = {0, -g * by_y, -g * by_y * (double)s->x, 0};
        add_row(n, j, (double)c->mark[i] - g * model, c->gate);
    }
}

// How strongly band and mark show, where they show at all: the scale of the models.
static void set_gains(comparison *c) {
    double rm = 0, mm = 0, kr = 0, kk = 0, unused;
    for (int i = 0; i < c->count; i++) {
        const rim_sample *s = &c->m->samples[i];
        double model = (double)c->band[depth_entry(s)], like = (double)c->rim[i];
        if (s->band && model > 0.6 && like > 0.4) rm += like * model, mm += model * model;
        if (!s->mark) continue;
        model = mark_model(c, (double)s->y, &unused);
        kr += (double)c->mark[i] * model, kk += model * model;
    }
    c->gain = mm > 0 ? fmin(1.2, fmax(0.4, rm / mm)) : 1;
    c->mark_gain = kk > 0 ? fmin(1.2, fmax(0, kr / kk)) : 0;
}

// Solves the symmetric system a x = b (lower triangle given) by Cholesky; false where it is singular. inverse_diagonal[] of a.
static bool solve(const normal_equations *n, double *x, double *inverse_diagonal) {
    double l[UNKNOWNS][UNKNOWNS] = {{0}};
    for (int i = 0; i < UNKNOWNS; i++)
        for (int k = 0; k <= i; k++) {
            double s = n->a[i][k];
            for (int q = 0; q < k; q++) s -= l[i][q] * l[k][q];
            if (i == k && !(s > 1e-9)) return false;
            l[i][k] = i == k ? sqrt(s) : s / l[k][k];
        }
    double columns[UNKNOWNS + 1][UNKNOWNS] = {{0}};
    memcpy(columns[UNKNOWNS], n->b, sizeof n->b);
    for (int i = 0; i < UNKNOWNS; i++) columns[i][i] = 1;
    for (int c = 0; c <= UNKNOWNS; c++) {
        double *v = columns[c];
        for (int i = 0; i < UNKNOWNS; i++) {
            for (int q = 0; q < i; q++) v[i] -= l[i][q] * v[q];
            v[i] /= l[i][i];
        }
        for (int i = UNKNOWNS - 1; i >= 0; i--) {
            for (int q = i + 1; q < UNKNOWNS; q++) v[i] -= l[q][i] * v[q];
            v[i] /= l[i][i];
        }
    }
    memcpy(x, columns[UNKNOWNS], sizeof n->b);
    for (int i = 0; i < UNKNOWNS; i++) inverse_diagonal[i] = columns[i][i];
    return true;
}

// One step. False where the picture does not hold the pose.
static bool improve(comparison *c, rim_fit *fit, double *moved) {
    normal_equations n = {{{0}}, {0}, 0, 0};
    double x[UNKNOWNS], inverse[UNKNOWNS], scale = noise * noise;
    look_at(c);
    band_model(c);
    set_gains(c);
    for (int i = 0; i < c->count; i++) add_sample(c, i, &n);
    n.a[3][3] += width_weight * scale / (width_sigma_in * width_sigma_in);
    n.b[3] += width_weight * scale * (RIM_WIDTH_IN - c->width) / (width_sigma_in * width_sigma_in);
    double rad2 = scale / (farthest_rad * farthest_rad);  // a round base without a mark keeps its heading
    n.a[2][2] += rad2;
    for (int i = 0; i < 2; i++) n.a[i][i] += scale / (farthest_in * farthest_in);
    if (!solve(&n, x, inverse)) return false;
    vec2 step = vec2_rotate((vec2){x[0], x[1]}, fit->heading_rad);
    fit->at = vec2_add(fit->at, step);
    fit->heading_rad = angle_wrap(fit->heading_rad + x[2]);
    fit->rim_width = c->width = fmin(fmax(c->width + x[3], 0.6 * RIM_WIDTH_IN), 1.4 * RIM_WIDTH_IN);
    *moved = hypot(x[0], x[1]) + fabs(x[2]) * c->m->half_x;
    double variance = fmax(n.sum_r2 / fmax(n.sum_w, 1), 1e-4), pixel = pixel_share / c->p->px_per_in;
    fit->sigma_in = hypot(samples_err_together * sqrt(variance * (inverse[0] + inverse[1]) / 2), pixel);
    fit->sigma_rad = hypot(samples_err_together * sqrt(variance * inverse[2]), pixel / c->m->half_x);
    return true;
}

static void aim(comparison *c, const rim_view *v, const rim_fit *fit) {
    vec2 f = heading_forward(fit->heading_rad), l = heading_left(fit->heading_rad);
    c->origin = rim_px(v, vec2_sub(fit->at, v->at));
    c->fu = v->m[0][0] * f.x + v->m[0][1] * f.y, c->fv = v->m[1][0] * f.x + v->m[1][1] * f.y;
    c->lu = v->m[0][0] * l.x + v->m[0][1] * l.y, c->lv = v->m[1][0] * l.x + v->m[1][1] * l.y;
}

// Sums of the likeness in each sector: in the middle of the band, inside and outside of it; and around the mark.
typedef struct {
    double band[RIM_SECTORS], inner[RIM_SECTORS], outer[RIM_SECTORS], mark, beside, behind;
    int bands[RIM_SECTORS], inners[RIM_SECTORS], outers[RIM_SECTORS], marks, besides, behinds;
} evidence;

static void gather(const comparison *c, evidence *e) {
    for (int i = 0; i < c->count; i++) {
        const rim_sample *s = &c->m->samples[i];
        double depth = (double)s->depth / c->width, like = (double)c->rim[i], y = fabs((double)s->y);
        if (s->mark && y < MARK_WIDTH_IN / 3) e->mark += (double)c->mark[i], e->marks++;
        if (s->mark && s->band) e->beside += (double)c->mark[i], e->besides++;
        if (!s->band && depth > 1.3 && y < MARK_WIDTH_IN / 3) {
            px2 at = sample_px(c, s);
            e->behind += (double)plane_between(c->p->mark, at.u, at.v), e->behinds++;
        }
        if (!s->band) continue;
        if (depth > 0.2 && depth < 0.8) e->band[s->sector] += like, e->bands[s->sector]++;
        if (depth < -0.1) e->outer[s->sector] += like, e->outers[s->sector]++;
        if (depth > 1.25) e->inner[s->sector] += like, e->inners[s->sector]++;
    }
}

static double mean_or(double sum, int n, double otherwise) { return n > 0 ? sum / n : otherwise; }

static void judge(const comparison *c, rim_fit *fit) {
    evidence e;
    double seen = 0, edged = 0;
    double gain = fmin(1, fmax(0.75, c->gain));  // where there is less light than in the middle of the table, paint looks less like itself
    int sectors = 0;
    memset(&e, 0, sizeof e);
    gather(c, &e);
    for (int i = 0; i < RIM_SECTORS; i++) {
        if (e.bands[i] < 2) continue;
        double band = e.band[i] / e.bands[i];
        sectors++;
        if (band < 0.5 * gain) continue;
        seen++;
        if (mean_or(e.inner[i], e.inners[i], 1) < 0.65 * band)
            edged++;
        else if (mean_or(e.outer[i], e.outers[i], 1) < 0.65 * band)
            edged += 0.5;  // a figure in the rim's colour stands inside
    }
    fit->seen = sectors > 0 ? seen / sectors : 0;
    fit->edged = sectors > 0 ? edged / sectors : 0;
    // A mark ends at the band's edge; a shield or helmet of its colour goes on behind it.
    fit->mark = mean_or(e.mark, e.marks, 0) - mean_or(e.beside, e.besides, 0) - 0.5 * fmax(0, mean_or(e.behind, e.behinds, 0) - 0.3);
    fit->score = 0.45 * fit->seen + 0.2 * fit->edged + 0.35 * fmin(1, fmax(0, fit->mark / 0.8));
}

// Share of the samples in the middle of the band that show something of its colour, at the pose last looked at.
static double band_share(const comparison *c) {
    int like = 0, all = 0;
    for (int i = 0; i < c->count; i++) {
        double depth = (double)c->m->samples[i].depth / c->width;
        if (!c->m->samples[i].band || depth < 0.2 || depth > 0.8) continue;
        all++;
        like += c->rim[i] > 0.35f;
    }
    return all > 0 ? (double)like / all : 0;
}

// So many samples settle which poses are worth a closer look. They are in random order.
enum { QUICK_SAMPLES = 700 };
static const double least_share = 0.35;  // of the band, below which no further step is made

bool rim_refine(const rim_model *m, const rim_planes *p, const vision_view *view, rim_effort effort, rim_fit *fit) {
    rim_view v;
    if (!rim_look(view, fit->at, fit->z_in, &v)) return false;
    rim_fit start = *fit;
    comparison c;
    c.m = m, c.p = p;
    c.width = fit->rim_width = RIM_WIDTH_IN;
    c.blur = fmax(0.65 / p->px_per_in, 0.15 * IN_PER_MM);
    c.least_slope = 0.02 / c.blur;
    c.count = effort != RIM_FULL && m->count > QUICK_SAMPLES ? QUICK_SAMPLES : m->count;
    for (int i = 0; i < ROUNDS && effort != RIM_LOOK; i++) {
        double moved;
        c.gate = i < 2 ? 1.2 : 0.7;
        aim(&c, &v, fit);
        if (!improve(&c, fit, &moved)) return false;
        if (vec2_distance(fit->at, start.at) > farthest_in || fabs(angle_difference(fit->heading_rad, start.heading_rad)) > farthest_rad)
            return false;
        if (i == 1 && band_share(&c) < least_share) return false;
        if (i > 2 && moved < (effort == RIM_QUICK ? 0.003 : 0.0005)) break;
    }
    aim(&c, &v, fit);
    look_at(&c);
    if (effort == RIM_LOOK) {
        band_model(&c);
        set_gains(&c);
    }
    judge(&c, fit);
    return isfinite(fit->at.x) && isfinite(fit->at.y);
}
