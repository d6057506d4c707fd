// The pose at which a blurred pattern and the picture agree: Gauss-Newton over shift, turn, size and shape, the latter two held near what was
// expected, and over levels, blur and a slope of the light; with Tukey's weights so that whatever hides a part of the tag has no say.
// Source: Baker and Matthews, "Lucas-Kanade 20 Years On", IJCV 56 (2004), with the template's own slopes; weights: Beaton and Tukey 1974.
#include <math.h>
#include <string.h>

#include "core/wide.h"
#include "vision/tags/follow_parts.h"
#include "vision/tags/square.h"

enum { STIFF_STEPS = 2, MORE_STEPS = 4 };

static const double least_step = 0.03;  // of light, from black to white: less is no contrast
static const double least_ratio = 2.2;  // of paper's light to ink's, even in a glossy print
static const double lean_spread = 0.12;
static const double shape_px = 0.12, shape_share = 0.006, size_share = 0.03;
static const double least_blur_px = 0.45, most_blur_px = 1.5, same_blur_px = 0.15;
static const double settled_px = 0.02, far_px = 0.06;

bool follow_mapping(const px2 corner[4], px2 origin, double h[9]) {
    // (-1, -1) is the top left corner, 3; (1, -1) 2; (1, 1) 1; (-1, 1) 0. First from the unit square, then s = 2x - 1.
    px2 near[4];
    double a[9];
    for (int i = 0; i < 4; i++) near[i] = (px2){corner[i].u - origin.u, corner[i].v - origin.v};
    double det = square_map(near, a), g = a[6], k = a[7];
    if (!(fabs(det) > 1e-3) || !(fabs(det) < 1e9)) return false;
    if (!(fabs(g) < 0.9) || !(fabs(k) < 0.9)) return false;
    double w = 1 + (g + k) / 2;
    for (int r = 0; r < 3; r++) {
        double p = a[3 * r] / 2, q = a[3 * r + 1] / 2, c = a[3 * r + 2] + p + q;
        h[3 * r] = p / w, h[3 * r + 1] = q / w, h[3 * r + 2] = c / w;
    }
    return w > 0.1;
}

static double mean_half_edge(const px2 corner[4]) {
    double sum = 0;
    for (int k = 0; k < 4; k++) sum += hypot(corner[k].u - corner[(k + 1) % 4].u, corner[k].v - corner[(k + 1) % 4].v);
    return sum / 8;
}

static px2 floor_of_middle(const px2 corner[4]) {
    px2 m = {0, 0};
    for (int k = 0; k < 4; k++) m.u += corner[k].u / 4, m.v += corner[k].v / 4;
    return (px2){floor(m.u), floor(m.v)};
}

static inline float light_between(const uint8_t *gray, size_t stride, const float *light, float u, float v) {
    int x = (int)u, y = (int)v;
    float a = u - (float)x, b = v - (float)y;
    const uint8_t *p = gray + (size_t)y * stride + x, *q = p + stride;
    float top = light[p[0]] + a * (light[p[1]] - light[p[0]]), low = light[q[0]] + a * (light[q[1]] - light[q[0]]);
    return top + b * (low - top);
}

