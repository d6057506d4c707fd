// The pose at which a blurred pattern and the picture agree: Gauss-Newton over shift, turn, size and shape, the latter two held near what was
// expected, and over levels, blur and a slope of the light; with Tukey's weights so that whatever hides a part of the tag has no say.
// Source: Baker and Matthews, "Lucas-Kanade 20 Years On", IJCV 56 (2004), with the template's own slopes; weights: Beaton and Tukey 1974.
#include <math.h>
#include <string.h>

#include "core/wide.h"
#include "vision/fit/robust.h"
#include "vision/fit/sample.h"
#include "vision/tags/follow_parts.h"
#include "vision/tags/tags_limits.h"

enum { STIFF_STEPS = 2, MORE_STEPS = 4 };

static double mean_half_edge(const px2 corner[4]) { return square_mean_edge(corner) / 2; }

static px2 floor_of_middle(const px2 corner[4]) {
    px2 m = square_middle(corner);
    return (px2){floor(m.u), floor(m.v)};
}

// Pixels over which a point's light is gathered: of large tags the grid is coarser than the picture.
static int width_of_points(const follow_template *t, double half_edge_px) {
    double px = half_edge_px * (double)(t->axis[1] - t->axis[0]);
    return px < (t->sparse ? 4 : 1.8) ? 1 : px > 12 ? 12 : (int)lround(px);
}

typedef struct {
    float m[9], origin_u, origin_v;
    float least_u, least_v, most_u, most_v;  // of points that can be read, less the origin
} sample_map;

static sample_map sample_map_of(const gray_part *g, const double h[9], px2 origin, int wide) {
    sample_map s = {.origin_u = (float)origin.u, .origin_v = (float)origin.v};
    float margin = (float)wide / 2 + 1;
    for (int i = 0; i < 9; i++) s.m[i] = (float)h[i];
    s.least_u = margin - s.origin_u, s.least_v = margin - s.origin_v;
    s.most_u = (float)g->width - 1 - margin - s.origin_u, s.most_v = (float)g->height - 1 - margin - s.origin_v;
    return s;
}

static bool can_be_read(const sample_map *s, float u, float v) { return u >= s->least_u && v >= s->least_v && u < s->most_u && v < s->most_v; }

// The points of one row of the grid, less the origin. True: each lies between the first and the last, since the row doesn't pass through infinity.
static bool row_points(const sample_map *s, const follow_template *t, int row, float *u, float *v) {
    const float *m = s->m;
    float tt = t->axis[row], bu = m[1] * tt + m[2], bv = m[4] * tt + m[5], bw = m[7] * tt + m[8];
    for (int i = 0; i < t->side; i++) {
        float w = 1 / (m[6] * t->axis[i] + bw);
        u[i] = (m[0] * t->axis[i] + bu) * w, v[i] = (m[3] * t->axis[i] + bv) * w;
    }
    return (m[6] * t->axis[0] + bw) * (m[6] * t->axis[t->side - 1] + bw) > 0;
}

// Light at each point; weight 0 outside of the picture. Returns how many lie inside.
static int sample_all(const gray_part *g, const light_table *l, const follow_template *t, const double h[9], px2 origin, int wide, follow_fit *fit) {
    float u[FOLLOW_SIDE], v[FOLLOW_SIDE];
    sample_map s = sample_map_of(g, h, origin, wide);
    int inside = 0, at = 0;
    for (int row = 0; row < t->side; row++) {
        int n = t->side, last = n - 1;
        bool straight = row_points(&s, t, row, u, v);
        if (straight && can_be_read(&s, u[0], v[0]) && can_be_read(&s, u[last], v[last])) {  // and so can all between
            if (wide == 1)
                sample_light_along(g, origin, u, v, n, fit->light + at);
            else
                for (int i = 0; i < n; i++) fit->light[at + i] = sample_light_about(g, l, u[i] + s.origin_u, v[i] + s.origin_v, wide);
            memcpy(fit->weight + at, t->known + at, (size_t)n * sizeof *t->known);
            inside += n, at += n;
            continue;
        }
        for (int i = 0; i < n; i++, at++) {
            bool in = can_be_read(&s, u[i], v[i]);
            fit->weight[at] = in ? t->known[at] : 0;
            fit->light[at] = in ? sample_light_about(g, l, u[i] + s.origin_u, v[i] + s.origin_v, wide) : 0;
            inside += in;
        }
    }
    for (; at < t->count; at++) fit->weight[at] = fit->light[at] = 0;
    return inside;
}

