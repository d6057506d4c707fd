// Where the cells' grid lies. The transitions between dark and light fall on cell boundaries, whatever the word: the square of the gray's
// slope along the way, taken with the wave of one cell, tells in each part of the way how far the grid is displaced there. The base's
// displacement is the one that brings all parts into step.
#include <string.h>

#include "vision/codes/codes.h"

enum { GRID_MAX = 21, TURNS_MAX = 9 };

typedef struct {
    int count;
    float re[RIM_WINDOWS], im[RIM_WINDOWS];  // phase of the transitions times how clear they are
    float tx[RIM_WINDOWS], ty[RIM_WINDOWS], lever[RIM_WINDOWS];
} grid_windows;

// Square of the slope at each step, spared of single strong edges.
static float take_slopes(const rim_ring *r, const rim_strip *strip, double px_per_in, float *out) {
    int n = r->steps, h = (int)(0.55 / (r->cell_in * px_per_in / RIM_SUB) + 0.5);
    float sum = 0;
    h = h < 1 ? 1 : h > RIM_SUB / 2 ? RIM_SUB / 2 : h;
    for (int j = 0; j < n; j++) {
        int a = j + h, b = j - h;
        float d = strip->gray[a >= n ? a - n : a] - strip->gray[b < 0 ? b + n : b];
        out[j] = d * d;
        sum += out[j];
    }
    return sum / (float)n;
}

static void take_windows(const rim_ring *r, const rim_strip *strip, double px_per_in, grid_windows *w) {
    static const float co[RIM_SUB] = {0.8660254f, 0, -0.8660254f, -0.8660254f, 0, 0.8660254f}, si[RIM_SUB] = {0.5f, 1, 0.5f, -0.5f, -1, -0.5f};
    float slope[RIM_STEPS], mean = take_slopes(r, strip, px_per_in, slope), most = 6 * mean, floor = 0.25f * mean + 60;
    int each = r->steps / RIM_WINDOWS;
    memset(w, 0, sizeof *w);
    w->count = RIM_WINDOWS;
    for (int i = 0; i < RIM_WINDOWS; i++) {
        float re = 0, im = 0, all = 0, tx = 0, ty = 0, lever = 0;
        for (int k = 0; k < each; k++) {
            int j = i * each + k, phase = j % RIM_SUB;
            const rim_step *s = &r->step[j];
            float d = slope[j] < most ? slope[j] : most;
            if (!s->straight) continue;
            re += d * co[phase], im -= d * si[phase], all += d;
            tx += d * s->tx, ty += d * s->ty, lever += d * (s->ty * s->x - s->tx * s->y);
        }
        if (!(all > 0)) continue;
        float scale = 1 / (all + floor * (float)each);
        w->re[i] = re * scale, w->im[i] = im * scale;
        w->tx[i] = tx / all, w->ty[i] = ty / all, w->lever[i] = lever / all;
    }
}

// The wave by which a part's phase goes on with each step of the shift and of the turn.
typedef struct {
    float xr, xi, yr, yi, tr, ti;
} window_waves;

static void turn_by(float *re, float *im, float c, float s) {
    float t = *re * c - *im * s;
    *im = *re * s + *im * c;
    *re = t;
}

// Waves of -half .. half steps.
static void powers(float c, float s, int half, float *re, float *im) {
    float a = 1, b = 0;
    for (int i = 0; i <= half; i++) {
        re[half + i] = a, im[half + i] = b;
        re[half - i] = a, im[half - i] = -b;
        turn_by(&a, &b, c, s);
    }
}

typedef struct {
    int half, half_turns;
    double step, turn_step;
} grid_search;

typedef struct {
    float re[GRID_MAX * GRID_MAX], im[GRID_MAX * GRID_MAX];
} grid_sums;

static void take_waves(const grid_windows *w, const grid_search *g, double wave, window_waves *out) {
    for (int i = 0; i < w->count; i++) {
        double x = wave * g->step * (double)w->tx[i], y = wave * g->step * (double)w->ty[i], t = wave * g->turn_step * (double)w->lever[i];
        out[i] = (window_waves){(float)cos(x), (float)sin(x), (float)cos(y), (float)sin(y), (float)cos(t), (float)sin(t)};
    }
}

