// Levels by planes over the border and its surroundings, and sharpening, follow Wang and Olson, "AprilTag 2", IROS 2016; how much is sharpened
// follows from the size of a cell and the blur that a camera has at least.
#include "vision/tags/decode.h"

#include <string.h>

#include "vision/fit/square.h"
#include "vision/tags/tags_limits.h"

// A cell that lies outside of the picture.
#define MISSING (-1e6F)

static bool sample_at(const gray_part *g, const double m[9], double x, double y, float *out) {
    px2 p = square_px(m, x, y);
    double u = p.u, v = p.v;
    if (!(u >= -0.5 && v >= -0.5 && u <= g->width - 0.5 && v <= g->height - 0.5)) return false;
    u = u < 0 ? 0 : u > g->width - 1.001 ? g->width - 1.001 : u;
    v = v < 0 ? 0 : v > g->height - 1.001 ? g->height - 1.001 : v;
    *out = sample_gray(g, (float)u, (float)v);
    return true;
}

// The middle of a cell; of a large cell the mean of five places.
static bool sample_cell(const gray_part *g, const double m[9], double x, double y, bool large, float *out) {
    if (!sample_at(g, m, x, y, out)) return false;
    if (!large) return true;
    static const double dx[4] = {-0.22, 0.22, 0.22, -0.22}, dy[4] = {-0.22, -0.22, 0.22, 0.22};
    float sum = *out;
    for (int k = 0; k < 4; k++) {
        float one = *out;
        sample_at(g, m, x + dx[k], y + dy[k], &one);
        sum += one;
    }
    *out = sum / 5;
    return true;
}

// Share of a neighbouring cell's light in a cell's middle, of its own: pixel, lens, and the sampling between pixels make a Gaussian of about 0.8 px.
static float leak_of(double cell_px) {
    double s = 0.8 / cell_px, own = erf(0.5 / s / sqrt(2.0)), both = erf(1.5 / s / sqrt(2.0));
    return (float)fmin(0.3, (both - own) / 2 / own);
}

static float or_own(float neighbour, float own) { return neighbour == MISSING ? own : neighbour; }

static void sharpen(cell_grid *c, int n, float leak) {
    float from[CELL_GRID][CELL_GRID];
    memcpy(from, c->at, sizeof from);
    for (int y = 1; y < n - 1; y++)
        for (int x = 1; x < n - 1; x++) {
            float own = from[y][x],
                  about = or_own(from[y - 1][x], own) + or_own(from[y + 1][x], own) + or_own(from[y][x - 1], own) + or_own(from[y][x + 1], own);
            if (own != MISSING) c->at[y][x] = own + leak * (4 * own - about);
        }
}

// Sums of a plane's normal equations.
typedef struct {
    float s1, sx, sy, sxx, sxy, syy, z, zx, zy;
} plane_sums;

static void plane_add(plane_sums *s, float x, float y, float z) {
    s->s1++, s->sx += x, s->sy += y, s->sxx += x * x, s->sxy += x * y, s->syy += y * y, s->z += z, s->zx += z * x, s->zy += z * y;
}

static bool plane_solve(const plane_sums *s, float out[3]) {
    if (s->s1 < 1) return false;
    float mx = s->sx / s->s1, my = s->sy / s->s1, z = s->z / s->s1;
    float xx = s->sxx - s->sx * mx, xy = s->sxy - s->sx * my, yy = s->syy - s->sy * my, zx = s->zx - s->z * mx, zy = s->zy - s->z * my;
    float det = xx * yy - xy * xy;
    out[0] = z, out[1] = out[2] = 0;
    if (det < 0.1F * s->s1 * s->s1) return true;  // all in a line: a constant
    out[1] = (zx * yy - zy * xy) / det, out[2] = (zy * xx - zx * xy) / det;
    out[0] = z - out[1] * mx - out[2] * my;
    return true;
}

static float plane_at(const float p[3], float x, float y) { return p[0] + p[1] * x + p[2] * y; }

// Cells of the ring `out` cells outside of the border (0: the border itself), in order round the square.
static int ring_cells(int border, int out, int8_t *x, int8_t *y) {
    int low = -out, high = border - 1 + out, n = 0;
    for (int i = low; i < high; i++) x[n] = (int8_t)i, y[n++] = (int8_t)low;
    for (int i = low; i < high; i++) x[n] = (int8_t)high, y[n++] = (int8_t)i;
    for (int i = high; i > low; i--) x[n] = (int8_t)i, y[n++] = (int8_t)high;
    for (int i = high; i > low; i--) x[n] = (int8_t)low, y[n++] = (int8_t)i;
    return n;
}

enum { MOST_RING = 4 * (FAMILY_MAX_CELLS + 2) };

// The plane of a ring's brightness from those of its cells that are on their side of `limit`, and the share of these.
static float ring_plane(const cell_grid *c, int out, float limit, bool light, float plane[3]) {
    int8_t x[MOST_RING], y[MOST_RING];
    int n = ring_cells(c->border, out, x, y);
    plane_sums s = {0};
    float middle = 0.5F * (float)(c->border - 1);
    int there = 0;
    for (int i = 0; i < n; i++) {
        float z = c->at[y[i] + c->out][x[i] + c->out];
        if (z == MISSING) continue;
        there++;
        if ((z > limit) == light) plane_add(&s, (float)x[i] - middle, (float)y[i] - middle, z);
    }
    return 3 * there >= n && plane_solve(&s, plane) ? s.s1 / (float)there : 0;
}