enum { BINS = 64 };

static float quantile(const int *bin, int n, double share) {
    int want = (int)(share * n), seen = 0;
    for (int i = 0; i < BINS; i++)
        if ((seen += bin[i]) > want) return ((float)i + 0.5f) / BINS;
    return 1;
}

// Light of ink and paper, from the middling points of those that should be dark and of those that should be bright.
static bool first_levels(const follow_template *t, follow_fit *fit) {
    int dark[BINS] = {0}, bright[BINS] = {0}, n_dark = 0, n_bright = 0;
    float want_dark = 0, want_bright = 0;
    for (int i = 0; i < t->count; i++) {
        if (fit->weight[i] <= 0) continue;
        int bin = (int)(fit->light[i] * (BINS - 0.01f));
        if (t->want[i] < 0.3f) dark[bin]++, n_dark++, want_dark += t->want[i];
        if (t->want[i] > 0.7f) bright[bin]++, n_bright++, want_bright += t->want[i];
    }
    if (n_dark < 12 || n_bright < 12) return false;
    float d = quantile(dark, n_dark, 0.4), b = quantile(bright, n_bright, 0.6), wd = want_dark / (float)n_dark, wb = want_bright / (float)n_bright;
    float step = (b - d) / (wb - wd);
    fit->black = d - wd * step, fit->white = fit->black + step;
    return step > (float)FOLLOW_LEAST_STEP;
}

// Tukey's weights for the fit's levels, `gate` of the step from black to white; the points' own weights (known and inside) stay as their limit.
WIDENED static void weigh_points(const follow_template *t, float gate, follow_fit *fit, float *residual) {
    typedef int32_t lane_bits __attribute__((vector_size(4 * FLOAT8)));
    float scale = 1 / (fit->white - fit->black), inverse = 1 / gate;
    for (int i = 0; i < t->count; i += FLOAT8) {
        const float8 *light = (const float8 *)(fit->light + i), *want = (const float8 *)(t->want + i);
        const float8 *lean_s = (const float8 *)(t->column[FOLLOW_LEAN_S] + i), *lean_t = (const float8 *)(t->column[FOLLOW_LEAN_T] + i);
        const float8 *wider = (const float8 *)(t->column[FOLLOW_BLUR] + i);
        float8 *weight = (float8 *)(fit->weight + i);
        float8 r = (*light - fit->black) * scale - *want + fit->widen * *wider + (fit->lean_s * *lean_s + fit->lean_t * *lean_t);
        float8 q = r * inverse, w = 1 - q * q;
        *weight *= (float8)((lane_bits)(w * w) & (w > 0)) + 1e-6f;
        *(float8 *)(residual + i) = r;
    }
}

// What the mode changes at eight points.
static inline void load_column(const follow_template *t, int mode, int i, float8 *out) {
    static const float8 one = {1, 1, 1, 1, 1, 1, 1, 1};
    *out = mode == FOLLOW_DARK ? one : *(const float8 *)((mode == FOLLOW_STEP ? t->want : t->column[mode]) + i);
}

enum { NEAR_POINTS = 256 };  // all modes of so many lie in a processor's nearest memory

// Points from..to - 1 into one row of the equations, mode `m` with those before it: so many sums as registers hold.
static inline __attribute__((always_inline)) void gather_row(const follow_template *t, const follow_fit *fit, const float *residual, const int m,
                                                             int from, int to, float8 *a, float8 *b) {
    float8 sum[FOLLOW_MODES], pull = *b, wc, c;
#pragma GCC unroll 13
    for (int j = 0; j <= m; j++) sum[j] = a[j];
    for (int i = from; i < to; i += FLOAT8) {
        load_column(t, m, i, &wc);
        wc *= *(const float8 *)(fit->weight + i);
        pull += wc * *(const float8 *)(residual + i);
#pragma GCC unroll 13
        for (int j = 0; j <= m; j++) {
            load_column(t, j, i, &c);
            sum[j] += wc * c;
        }
    }
#pragma GCC unroll 13
    for (int j = 0; j <= m; j++) a[j] = sum[j];
    *b = pull;
}

