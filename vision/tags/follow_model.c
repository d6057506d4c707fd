// The model of a tag: what is printed, and how its light falls on a grid of points through a blur.
#include <math.h>
#include <string.h>

#include "vision/tags/follow_parts.h"

void follow_pattern_of(const tag_family *f, int id, follow_pattern *out) {
    int outside = f->cells > f->border ? (f->cells - f->border) / 2 : 1, n = f->border + 2 * outside;
    uint64_t code = f->turned[4 * (size_t)id];
    *out = (follow_pattern){.cells = n, .border = f->border, .outside = outside};
    for (int y = 0; y < n; y++) {
        for (int x = 0; x < n; x++) {
            int sx = x - outside, sy = y - outside, last = f->border - 1;
            bool square = sx >= 0 && sy >= 0 && sx <= last && sy <= last, ring = sx >= -1 && sy >= -1 && sx <= f->border && sy <= f->border;
            bool edge = square && (sx == 0 || sy == 0 || sx == last || sy == last);
            out->white[y][x] = (int8_t)(edge ? f->light_inside : !square && ring ? !f->light_inside : -1);
            out->bit[y][x] = -1;
        }
    }
    for (int i = 0; i < f->bits; i++) {
        int x = f->x[i] + outside, y = f->y[i] + outside;
        if (x < 0 || y < 0 || x >= n || y >= n) continue;
        out->white[y][x] = (int8_t)(code >> i & 1);
        out->bit[y][x] = (int8_t)i;
    }
}

// Of the light at a point of a cell: how much comes from the cell before, from its own and from the next, and how that changes along the axis.
typedef struct {
    float share[3], slope[3], widen[3];  // widen: change by the blur
} blur_taps;

static float below(double x) { return (float)(0.5 * (1 + erf(x / sqrt(2)))); }

static float bell(double x, double sigma) { return (float)(exp(-x * x / (2 * sigma * sigma)) / (sigma * sqrt(2 * PI))); }

static void fill_taps(int per_cell, double sigma, blur_taps *taps) {
    for (int k = 0; k < per_cell; k++) {
        double at = (k + 0.5) / per_cell;
        float before = below(-at / sigma), after = below((at - 1) / sigma), rise = bell(at, sigma), fall = bell(1 - at, sigma);
        float first = (float)(at / sigma) * rise, last = (float)((1 - at) / sigma) * fall;
        taps[k] = (blur_taps){{before, 1 - before - after, after}, {-rise, rise - fall, fall}, {first, -first - last, last}};
    }
}

static float value_of(const follow_pattern *p, int x, int y) {
    int last = p->cells - 1;
    int8_t w = p->white[y < 0 ? 0 : y > last ? last : y][x < 0 ? 0 : x > last ? last : x];
    return w < 0 ? 0.5f : (float)w;
}

static bool known_at(const follow_pattern *p, int x, int y) {
    for (int j = y - 1; j <= y + 1; j++)
        for (int i = x - 1; i <= x + 1; i++)
            if (i >= 0 && j >= 0 && i < p->cells && j < p->cells && p->white[j][i] < 0) return false;
    return p->white[y][x] >= 0;
}

// One row of the grid: the pattern's cells blurred down the columns, then along the row.
static void fill_row(const follow_pattern *p, const blur_taps *taps, const int8_t *phase, int row, follow_template *t) {
    float across[FOLLOW_CELLS + 2], down[FOLLOW_CELLS + 2], wide[FOLLOW_CELLS + 2];
    const blur_taps *v = &taps[phase[row]];
    int y = t->cell[row];
    for (int x = -1; x <= p->cells; x++) {
        float a = value_of(p, x, y - 1), b = value_of(p, x, y), c = value_of(p, x, y + 1);
        across[x + 1] = v->share[0] * a + v->share[1] * b + v->share[2] * c;
        wide[x + 1] = v->widen[0] * a + v->widen[1] * b + v->widen[2] * c;
        down[x + 1] = v->slope[0] * a + v->slope[1] * b + v->slope[2] * c;
    }
    float cells_a_unit = (float)p->border / 2, cells_a_px = (float)(1 / t->cell_px), tt = t->axis[row];
    bool known[FOLLOW_CELLS];
    for (int x = 0; x < p->cells; x++) known[x] = known_at(p, x, y);
    for (int i = 0; i < t->side; i++) {
        const blur_taps *h = &taps[phase[i]];
        const float *a = across + t->cell[i], *d = down + t->cell[i], *e = wide + t->cell[i];
        int at = row * t->side + i;
        float s = t->axis[i], gs = cells_a_unit * (h->slope[0] * a[0] + h->slope[1] * a[1] + h->slope[2] * a[2]);
        float gt = cells_a_unit * (h->share[0] * d[0] + h->share[1] * d[1] + h->share[2] * d[2]);
        t->want[at] = h->share[0] * a[0] + h->share[1] * a[1] + h->share[2] * a[2];
        t->known[at] = known[t->cell[i]] ? 1 : 0;
        t->column[0][at] = gs, t->column[1][at] = gt;
        t->column[2][at] = s * gs + tt * gt, t->column[3][at] = s * gt - tt * gs;
        t->column[4][at] = s * gs - tt * gt, t->column[5][at] = tt * gs + s * gt;
        t->column[6][at] = s * tt * gs, t->column[7][at] = s * tt * gt;
        t->column[FOLLOW_LEAN_S][at] = s * t->want[at], t->column[FOLLOW_LEAN_T][at] = tt * t->want[at];
        t->column[FOLLOW_BLUR][at] = -cells_a_px * (h->widen[0] * a[0] + h->widen[1] * a[1] + h->widen[2] * a[2] + h->share[0] * e[0] +
                                                    h->share[1] * e[1] + h->share[2] * e[2]);
    }
}

static void make(const follow_pattern *p, double cell_px, double blur_px, int n, follow_template *t) {
    int skip = n / 2;  // half of the outermost cells is left to whatever lies there
    blur_taps taps[FOLLOW_PER_CELL];
    int8_t phase[FOLLOW_SIDE];
    fill_taps(n, fmin(blur_px / cell_px, 0.7), taps);
    t->cell_px = cell_px, t->blur_px = blur_px;
    t->per_cell = n;
    t->side = p->cells * n - 2 * skip;
    for (int i = 0; i < t->side; i++) {
        int k = i + skip;
        phase[i] = (int8_t)(k % n);
        t->cell[i] = (int8_t)(k / n);
        t->axis[i] = (float)(((k + 0.5) / n - p->outside) * 2 / p->border - 1);
    }
    float own = 0;
    for (int k = 0; k < n; k++) own += taps[k].share[1] / (float)n;
    t->own = own * own;
    for (int row = 0; row < t->side; row++) fill_row(p, taps, phase, row, t);
    int count = t->side * t->side;
    t->count = (count + FLOAT8 - 1) / FLOAT8 * FLOAT8;
    for (int i = count; i < t->count; i++) {
        t->want[i] = t->known[i] = 0;
        for (int m = 0; m < FOLLOW_COLUMNS; m++) t->column[m][i] = 0;
    }
}

void follow_template_make(const follow_pattern *p, double cell_px, double blur_px, follow_template *t) {
    t->sparse = false;
    make(p, cell_px, blur_px, cell_px <= 3.2 ? 2 : cell_px <= 5 ? 3 : FOLLOW_PER_CELL, t);
}

void follow_template_make_sparse(const follow_pattern *p, double cell_px, double blur_px, follow_template *t) {
    t->sparse = true;
    make(p, cell_px, blur_px, 2, t);
}
