#include "vision/tags/place.h"

#include <math.h>
#include <string.h>

#include "vision/tags/square.h"

enum { LANES = 8, EVENLY = 640, MOST_PIXELS = 960, LEVELS = 2, MODES = 8, BLUR = LEVELS + MODES, TONE, STRAIGHT, BENDS = 5 };
enum { PARAMETERS = STRAIGHT + BENDS, ROUNDS = 3, MOST_ROUNDS = 12 };

// Edge from which pixels are picked at the print's edges, and a lens's distortion bends the print.
static const double large_px = 48;

#define NOT_KNOWN 0.5F

typedef float lanes __attribute__((vector_size(4 * LANES)));

// The print with one more cell on each side: at[y + out][x + out], 1 white, 0 black.
typedef struct {
    int border, out;  // out: cells before the square's first in the array
    float at[FAMILY_MAX_CELLS + 4][FAMILY_MAX_CELLS + 4];
    bool known[FAMILY_MAX_CELLS + 4][FAMILY_MAX_CELLS + 4];  // the cell and all about it
} print_cells;

// What is kept of each pixel used.
typedef struct {
    int count, flat;                       // of large tags the first `flat` ones lie in the cells' middles
    float x[MOST_PIXELS], y[MOST_PIXELS];  // cells
    float light[MOST_PIXELS] __attribute__((aligned(32)));
    float weight[MOST_PIXELS] __attribute__((aligned(32)));
    float model[MOST_PIXELS] __attribute__((aligned(32)));
    float column[PARAMETERS][MOST_PIXELS] __attribute__((aligned(32)));  // the change of light by each parameter
} pixel_list;

typedef struct {
    int count;  // of parameters in use
    double a[PARAMETERS][PARAMETERS], b[PARAMETERS], weight, square;
} equations;

typedef struct {
    px2 corner[4];
    bool large;
    // Half edges: to the right by 1 - y * y and 1 - x * x, down by these, outward by 2 - r * r; nothing at the corners. x, y in half edges.
    double bend[BENDS];
    double blur_px, tone, ink, step;  // step: from ink to paper
    double residual;
} placing;

static const double usual_blur_px = 0.8;
static const double least_step = 1e-4;  // of light from ink to paper: three codes of 255 at the dark end are more

void place_tables_fill(place_tables *t) {
    for (int i = 0; i < 256; i++) {  // x^2.2, near enough
        float x = (float)i * (1.0F / 255);
        t->light[i] = x * x * (0.75F + 0.25F * x);
    }
    for (int i = 0; i <= BELL_STEPS; i++) {
        double z = 4.0 * i / BELL_STEPS;
        t->tail[i] = (float)(0.5 * erfc(z / sqrt(2.0)));
        t->bell[i] = (float)(exp(-z * z / 2) / sqrt(2 * PI));
    }
}

static void print_of(const tag_family *f, int id, print_cells *p) {
    int reach = (f->cells - f->border) / 2, n;
    p->border = f->border;
    p->out = (reach < 1 ? 1 : reach) + 1;
    n = f->border + 2 * p->out;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            // Beyond what is known the last known cell goes on.
            int cx = x == 0 ? 1 : x == n - 1 ? n - 2 : x, cy = y == 0 ? 1 : y == n - 1 ? n - 2 : y;
            int white = family_white(f, id, cx - p->out, cy - p->out);
            p->at[y][x] = white < 0 ? NOT_KNOWN : (float)white;
        }
    for (int y = 1; y < n - 1; y++)
        for (int x = 1; x < n - 1; x++) {
            p->known[y][x] = true;
            for (int k = 0; k < 9; k++) p->known[y][x] &= p->at[y - 1 + k / 3][x - 1 + k % 3] != NOT_KNOWN;
        }
}

typedef struct {
    double to_cell[9], to_px[9];
} cell_map;