static float ring_mean(const cell_grid *c, int out) {
    int8_t x[MOST_RING], y[MOST_RING];
    int n = ring_cells(c->border, out, x, y);
    float sum = 0, there = 0;
    for (int i = 0; i < n; i++) {
        float z = c->at[y[i] + c->out][x[i] + c->out];
        if (z != MISSING) sum += z, there++;
    }
    return there > 0 ? sum / there : 0;
}

// Dark and light from the border and from the ring about it; where much of that is hidden or stained, from what is left.
static bool find_levels(cell_grid *c, bool light_inside) {
    float inner = ring_mean(c, 0), outer = ring_mean(c, 1), limit = 0.5F * (inner + outer);
    float *in = light_inside ? c->light : c->dark, *around = light_inside ? c->dark : c->light;
    for (int round = 0; round < 2; round++) {
        float a = ring_plane(c, 0, limit, light_inside, in), b = ring_plane(c, 1, limit, !light_inside, around);
        if (a == 0 || b == 0) return false;
        limit = 0.5F * (in[0] + around[0]);
        c->ring_dark = light_inside ? b : a, c->ring_light = light_inside ? a : b;
    }
    c->contrast = c->light[0] - c->dark[0];
    return (inner > outer) == light_inside;
}

bool cells_sample(const gray_part *g, const tag_quad *q, const tag_family *f, float least, cell_grid *out) {
    int reach = (f->cells - f->border) / 2, n;
    if (g->width < 2 || g->height < 2) return false;
    out->border = f->border;
    out->within = false;
    out->least = least;
    out->out = reach < 1 ? 1 : reach;
    n = f->border + 2 * out->out;
    double m[9];  // from cells, to the right and down from the square's top left, to pixels
    square_map_cells(q->corner, f->border, m);
    double cell = q->mean / f->border;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++)
            if (!sample_cell(g, m, x - out->out + 0.5, y - out->out + 0.5, cell > 2.6, &out->at[y][x])) out->at[y][x] = MISSING;
    if (cell < 6) sharpen(out, n, leak_of(cell));
    return find_levels(out, f->light_inside) && out->contrast >= DECODE_LEAST_CONTRAST * least;
}

bool cells_level_within(const cell_grid *c, const tag_family *f, cell_grid *out) {
    float most = c->dark[0], sum = 0, count = 0;
    if (f->light_inside || c->ring_dark < 0.9F) return false;
    *out = *c;
    for (int i = 0; i < f->bits; i++) most = fmaxf(most, c->at[f->y[i] + c->out][f->x[i] + c->out]);
    for (int i = 0; i < f->bits; i++) {
        float z = c->at[f->y[i] + c->out][f->x[i] + c->out];
        if (z > 0.5F * (most + c->dark[0])) sum += z, count++;
    }
    out->light[0] = count > 0 ? sum / count : 0;
    out->light[1] = out->light[2] = 0;
    out->contrast = out->light[0] - out->dark[0];
    out->within = true;
    return count >= 4 && out->contrast >= DECODE_WITHIN_CONTRAST * c->least;
}

bool cells_read(const cell_grid *c, const tag_family *f, cell_reading *out) {
    uint64_t seen = 0;
    float middle = 0.5F * (float)(c->border - 1), height[FAMILY_MAX_BITS], half[FAMILY_MAX_BITS];
    float in = f->light_inside ? c->ring_light : c->ring_dark, around = f->light_inside ? c->ring_dark : c->ring_light;
    if (in < 0.8F || (around < 0.6F && !c->within)) return false;
    for (int i = 0; i < f->bits; i++) {
        if (c->at[f->y[i] + c->out][f->x[i] + c->out] == MISSING) return false;
        float x = (float)f->x[i] - middle, y = (float)f->y[i] - middle, dark = plane_at(c->dark, x, y), light = plane_at(c->light, x, y);
        height[i] = c->at[f->y[i] + c->out][f->x[i] + c->out] - 0.5F * (dark + light);
        half[i] = 0.5F * (light - dark);
        if (half[i] < DECODE_LEAST_HALF * c->least) return false;
        seen |= (uint64_t)(height[i] > 0) << i;
    }
    if (!family_decode(f, seen, &out->match)) return false;
    uint64_t code = f->turned[4 * out->match.id + out->match.turn];
    float fit = 0, white = 0, black = 0;
    int whites = __builtin_popcountll(code);
    for (int i = 0; i < f->bits; i++) {
        bool one = code >> i & 1;
        float s = (one ? height[i] : -height[i]) / half[i];
        fit += s > 1 ? 1 : s;
        if ((height[i] > 0)) white += one ? height[i] : 0;
        if (!(height[i] > 0)) black -= one ? 0 : height[i];
    }
    int blacks = f->bits - whites;
    white /= (float)(whites > 0 ? whites : 1), black /= (float)(blacks > 0 ? blacks : 1);
    out->margin = whites == 0 ? black : blacks == 0 ? white : white < black ? white : black;
    out->fit = fit / (float)f->bits;
    return out->margin >= 0.5 * (double)c->contrast * f->margin && out->fit > 0.4;
}
