// How much of a base the picture shows at a pose, and how far off the pose may be.
#include <math.h>
#include <string.h>

#include "vision/plain/rim_fit.h"

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

// The middle of a side lies between two sectors. The front's own may be without samples, so its neighbours are asked too.
static bool veiled(const rim_model *m, const bool *shows) {
    int step = m->round ? 1 : m->half_x == m->half_y ? RIM_SECTORS / 4 : RIM_SECTORS / 2;
    for (int i = 0; i < RIM_SECTORS; i += step) {
        int before = (i + RIM_SECTORS - 1) % RIM_SECTORS;
        if (m->round ? !shows[i] && !shows[before] : !shows[i] || !shows[before]) return true;
    }
    return !m->round && (!shows[1] || !shows[RIM_SECTORS - 2]);
}

static void judge_band(const comparison *c, const evidence *e, rim_fit *fit) {
    double gain = fmin(1, fmax(0.75, (double)c->gain));  // where there is less light than in the middle of the table, paint looks less like itself
    double seen = 0, edged = 0;
    int sectors = 0;
    bool shows[RIM_SECTORS];
    for (int i = 0; i < RIM_SECTORS; i++) {
        shows[i] = true;
        if (e->count[BAND][i] < 2) continue;
        double band = (double)e->sum[BAND][i] / e->count[BAND][i];
        sectors++;
        shows[i] = band >= 0.5 * gain;
        if (!shows[i]) continue;
        seen++;
        if (mean_or(e->sum[INNER][i], e->count[INNER][i], 1) < 0.65 * band)
            edged++;
        else if (mean_or(e->sum[OUTER][i], e->count[OUTER][i], 1) < 0.65 * band)
            edged += 0.5;  // a figure in the rim's colour stands inside
    }
    fit->seen = sectors > 0 ? seen / sectors : 0;
    fit->edged = sectors > 0 ? edged / sectors : 0;
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

// True where the mark's place is not the rim's colour, as if there were a mark or something before it.
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

// Errors of the pose beyond the independent noise of the samples: measured on pictures with known truth.
static const double samples_err_together = 3, pixel_share = 0.15;

bool rim_errors(const comparison *c, rim_fit *fit) {
    double inverse[UNKNOWNS][UNKNOWNS], step[UNKNOWNS], r2 = 0, weight = 0;
    if (!rim_fit_equations(c, inverse, step)) return false;
    for (int i = 0; i < c->count; i++) {
        double r = (double)(c->like[i] - c->gain * c->band[c->m->samples.depth[i]]), q = r / (double)c->gate;
        if (fabs(q) >= 1) continue;
        double w = (1 - q * q) * (1 - q * q);
        r2 += w * r * r, weight += w;
    }
    double variance = fmax(r2 / fmax(weight, 1), 1e-4), pixel = pixel_share / c->p->px_per_in;
    fit->sigma_in = hypot(samples_err_together * sqrt(variance * (inverse[0][0] + inverse[1][1]) / 2), pixel);
    fit->sigma_rad = hypot(samples_err_together * sqrt(variance * inverse[2][2]), pixel / c->m->half_x);
    return true;
}