static bool map_of(const px2 *corner, int border, cell_map *m) {
    double *a = m->to_px;
    if (!(fabs(square_map(corner, a)) > 1)) return false;
    double g = a[6], h = a[7];
    for (int i = 0; i < 9; i++)
        if (i % 3 != 2) a[i] /= border;
    double *b = m->to_cell;
    b[0] = a[4] * a[8] - a[5] * a[7], b[1] = a[2] * a[7] - a[1] * a[8], b[2] = a[1] * a[5] - a[2] * a[4];
    b[3] = a[5] * a[6] - a[3] * a[8], b[4] = a[0] * a[8] - a[2] * a[6], b[5] = a[2] * a[3] - a[0] * a[5];
    b[6] = a[3] * a[7] - a[4] * a[6], b[7] = a[1] * a[6] - a[0] * a[7], b[8] = a[0] * a[4] - a[1] * a[3];
    double scale = 1 / b[8];
    for (int i = 0; i < 9; i++) b[i] *= scale;
    return isfinite(scale) && fabs(g) < 0.9 && fabs(h) < 0.9;
}

typedef struct {
    double left, top, right, bottom;
} box;

static box box_of(const px2 *c, double margin) {
    box b = {c[0].u, c[0].v, c[0].u, c[0].v};
    for (int k = 1; k < 4; k++) b = (box){fmin(b.left, c[k].u), fmin(b.top, c[k].v), fmax(b.right, c[k].u), fmax(b.bottom, c[k].v)};
    return (box){b.left - margin, b.top - margin, b.right + margin, b.bottom + margin};
}

static double ring_of(const placing *at, double cell_px) { return fmin(0.6, fmax(0.25, 1 - 1.6 * at->blur_px / cell_px)); }

// Picks pixels of the square and of the nearer part of the ring about it: all of them, or every so manieth of large tags. False: the picture ends
// there.
static bool pick_evenly(const place_tables *t, const frame *f, const placing *at, const cell_map *m, const print_cells *c, double cell_px,
                        pixel_list *p) {
    int border = c->border;
    double ring = ring_of(at, cell_px);
    box b = box_of(at->corner, ring * cell_px);
    b = (box){fmax(b.left, 0), fmax(b.top, 0), fmin(b.right, f->width - 1), fmin(b.bottom, f->height - 1)};
    if (!(b.left < b.right && b.top < b.bottom)) return false;
    double area = (border + 2 * ring) * (border + 2 * ring) * cell_px * cell_px;
    int every = 1 + (int)(area * 1.15 / EVENLY), skip = every > 1 ? every / 2 | 1 : 0, from_v = (int)ceil(b.top), to_v = (int)floor(b.bottom);
    int from_u = (int)ceil(b.left), to_u = (int)floor(b.right);
    const double *h = m->to_cell;
    double low = -ring, high = border + ring;
    p->count = 0;
    for (int v = from_v; v <= to_v; v++) {
        const uint8_t *row = f->gray + (size_t)v * f->gray_stride;
        for (int u = from_u + (every > 1 ? (v - from_v) * skip % every : 0); u <= to_u && p->count < EVENLY; u += every) {
            double w = 1 / (h[6] * u + h[7] * v + h[8]), x = (h[0] * u + h[1] * v + h[2]) * w, y = (h[3] * u + h[4] * v + h[5]) * w;
            if (!(x > low && y > low && x < high && y < high)) continue;
            if (!c->known[(int)(y + c->out)][(int)(x + c->out)]) continue;
            p->x[p->count] = (float)x, p->y[p->count] = (float)y;
            p->light[p->count++] = t->light[row[u]];
        }
    }
    p->flat = p->count;
    return p->count >= 60;
}

// What picking needs at hand.
typedef struct {
    const place_tables *tables;
    const frame *frame;
    const placing *at;
    const cell_map *map;
    const print_cells *print;
    double low, high;  // cells
} picker;

// Moves a place on the print, in cells, by its bend; sign 1: from where a flat print would have it to where it is.
static void bend_by(const placing *at, double half, double sign, double *x, double *y) {
    double s = *x / half - 1, t = *y / half - 1, right = 1 - s * s, down = 1 - t * t, outward = at->bend[4] * (right + down);
    *x += sign * half * (at->bend[0] * down + at->bend[1] * right + outward * s);
    *y += sign * half * (at->bend[2] * down + at->bend[3] * right + outward * t);
}

