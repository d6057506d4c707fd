#include "vision/paint/colour.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/wide.h"
#include "vision/internal.h"
#include "vision/paint/paint_limits.h"

static colour colour_of_rgb(uint32_t rgb) { return (colour){.r = rgb >> 16 & 255, .g = rgb >> 8 & 255, .b = rgb & 255}; }

static double linear(double coded) { return pow(coded / 255, 2.2); }

static colour colour_linear(colour c) { return (colour){linear(c.b), linear(c.g), linear(c.r)}; }

static double dot(colour a, colour b) { return a.b * b.b + a.g * b.g + a.r * b.r; }
static colour minus(colour a, colour b, double k) { return (colour){a.b - k * b.b, a.g - k * b.g, a.r - k * b.r}; }

static colour bin_colour(int bin) { return (colour){.r = (bin >> 10) * 8 + 4, .g = (bin >> 5 & 31) * 8 + 4, .b = (bin & 31) * 8 + 4}; }

// The light of each code of a bin, as a share of the light from white paper.
typedef struct {
    double b[32], g[32], r[32];
} light_codes;

static light_codes light_of(colour white) {
    light_codes l;
    colour w = colour_linear(white);
    for (int i = 0; i < 32; i++) {
        double x = linear(i * 8 + 4);
        l.b[i] = x / fmax(w.b, 1e-3), l.g[i] = x / fmax(w.g, 1e-3), l.r[i] = x / fmax(w.r, 1e-3);
    }
    return l;
}

static colour bin_light(const light_codes *l, int bin) { return (colour){.r = l->r[bin >> 10], .g = l->g[bin >> 5 & 31], .b = l->b[bin & 31]}; }

static double rise(double x, double low, double high) { return x <= low ? 0 : x >= high ? 1 : (x - low) / (high - low); }

// The gloss g >= 0 that, with some light on the albedo, fits p best.
static double fit_gloss(colour p, colour albedo) {
    static const colour white = {1, 1, 1};
    double aa = dot(albedo, albedo), aw = dot(albedo, white), det = 3 * aa - aw * aw;
    if (!(det > 0.02 * aa)) return 0;  // gray paint can't be told from gloss: all of it counts as light
    return fmax(0, (aa * dot(p, white) - aw * dot(p, albedo)) / det);
}

// The light *k >= 0 on the albedo that, with gloss g, fits p best. Returns the misfit relative to p.
static double fit_light(colour p, colour albedo, double g, double *k) {
    static const colour white = {1, 1, 1};
    colour matt = minus(p, white, g);
    *k = fmax(0, dot(matt, albedo) / fmax(dot(albedo, albedo), 1e-6));
    colour rest = minus(matt, albedo, *k);
    return sqrt(dot(rest, rest) / fmax(dot(p, p), 1e-6));
}

static double brightest(colour c) { return fmax(c.r, fmax(c.g, c.b)); }

// The likeness of a colour p to light k on the paint with gloss g. Dark colours are noisy.
static double near_enough(colour p, double misfit, double spread) {
    double length = sqrt(dot(p, p)), share = misfit * length / (length + 0.03);
    return exp(-share * share / (2 * spread * spread));
}

// The likeness of p to the paint with that much gloss.
static double like_glossy(colour p, colour albedo, double g) {
    double k, misfit = fit_light(p, albedo, g, &k), most = fmax(brightest(albedo), 0.01), lit = k * most;
    // With more gloss than the paint's own light it is another colour: skin, wood, pink. Chroma blurred by a codec looks like gloss.
    double gloss = 1 - rise(g, fmax(0.6 * lit, PAINT_COLOUR_DULL), fmax(1.15 * lit, 1.8 * PAINT_COLOUR_DULL));
    double light = rise(k, 0.1, 0.3) * (1 - rise(lit, 2.5 * most + PAINT_COLOUR_DULL, 5 * most + 1.5 * PAINT_COLOUR_DULL));
    return near_enough(p, misfit, 0.12) * gloss * light;
}

void colour_rim_stated(colour_table *t, uint32_t rgb, colour white) {
    enum { SHARES = 4 };  // of the best gloss: nearly gray paint has little hue, noise turns it, and any share of its light may be gloss
    light_codes l = light_of(white);
    colour albedo = colour_linear(colour_of_rgb(rgb));
    for (int i = 0; i < COLOUR_BINS; i++) {
        colour p = bin_light(&l, i);
        double g = fit_gloss(p, albedo), like = 0;
        for (int k = 0; k <= SHARES; k++) like = fmax(like, like_glossy(p, albedo, g * k / SHARES));
        t->like[i] = (uint8_t)lround(255 * like);
    }
}

