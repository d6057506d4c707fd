#include "vision/plain/colour.h"

#include <math.h>

static colour colour_of_rgb(uint32_t rgb) { return (colour){.r = rgb >> 16 & 255, .g = rgb >> 8 & 255, .b = rgb & 255}; }

static double linear(double coded) { return pow(coded / 255, 2.2); }

static colour colour_linear(colour c) { return (colour){linear(c.b), linear(c.g), linear(c.r)}; }

static double dot(colour a, colour b) { return a.b * b.b + a.g * b.g + a.r * b.r; }
static colour minus(colour a, colour b, double k) { return (colour){a.b - k * b.b, a.g - k * b.g, a.r - k * b.r}; }

static colour bin_colour(int bin) { return (colour){.r = (bin >> 10) * 8 + 4, .g = (bin >> 5 & 31) * 8 + 4, .b = (bin & 31) * 8 + 4}; }

// What each code of a bin means in light, as a share of what white paper sends.
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

// How likely so much light k falls on a thing, 1 being what white paper gets: full from `enough` on, and no more than glare can give.
static double lit(double k, double least, double enough) { return rise(k, least, enough) * (1 - rise(k, 2.5, 5)); }

// Light k on the albedo and gloss g that come closest to p, both >= 0; returns the misfit relative to p.
static double fit_light(colour p, colour albedo, double *k, double *g) {
    static const colour white = {1, 1, 1};
    double aa = dot(albedo, albedo), aw = dot(albedo, white), pa = dot(p, albedo), pw = dot(p, white), det = 3 * aa - aw * aw;
    *k = pa / fmax(aa, 1e-6), *g = 0;
    if (det > 0.02 * aa) {  // a grey paint can't be told from gloss: all of it is light
        double both_k = (3 * pa - aw * pw) / det, both_g = (aa * pw - aw * pa) / det;
        if (both_g > 0) *k = both_k, *g = both_g;
    }
    colour rest = minus(minus(p, albedo, *k), white, *g);
    return sqrt(dot(rest, rest) / fmax(dot(p, p), 1e-6));
}

void colour_rim_stated(colour_table *t, uint32_t rgb, colour white) {
    light_codes l = light_of(white);
    colour albedo = colour_linear(colour_of_rgb(rgb));
    double most = fmax(albedo.r, fmax(albedo.g, albedo.b));
    for (int i = 0; i < COLOUR_BINS; i++) {
        double k, g, misfit = fit_light(bin_light(&l, i), albedo, &k, &g);
        // With more gloss than the paint's own light it is another colour: skin, wood, pink. (Chroma blurred by a codec looks like gloss.)
        double like = exp(-misfit * misfit / (2 * 0.12 * 0.12)) * lit(k, 0.1, 0.3) * (1 - rise(g / fmax(k * most, 1e-6), 0.6, 1.15));
        t->like[i] = (uint8_t)lround(255 * like);
    }
}

void colour_mark_stated(colour_table *t, uint32_t rgb, colour white) {
    light_codes l = light_of(white);
    colour albedo = colour_linear(colour_of_rgb(rgb));
    for (int i = 0; i < COLOUR_BINS; i++) {
        colour p = bin_light(&l, i);
        double k = dot(p, albedo) / fmax(dot(albedo, albedo), 1e-6);
        colour rest = minus(p, albedo, k);
        double misfit = sqrt(dot(rest, rest) / fmax(dot(p, p), 1e-6));
        t->like[i] = (uint8_t)lround(255 * exp(-misfit * misfit / (2 * 0.25 * 0.25)) * lit(k, 0.25, 0.6));
    }
}

static double mixture_like(colour p, colour seen, colour ground, double spread) {
    colour axis = minus(seen, ground, 1), from = minus(p, ground, 1);
    double share = dot(from, axis) / fmax(dot(axis, axis), 1);
    colour off = minus(from, axis, share);
    return rise(share, 0, 1) * exp(-dot(off, off) / (2 * spread * spread));
}

void colour_mixture(colour_table *t, colour seen, colour ground, double spread) {
    static const double lights[] = {1.0};  // from the middle of the table to its edges; brighter ones are beyond `seen` already
    for (int i = 0; i < COLOUR_BINS; i++) {
        double like = 0;
        for (size_t n = 0; n < sizeof lights / sizeof lights[0]; n++) {
            colour dimmed = {seen.b * lights[n], seen.g * lights[n], seen.r * lights[n]};
            like = fmax(like, mixture_like(bin_colour(i), dimmed, ground, spread));
        }
        t->like[i] = (uint8_t)lround(255 * like);
    }
}

void colour_fill(colour_plane *p, const frame *f, px_rect r, const colour_table *t) {
    for (int y = r.y; y < r.y + r.height; y++) {
        const uint8_t *from = f->bgr + (size_t)y * f->bgr_stride + 3 * (size_t)r.x;
        uint8_t *to = p->at + (size_t)y * (size_t)p->width + r.x;
        for (int i = 0; i < r.width; i++, from += 3) to[i] = t->like[colour_bin(from)];
    }
}