// Takes the pixel nearest to a place on the print.
static void pick_near(const picker *k, double x, double y, pixel_list *p) {
    const double *g = k->map->to_px, *h = k->map->to_cell, half = 0.5 * k->print->border;
    bend_by(k->at, half, -1, &x, &y);
    double w = 1 / (g[6] * x + g[7] * y + 1), u = rint((g[0] * x + g[1] * y + g[2]) * w), v = rint((g[3] * x + g[4] * y + g[5]) * w);
    if (!(u >= 0 && v >= 0 && u < k->frame->width && v < k->frame->height) || p->count == MOST_PIXELS) return;
    w = 1 / (h[6] * u + h[7] * v + h[8]), x = (h[0] * u + h[1] * v + h[2]) * w, y = (h[3] * u + h[4] * v + h[5]) * w;
    bend_by(k->at, half, 1, &x, &y);
    if (!(x > k->low && y > k->low && x < k->high && y < k->high)) return;
    if (!k->print->known[(int)(y + k->print->out)][(int)(x + k->print->out)]) return;
    p->x[p->count] = (float)x, p->y[p->count] = (float)y;
    p->light[p->count++] = k->tables->light[k->frame->gray[(size_t)v * k->frame->gray_stride + (size_t)u]];
}

// Whether the print changes between cell (x, y) and the one before it, to the left or above.
static bool changes(const print_cells *c, int x, int y, bool down) {
    int i = x + c->out, j = y + c->out;
    float here = c->at[j][i], before = down ? c->at[j - 1][i] : c->at[j][i - 1];
    return here != before && here != NOT_KNOWN && before != NOT_KNOWN;
}

// Of a large tag: two pixels of each cell's middle, for ink and paper, and as many as there is room for about the edges between cells, where alone
// its place shows. They lie at all distances from the edges and are in no step with the picture's rows and columns.
static bool pick_at_edges(const picker *k, double cell_px, pixel_list *p) {
    int n = k->print->border, edges = 0;
    double span = fmin(0.5, (2.2 * k->at->blur_px + 0.7) / cell_px), along = 0, across = 0;
    p->count = 0;
    for (int i = 0; i < 2 * n * n; i++) {
        double to = i % 2 ? 0.36 : 0.64;
        pick_near(k, i / 2 % n + to, i / 2 / n + (i / 2 % 2 ? to : 1 - to), p);
    }
    p->flat = p->count;
    for (int i = 0; i < 2 * n * (n + 1); i++) edges += changes(k->print, i % 2 ? i / 2 % n : i / 2 / n, i % 2 ? i / 2 / n : i / 2 % n, i % 2);
    int each = edges > 0 ? (MOST_PIXELS - p->count) / edges : 0;
    each = each < 4 ? 4 : each > 32 ? 32 : each;
    for (int i = 0; i < 2 * n * (n + 1); i++) {
        int line = i / 2 / n, cell = i / 2 % n;
        bool down = i % 2;
        if (!changes(k->print, down ? cell : line, down ? line : cell, down)) continue;
        for (int q = 0; q < each; q++) {
            along = fmod(along + 0.7548776662466927, 1), across = fmod(across + 0.5698402909980532, 1);  // Roberts' sequence
            double on = cell + along, off = line + span * (2 * across - 1);
            pick_near(k, down ? on : off, down ? off : on, p);
        }
    }
    return p->flat >= 40 && p->count - p->flat >= 60;
}

static bool pick_pixels(const place_tables *t, const frame *f, const placing *at, const cell_map *m, const print_cells *c, double cell_px,
                        pixel_list *p) {
    if (!at->large) return pick_evenly(t, f, at, m, c, cell_px, p);
    double ring = ring_of(at, cell_px);
    return pick_at_edges(&(picker){t, f, at, m, c, -ring, c->border + ring}, cell_px, p);
}

// Shares of the cell before, the own and the next one in the light at `at` (0..1) of a cell; their change along the cell and by the blur.
typedef struct {
    float share[3], slope[3], widen[3];
} taps;

