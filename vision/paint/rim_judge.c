// How much of a base shows at a pose, and the errors of the pose.
#include <math.h>
#include <string.h>

#include "vision/fit/robust.h"
#include "vision/paint/paint_limits.h"
#include "vision/paint/rim_fit.h"

// Sums of the likeness in each sector: in the middle of the band, inside and outside of it.
typedef struct {
    float sum[3][RIM_SECTORS];
    int count[3][RIM_SECTORS];
} evidence;

enum { BAND, INNER, OUTER, BETWEEN };

static void gather_band(const comparison *c, evidence *e) {
    uint8_t part[RIM_DEPTHS];
    for (int i = 0; i < RIM_DEPTHS; i++) {
        double depth = (RIM_DEPTH_FROM + (i + 0.5) * RIM_DEPTH_STEP) / c->width;
        part[i] = depth < -0.1 ? OUTER : depth > 1.25 ? INNER : depth > 0.2 && depth < 0.8 ? BAND : BETWEEN;
    }
    for (int i = 0; i < c->count; i++) {
        int k = part[c->m->samples.depth[i]], sector = c->m->samples.sector[i];
        if (k == BETWEEN) continue;
        e->sum[k][sector] += c->like[i];
        e->count[k][sector]++;
    }
}

static double mean_or(float sum, int n, double otherwise) { return n > 0 ? (double)sum / n : otherwise; }

// The middle of a side lies between two sectors. The front's own sectors may have no samples, so their neighbours are used too.
static bool veiled(const rim_model *m, const bool *shows) {
    int step = m->round ? 1 : m->half_x == m->half_y ? RIM_SECTORS / 4 : RIM_SECTORS / 2;
    for (int i = 0; i < RIM_SECTORS; i += step) {
        int before = (i + RIM_SECTORS - 1) % RIM_SECTORS;
        if (m->round ? !shows[i] && !shows[before] : !shows[i] || !shows[before]) return true;
    }
    return !m->round && (!shows[1] || !shows[RIM_SECTORS - 2]);
}

static void judge_band(const comparison *c, const evidence *e, rim_fit *fit) {
    double gain = fmin(1, fmax(0.75, (double)c->gain));  // in less light than in the middle of the table, paint looks less like itself
    double seen = 0, edged = 0;
    int sectors = 0, outers = 0;
    float outer = 0;
    bool shows[RIM_SECTORS];
    for (int i = 0; i < RIM_SECTORS; i++) {
        shows[i] = true;
        if (e->count[BAND][i] < 2) continue;
        double band = (double)e->sum[BAND][i] / e->count[BAND][i];
        sectors++;
        shows[i] = band >= 0.5 * gain;
        if (!shows[i]) continue;
        outer += e->sum[OUTER][i], outers += e->count[OUTER][i];
        seen++;
        if (mean_or(e->sum[INNER][i], e->count[INNER][i], 1) < 0.65 * band)
            edged++;
        else if (mean_or(e->sum[OUTER][i], e->count[OUTER][i], 1) < 0.65 * band)
            edged += 0.5;  // a figure in the rim's colour stands inside
    }
    fit->seen = sectors > 0 ? seen / sectors : 0;
    fit->edged = sectors > 0 ? edged / sectors : 0;
    fit->around = mean_or(outer, outers, 0);
    fit->veiled = veiled(c->m, shows);
}

double rim_judge_mark(const comparison *c) {
    float on = 0, beside = 0, behind = 0;
    int ons = 0, besides = 0, behinds = 0;
    for (int i = 0; i < c->mark_count; i++) {
        const mark_sample *s = &c->m->marks[i];
        float like = c->mark[i];
        if (s->on && fabs((double)s->y) < MARK_WIDTH_IN / 3) on += like, ons++;
        if (s->beside) beside += like, besides++;
        if (s->behind) behind += like, behinds++;
    }
    // A mark ends at the band's edge; a shield or helmet of its colour goes on behind it.
    return mean_or(on, ons, 0) - mean_or(beside, besides, 0) - 0.5 * fmax(0, mean_or(behind, behinds, 0) - 0.3);
}