void colour_mark_stated(colour_table *t, uint32_t rgb, colour white) {
    light_codes l = light_of(white);
    colour albedo = colour_linear(colour_of_rgb(rgb));
    double most = fmax(brightest(albedo), 0.005);
    for (int i = 0; i < COLOUR_BINS; i++) {
        colour p = bin_light(&l, i);
        double k = dot(p, albedo) / fmax(dot(albedo, albedo), 1e-6), lit = k * most;
        colour rest = minus(p, albedo, k);
        double misfit = sqrt(dot(rest, rest) / fmax(dot(p, p), 1e-6));
        double light = rise(k, 0.15, 0.4) * (1 - rise(lit, 2.5 * most + PAINT_COLOUR_BLURRED, 5 * most + 1.5 * PAINT_COLOUR_BLURRED));
        t->like[i] = (uint8_t)lround(255 * near_enough(p, misfit, 0.25) * light);
    }
}

// exp(-x) by table: a table of colours needs it 32768 times.
enum { FADES = 128, BLUES = 1 << COLOUR_BITS };

// The line from the ground's colour to the paint's.
typedef struct {
    colour axis;
    double length2, beyond, scale;  // scale: from the distance off the line to the fades
} mixing_line;

enum { FOUR = 4 };
typedef double four __attribute__((vector_size(8 * FOUR)));
typedef int64_t four_bits __attribute__((vector_size(8 * FOUR)));

// For the colours that differ in blue only: their shares along the line into from[], and the fade by their distance from it. Returns whether any is
// like the paint; in most rows none is.
WIDENED static bool place_row(const mixing_line *l, const double *from, double g, double r, double *share, double *off) {
    double along_g = g * l->axis.g, along_r = r * l->axis.r;
    four_bits near = {0};
    for (int i = 0; i < BLUES; i += FOUR) {
        four b, zero = {0};
        memcpy(&b, from + i, sizeof b);
        four s = (b * l->axis.b + along_g + along_r) / l->length2, off2 = b * b + g * g + r * r - s * s * l->length2;
        four more = l->beyond * (s - 1) * (s - 1) * l->length2;
        off2 = ((four)((four_bits)off2 & (off2 > zero)) + (four)((four_bits)more & (s > zero + 1))) * l->scale;
        near |= (s > zero) & (off2 < zero + FADES);
        memcpy(share + i, &s, sizeof s);
        memcpy(off + i, &off2, sizeof off2);
    }
    return near[0] | near[1] | near[2] | near[3];
}

void colour_mixture(colour_table *t, colour seen, colour ground, double spread) {
    memset(t->like, 0, sizeof t->like);
    double fade[FADES], from[BLUES], share[BLUES], off[BLUES];
    mixing_line l = {.axis = minus(seen, ground, 1), .scale = 16 / (2 * spread * spread)};
    l.length2 = fmax(dot(l.axis, l.axis), 1);
    // In more light than at the sample, and at highlights, paint is brighter still.
    l.beyond = spread * spread / (40 * 40) * (l.axis.b + l.axis.g + l.axis.r > 0 ? 0.25 : 1);
    for (int i = 0; i < FADES; i++) fade[i] = exp(-(i + 0.5) / 16);
    for (int i = 0; i < BLUES; i++) from[i] = bin_colour(i).b - ground.b;
    for (int row = 0; row < COLOUR_BINS; row += BLUES) {
        colour at = bin_colour(row);
        if (!place_row(&l, from, at.g - ground.g, at.r - ground.r, share, off)) continue;
        for (int i = 0; i < BLUES; i++)
            if (share[i] > 0 && off[i] < FADES) t->like[row + i] = (uint8_t)(255 * fmin(share[i], 1) * fade[(int)off[i]] + 0.5);
    }
}

void colour_add(colour_table *t, const colour_table *other) {
    for (int i = 0; i < COLOUR_BINS; i++) t->like[i] = other->like[i] > t->like[i] ? other->like[i] : t->like[i];
}

void colour_tell_from(colour_table *t, colour seen, colour other) {
    colour axis = minus(seen, other, 1);
    double length2 = fmax(dot(axis, axis), 1), full = fmax(0.4, 1 - PAINT_COLOUR_NOISE / sqrt(length2));
    for (int i = 0; i < COLOUR_BINS; i++) {
        if (t->like[i] == 0) continue;  // most are 0
        double share = dot(minus(bin_colour(i), other, 1), axis) / (length2 * full);
        if (255 * share < t->like[i]) t->like[i] = (uint8_t)(255 * fmax(share, 0) + 0.5);
    }
}