static inline taps taps_at(const place_tables *t, float at, float inverse_blur) {
    float z0 = at * inverse_blur, z1 = (1 - at) * inverse_blur, scale = BELL_STEPS / 4.0F;
    int i0 = (int)(z0 * scale + 0.5F), i1 = (int)(z1 * scale + 0.5F);
    i0 = i0 > BELL_STEPS ? BELL_STEPS : i0, i1 = i1 > BELL_STEPS ? BELL_STEPS : i1;
    float before = t->tail[i0], after = t->tail[i1], rise = t->bell[i0] * inverse_blur, fall = t->bell[i1] * inverse_blur;
    return (taps){{before, 1 - before - after, after}, {-rise, rise - fall, fall}, {z0 * rise, -z0 * rise - z1 * fall, z1 * fall}};
}

// Light of the blurred print at a pixel, 0..1, and its changes: by x, by y, by the blur (in cells).
static inline void print_light(const place_tables *t, const print_cells *c, float x, float y, float inverse_blur, float out[4]) {
    float px = x + (float)c->out, py = y + (float)c->out;
    int ix = (int)px, iy = (int)py;
    taps h = taps_at(t, px - (float)ix, inverse_blur), v = taps_at(t, py - (float)iy, inverse_blur);
    out[0] = out[1] = out[2] = out[3] = 0;
    for (int k = 0; k < 3; k++) {
        const float *a = &c->at[iy - 1 + k][ix - 1];
        float light = h.share[0] * a[0] + h.share[1] * a[1] + h.share[2] * a[2], slope = h.slope[0] * a[0] + h.slope[1] * a[1] + h.slope[2] * a[2];
        float widen = h.widen[0] * a[0] + h.widen[1] * a[1] + h.widen[2] * a[2];
        out[0] += v.share[k] * light, out[1] += v.share[k] * slope, out[2] += v.slope[k] * light;
        out[3] += v.share[k] * widen + v.widen[k] * light;
    }
}

static void fill_columns(const place_tables *t, const print_cells *c, const placing *at, double cell_px, pixel_list *p) {
    float inverse = (float)(cell_px / at->blur_px), half = 0.5F * (float)c->border, step = (float)at->step, to_px = (float)(1 / cell_px);
    for (int i = 0; i < p->count; i++) {
        float m[4], x = (p->x[i] - half) / half, y = (p->y[i] - half) / half;
        print_light(t, c, p->x[i], p->y[i], inverse, m);
        float gx = step * half * m[1], gy = step * half * m[2];
        p->model[i] = m[0];
        p->column[0][i] = 1, p->column[1][i] = m[0];
        p->column[2][i] = gx, p->column[3][i] = gy;
        p->column[4][i] = gx * x, p->column[5][i] = gx * y, p->column[6][i] = gy * x, p->column[7][i] = gy * y;
        p->column[8][i] = (gx * x + gy * y) * x, p->column[9][i] = (gx * x + gy * y) * y;
        p->column[BLUR][i] = step * to_px * m[3];
        p->column[TONE][i] = step * m[0] * (1 - m[0]);
        if (!at->large) continue;
        float down = 1 - y * y, right = 1 - x * x;
        p->column[STRAIGHT][i] = gx * down, p->column[STRAIGHT + 1][i] = gx * right;
        p->column[STRAIGHT + 2][i] = gy * down, p->column[STRAIGHT + 3][i] = gy * right;
        p->column[STRAIGHT + 4][i] = (gx * x + gy * y) * (down + right);
    }
    for (int i = p->count; i % LANES != 0; i++) {
        p->light[i] = p->model[i] = p->weight[i] = 0;
        for (int k = 0; k < PARAMETERS; k++) p->column[k][i] = 0;
    }
}

// Ink and paper before anything is fitted: the straight line through light over print.
static bool first_levels(const pixel_list *p, placing *at) {
    double m = 0, l = 0, mm = 0, ml = 0, n = p->count;
    for (int i = 0; i < p->count; i++) {
        double x = (double)p->model[i], y = (double)p->light[i];
        m += x, l += y, mm += x * x, ml += x * y;
    }
    double det = n * mm - m * m;
    if (!(det > 1e-3 * n * n)) return false;
    at->step = (n * ml - m * l) / det;
    at->ink = (l - at->step * m) / n;
    return at->step > least_step;
}