// Adds to the sums of all shifts what each part says.
static void add_windows(const grid_windows *w, const window_waves *k, const grid_search *g, grid_sums *sums) {
    float xr[GRID_MAX], xi[GRID_MAX], yr[GRID_MAX], yi[GRID_MAX];
    int n = 2 * g->half + 1;
    memset(sums->re, 0, (size_t)(n * n) * sizeof *sums->re);
    memset(sums->im, 0, (size_t)(n * n) * sizeof *sums->im);
    for (int i = 0; i < w->count; i++) {
        if (w->re[i] == 0 && w->im[i] == 0) continue;
        powers(k[i].xr, k[i].xi, g->half, xr, xi);
        powers(k[i].yr, k[i].yi, g->half, yr, yi);
        for (int y = 0; y < n; y++) {
            float br = w->re[i] * yr[y] - w->im[i] * yi[y], bi = w->re[i] * yi[y] + w->im[i] * yr[y];
            float *restrict re = sums->re + y * n, *restrict im = sums->im + y * n;
            for (int x = 0; x < n; x++) {
                re[x] += br * xr[x] - bi * xi[x];
                im[x] += br * xi[x] + bi * xr[x];
            }
        }
    }
}

static grid_search plan(const rim_ring *r, double px_per_in, double reach_in, double turn_rad) {
    double fine = fmax(0.17 * r->cell_in, 0.25 / px_per_in), lever = fmax(r->half_x, r->half_y);
    int half = (int)ceil(reach_in / fine), turns = r->round || turn_rad <= 0 ? 0 : (int)ceil(turn_rad * lever / (0.2 * r->cell_in));
    half = half < 1 ? 1 : half > GRID_MAX / 2 ? GRID_MAX / 2 : half;
    turns = turns > TURNS_MAX / 2 ? TURNS_MAX / 2 : turns;
    return (grid_search){half, turns, reach_in / half, turns ? turn_rad / turns : 0};
}

static void best_of(const rim_ring *r, const grid_sums *sums, const grid_search *g, int windows, double wave, double turn, rim_grid *best) {
    int n = 2 * g->half + 1, at = -1;
    float most = best->agreement > 0 ? (float)(best->agreement * windows) : 0;
    for (int k = 0; k < n * n; k++) {
        float score = r->round ? sums->re[k] * sums->re[k] + sums->im[k] * sums->im[k] : sums->re[k];
        if (score > (r->round ? most * most : most)) most = r->round ? sqrtf(score) : score, at = k;
    }
    if (at < 0) return;
    *best = (rim_grid){{(at % n - g->half) * g->step, (at / n - g->half) * g->step}, turn, (double)most / windows};
    if (r->round) best->turn_rad = -atan2((double)sums->im[at], (double)sums->re[at]) / wave / (r->half_x - RIM_CODE_WIDTH_IN / 2);
}

rim_grid rim_grid_find(const rim_ring *r, const rim_strip *strip, double px_per_in, double reach_in, double turn_rad) {
    grid_windows w;
    grid_sums sums;
    window_waves waves[RIM_WINDOWS];
    rim_grid best = {.agreement = -1};
    double wave = 2 * PI / r->cell_in;
    grid_search g = plan(r, px_per_in, reach_in, turn_rad);
    take_windows(r, strip, px_per_in, &w);
    take_waves(&w, &g, wave, waves);
    for (int t = 0; t < g.half_turns; t++)
        for (int i = 0; i < w.count; i++) turn_by(&w.re[i], &w.im[i], waves[i].tr, -waves[i].ti);
    for (int t = -g.half_turns; t <= g.half_turns; t++) {
        add_windows(&w, waves, &g, &sums);
        best_of(r, &sums, &g, w.count, wave, t * g.turn_step, &best);
        for (int i = 0; i < w.count; i++) turn_by(&w.re[i], &w.im[i], waves[i].tr, waves[i].ti);
    }
    return best;
}
