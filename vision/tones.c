#include "vision/tones.h"

#include <stdlib.h>
#include <string.h>

#include "vision/internal.h"

enum { A_SIDE = 12, POINTS = 4 * A_SIDE, CHANNELS = 3 };

static const double usual_ink = 0.22;        // code of ink over that of paper
static const double least_step = 24;         // codes from ink to paper, for a marker to tell
static const double brighter_between = 1.7;  // in a lens's middle than in the corners where the markers lie
static const double most_balance = 3.5;      // between the weakest channel of paper and the strongest: beyond it no lamp is meant

typedef struct {
    uint8_t at[CHANNELS][POINTS];
    int count;
} tone_samples;

static int by_code(const void *a, const void *b) { return *(const uint8_t *)a - *(const uint8_t *)b; }
static int by_value(const void *a, const void *b) { return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b); }

static void take(const frame *f, px2 at, tone_samples *s) {
    if (!(at.u >= 0 && at.v >= 0 && at.u < f->width - 0.5 && at.v < f->height - 0.5)) return;
    const uint8_t *gray = f->gray + (size_t)(at.v + 0.5) * f->gray_stride + (size_t)(at.u + 0.5);
    const uint8_t *c = f->bgr ? frame_glance_at(f, (int)(at.u + 0.5), (int)(at.v + 0.5)) : NULL;
    for (int k = 0; k < CHANNELS; k++) s->at[k][s->count] = c ? c[k] : *gray;
    s->count++;
}

static px2 middle_of(const tag_sighting *t) {
    px2 m = {0, 0};
    for (int i = 0; i < 4; i++) m = (px2){m.u + t->corner[i].u / 4, m.v + t->corner[i].v / 4};
    return m;
}

static double gray_of(const double c[CHANNELS]) { return 0.114 * c[0] + 0.587 * c[1] + 0.299 * c[2]; }

// Points around the tag that lie `out` of its edge outside of the black border (inside: negative).
static void take_around(const frame *f, const tag_sighting *t, double out, tone_samples *s) {
    px2 middle = middle_of(t), corner[4];
    s->count = 0;
    for (int i = 0; i < 4; i++)
        corner[i] = (px2){middle.u + (1 + 2 * out) * (t->corner[i].u - middle.u), middle.v + (1 + 2 * out) * (t->corner[i].v - middle.v)};
    for (int i = 0; i < POINTS; i++) {
        px2 a = corner[i / A_SIDE], b = corner[(i / A_SIDE + 1) % 4];
        double along = (i % A_SIDE + 0.5) / A_SIDE;
        take(f, (px2){a.u + along * (b.u - a.u), a.v + along * (b.v - a.v)}, s);
    }
}

// Half of the points may be hidden or in a shadow: paper is about their brightest quarter, ink about their darkest.
static bool tones_of(const frame *f, const tag_sighting *t, int border, double paper[CHANNELS], double ink[CHANNELS]) {
    tone_samples light, dark;
    double half_cell = 0.5 / border, step = 0;
    take_around(f, t, half_cell, &light);
    take_around(f, t, -half_cell, &dark);
    if (light.count < POINTS / 2 || dark.count < POINTS / 2) return false;
    for (int k = 0; k < CHANNELS; k++) {
        qsort(light.at[k], (size_t)light.count, 1, by_code);
        qsort(dark.at[k], (size_t)dark.count, 1, by_code);
        paper[k] = light.at[k][light.count * 3 / 4];
        ink[k] = dark.at[k][dark.count / 4];
        step = fmax(step, paper[k] - ink[k]);
    }
    return step >= least_step;
}

void vision_learn_tones(const vision *v, const frame *f, const tag_sighting *markers, int count, vision_tones *out) {
    double paper[CHANNELS][VISION_MAX_TONES], ink[CHANNELS][VISION_MAX_TONES];
    int n = 0;
    *out = (vision_tones){.known = false};
    if (!frame_has_gray(f) || (f->bgr && !frame_has_colour(f))) return;
    for (int i = 0; i < count && n < VISION_MAX_TONES; i++) {
        const tag_family *family = vision_family(v, markers[i].family);
        double p[CHANNELS], k[CHANNELS];
        if (!family || family->light_inside || !tones_of(f, &markers[i], family->border, p, k)) continue;
        for (int c = 0; c < CHANNELS; c++) paper[c][n] = p[c], ink[c][n] = k[c];
        out->at[n] = middle_of(&markers[i]), out->gray[n] = gray_of(p);
        n++;
    }
    if (n == 0) return;
    for (int c = 0; c < CHANNELS; c++) {
        qsort(paper[c], (size_t)n, sizeof **paper, by_value);
        qsort(ink[c], (size_t)n, sizeof **ink, by_value);
        out->paper[c] = paper[c][n / 2], out->ink[c] = ink[c][n / 2];
    }
    out->count = n;
    double low = fmin(out->paper[0], fmin(out->paper[1], out->paper[2])), high = fmax(out->paper[0], fmax(out->paper[1], out->paper[2]));
    out->known = high <= most_balance * low;
}

double vision_burnt_ink(const vision_tones *t) {
    static const double limit = 254;
    bool burnt = t->known && t->paper[0] >= limit && t->paper[1] >= limit && t->paper[2] >= limit;
    return burnt ? gray_of(t->ink) : 0;
}

double tones_black(const vision_tones *t) {
    if (!t->known) return 0;
    return fmax(0, (gray_of(t->ink) - usual_ink * gray_of(t->paper)) / (1 - usual_ink));
}

void tones_balance(const vision_tones *t, double factor[CHANNELS]) {
    double black = tones_black(t), gray = gray_of(t->paper) - black;
    for (int k = 0; k < CHANNELS; k++) factor[k] = t->known && t->paper[k] > black + 1 ? gray / (t->paper[k] - black) : 1;
}

double tones_paper_at(const vision_tones *t, px2 at) {
    enum { LEAST = 3 };
    double sum = 0, all = 0;
    if (!t->known || t->count < LEAST) return INFINITY;
    for (int i = 0; i < t->count; i++) {
        double u = at.u - t->at[i].u, v = at.v - t->at[i].v, w = 1 / (u * u + v * v + 1);
        sum += w * t->gray[i], all += w;
    }
    return brighter_between * sum / all;
}
