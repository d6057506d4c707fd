// What the cells show: their tones, the two paints among them, and how well each cell agrees with either.
#include <string.h>

#include "vision/codes/codes.h"
#include "vision/codes/codes_limits.h"

static void add_pixel(const frame *f, float u, float v, rim_tone *t) {
    int x = (int)(u + 0.5f), y = (int)(v + 0.5f);
    if (!(u >= 0 && v >= 0) || x >= f->width || y >= f->height) return;
    const uint8_t *c = frame_colour_at(f, x, y);
    t->b += (float)c[0], t->g += (float)c[1], t->r += (float)c[2];
}

// The middle steps of each cell: those at its ends show the neighbours too.
void rim_tones_take(const rim_ring *r, const rim_aim *a, const rim_strip *strip, rim_tones *out) {
    enum { FIRST = 1, LAST = RIM_SUB - 2, EACH = LAST - FIRST + 1 };
    static const float across = (float)(0.7 * IN_PER_MM);
    memset(out, 0, sizeof *out);
    out->cells = r->cells;
    out->coloured = a->frame->bgr != NULL;
    out->noise = RIM_PIXEL_NOISE;
    out->colour_gain = RIM_GAIN_COLOUR;
    for (int i = 0; i < r->cells; i++) {
        rim_tone *t = &out->at[i];
        for (int k = FIRST; k <= LAST; k++) {
            const rim_step *s = &r->step[i * RIM_SUB + k];
            t->gray += strip->gray[i * RIM_SUB + k] / EACH;
            if (!out->coloured) continue;
            for (int d = -1; d <= 1; d++) {
                float x = s->x + (float)d * across * s->nx, y = s->y + (float)d * across * s->ny;
                add_pixel(a->frame, a->u + x * a->fu + y * a->lu, a->v + x * a->fv + y * a->lv, t);
            }
        }
        t->b /= 3 * EACH, t->g /= 3 * EACH, t->r /= 3 * EACH;
    }
}

// Share of a cell's middle steps that blur brings in from the cell on one side.
static float leak(const rim_ring *r, double sigma_in) {
    enum { FIRST = 1, LAST = RIM_SUB - 2, EACH = LAST - FIRST + 1 };
    double sum = 0;
    for (int k = FIRST; k <= LAST; k++) sum += 1 / (1 + exp(1.702 * (k + 0.5) / RIM_SUB * r->cell_in / sigma_in));
    return (float)fmin(sum / EACH, RIM_MOST_LEAK);
}

void rim_tones_unblur(const rim_ring *r, double px_per_in, double blur_px, rim_tones *t) {
    enum { ROUNDS = 4 };
    float in = leak(r, blur_px / px_per_in), own = 1 / (1 - 2 * in);
    int n = t->cells;
    rim_tone seen[RIM_CODE_MAX_CELLS];
    memcpy(seen, t->at, sizeof seen);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < n; i++) {
            const rim_tone *a = &t->at[i ? i - 1 : n - 1], *b = &t->at[i + 1 < n ? i + 1 : 0];
            t->at[i] = (rim_tone){own * (seen[i].gray - in * (a->gray + b->gray)), own * (seen[i].b - in * (a->b + b->b)),
                                  own * (seen[i].g - in * (a->g + b->g)), own * (seen[i].r - in * (a->r + b->r))};
        }
    }
}

static float capped(float d, float scale) {
    d /= scale;
    d *= d;
    return d < 1 ? d : 1;
}

typedef float four __attribute__((vector_size(16)));
typedef int32_t four_int __attribute__((vector_size(16)));

static inline four least_of(four a, four b) {
    four_int less = a < b;
    return (four)((less & (four_int)a) | (~less & (four_int)b));
}

// The cost of a pair of levels: the cells' residuals, each at most that of an outlier; 1e9 where hardly any cell has one of the levels.
static float pair_cost(const float *gray, int cells, float dark, float light) {
    four scale = {0}, cost = {0};
    four_int darks = {0}, lights = {0};
    scale += 1 / (0.3f * (light - dark));
    for (int i = 0; i < cells; i += 4) {
        four g, one = {1, 1, 1, 1};
        memcpy(&g, gray + i, sizeof g);
        four d = (g - dark) * scale, l = (g - light) * scale;
        d *= d, l *= l;
        darks -= d < one, lights -= l < one;
        cost += least_of(least_of(d, l), one);
    }
    if ((darks[0] + darks[1] + darks[2] + darks[3]) * 6 < cells || (lights[0] + lights[1] + lights[2] + lights[3]) * 6 < cells) return 1e9f;
    return (cost[0] + cost[1]) + (cost[2] + cost[3]);
}