static inline float modelled(const placing *at, float m) { return (float)at->ink + (float)at->step * (m + (float)at->tone * m * (1 - m)); }

static void weigh(const placing *at, float gate, pixel_list *p) {
    float inverse = 1 / (gate * (float)at->step);
    for (int i = 0; i < p->count; i++) {
        float r = (p->light[i] - modelled(at, p->model[i])) * inverse, w = 1 - r * r;
        p->weight[i] = w > 0 ? w * w : 0;
    }
}

static double sum_of(const lanes *v) {
    double sum = 0;
    for (int k = 0; k < LANES; k++) sum += (double)(*v)[k];
    return sum;
}

// `count` is a constant where this is called, so that the loops unroll.
static inline __attribute__((always_inline)) void gather_some(const pixel_list *p, const placing *at, const int count, equations *e) {
    lanes a[PARAMETERS * (PARAMETERS + 1) / 2] = {{0}}, b[PARAMETERS] = {{0}}, weight = {0}, square = {0};
    for (int i = 0; i < p->count; i += LANES) {
        lanes w = *(const lanes *)(p->weight + i), m = *(const lanes *)(p->model + i), c[PARAMETERS];
        lanes r = *(const lanes *)(p->light + i) - (float)at->ink - (float)at->step * (m + (float)at->tone * m * (1 - m));
        int k = 0;
        for (int j = 0; j < count; j++) {
            c[j] = *(const lanes *)(p->column[j] + i);
            lanes wc = w * c[j];
            b[j] += wc * r;
            for (int q = 0; q <= j; q++) a[k++] += wc * c[q];
        }
        weight += w, square += w * r * r;
    }
    int k = 0;
    for (int j = 0; j < count; j++) {
        e->b[j] = sum_of(&b[j]);
        for (int q = 0; q <= j; q++) e->a[j][q] = e->a[q][j] = sum_of(&a[k++]);
    }
    e->weight = sum_of(&weight);
    e->square = sum_of(&square);
}

static void gather(const pixel_list *p, const placing *at, equations *e) {
    e->count = at->large ? PARAMETERS : STRAIGHT;
    if (at->large)
        gather_some(p, at, PARAMETERS, e);
    else
        gather_some(p, at, STRAIGHT, e);
}

// Cholesky's factor in place; false where it is singular.
static bool factor(equations *e) {
    for (int i = 0; i < e->count; i++)
        for (int j = 0; j <= i; j++) {
            double sum = e->a[i][j];
            for (int k = 0; k < j; k++) sum -= e->a[i][k] * e->a[j][k];
            if (i == j && !(sum > 1e-12)) return false;
            e->a[i][j] = i == j ? sqrt(sum) : sum / e->a[j][j];
        }
    return true;
}

static void solve(const equations *e, const double *b, double *x) {
    for (int i = 0; i < e->count; i++) {
        x[i] = b[i];
        for (int k = 0; k < i; k++) x[i] -= e->a[i][k] * x[k];
        x[i] /= e->a[i][i];
    }
    for (int i = e->count - 1; i >= 0; i--) {
        for (int k = i + 1; k < e->count; k++) x[i] -= e->a[k][i] * x[k];
        x[i] /= e->a[i][i];
    }
}

// By how much the weights make the equations look surer than they are: in dark, noisy pictures noise comes near the gate and is weighted away where
// it would show. Source: Huber, "Robust Statistics" (1981), 7.6: the variance of an M-estimate is the mean of psi squared over the square of the mean
// of its slope.
static double weighted_away(const pixel_list *p, const placing *at, float gate) {
    lanes psi2 = {0}, slope = {0}, weight = {0}, square = {0};
    float inverse = 1 / (gate * (float)at->step);
    for (int i = 0; i < p->count; i += LANES) {
        lanes w = *(const lanes *)(p->weight + i), m = *(const lanes *)(p->model + i);
        lanes r = *(const lanes *)(p->light + i) - (float)at->ink - (float)at->step * (m + (float)at->tone * m * (1 - m));
        lanes q = r * r * inverse * inverse, in = 1 - q;
        slope += w * (1 - 5 * q) * in / (in * in + 1e-4f);  // w holds (1 - q)^2, of which one (1 - q) is the slope's
        psi2 += w * w * r * r, weight += w, square += w * r * r;
    }
    double sum_w = sum_of(&weight), sum_slope = fmax(sum_of(&slope), sum_w / 3), sum_square = sum_of(&square);
    return sum_square > 0 ? fmax(1, sum_of(&psi2) * sum_w * sum_w / (sum_slope * sum_slope * sum_square)) : 1;
}

