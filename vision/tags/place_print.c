// The print of a tag, the pixels of the picture that tell where it lies, and how the print, blurred, would look at them.
#include <math.h>

#include "vision/tags/place_parts.h"
#include "vision/tags/tags_limits.h"

#define NOT_KNOWN 0.5F

void place_print_of(const tag_family *f, int id, print_cells *p) {
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
            p->nine[y][x] = 0;
            for (int k = 0; k < 9; k++) {
                float white = p->at[y - 1 + k / 3][x - 1 + k % 3];
                p->nine[y][x] |= white == NOT_KNOWN ? -1 : (int32_t)white << k;
            }
        }
}

bool place_map_of(const px2 *corner, int border, cell_map *m) {
    if (!(fabs(square_map_cells(corner, border, m->to_px)) > 1)) return false;
    square_invert(m->to_px, m->to_cell);
    return isfinite(m->to_cell[8]) && fabs(m->to_px[6]) * border < 0.9 && fabs(m->to_px[7]) * border < 0.9;
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

// Places of eight pixels of a row on the print, in cells.
INLINED void place_pixels(const float h[9], float u, float step, float v, float x[FLOAT8], float y[FLOAT8]) {
    static const float8 count = {0, 1, 2, 3, 4, 5, 6, 7};
    float8 at = u + step * count, w = 1 / (h[6] * at + (h[7] * v + h[8]));
    *(float8 *)x = (h[0] * at + (h[1] * v + h[2])) * w, *(float8 *)y = (h[3] * at + (h[4] * v + h[5])) * w;
}

// The map from pixels that count from (u, v).
static void shift_map(const double *from, double u, double v, float to[9]) {
    double scale = 1 / (from[6] * u + from[7] * v + from[8]);
    for (int i = 0; i < 3; i++) {
        const double *row = from + 3 * i;
        to[3 * i] = (float)(row[0] * scale), to[3 * i + 1] = (float)(row[1] * scale);
        to[3 * i + 2] = (float)((row[0] * u + row[1] * v + row[2]) * scale);
    }
}

// Picks pixels of the square and of the nearer part of the ring about it: all of them, or every so manieth where they are more than `most`. False:
// the picture ends there.
WIDENED static bool pick_evenly(const place_tables *t, const frame *f, const placing *at, const cell_map *m, const print_cells *c, double cell_px,
                                int most, pixel_list *p) {
    int border = c->border;
    double ring = ring_of(at, cell_px);
    box b = box_of(at->corner, ring * cell_px);
    b = (box){fmax(b.left, 0), fmax(b.top, 0), fmin(b.right, f->width - 1), fmin(b.bottom, f->height - 1)};
    if (!(b.left < b.right && b.top < b.bottom)) return false;
    double area = (border + 2 * ring) * (border + 2 * ring) * cell_px * cell_px;
    int every = 1 + (int)(area * 1.15 / most), skip = every > 1 ? every / 2 | 1 : 0, from_v = (int)ceil(b.top), to_v = (int)floor(b.bottom);
    int from_u = (int)ceil(b.left), to_u = (int)floor(b.right);
    float h[9], low = (float)-ring, high = (float)(border + ring);
    shift_map(m->to_cell, from_u, from_v, h);
    p->count = 0;
    for (int v = from_v; v <= to_v; v++) {
        const uint8_t *row = f->gray + (size_t)v * f->gray_stride;
        for (int u = from_u + (v - from_v) * skip % every; u <= to_u; u += FLOAT8 * every) {
            float x[FLOAT8] __attribute__((aligned(32))), y[FLOAT8] __attribute__((aligned(32)));
            place_pixels(h, (float)(u - from_u), (float)every, (float)(v - from_v), x, y);
            for (int i = 0; i < FLOAT8 && u + i * every <= to_u && p->count < most; i++) {
                if (!(x[i] > low && y[i] > low && x[i] < high && y[i] < high)) continue;
                int32_t nine = c->nine[(int)(y[i] + (float)c->out)][(int)(x[i] + (float)c->out)];
                if (nine < 0) continue;
                p->x[p->count] = x[i], p->y[p->count] = y[i], p->nine[p->count] = nine;
                p->light[p->count++] = t->curve.of[row[u + i * every]];
            }
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
    int32_t nine = k->print->nine[(int)(y + k->print->out)][(int)(x + k->print->out)];
    if (nine < 0) return;
    p->x[p->count] = (float)x, p->y[p->count] = (float)y, p->nine[p->count] = nine;
    p->light[p->count++] = k->tables->curve.of[k->frame->gray[(size_t)v * k->frame->gray_stride + (size_t)u]];
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

bool place_pick(const place_tables *t, const frame *f, const placing *at, const cell_map *m, const print_cells *c, double cell_px, int most,
                pixel_list *p) {
    if (!at->large) return pick_evenly(t, f, at, m, c, cell_px, most, p);
    double ring = ring_of(at, cell_px);
    return pick_at_edges(&(picker){t, f, at, m, c, -ring, c->border + ring}, cell_px, p);
}

// Shares of the cell before, the own and the next one in the light at a place of a cell; their change along the cell and by the blur.
typedef struct {
    float8 share[3], slope[3], widen[3];
} taps;

// The normal distribution's density, to 3e-4, and its tail, to 1e-4, at z >= 0. Source: Abramowitz and Stegun, 26.2.16, for the tail by the density;
// exp(x) as (1 + x / 512)^512.
INLINED void normal_at(const float8 *at, float8 *bell, float8 *tail) {
    mask8 near = *at < 4;
    float8 four = {4, 4, 4, 4, 4, 4, 4, 4}, z = (float8)(((mask8)*at & near) | ((mask8)four & ~near)), e = 1 - z * z * (1 / 1024.0F);
    for (int i = 0; i < 9; i++) e *= e;
    float8 t = 1 / (1 + 0.33267F * z);
    *bell = 0.39894228F * e;
    *tail = *bell * t * (0.4361836F + t * (-0.1201676F + t * 0.9372980F));
}

// at: 0..1 of the cell.
INLINED void taps_at(const float8 *at, float inverse_blur, taps *out) {
    float8 z0 = *at * inverse_blur, z1 = (1 - *at) * inverse_blur, rise, fall;
    normal_at(&z0, &rise, &out->share[0]);
    normal_at(&z1, &fall, &out->share[2]);
    rise *= inverse_blur, fall *= inverse_blur;
    out->share[1] = 1 - out->share[0] - out->share[2];
    out->slope[0] = -rise, out->slope[1] = rise - fall, out->slope[2] = fall;
    out->widen[0] = z0 * rise, out->widen[2] = z1 * fall, out->widen[1] = -out->widen[0] - out->widen[2];
}

// Of eight pixels: the light of the blurred print, 0..1, and its changes.
INLINED void print_light(const taps *h, const taps *v, const mask8 *nine, float8 *light, float8 *gx, float8 *gy, float8 *blur) {
    float8 zero = {0};
    mask8 one = {1, 1, 1, 1, 1, 1, 1, 1};
    *light = *gx = *gy = *blur = zero;
    for (int j = 0; j < 3; j++) {
        float8 share = zero, slope = zero, widen = zero;  // of column j
        for (int k = 0; k < 3; k++) {
            mask8 white = (*nine & one << (3 * k + j)) != 0;
            share += (float8)((mask8)v->share[k] & white), slope += (float8)((mask8)v->slope[k] & white);
            widen += (float8)((mask8)v->widen[k] & white);
        }
        *light += h->share[j] * share, *gx += h->slope[j] * share, *gy += h->share[j] * slope;
        *blur += h->share[j] * widen + h->widen[j] * share;
    }
}

// Tails of the normal distribution beyond are too small to count.

// Mean light on a line of the print, from (x, y) by (dx, dy) cells in all; paper's where the picture ends.
static double mean_light(const place_tables *t, const frame *f, const cell_map *m, double x, double y, double dx, double dy, double paper) {
    enum { PLACES = 12 };
    double sum = 0;
    for (int i = 0; i < PLACES; i++) {
        double s = x + dx * (i + 0.5) / PLACES, r = y + dy * (i + 0.5) / PLACES, w = 1 / (m->to_px[6] * s + m->to_px[7] * r + 1);
        double u = rint((m->to_px[0] * s + m->to_px[1] * r + m->to_px[2]) * w), v = rint((m->to_px[3] * s + m->to_px[4] * r + m->to_px[5]) * w);
        bool in = u >= 0 && v >= 0 && u < f->width && v < f->height;
        sum += in ? (double)t->curve.of[f->gray[(size_t)v * f->gray_stride + (size_t)u]] : paper;
    }
    return sum / PLACES;
}

void place_look_beyond(const place_tables *t, const frame *f, const cell_map *m, const print_cells *c, double cell_px, placing *at) {
    double margin = c->out - 1, off = margin + PLACE_BEYOND_PX / cell_px, n = c->border, paper = at->ink + at->step;
    const double from[4][4] = {{-off, 0, 0, n}, {n + off, 0, 0, n}, {0, -off, n, 0}, {0, n + off, n, 0}};
    for (int k = 0; k < 4; k++) {
        at->lack[k] = 0;
        if (margin * cell_px > PLACE_FAR_SIGMAS * at->blur_px) continue;
        double light = mean_light(t, f, m, from[k][0], from[k][1], from[k][2], from[k][3], paper);
        at->lack[k] = fmax(-1, fmin(1.2, (paper - light) / at->step));
    }
}

// What the print lacks of light from beyond its margin.
INLINED void darken(const placing *at, const float8 *x, const float8 *y, float border, float margin, float inverse, float8 *light) {
    float8 z[4] = {(*x + margin) * inverse, (border + margin - *x) * inverse, (*y + margin) * inverse, (border + margin - *y) * inverse};
    for (int k = 0; k < 4; k++) {
        float8 bell, tail;
        normal_at(&z[k], &bell, &tail);
        *light -= (float)at->lack[k] * tail;
    }
}

WIDENED void place_lay(const print_cells *c, const placing *at, double cell_px, pixel_list *p) {
    float inverse = (float)(cell_px / at->blur_px), out = (float)c->out;
    bool shines = at->lack[0] != 0 || at->lack[1] != 0 || at->lack[2] != 0 || at->lack[3] != 0;
    for (int i = p->count; i % FLOAT8 != 0; i++) p->x[i] = p->y[i] = p->light[i] = p->weight[i] = p->sure[i] = p->gated[i] = 0, p->nine[i] = 0;
    for (int i = 0; i < p->count; i += FLOAT8) {
        float8 x = *(const float8 *)(p->x + i), y = *(const float8 *)(p->y + i);
        x += out, y += out;  // not negative
        x -= __builtin_convertvector(__builtin_convertvector(x, mask8), float8);
        y -= __builtin_convertvector(__builtin_convertvector(y, mask8), float8);
        taps h, v;
        taps_at(&x, inverse, &h);
        taps_at(&y, inverse, &v);
        print_light(&h, &v, (const mask8 *)(p->nine + i), (float8 *)(p->model + i), (float8 *)(p->gx + i), (float8 *)(p->gy + i),
                    (float8 *)(p->blur + i));
        if (shines) darken(at, (const float8 *)(p->x + i), (const float8 *)(p->y + i), (float)c->border, out - 1, inverse, (float8 *)(p->model + i));
    }
}