// True where the mark's place does not show the rim's colour: a mark may be there, or an occluder of one.
static bool front_differs(const comparison *c) {
    float sum = 0;
    int count = 0;
    for (int i = 0; i < c->mark_count; i++) {
        const mark_sample *s = &c->m->marks[i];
        if (!s->on || fabs((double)s->y) > MARK_WIDTH_IN / 3) continue;
        px2 at = rim_fit_px(c, (double)s->x, (double)s->y);
        sum += rim_fit_between(&c->p->rim, at.u, at.v);
        count++;
    }
    return mean_or(sum, count, 1) < 0.5 * (double)c->gain;
}

void rim_judge(const comparison *c, rim_fit *fit) {
    evidence e;
    memset(&e, 0, sizeof e);
    gather_band(c, &e);
    judge_band(c, &e, fit);
    fit->mark = rim_judge_mark(c);
    fit->veiled |= front_differs(c);
    fit->score = 0.45 * fit->seen + 0.2 * fit->edged + 0.35 * fmin(1, fmax(0, fit->mark / 0.8));
}

// The pull of each part of the outline on the pose. Neighbouring samples have a common error (one shadow, one figure's edge, one highlight);
// different parts are nearly independent.
enum { MERGED = 4, PARTS = RIM_SECTORS / MERGED + 2 };  // groups of sectors, and the mark's two edges
typedef struct {
    double pull[PARTS][UNKNOWNS];
    double grown[UNKNOWNS];  // the pull if the whole outline shows an inch farther out
} part_pulls;

static void pull_band(const comparison *c, part_pulls *p) {
    const rim_samples *s = &c->m->samples;
    for (int i = 0; i < c->count; i++) {
        int d = s->depth[i];
        double r = (double)(c->like[i] - c->gain * c->band[d]), w = fit_tukey(1, r, (double)c->gate);
        if (!(w > 0)) continue;
        double slope = (double)(c->gain * c->by_depth[d]);
        double j[UNKNOWNS] = {slope * (double)s->nx[i], slope * (double)s->ny[i], slope * (double)s->turn[i], (double)(c->gain * c->by_width[d])};
        double *to = p->pull[s->sector[i] / MERGED];
        for (int k = 0; k < UNKNOWNS; k++) to[k] += w * r * j[k], p->grown[k] += w * slope * j[k];
    }
}

static void pull_mark(const comparison *c, part_pulls *p) {
    for (int i = 0; i < c->mark_count; i++) {
        double pull[UNKNOWNS];
        if (!rim_fit_mark_pull(c, i, pull)) continue;
        double *to = p->pull[RIM_SECTORS / MERGED + (c->m->marks[i].y > 0)];
        to[1] += pull[1], to[2] += pull[2];
    }
}

static double moved_by(const double inverse[UNKNOWNS], const double pull[UNKNOWNS]) {
    double moved = 0;
    for (int j = 0; j < UNKNOWNS; j++) moved += inverse[j] * pull[j];
    return moved;
}

// The sandwich estimator with the parts' pulls as its middle. Source: Liang & Zeger, Biometrika 73 (1986), "working independence".
bool rim_errors(const comparison *c, rim_fit *fit) {
    static const double few_parts = (double)PARTS / (PARTS - UNKNOWNS);
    double inverse[UNKNOWNS][UNKNOWNS], step[UNKNOWNS], variance[UNKNOWNS] = {0};
    part_pulls p;
    memset(&p, 0, sizeof p);
    if (!rim_fit_equations(c, inverse, step)) return false;
    pull_band(c, &p);
    pull_mark(c, &p);
    double grown = hypot(PAINT_RIM_JUDGE_GROWN_PX / c->p->px_per_in, PAINT_RIM_JUDGE_GROWN_IN);
    for (int i = 0; i < UNKNOWNS; i++) {
        for (int k = 0; k < PARTS; k++) {
            double moved = moved_by(inverse[i], p.pull[k]);
            variance[i] += few_parts * moved * moved;
        }
        double aside = grown * moved_by(inverse[i], p.grown);
        variance[i] += aside * aside;
    }
    double least = hypot(PAINT_RIM_JUDGE_FLOOR_PX / c->p->px_per_in, PAINT_RIM_JUDGE_FLOOR_IN), end = PAINT_RIM_JUDGE_EDGE_FLOOR_PX / c->p->px_per_in;
    fit->sigma_in = sqrt((variance[0] + variance[1]) / 2 + least * least);
    fit->sigma_rad = sqrt(variance[2] + 0.5 * end * end / (c->m->half_x * c->m->half_y));
    return true;
}