// The pair of levels that leaves least unexplained.
static float best_pair(const float *gray, int cells, const float *level, int levels, float *dark, float *light) {
    float best = 1e9f;
    for (int a = 0; a < levels; a++) {
        for (int b = a + 1; b < levels; b++) {
            if (level[b] - level[a] < RIM_LEAST_CONTRAST) continue;
            float cost = pair_cost(gray, cells, level[a], level[b]);
            if (cost < best) best = cost, *dark = level[a], *light = level[b];
        }
    }
    return best;
}

static void mean_near(const rim_tones *t, float level, float scale, rim_tone *out) {
    rim_tone sum = {0, 0, 0, 0};
    float n = 0;
    for (int i = 0; i < t->cells; i++) {
        float w = 1 - capped(t->at[i].gray - level, scale);
        sum.gray += w * t->at[i].gray, sum.b += w * t->at[i].b, sum.g += w * t->at[i].g, sum.r += w * t->at[i].r;
        n += w;
    }
    if (n > 0) *out = (rim_tone){sum.gray / n, sum.b / n, sum.g / n, sum.r / n};
}

bool rim_tones_split(rim_tones *t) {
    enum { LEVELS = 14 };
    float sorted[RIM_CODE_MAX_CELLS], level[LEVELS], dark = 0, light = 0;
    for (int i = 0; i < t->cells; i++) {
        int k = i;
        for (; k > 0 && sorted[k - 1] > t->at[i].gray; k--) sorted[k] = sorted[k - 1];
        sorted[k] = t->at[i].gray;
    }
    for (int i = 0; i < LEVELS; i++) level[i] = sorted[(2 * i + 1) * t->cells / (2 * LEVELS)];
    if (best_pair(sorted, t->cells, level, LEVELS, &dark, &light) >= 1e9f) return false;
    for (int i = 0; i < 2; i++) {
        float scale = 0.35f * (light - dark);
        mean_near(t, dark, scale, &t->dark);
        mean_near(t, light, scale, &t->light);
        dark = t->dark.gray, light = t->light.gray;
    }
    return light - dark >= RIM_LEAST_CONTRAST;
}

// How far a cell's colour lies from the paint's, its tone apart, in sigmas squared.
static float colour_off(const rim_tone *t, const rim_tone *paint, float sigma) {
    float db = (t->b - t->g) - (paint->b - paint->g), dr = (t->r - t->g) - (paint->r - paint->g);
    return (db * db + dr * dr) / (2 * sigma * sigma);
}

static float one_paint(const rim_tones *t, const rim_tone *cell, const rim_tone *paint, float contrast) {
    float noise = t->noise / 3, sigma = sqrtf(noise * noise + RIM_TONE_SPREAD * RIM_TONE_SPREAD * contrast * contrast);
    float d = (cell->gray - paint->gray) / sigma, e = RIM_GAIN_GRAY - d * d / 2;
    if (t->coloured) {
        float limit = RIM_COLOUR_SPREAD * contrast > RIM_COLOUR_MOST ? RIM_COLOUR_MOST : RIM_COLOUR_SPREAD * contrast;
        e += t->colour_gain - RIM_GAIN_GRAY - colour_off(cell, paint, sqrtf(2 * noise * noise + limit * limit));
    }
    return e > RIM_LEAST_EVIDENCE ? e : RIM_LEAST_EVIDENCE;
}

void rim_evidence_weigh(const rim_tones *t, rim_evidence *out) {
    float contrast = t->light.gray - t->dark.gray;
    out->cells = t->cells;
    for (int i = 0; i < t->cells; i++) {
        out->dark[i] = one_paint(t, &t->at[i], &t->dark, contrast);
        out->light[i] = one_paint(t, &t->at[i], &t->light, contrast);
    }
}
