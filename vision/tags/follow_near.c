// Where near an expected place the picture looks like a tag: neighbouring cells of different colour are compared, each pair for itself, at shifts
// and turns less than half a cell apart. A pair that something hides says little; light that is uneven says nothing.
#include <math.h>
#include <stdlib.h>

#include "vision/tags/follow_parts.h"
#include "vision/tags/tags_limits.h"

enum { MOST_PAIRS = 160, FIRST_PAIRS = 24, MOST_TURNS = 9, MOST_PLACES = 6000, MOST_GAIN = 24 };

typedef struct {
    float s[MOST_PAIRS][2], t[MOST_PAIRS][2];  // of the white cell's middle and of the black one's
    int count;
} pair_list;

typedef struct {
    ptrdiff_t white[MOST_PAIRS], black[MOST_PAIRS];
    int reach;  // from the middle's pixel
} pair_pixels;

typedef struct {
    int gain;
    double du, dv, turn_rad;
} candidate;

static float middle_of(const follow_pattern *p, int cell) { return (float)(cell - p->outside) * 2 / (float)p->border + 1 / (float)p->border - 1; }

static void add_pair(const follow_pattern *p, int x0, int y0, int x1, int y1, pair_list *l) {
    if (x1 >= p->cells || y1 >= p->cells || l->count == MOST_PAIRS) return;
    int8_t a = p->white[y0][x0], b = p->white[y1][x1];
    if (a < 0 || b < 0 || a == b) return;
    float s0 = middle_of(p, x0), t0 = middle_of(p, y0), s1 = middle_of(p, x1), t1 = middle_of(p, y1);
    int k = l->count++;
    l->s[k][0] = a ? s0 : s1, l->t[k][0] = a ? t0 : t1;
    l->s[k][1] = a ? s1 : s0, l->t[k][1] = a ? t1 : t0;
}

// Pairs from all over the tag in any order: the first few are a fair share.
static void list_pairs(const follow_pattern *p, pair_list *l) {
    int n = p->cells * p->cells, stride = 37;
    while (n % stride == 0) stride += 2;
    l->count = 0;
    for (int i = 0, k = 0; i < n; i++, k = (k + stride) % n) {
        add_pair(p, k % p->cells, k / p->cells, k % p->cells + 1, k / p->cells, l);
        add_pair(p, k % p->cells, k / p->cells, k % p->cells, k / p->cells + 1, l);
    }
}

static void place_pairs(const pair_list *l, const double h[9], double turn, size_t stride, pair_pixels *out) {
    double c = cos(turn), s = sin(turn);
    out->reach = 0;
    for (int k = 0; k < l->count; k++) {
        for (int e = 0; e < 2; e++) {
            double a = (double)l->s[k][e], b = (double)l->t[k][e], w = h[6] * a + h[7] * b + h[8];
            double x = (h[0] * a + h[1] * b + h[2]) / w, y = (h[3] * a + h[4] * b + h[5]) / w;
            int u = (int)lround(c * x - s * y), v = (int)lround(s * x + c * y);
            (e ? out->black : out->white)[k] = v * (ptrdiff_t)stride + u;
            int far = abs(u) > abs(v) ? abs(u) : abs(v);
            if (far > out->reach) out->reach = far;
        }
    }
}

static int gain_of(const uint8_t *at, const pair_pixels *p, int from, int to) {
    int sum = 0;
    for (int k = from; k < to; k++) {
        int d = at[p->white[k]] - at[p->black[k]];
        sum += d > MOST_GAIN ? MOST_GAIN : d < -MOST_GAIN ? -MOST_GAIN : d;
    }
    return sum;
}

static void keep(candidate *best, int capacity, int *count, candidate c, double apart_px) {
    for (int i = 0; i < *count; i++) {
        if (hypot(best[i].du - c.du, best[i].dv - c.dv) > apart_px) continue;
        if (c.gain <= best[i].gain) return;
        for (; i + 1 < *count; i++) best[i] = best[i + 1];
        --*count;
    }
    int k = *count < capacity ? (*count)++ : capacity - 1;
    if (k == capacity - 1 && *count == capacity && k >= 0 && best[k].gain >= c.gain && best[k].gain > 0) return;
    for (; k > 0 && best[k - 1].gain < c.gain; k--) best[k] = best[k - 1];
    best[k] = c;
}

int follow_near(const frame *f, const follow_pattern *p, const px2 corner[4], double reach_px, px2 (*out)[4], int capacity) {
    enum { ROOM = 8 };
    pair_list pairs;
    candidate best[ROOM];
    double h[9], half = 0;
    px2 m = square_middle(corner);
    int count = 0;
    if (!(fabs(m.u) < 1e6) || !(fabs(m.v) < 1e6) || !square_map_centred(corner, m, h)) return 0;
    for (int k = 0; k < 4; k++) half += hypot(corner[k].u - m.u, corner[k].v - m.v) / 4;
    double cell = half * 1.41421356 / p->border, step = fmax(FOLLOW_STEP_CELLS * cell, 0.5), turn_step = 0.8 * cell / half;
    int shifts = (int)ceil(fmin(reach_px, 2.5 * half) / step), turns = (int)floor(fmin(reach_px / half, 0.6) / turn_step);
    if (turns > MOST_TURNS / 2) turns = MOST_TURNS / 2;
    while ((2 * shifts + 1) * (2 * shifts + 1) * (2 * turns + 1) > MOST_PLACES) shifts--;
    if (capacity > ROOM) capacity = ROOM;
    list_pairs(p, &pairs);
    if (pairs.count < FIRST_PAIRS || capacity < 1) return 0;
    for (int turn = -turns; turn <= turns; turn++) {
        pair_pixels px;
        place_pairs(&pairs, h, turn * turn_step, f->gray_stride, &px);
        for (int j = -shifts; j <= shifts; j++) {
            for (int i = -shifts; i <= shifts; i++) {
                int u = (int)lround(m.u + i * step), v = (int)lround(m.v + j * step);
                if (hypot(i * step, j * step) > reach_px || u < px.reach || v < px.reach || u + px.reach >= f->width || v + px.reach >= f->height)
                    continue;
                const uint8_t *at = f->gray + (size_t)v * f->gray_stride + u;
                int gain = gain_of(at, &px, 0, FIRST_PAIRS);
                if (gain < 0.2 * FIRST_PAIRS * MOST_GAIN) continue;
                gain += gain_of(at, &px, FIRST_PAIRS, pairs.count);
                if (gain < FOLLOW_LEAST_GAIN * pairs.count * MOST_GAIN) continue;
                keep(best, capacity, &count, (candidate){gain, u - m.u, v - m.v, turn * turn_step}, cell);
            }
        }
    }
    for (int n = 0; n < count; n++) {
        double c = cos(best[n].turn_rad), s = sin(best[n].turn_rad);
        for (int k = 0; k < 4; k++) {
            double x = corner[k].u - m.u, y = corner[k].v - m.v;
            out[n][k] = (px2){m.u + best[n].du + c * x - s * y, m.v + best[n].dv + s * x + c * y};
        }
    }
    return count;
}
