#include "vision/bases/paint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "vision/bases/bases_limits.h"

print_tones paint_tones(const vision_view *view) {
    print_tones t;
    for (int k = 0; k < 3; k++) {
        double ink = view->tones.known ? view->tones.ink[k] : BASES_INK_CODE, paper = view->tones.known ? view->tones.paper[k] : BASES_PAPER_CODE;
        t.ink[k] = (float)ink;
        t.paper[k] = (float)fmax(paper, ink + BASES_LEAST_TONES);
        t.per_code[k] = 2 / (t.paper[k] - t.ink[k]);
    }
    return t;
}

void paint_share(const print_tones *t, const float code[3], float out[3]) {
    for (int k = 0; k < 3; k++) out[k] = (code[k] - t->ink[k]) * t->per_code[k] - 1;
}

void paint_stated(uint32_t rgb, float out[3]) {
    for (int c = 0; c < 3; c++) out[c] = (float)(rgb >> (8 * c) & 255) / 255;
}

// Lower triangle of a covariance into its Cholesky factor.
static void factor(double m[3][3]) {
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = m[i][j];
            for (int k = 0; k < j; k++) sum -= m[i][k] * m[j][k];
            m[i][j] = i == j ? sqrt(sum) : sum / m[j][j];
        }
    }
}

double paint_log_chance(const paint_scatter *scatter, const float seen[3], double rim_sigma, const rim_paint *expected) {
    const double freedom = 3, each2 = squared(scatter->each) + squared(scatter->rim * rim_sigma);
    double m[3][3], off[3], distance2 = 0, log_volume = 0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j <= i; j++) {
            double light = squared(scatter->light) * (double)(expected->mean[i] * expected->mean[j]);
            m[i][j] = light + squared(scatter->shine) / 3 + (double)(expected->span[i] * expected->span[j]) + (i == j ? each2 : 0);
        }
    }
    factor(m);
    for (int i = 0; i < 3; i++) {
        off[i] = (double)(seen[i] - expected->mean[i]);
        for (int k = 0; k < i; k++) off[i] -= m[i][k] * off[k];
        off[i] /= m[i][i];
        distance2 += squared(off[i]);
        log_volume += log(m[i][i]);
    }
    return -(freedom + 3) / 2 * log1p(distance2 / freedom) - log_volume;
}

void paint_without_mixture(const float seen[3], const rim_paint *expected, float out[3]) {
    float along = 0, length2 = 1e-9F;
    for (int c = 0; c < 3; c++) along += (seen[c] - expected->mean[c]) * expected->span[c], length2 += expected->span[c] * expected->span[c];
    for (int c = 0; c < 3; c++) out[c] = seen[c] - along / length2 * expected->span[c];
}

double paint_distance2(const float a[3], const float b[3]) {
    double sum = 0;
    for (int c = 0; c < 3; c++) sum += (double)((a[c] - b[c]) * (a[c] - b[c]));
    return sum;
}

void paint_begin(paint_band *b) { memset(b, 0, sizeof *b); }

bool paint_in_band(double inside_mm) { return inside_mm > BASES_BAND_FROM_MM && inside_mm < BASES_BAND_TO_MM; }

void paint_add(paint_band *b, const float bgr[3]) {
    for (int c = 0; c < 3; c++) {
        float share = (bgr[c] + 1) / 2;
        int level = share > 0 ? (int)(share * (PAINT_LEVELS - 1) + 0.5F) : 0;  // NAN is 0 too
        b->level[c][level < PAINT_LEVELS ? level : PAINT_LEVELS - 1]++;
    }
    b->count++;
}

static int median_of(const int level[PAINT_LEVELS], int count) {
    int below = 0, i = 0;
    while (i < PAINT_LEVELS - 1 && 2 * (below + level[i]) < count) below += level[i++];
    return i;
}

static int median_deviation(const int level[PAINT_LEVELS], int count, int median) {
    int away[PAINT_LEVELS] = {0};
    for (int i = 0; i < PAINT_LEVELS; i++) away[abs(i - median)] += level[i];
    return median_of(away, count);
}

bool paint_read(const paint_band *b, float bgr[3], float *sigma) {
    if (b->count < BASES_BAND_LEAST) return false;
    double sum = 0;
    for (int c = 0; c < 3; c++) {
        int median = median_of(b->level[c], b->count);
        double spread = 1.4826 * median_deviation(b->level[c], b->count, median) / (PAINT_LEVELS - 1);
        bgr[c] = (float)median / (PAINT_LEVELS - 1);
        sum += spread * spread / 3;
    }
    *sigma = (float)sqrt(sum);
    return true;
}