// What is known beforehand of blur and tone, as so many observations.
static void add_expectation(const placing *at, double blur_px, double variance, equations *e) {
    static const double blur_sigma = 0.3, tone_sigma = 0.6, bend_sigma = 0.02;
    double b = variance / (blur_sigma * blur_sigma), t = variance / (tone_sigma * tone_sigma), shape = variance * 0.25;
    e->a[BLUR][BLUR] += b;
    e->b[BLUR] -= b * (at->blur_px - blur_px);
    e->a[TONE][TONE] += t;
    e->b[TONE] -= t * at->tone;
    for (int k = LEVELS; k < LEVELS + MODES; k++) e->a[k][k] += shape;  // keeps a print that says nothing of one direction solvable
    for (int k = STRAIGHT; k < e->count; k++) {
        double bend = variance / (bend_sigma * bend_sigma);
        e->a[k][k] += bend;
        e->b[k] -= bend * at->bend[k - STRAIGHT];
    }
}

static const double corner_x[4] = {-1, 1, 1, -1}, corner_y[4] = {1, 1, -1, -1};  // y down

// By how much the modes carry corner k, in half edges.
static vec2 carried(const double *x, int k) {
    double s = corner_x[k], t = corner_y[k], bulge = x[8] * s + x[9] * t;
    return (vec2){x[2] + x[4] * s + x[5] * t + bulge * s, x[3] + x[6] * s + x[7] * t + bulge * t};
}

static double mean_edge(const px2 *c) {
    double sum = 0;
    for (int k = 0; k < 4; k++)
        sum += sqrt((c[k].u - c[(k + 1) % 4].u) * (c[k].u - c[(k + 1) % 4].u) + (c[k].v - c[(k + 1) % 4].v) * (c[k].v - c[(k + 1) % 4].v)) / 4;
    return sum;
}

static void take_step(placing *at, const cell_map *m, int border, const double *x) {
    double half = 0.5 * border;
    const double *h = m->to_px;
    for (int k = 0; k < 4; k++) {
        vec2 d = carried(x, k);
        double s = half * (1 + corner_x[k] - d.x), t = half * (1 + corner_y[k] - d.y), w = h[6] * s + h[7] * t + 1;
        at->corner[k] = (px2){(h[0] * s + h[1] * t + h[2]) / w, (h[3] * s + h[4] * t + h[5]) / w};
    }
    at->ink += x[0], at->step += x[1];
    at->blur_px = fmin(fmax(2.5, 0.4 * mean_edge(at->corner) / border), fmax(0.35, at->blur_px + x[BLUR]));
    for (int k = 0; at->large && k < BENDS; k++) at->bend[k] += x[STRAIGHT + k];
    at->tone = fmin(2, fmax(-0.9, at->tone + x[TONE]));
}

// RMS over the corners' coordinates of what the factored equations leave open, px.
static double spread(const equations *e, double half_px, double variance) {
    double sum = 0;
    for (int k = 0; k < 4; k++) {
        double s = corner_x[k], t = corner_y[k];
        const double row[2][PARAMETERS] = {{0, 0, 1, 0, s, t, 0, 0, s * s, s * t}, {0, 0, 0, 1, 0, 0, s, t, s * t, t * t}};
        for (int c = 0; c < 2; c++) {
            double x[PARAMETERS];
            solve(e, row[c], x);
            for (int j = 0; j < e->count; j++) sum += x[j] * row[c][j] / 8;
        }
    }
    return half_px * sqrt(fmax(0, sum) * variance);
}