// The same over a square of wide x wide points a pixel apart.
static float light_around(const uint8_t *gray, size_t stride, const float *light, float u, float v, int wide) {
    float sum = 0, from = (float)(1 - wide) / 2;
    for (int j = 0; j < wide; j++)
        for (int i = 0; i < wide; i++) sum += light_between(gray, stride, light, u + from + (float)i, v + from + (float)j);
    return sum / (float)(wide * wide);
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

static sample_map sample_map_of(const frame *f, const double h[9], px2 origin, int wide) {
    sample_map s = {.origin_u = (float)origin.u, .origin_v = (float)origin.v};
    float margin = (float)wide / 2 + 1;
    for (int i = 0; i < 9; i++) s.m[i] = (float)h[i];
    s.least_u = margin - s.origin_u, s.least_v = margin - s.origin_v;
    s.most_u = (float)f->width - 1 - margin - s.origin_u, s.most_v = (float)f->height - 1 - margin - s.origin_v;
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

static float light_at(const frame *f, const light_table *l, float x, float y, int wide) {
    return wide == 1 ? light_between(f->gray, f->gray_stride, l->of, x, y) : light_around(f->gray, f->gray_stride, l->of, x, y, wide);
}

// The light between pixels at `count` points, all of which can be read: as light_between, in three loops, of which the first and last are vectors.
WIDENED static void light_along(const frame *f, const sample_map *s, const float *u, const float *v, int count, float *out) {
    int32_t x[FOLLOW_SIDE], y[FOLLOW_SIDE];
    float a[FOLLOW_SIDE], b[FOLLOW_SIDE];
    uint32_t four[FOLLOW_SIDE];  // pixels about it
    for (int i = 0; i < count; i++) {
        float at_u = u[i] + s->origin_u, at_v = v[i] + s->origin_v;
        x[i] = (int32_t)at_u, y[i] = (int32_t)at_v;
        a[i] = at_u - (float)x[i], b[i] = at_v - (float)y[i];
    }
    for (int i = 0; i < count; i++) {
        const uint8_t *p = f->gray + (size_t)y[i] * f->gray_stride + x[i], *q = p + f->gray_stride;
        four[i] = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)q[0] << 16 | (uint32_t)q[1] << 24;
    }
    for (int i = 0; i < count; i++) {
        float p0 = light_of_code((int32_t)(four[i] & 255)), p1 = light_of_code((int32_t)(four[i] >> 8 & 255));
        float q0 = light_of_code((int32_t)(four[i] >> 16 & 255)), q1 = light_of_code((int32_t)(four[i] >> 24));
        float top = p0 + a[i] * (p1 - p0), low = q0 + a[i] * (q1 - q0);
        out[i] = top + b[i] * (low - top);
    }
}

// Light at each point; weight 0 outside of the picture. Returns how many lie inside.
static int sample_all(const frame *f, const light_table *l, const follow_template *t, const double h[9], px2 origin, int wide, follow_fit *fit) {
    float u[FOLLOW_SIDE], v[FOLLOW_SIDE];
    sample_map s = sample_map_of(f, h, origin, wide);
    int inside = 0, at = 0;
    for (int row = 0; row < t->side; row++) {
        int n = t->side, last = n - 1;
        bool straight = row_points(&s, t, row, u, v);
        if (straight && can_be_read(&s, u[0], v[0]) && can_be_read(&s, u[last], v[last])) {  // and so can all between
            if (wide == 1)
                light_along(f, &s, u, v, n, fit->light + at);
            else
                for (int i = 0; i < n; i++) fit->light[at + i] = light_at(f, l, u[i] + s.origin_u, v[i] + s.origin_v, wide);
            memcpy(fit->weight + at, t->known + at, (size_t)n * sizeof *t->known);
            inside += n, at += n;
            continue;
        }
        for (int i = 0; i < n; i++, at++) {
            bool in = can_be_read(&s, u[i], v[i]);
            fit->weight[at] = in ? t->known[at] : 0;
            fit->light[at] = in ? light_at(f, l, u[i] + s.origin_u, v[i] + s.origin_v, wide) : 0;
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
    return step > (float)least_step;
}

// Tukey's weights for the fit's levels, `gate` of the step from black to white; the points' own weights (known and inside) stay as their limit.
WIDENED static void weigh_points(const follow_template *t, float gate, follow_fit *fit, float *residual) {
    typedef int32_t lane_bits __attribute__((vector_size(4 * FOLLOW_LANES)));
    float scale = 1 / (fit->white - fit->black), inverse = 1 / gate;
    for (int i = 0; i < t->count; i += FOLLOW_LANES) {
        const follow_lanes *light = (const follow_lanes *)(fit->light + i), *want = (const follow_lanes *)(t->want + i);
        const follow_lanes *lean_s = (const follow_lanes *)(t->column[FOLLOW_LEAN_S] + i),
                           *lean_t = (const follow_lanes *)(t->column[FOLLOW_LEAN_T] + i);
        const follow_lanes *wider = (const follow_lanes *)(t->column[FOLLOW_BLUR] + i);
        follow_lanes *weight = (follow_lanes *)(fit->weight + i);
        follow_lanes r = (*light - fit->black) * scale - *want + fit->widen * *wider + (fit->lean_s * *lean_s + fit->lean_t * *lean_t);
        follow_lanes q = r * inverse, w = 1 - q * q;
        *weight *= (follow_lanes)((lane_bits)(w * w) & (w > 0)) + 1e-6f;
        *(follow_lanes *)(residual + i) = r;
    }
}

typedef struct {
    double a[FOLLOW_MODES][FOLLOW_MODES], b[FOLLOW_MODES], weight, square;
} normal_equations;

// What the mode changes at eight points.
static inline void load_column(const follow_template *t, int mode, int i, follow_lanes *out) {
    static const follow_lanes one = {1, 1, 1, 1, 1, 1, 1, 1};
    *out = mode == FOLLOW_DARK ? one : *(const follow_lanes *)((mode == FOLLOW_STEP ? t->want : t->column[mode]) + i);
}

enum { NEAR_POINTS = 256 };  // all modes of so many lie in a processor's nearest memory

// Points from..to - 1 into one row of the equations, mode `m` with those before it: so many sums as registers hold.
static inline __attribute__((always_inline)) void gather_row(const follow_template *t, const follow_fit *fit, const float *residual, const int m,
                                                             int from, int to, follow_lanes *a, follow_lanes *b) {
    follow_lanes sum[FOLLOW_MODES], pull = *b, wc, c;
#pragma GCC unroll 13
    for (int j = 0; j <= m; j++) sum[j] = a[j];
    for (int i = from; i < to; i += FOLLOW_LANES) {
        load_column(t, m, i, &wc);
        wc *= *(const follow_lanes *)(fit->weight + i);
        pull += wc * *(const follow_lanes *)(residual + i);
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
    follow_lanes a[FOLLOW_MODES * (FOLLOW_MODES + 1) / 2] = {{0}}, b[FOLLOW_MODES] = {{0}}, weight = {0}, square = {0};
    for (int from = 0; from < t->count; from += NEAR_POINTS) {
        int to = from + NEAR_POINTS < t->count ? from + NEAR_POINTS : t->count;
#pragma GCC unroll 13
        for (int m = 0; m < FOLLOW_MODES; m++) gather_row(t, fit, residual, m, from, to, a + m * (m + 1) / 2, b + m);
    }
    for (int i = 0; i < t->count; i += FOLLOW_LANES) {
        follow_lanes w = *(const follow_lanes *)(fit->weight + i), r = *(const follow_lanes *)(residual + i);
        weight += w, square += w * r * r;
    }
    int k = 0;
    *n = (normal_equations){.weight = 0};
    for (int m = 0; m < FOLLOW_MODES; m++) {
        for (int j = 0; j <= m; j++, k++) {
            for (int q = 0; q < FOLLOW_LANES; q++) n->a[m][j] += (double)a[k][q];
            n->a[j][m] = n->a[m][j];
        }
        for (int q = 0; q < FOLLOW_LANES; q++) n->b[m] += (double)b[m][q];
    }
    for (int q = 0; q < FOLLOW_LANES; q++) n->weight += (double)weight[q], n->square += (double)square[q];
}

// Size and shape are about what was expected: as many observations, in units of the points' residuals. Stiff: until the tag lies where the picture
// has it, what does not agree yet would bend its shape, and a corner that was bent away stays there.
static void add_expectation(const follow_fit *fit, double half_edge_px, double blur_spread_px, double residual2, bool stiff, normal_equations *n) {
    double shape = (shape_px / half_edge_px + shape_share) * (stiff ? 0.1 : 1), size = hypot(shape, size_share);
    n->a[FOLLOW_BLUR][FOLLOW_BLUR] += residual2 / (blur_spread_px * blur_spread_px);
    n->b[FOLLOW_BLUR] += residual2 / (blur_spread_px * blur_spread_px) * (double)fit->widen;
    n->a[FOLLOW_LEAN_S][FOLLOW_LEAN_S] += residual2 / (lean_spread * lean_spread);
    n->b[FOLLOW_LEAN_S] += residual2 / (lean_spread * lean_spread) * (double)fit->lean_s;
    n->a[FOLLOW_LEAN_T][FOLLOW_LEAN_T] += residual2 / (lean_spread * lean_spread);
    n->b[FOLLOW_LEAN_T] += residual2 / (lean_spread * lean_spread) * (double)fit->lean_t;
    for (int m = 2; m < FOLLOW_POSE; m++) {
        if (m == 3) continue;  // which way it is turned is free
        double sigma = m == 2 ? size : shape, w = residual2 / (sigma * sigma);
        n->a[m][m] += w;
        n->b[m] += w * fit->shape[m];
    }
}

// Cholesky's factor of n->a in place; false where it is singular.
static bool factor(normal_equations *n) {
    for (int i = 0; i < FOLLOW_MODES; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = n->a[i][j];
            for (int k = 0; k < j; k++) sum -= n->a[i][k] * n->a[j][k];
            if (i == j) {
                if (!(sum > 1e-9)) return false;
                n->a[i][i] = sqrt(sum);
            } else {
                n->a[i][j] = sum / n->a[j][j];
            }
        }
    }
    return true;
}

static void solve(const normal_equations *n, const double *b, double *x) {
    for (int i = 0; i < FOLLOW_MODES; i++) {
        x[i] = b[i];
        for (int k = 0; k < i; k++) x[i] -= n->a[i][k] * x[k];
        x[i] /= n->a[i][i];
    }
    for (int i = FOLLOW_MODES - 1; i >= 0; i--) {
        for (int k = i + 1; k < FOLLOW_MODES; k++) x[i] -= n->a[k][i] * x[k];
        x[i] /= n->a[i][i];
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
    fit->widen = (float)(fmin(fmax(blur, least_blur_px), most_blur_px) - t->blur_px);
    return step > least_step && (double)fit->white > least_ratio * (double)fit->black;
}

// The row's variance: the square of what the factor's first half makes of it.
static double open_variance(const normal_equations *n, const double row[FOLLOW_MODES]) {
    double x[FOLLOW_MODES], sum = 0;
    for (int i = 0; i < FOLLOW_MODES; i++) {
        x[i] = row[i];
        for (int k = 0; k < i; k++) x[i] -= n->a[i][k] * x[k];
        x[i] /= n->a[i][i];
        sum += x[i] * x[i];
    }
    return sum;
}

// What the factored equations leave open: of the corners' coordinates (RMS), of the middle's and of the turn.
static void set_sigmas(const normal_equations *n, double half_edge_px, double variance, follow_fit *fit) {
    double corners = 0;
    for (int k = 0; k < 4; k++) {
        double s = corner_s[k], t = corner_t[k];
        const double across[FOLLOW_MODES] = {1, 0, s, -t, s, t, s * t}, down[FOLLOW_MODES] = {0, 1, t, s, -t, s, 0, s * t};
        corners += (open_variance(n, across) + open_variance(n, down)) / 8;
    }
    const double u[FOLLOW_MODES] = {1}, v[FOLLOW_MODES] = {0, 1}, turn[FOLLOW_MODES] = {0, 0, 0, 1};
    fit->sigma_px = half_edge_px * sqrt(corners * variance);
    fit->centre_sigma_px = half_edge_px * sqrt((open_variance(n, u) + open_variance(n, v)) / 2 * variance);
    fit->turn_sigma_rad = sqrt(open_variance(n, turn) * variance);
}

static bool follow_sample(const frame *f, const light_table *l, const follow_template *t, follow_fit *fit) {
    double h[9], half = mean_half_edge(fit->corner);
    px2 origin = floor_of_middle(fit->corner);
    if (!(fabs(origin.u) < 1e6) || !(fabs(origin.v) < 1e6) || !follow_mapping(fit->corner, origin, h)) return false;
    int inside = sample_all(f, l, t, h, origin, width_of_points(t, half), fit);
    return 2 * inside > t->side * t->side;
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

// By how much Tukey's weights make the equations look surer than they are: noise that comes near the gate is weighted away where it would show.
// Source: Huber, "Robust Statistics" (1981), 7.6: the variance of an M-estimate is the mean of psi squared over the square of the mean of its slope.
static double weighted_away(const follow_template *t, const follow_fit *fit, const float *residual, float gate) {
    follow_lanes psi2 = {0}, slope = {0}, weight = {0}, square = {0};
    for (int i = 0; i < t->count; i += FOLLOW_LANES) {
        follow_lanes r = *(const follow_lanes *)(residual + i), w = *(const follow_lanes *)(fit->weight + i);
        follow_lanes q = r * r / (gate * gate), in = 1 - q;
        slope += w * (1 - 5 * q) * in / (in * in + 1e-4f);  // w holds (1 - q)^2, of which one (1 - q) is the slope's
        psi2 += w * w * r * r, weight += w, square += w * r * r;
    }
    double sum[4] = {0};
    for (int k = 0; k < FOLLOW_LANES; k++)
        sum[0] += (double)psi2[k], sum[1] += (double)slope[k], sum[2] += (double)weight[k], sum[3] += (double)square[k];
    double least_slope = sum[2] / 3;
    sum[1] = fmax(sum[1], least_slope);
    return sum[3] > 0 ? fmax(1, sum[0] * sum[2] * sum[2] / (sum[1] * sum[1] * sum[3])) : 1;
}

static double gate_of(int step) { return step == 0 ? 0.9 : step == 1 ? 0.55 : step == 2 ? 0.4 : 0.32; }

bool follow_settle(const frame *f, const light_table *l, const follow_pattern *p, follow_template *t, const follow_evidence *seen, int steps,
                   double blur_spread_px, double reach_px, follow_fit *fit) {
    float residual[FOLLOW_SAMPLES] __attribute__((aligned(32)));
    px2 start[4];
    memcpy(start, fit->corner, sizeof start);
    memset(fit->shape, 0, sizeof fit->shape);
    fit->widen = fit->lean_s = fit->lean_t = 0;
    bool far = false;  // not there yet: a few steps more than it should take
    for (int step = 0; step <= steps || (far && step <= steps + MORE_STEPS); step++) {
        double h[9], half = mean_half_edge(fit->corner), x[FOLLOW_MODES];
        px2 origin = floor_of_middle(fit->corner);
        normal_equations n;
        if (!follow_sample(f, l, t, fit) || !follow_mapping(fit->corner, origin, h)) return false;
        if (step == 0 && !seen && !first_levels(t, fit)) return false;
        if (seen) pass_over(p, t, seen, fit);
        float gate = (float)gate_of(seen ? step + 2 : step);
        weigh_points(t, gate, fit, residual);
        gather(t, fit, residual, &n);
        if (!(n.weight > 16)) return false;
        fit->residual = sqrt(n.square / n.weight);
        double variance = (fit->residual * fit->residual + 1e-4) * shared_points(t, half);
        add_expectation(fit, half, blur_spread_px, variance, !seen && !t->sparse && step < STIFF_STEPS, &n);
        if (!factor(&n)) return false;
        for (int m = 0; m < FOLLOW_MODES; m++) n.b[m] = -n.b[m];
        solve(&n, n.b, x);
        double moved = move(fit, h, origin, half, x);
        if (!move_light(t, fit, x)) return false;
        for (int k = 0; k < 4; k++)
            if (!(hypot(fit->corner[k].u - start[k].u, fit->corner[k].v - start[k].v) < reach_px)) return false;
        bool same_blur = fabs((double)fit->widen) < same_blur_px;
        bool settled = (step >= 1 || t->sparse) && moved < settled_px && same_blur;
        far = moved > far_px;
        if (settled || step >= steps) set_sigmas(&n, half, variance * weighted_away(t, fit, residual, gate), fit);
        if (settled) return true;
        if (same_blur || step >= steps) continue;
        if (t->sparse) return false;  // another lens than it was taken for: no quick look
        follow_template_make(p, t->cell_px, t->blur_px + (double)fit->widen, t);
        fit->widen = 0;
    }
    return true;
}