// Lanes are summed apart and in one order, so that wider registers give the same sums.
WIDENED static void gather(const follow_template *t, const follow_fit *fit, const float *residual, normal_equations *n) {
    float8 a[FOLLOW_MODES * (FOLLOW_MODES + 1) / 2] = {{0}}, b[FOLLOW_MODES] = {{0}}, weight = {0}, square = {0};
    for (int from = 0; from < t->count; from += NEAR_POINTS) {
        int to = from + NEAR_POINTS < t->count ? from + NEAR_POINTS : t->count;
#pragma GCC unroll 13
        for (int m = 0; m < FOLLOW_MODES; m++) gather_row(t, fit, residual, m, from, to, a + m * (m + 1) / 2, b + m);
    }
    for (int i = 0; i < t->count; i += FLOAT8) {
        float8 w = *(const float8 *)(fit->weight + i), r = *(const float8 *)(residual + i);
        weight += w, square += w * r * r;
    }
    int k = 0;
    solve_begin(n, FOLLOW_MODES);
    for (int m = 0; m < FOLLOW_MODES; m++) {
        for (int j = 0; j <= m; j++) n->a[m][j] = float8_sum(&a[k++]);
        n->b[m] = -float8_sum(&b[m]);  // residuals are what is too light: steps lead against them
    }
    n->sum_weight = float8_sum(&weight), n->sum_square = float8_sum(&square);
}

// Size and shape are about what was expected: as many observations, in units of the points' residuals. Stiff: until the tag lies where the picture
// has it, what does not agree yet would bend its shape, and a corner that was bent away stays there.
static void add_expectation(const follow_fit *fit, double half_edge_px, double blur_spread_px, double residual2, bool stiff, normal_equations *n) {
    double shape = (FOLLOW_SHAPE_PX / half_edge_px + FOLLOW_SHAPE_SHARE) * (stiff ? 0.1 : 1), size = hypot(shape, FOLLOW_SIZE_SHARE);
    solve_hold(n, FOLLOW_BLUR, -(double)fit->widen, residual2 / (blur_spread_px * blur_spread_px));
    solve_hold(n, FOLLOW_LEAN_S, -(double)fit->lean_s, residual2 / (FOLLOW_LEAN_SIGMA * FOLLOW_LEAN_SIGMA));
    solve_hold(n, FOLLOW_LEAN_T, -(double)fit->lean_t, residual2 / (FOLLOW_LEAN_SIGMA * FOLLOW_LEAN_SIGMA));
    for (int m = 2; m < FOLLOW_POSE; m++) {
        if (m == 3) continue;  // which way it is turned is free
        double sigma = m == 2 ? size : shape;
        solve_hold(n, m, -fit->shape[m], residual2 / (sigma * sigma));
    }
}

static const double corner_s[4] = {-1, 1, 1, -1}, corner_t[4] = {1, 1, -1, -1};

// How far the modes carry corner k, in units of (s, t).
static vec2 carried(const double *x, int k) {
    double s = corner_s[k], t = corner_t[k];
    return (vec2){x[0] + x[2] * s - x[3] * t + x[4] * s + x[5] * t + x[6] * s * t, x[1] + x[2] * t + x[3] * s - x[4] * t + x[5] * s + x[7] * s * t};
}

static double move(follow_fit *fit, const double h[9], px2 origin, double half_edge_px, const double *x) {
    double most = 0;
    for (int k = 0; k < 4; k++) {
        vec2 d = carried(x, k);
        double s = corner_s[k] + d.x, t = corner_t[k] + d.y, w = h[6] * s + h[7] * t + h[8];
        fit->corner[k] = (px2){(h[0] * s + h[1] * t + h[2]) / w + origin.u, (h[3] * s + h[4] * t + h[5]) / w + origin.v};
        most = fmax(most, half_edge_px * vec2_length(d));
    }
    for (int m = 0; m < FOLLOW_POSE; m++) fit->shape[m] += x[m];
    return most;
}