// RMS over the pixels, of large tags over those of the cells' middles, of the step from ink to paper; what lies far off counts as half a step.
static double unweighted_residual(const pixel_list *p, const placing *at) {
    double sum = 0;
    for (int i = 0; i < p->flat; i++) {
        double r = fabs((double)(p->light[i] - modelled(at, p->model[i]))) / at->step;
        sum += r > 0.5 ? 0.25 : r * r;
    }
    return sqrt(sum / p->flat);
}

// How far the corners may be from where the search put them: the quad's sides lie outward by half of the blur and are drawn straight.
static double most_moved(const placing *at, double cell_px) { return at->large ? fmax(2, 0.3 * cell_px) : 1.5; }

static double moved(const px2 *a, const px2 *b) {
    double most = 0;
    for (int k = 0; k < 4; k++) {
        double d = hypot(a[k].u - b[k].u, a[k].v - b[k].v);
        if (!(d <= most)) most = d;
    }
    return most;
}

static const float last_gate = 0.4F;

// Everything of one round but its gate: false where the fit fails. *sigma of a corner's coordinate, of that round.
static bool fit_round(const place_tables *tables, const frame *f, const print_cells *print, int round, float gate, placing *at, double *sigma) {
    pixel_list p;
    cell_map m;
    equations e;
    double x[PARAMETERS], edge = mean_edge(at->corner), cell = edge / print->border;
    if (!(cell > 0.8 && cell < 1e4) || !map_of(at->corner, print->border, &m) || !pick_pixels(tables, f, at, &m, print, cell, &p)) return false;
    fill_columns(tables, print, at, cell, &p);
    if (round == 0) {
        if (!first_levels(&p, at)) return false;
        fill_columns(tables, print, at, cell, &p);
    }
    weigh(at, gate, &p);
    gather(&p, at, &e);
    if (e.weight < 0.4 * p.count) return false;
    double variance = e.square / e.weight * (gate <= last_gate ? weighted_away(&p, at, gate) : 1);
    at->residual = unweighted_residual(&p, at);
    add_expectation(at, usual_blur_px, variance, &e);
    if (!factor(&e)) return false;
    solve(&e, e.b, x);
    take_step(at, &m, print->border, x);
    *sigma = spread(&e, edge / 2, variance);
    return at->step > least_step;
}

bool place_tag(const place_tables *tables, const frame *f, const tag_family *family, tag_sighting *t, double *misfit) {
    const float gates[ROUNDS] = {1.2F, 0.6F, last_gate};
    print_cells print;
    placing at = {.blur_px = usual_blur_px};
    double sigma = 0, edge = mean_edge(t->corner), cell = edge / family->border;
    memcpy(at.corner, t->corner, sizeof at.corner);
    print_of(family, t->id, &print);
    at.large = edge > large_px;
    if (at.large) at.blur_px = fmax(usual_blur_px, 0.12 * cell);  // wide at first, so that edges some pixels off are within its reach
    int wide = at.large ? 2 : 0, rounds = at.large ? MOST_ROUNDS : ROUNDS;
    for (int round = 0; round < rounds; round++) {
        px2 before[4];
        memcpy(before, at.corner, sizeof before);
        double blur_px = at.blur_px;
        int gate = round <= wide ? 0 : round - wide < ROUNDS ? round - wide : ROUNDS - 1;
        if (!fit_round(tables, f, &print, round, gates[gate], &at, &sigma)) return false;
        if (gate == ROUNDS - 1 && moved(before, at.corner) < 0.01 && fabs(at.blur_px - blur_px) < 0.02) break;
    }
    if (!(moved(t->corner, at.corner) < most_moved(&at, cell))) return false;
    memcpy(t->corner, at.corner, sizeof at.corner);
    *misfit = at.residual;
    // Light of the cell after the next is left out of the model: a bias where the blur comes near to half a cell.
    double beyond = 0.45 * fmax(0, at.blur_px * family->border / mean_edge(at.corner) - 0.44);
    // Of a large tag some pixels are picked twice.
    t->sigma_px = sqrt((at.large ? 2 : 1.15) * sigma * sigma + 0.006 * 0.006 + beyond * beyond);
    return true;
}