status cache_init(colour_cache *c) {
    c->squares = malloc((size_t)SQUARES * SQUARE_PX * SQUARE_PX);
    return c->squares ? STATUS_OK : STATUS_MEMORY;
}

void cache_finish(colour_cache *c) {
    free(c->squares);
    for (int i = 0; i < MAX_LAYERS; i++) free(c->slot[i]);
}

static void forget(colour_cache *c, int layer) {
    size_t n = (size_t)c->columns * (size_t)c->rows;
    for (size_t i = 0; i < n; i++) c->slot[layer][i] = -1;
}

status cache_open(colour_cache *c, const frame *f) {
    c->frame = f;
    c->columns = (f->width + SQUARE_PX - 1) >> SQUARE_BITS, c->rows = (f->height + SQUARE_PX - 1) >> SQUARE_BITS;
    c->used = 0;
    size_t need = (size_t)c->columns * (size_t)c->rows;
    bool have = true;
    for (int i = 0; i < MAX_LAYERS; i++) {
        c->through[i] = NULL;
        if (c->slots >= need) continue;
        free(c->slot[i]);
        c->slot[i] = malloc(need * sizeof *c->slot[i]);
        have &= c->slot[i] != NULL;
    }
    if (c->slots < need) c->slots = have ? need : 0;
    return have ? STATUS_OK : STATUS_MEMORY;
}

void cache_set(colour_cache *c, int layer, const colour_table *t) {
    c->through[layer] = t;
    forget(c, layer);
}

static void work_out(const colour_cache *c, const colour_table *t, int x, int y, uint8_t *to) {
    int width = c->frame->width - x < SQUARE_PX ? c->frame->width - x : SQUARE_PX;
    int height = c->frame->height - y < SQUARE_PX ? c->frame->height - y : SQUARE_PX;
    frame_want_colours(c->frame, x, y, width, height);
    for (int v = 0; v < height; v++, to += SQUARE_PX) {
        const uint8_t *from = c->frame->bgr + (size_t)(y + v) * c->frame->bgr_stride + 3 * (size_t)x;
        for (int u = 0; u < width; u++) to[u] = t->like[colour_bin(from + 3 * u)];
    }
}

static const uint8_t *square_at(colour_cache *c, int layer, int column, int row) {
    int16_t *slot = &c->slot[layer][row * c->columns + column];
    if (*slot >= 0) return c->squares + (size_t)*slot * SQUARE_PX * SQUARE_PX;
    if (c->used == SQUARES) {  // full: starts over
        for (int i = 0; i < MAX_LAYERS; i++)
            if (c->through[i]) forget(c, i);
        c->used = 0;
    }
    *slot = (int16_t)c->used++;
    uint8_t *to = c->squares + (size_t)*slot * SQUARE_PX * SQUARE_PX;
    work_out(c, c->through[layer], column << SQUARE_BITS, row << SQUARE_BITS, to);
    return to;
}

static int smaller(int a, int b) { return a < b ? a : b; }
static int larger(int a, int b) { return a > b ? a : b; }

// The part of the square that lies in *out.
static void copy_square(const uint8_t *square, int column, int row, colour_plane *out) {
    int x0 = column << SQUARE_BITS, y0 = row << SQUARE_BITS;
    int left = larger(x0, out->x), right = smaller(x0 + SQUARE_PX, out->x + out->width);
    int top = larger(y0, out->y), below = smaller(y0 + SQUARE_PX, out->y + out->height);
    for (int v = top; v < below; v++)
        memcpy(out->at + (size_t)(v - out->y) * (size_t)out->width + (left - out->x), square + (v - y0) * SQUARE_PX + (left - x0),
               (size_t)(right - left));
}

void cache_copy(colour_cache *c, int layer, px_rect r, colour_plane *out) {
    r = rect_clip(&r, c->frame->width, c->frame->height);
    out->x = r.x, out->y = r.y, out->width = r.width, out->height = r.height;
    if (r.width <= 0 || r.height <= 0) return;
    for (int row = r.y >> SQUARE_BITS; row <= (r.y + r.height - 1) >> SQUARE_BITS; row++)
        for (int column = r.x >> SQUARE_BITS; column <= (r.x + r.width - 1) >> SQUARE_BITS; column++)
            copy_square(square_at(c, layer, column, row), column, row, out);
}
