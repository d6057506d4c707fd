// Reads a tag with hidden cells. The light of each data cell says how likely the cell is white, black or hidden. The codes that agree best with
// that are fitted to the picture one by one, like tags that are followed. The best of them is accepted if it is far ahead of the rest.
#include "vision/tags/soft.h"

#include <math.h>
#include <string.h>

#include "vision/fit/sample.h"
#include "vision/tags/follow_parts.h"
#include "vision/tags/tags_limits.h"

enum { CANDIDATES = 5, STEPS = 4, POINTS = 4, BYTE = 256, PARTS = FAMILY_MAX_BITS / 8 };

typedef struct {
    int index;  // 4 * id + turn
    float score;
} candidate;

typedef struct {
    float white[FAMILY_MAX_BITS];  // log of the likelihood of white over that of black
} bit_lean;

// Mean light of the middle of a cell, counted from the square's top left one; -1 outside of the picture.
static float cell_light(const gray_part *g, const light_table *l, const double h[9], px2 origin, int border, int x, int y) {
    static const double du[POINTS] = {0.33, 0.67, 0.33, 0.67}, dv[POINTS] = {0.33, 0.33, 0.67, 0.67};
    float sum = 0;
    for (int i = 0; i < POINTS; i++) {
        double s = 2 * (x + du[i]) / border - 1, t = 2 * (y + dv[i]) / border - 1;
        px2 at = square_px(h, s, t);
        if (!sample_within(g, at.u + origin.u, at.v + origin.v)) return -1;
        sum += sample_light(g, l, at.u + origin.u, at.v + origin.v);
    }
    return sum / POINTS;
}

static float middle_of(float *v, int n) {
    for (int i = 1; i < n; i++) {
        float x = v[i];
        int k = i;
        for (; k > 0 && v[k - 1] > x; k--) v[k] = v[k - 1];
        v[k] = x;
    }
    return v[n / 2];
}

// Light of ink and paper from the square's outer ring of cells and from the ring around it.
static bool ring_levels(const gray_part *g, const light_table *l, const tag_family *family, const double h[9], px2 origin, float *ink, float *paper) {
    float in[4 * FOLLOW_CELLS] = {0}, out[4 * FOLLOW_CELLS] = {0};
    int n = family->border, m = 0;
    for (int i = 0; i < n; i++) {
        const int x[4] = {i, i, 0, n - 1}, y[4] = {0, n - 1, i, i}, ox[4] = {i, i, -1, n}, oy[4] = {-1, n, i, i};
        for (int k = 0; k < 4; k++) {
            in[m] = cell_light(g, l, h, origin, n, x[k], y[k]);
            out[m] = cell_light(g, l, h, origin, n, ox[k], oy[k]);
            m += in[m] >= 0 && out[m] >= 0;
        }
    }
    if (m < 2 * n) return false;
    float a = middle_of(in, m), b = middle_of(out, m);
    *ink = family->light_inside ? b : a, *paper = family->light_inside ? a : b;
    return *paper > 1.5f * *ink && *paper - *ink > 0.02f;
}

static float bell(float x) { return expf(-x * x / (2 * 0.22f * 0.22f)); }

// A cell in the middle is the likelier hidden; what hides is rather dark. Small cells take a good deal of their neighbours' light.
static void lean_bits(const gray_part *g, const light_table *l, const tag_family *family, const double h[9], px2 origin, float ink, float paper,
                      bit_lean *b) {
    for (int i = 0; i < family->bits; i++) {
        float light = cell_light(g, l, h, origin, family->border, family->x[i], family->y[i]), x = (light - ink) / (paper - ink);
        double du = 2 * (family->x[i] + 0.5) / family->border - 1, dv = 2 * (family->y[i] + 0.5) / family->border - 1;
        float hidden = 0.08f + 0.3f * (float)fmax(0, 1 - sqrt(du * du + dv * dv)), hides = hidden * (x < 0.5f ? 0.6f : 0.25f);
        float white = (1 - hidden) * (bell(x - 1) + (x > 0.3f && x < 1 ? 0.1f : 0)) + hides, black = (1 - hidden) * bell(x) + hides;
        b->white[i] = light < 0 ? 0 : logf(white / black);
    }
}

static void keep_best(candidate *best, int *count, candidate c) {
    if (*count == CANDIDATES && c.score <= best[CANDIDATES - 1].score) return;
    int k = *count < CANDIDATES ? (*count)++ : CANDIDATES - 1;
    for (; k > 0 && best[k - 1].score < c.score; k--) best[k] = best[k - 1];
    best[k] = c;
}