// Levels and blur. False where no contrast is left.
static bool move_light(const follow_template *t, follow_fit *fit, const double *x) {
    double step = (double)(fit->white - fit->black), blur = t->blur_px + (double)fit->widen + x[FOLLOW_BLUR];
    fit->black -= (float)(step * x[FOLLOW_DARK]);
    fit->lean_s += (float)x[FOLLOW_LEAN_S], fit->lean_t += (float)x[FOLLOW_LEAN_T];
    step *= 1 - x[FOLLOW_STEP];
    fit->white = fit->black + (float)step;
    fit->widen = (float)(fmin(fmax(blur, FOLLOW_LEAST_BLUR_PX), FOLLOW_MOST_BLUR_PX) - t->blur_px);
    return step > FOLLOW_LEAST_STEP && (double)fit->white > FOLLOW_LEAST_RATIO * (double)fit->black;
}

// What the factored equations leave open: of the corners' coordinates (RMS), of the middle's and of the turn.
static void set_sigmas(const normal_equations *n, double half_edge_px, double variance, follow_fit *fit) {
    double corners = 0;
    for (int k = 0; k < 4; k++) {
        double s = corner_s[k], t = corner_t[k];
        const double across[FOLLOW_MODES] = {1, 0, s, -t, s, t, s * t}, down[FOLLOW_MODES] = {0, 1, t, s, -t, s, 0, s * t};
        corners += (solve_variance(n, across) + solve_variance(n, down)) / 8;
    }
    const double u[FOLLOW_MODES] = {1}, v[FOLLOW_MODES] = {0, 1}, turn[FOLLOW_MODES] = {0, 0, 0, 1};
    fit->sigma_px = half_edge_px * sqrt(corners * variance);
    fit->centre_sigma_px = half_edge_px * sqrt((solve_variance(n, u) + solve_variance(n, v)) / 2 * variance);
    fit->turn_sigma_rad = sqrt(solve_variance(n, turn) * variance);
}

// Points of the grid that err together: neighbours share pixels, and blur makes a model's error the same for all along an edge.
static double shared_points(const follow_template *t, double half_edge_px) {
    double px = half_edge_px * (double)(t->axis[1] - t->axis[0]);
    return fmax(1, 1.6 / (px * px)) * 1.36;
}

// Cells that are hidden have no say, nor have their neighbours' points into which they are blurred much.
static void pass_over(const follow_pattern *p, const follow_template *t, const follow_evidence *seen, follow_fit *fit) {
    float say[FOLLOW_CELLS][FOLLOW_CELLS];
    for (int y = 0; y < p->cells; y++) {
        for (int x = 0; x < p->cells; x++) {
            float near = 0;
            for (int k = 0; k < 4; k++) {
                int i = x + (k == 0) - (k == 1), j = y + (k == 2) - (k == 3);
                if (i >= 0 && j >= 0 && i < p->cells && j < p->cells && seen->hidden[j][i] > near) near = seen->hidden[j][i];
            }
            say[y][x] = fmaxf(1 - seen->hidden[y][x] * 1.1f, 1e-3f) * (1 - 0.7f * near);
        }
    }
    int at = 0;
    for (int row = 0; row < t->side; row++)
        for (int i = 0; i < t->side; i++, at++) fit->weight[at] *= say[t->cell[row]][t->cell[i]];
}

// fit_excess of the points.
static double weighted_away(const follow_template *t, const follow_fit *fit, const float *residual, float gate) {
    float8 psi2 = {0}, slope = {0}, weight = {0}, square = {0};
    for (int i = 0; i < t->count; i += FLOAT8) {
        float8 r = *(const float8 *)(residual + i), w = *(const float8 *)(fit->weight + i);
        float8 q = r * r / (gate * gate), in = 1 - q;
        slope += w * (1 - 5 * q) * in / (in * in + 1e-4f);  // w holds (1 - q)^2, of which one (1 - q) is the slope's
        psi2 += w * w * r * r, weight += w, square += w * r * r;
    }
    return fit_excess(&(fit_sums){float8_sum(&weight), float8_sum(&square), float8_sum(&psi2), float8_sum(&slope)});
}

static double gate_of(int step) { return step == 0 ? 0.9 : step == 1 ? 0.55 : step == 2 ? 0.4 : 0.32; }

