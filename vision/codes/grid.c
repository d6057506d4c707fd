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

static void powers(double from_rad, double step_rad, int n, float *re, float *im) {
    double a = cos(from_rad), b = sin(from_rad), c = cos(step_rad), s = sin(step_rad);
    for (int i = 0; i < n; i++) {
        re[i] = (float)a, im[i] = (float)b;
        double t = a * c - b * s;
        b = a * s + b * c;
        a = t;
    }
}

typedef struct {
    int n, turns;       // places each way, turns
    double step, least;  // of the shift
    double turn_step, least_turn;
} grid_search;

typedef struct {
    float re[GRID_MAX * GRID_MAX], im[GRID_MAX * GRID_MAX];
} grid_sums;

// Adds to the sums of all shifts what each part says, at one turn.
static void add_windows(const grid_windows *w, const grid_search *g, double wave, double turn, grid_sums *sums) {
    float xr[GRID_MAX], xi[GRID_MAX], yr[GRID_MAX], yi[GRID_MAX];
    memset(sums, 0, sizeof *sums);
    for (int i = 0; i < w->count; i++) {
        if (w->re[i] == 0 && w->im[i] == 0) continue;
        powers(wave * (g->least * (double)w->tx[i] + turn * (double)w->lever[i]), wave * g->step * (double)w->tx[i], g->n, xr, xi);
        powers(wave * g->least * (double)w->ty[i], wave * g->step * (double)w->ty[i], g->n, yr, yi);
        for (int y = 0; y < g->n; y++) {
            float br = w->re[i] * yr[y] - w->im[i] * yi[y], bi = w->re[i] * yi[y] + w->im[i] * yr[y];
            float *re = sums->re + y * g->n, *im = sums->im + y * g->n;
            for (int x = 0; x < g->n; x++) {
                re[x] += br * xr[x] - bi * xi[x];
                im[x] += br * xi[x] + bi * xr[x];
            }
        }
    }
}

rim_grid rim_grid_find(const rim_ring *r, const rim_strip *strip, double px_per_in, double reach_in, double turn_rad) {
    grid_windows w;
    grid_sums sums;
    rim_grid best = {.agreement = -1};
    double wave = 2 * PI / r->cell_in, fine = fmax(0.17 * r->cell_in, 0.25 / px_per_in), lever = fmax(r->half_x, r->half_y);
    int half = (int)ceil(reach_in / fine);
    half = half < 1 ? 1 : half > GRID_MAX / 2 ? GRID_MAX / 2 : half;
    int half_turns = r->round || turn_rad <= 0 ? 0 : (int)ceil(turn_rad * lever / (0.2 * r->cell_in));
    half_turns = half_turns > TURNS_MAX / 2 ? TURNS_MAX / 2 : half_turns;
    grid_search g = {2 * half + 1, 2 * half_turns + 1, reach_in / half, -reach_in, half_turns ? turn_rad / half_turns : 0, half_turns ? -turn_rad : 0};
    take_windows(r, strip, px_per_in, &w);
    for (int t = 0; t < g.turns; t++) {
        double turn = g.least_turn + t * g.turn_step;
        add_windows(&w, &g, wave, turn, &sums);
        for (int k = 0; k < g.n * g.n; k++) {
            double re = (double)sums.re[k], im = (double)sums.im[k], score = r->round ? sqrt(re * re + im * im) : re;
            if (score / w.count <= best.agreement) continue;
            best = (rim_grid){{g.least + k % g.n * g.step, g.least + k / g.n * g.step}, turn, score / w.count};
            if (r->round) best.turn_rad = -atan2(im, re) / wave / (r->half_x - RIM_CODE_WIDTH_IN / 2);
        }
    }
    return best;
}