static int likeliest_codes(const tag_family *f, const soft_ids *ids, const bit_lean *b, candidate *best) {
    float table[PARTS][BYTE];
    int parts = (f->bits + 7) / 8, count = 0, many = ids ? ids->count : f->count;
    for (int k = 0; k < parts; k++) {
        table[k][0] = 0;
        for (int v = 1; v < BYTE; v++) {
            int bit = 8 * k + __builtin_ctz((unsigned)v);
            table[k][v] = table[k][v & (v - 1)] + (bit < f->bits ? b->white[bit] : 0);
        }
    }
    for (int i = 0; i < many; i++) {
        int id = ids ? ids->id[i] : i;
        if (id < 0 || id >= f->count) continue;
        for (int e = 4 * id; e < 4 * id + 4; e++) {
            float score = 0;
            for (int k = 0; k < parts; k++) score += table[k][f->turned[e] >> 8 * k & 255];
            keep_best(best, &count, (candidate){e, score});
        }
    }
    return count;
}

typedef struct {
    const frame *frame;
    light_table light;
    follow_pattern pattern;
    follow_template template;
    follow_fit fit;
} soft_look;

// Log odds of the code in the square; -INFINITY where it does not settle.
static double odds_of(soft_look *l, const tag_family *f, int index, const px2 corner[4], double cell_px, follow_evidence *e) {
    for (int k = 0; k < 4; k++) l->fit.corner[k] = corner[(k + index % 4) % 4];
    follow_pattern_of(f, index / 4, &l->pattern);
    follow_template_make(&l->pattern, cell_px, FOLLOW_USUAL_BLUR_PX, &l->template);
    if (!follow_settle(l->frame, &l->light, &l->pattern, &l->template, NULL, STEPS, FOLLOW_HELD_BLUR_PX, fmax(1.2, 0.8 * cell_px), &l->fit))
        return -INFINITY;
    follow_weigh(f, index / 4, &l->pattern, &l->template, &l->fit, e);
    return e->odds;
}

// The best of one family into *best where it is better; *second: the best of all others.
static void read_family(soft_look *l, const tag_family *f, int number, const soft_ids *ids, const px2 corner[4], soft_reading *best, double *second) {
    double h[9], cell = square_mean_edge(corner) / f->border;
    px2 origin = {floor(corner[0].u), floor(corner[0].v)};
    gray_part g = sample_whole(l->frame);
    float ink, paper;
    bit_lean lean;
    candidate some[CANDIDATES];
    if (!(cell >= SOFT_LEAST_CELL_PX) || !(cell < 1e4) || !(fabs(origin.u) < 1e6) || !(fabs(origin.v) < 1e6) ||
        !square_map_centred(corner, origin, h))
        return;
    if (!ring_levels(&g, &l->light, f, h, origin, &ink, &paper)) return;
    lean_bits(&g, &l->light, f, h, origin, ink, paper, &lean);
    int count = likeliest_codes(f, ids, &lean, some);
    double codes = 4.0 * (ids ? ids->count : f->count);
    if (count == 0 || some[0].score < SOFT_LEAST_LEAN) return;
    bool clear = count < 2 || some[0].score - some[1].score > SOFT_CLEAR_LEAD;
    double first = 0;
    for (int i = 0; i < count; i++) {
        if (i > 0 && (first < SOFT_WORTH_MORE || (best->log_odds > SOFT_PLAIN_ODDS && (i > 1 || clear)))) break;
        follow_evidence e;
        double odds = odds_of(l, f, some[i].index, corner, cell, &e) - log(fmax(codes, 1));
        if (i == 0) first = odds;
        if (!(odds > best->log_odds)) {
            *second = fmax(*second, odds);
            continue;
        }
        *second = fmax(*second, best->log_odds);
        *best = (soft_reading){number, some[i].index / 4, some[i].index % 4, odds, 0, e.shown, e.wrong};
    }
}

bool soft_read(const frame *f, const px2 corner[4], const tag_family *const *families, const soft_ids *ids, int count, soft_reading *out) {
    soft_look l = {.frame = f};
    double second = -100;
    *out = (soft_reading){.family = -1, .log_odds = -100};
    if (!f->gray) return false;
    light_table_fill(&l.light);
    for (int i = 0; i < count; i++) read_family(&l, families[i], i, ids ? &ids[i] : NULL, corner, out, &second);
    out->log_odds_second = out->log_odds - second;
    return out->family >= 0 && out->log_odds >= FOLLOW_BELIEVED + SOFT_MORE_ODDS && out->log_odds_second >= SOFT_LEAST_AHEAD;
}