// A fit under way.
typedef struct {
    gray_part picture;
    const light_table *light;
    const follow_pattern *pattern;
    follow_template *template;
    const follow_evidence *seen;
    int steps;
    double blur_spread_px, reach_px;
    follow_fit *fit;
    px2 start[4], origin;
    double h[9], half;  // of this step: from (s, t) to pixels less the origin; half an edge, px
    double variance;
    float gate, residual[FOLLOW_SAMPLES] __attribute__((aligned(32)));
} settling;

// Takes the light at the pose's points. False: too few lie in the picture.
static bool follow_sample(settling *s) {
    s->half = mean_half_edge(s->fit->corner), s->origin = floor_of_middle(s->fit->corner);
    if (!(fabs(s->origin.u) < 1e6) || !(fabs(s->origin.v) < 1e6) || !square_map_centred(s->fit->corner, s->origin, s->h)) return false;
    int inside = sample_all(&s->picture, s->light, s->template, s->h, s->origin, width_of_points(s->template, s->half), s->fit);
    return 2 * inside > s->template->side * s->template->side;
}

static bool gather_points(void *problem, int step, normal_equations *n) {
    settling *s = problem;
    follow_template *t = s->template;
    follow_fit *fit = s->fit;
    if (!follow_sample(s)) return false;
    if (step == 0 && !s->seen && !first_levels(t, fit)) return false;
    if (s->seen) pass_over(s->pattern, t, s->seen, fit);
    s->gate = (float)gate_of(s->seen ? step + 2 : step);
    weigh_points(t, s->gate, fit, s->residual);
    gather(t, fit, s->residual, n);
    if (!(n->sum_weight > 16)) return false;
    fit->residual = sqrt(n->sum_square / n->sum_weight);
    s->variance = (fit->residual * fit->residual + 1e-4) * shared_points(t, s->half);
    add_expectation(fit, s->half, s->blur_spread_px, s->variance, !s->seen && !t->sparse && step < STIFF_STEPS, n);
    return true;
}

static bool wandered(const settling *s) {
    for (int k = 0; k < 4; k++)
        if (!(hypot(s->fit->corner[k].u - s->start[k].u, s->fit->corner[k].v - s->start[k].v) < s->reach_px)) return true;
    return false;
}

static fit_result move_tag(void *problem, int step, const normal_equations *n, const double *x) {
    settling *s = problem;
    follow_template *t = s->template;
    follow_fit *fit = s->fit;
    double moved = move(fit, s->h, s->origin, s->half, x);
    if (!move_light(t, fit, x) || wandered(s)) return FIT_FAILED;
    bool same_blur = fabs((double)fit->widen) < FOLLOW_SAME_BLUR_PX, settled = (step >= 1 || t->sparse) && moved < FOLLOW_SETTLED_PX && same_blur;
    if (settled || step >= s->steps) set_sigmas(n, s->half, s->variance * weighted_away(t, fit, s->residual, s->gate), fit);
    if (settled) return FIT_SETTLED;
    if (step >= s->steps) return moved > FOLLOW_FAR_PX ? FIT_MOVED : FIT_SETTLED;  // not there yet: a few steps more than it should take
    if (same_blur) return FIT_MOVED;
    if (t->sparse) return FIT_FAILED;  // another lens than it was taken for: no quick look
    follow_template_make(s->pattern, t->cell_px, t->blur_px + (double)fit->widen, t);
    fit->widen = 0;
    return FIT_MOVED;
}

bool follow_settle(const frame *f, const light_table *l, const follow_pattern *p, follow_template *t, const follow_evidence *seen, int steps,
                   double blur_spread_px, double reach_px, follow_fit *fit) {
    settling s;
    fit_steps loop = {.rounds = steps + MORE_STEPS + 1, .gather = gather_points, .move = move_tag};
    s.picture = sample_whole(f), s.light = l, s.pattern = p, s.template = t, s.seen = seen, s.steps = steps;
    s.blur_spread_px = blur_spread_px, s.reach_px = reach_px, s.fit = fit;
    memcpy(s.start, fit->corner, sizeof s.start);
    memset(fit->shape, 0, sizeof fit->shape);
    fit->widen = fit->lean_s = fit->lean_t = 0;
    return fit_run(&loop, &s) != FIT_FAILED;
}
