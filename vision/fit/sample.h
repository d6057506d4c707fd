// vision/fit/sample -- interpolates a picture between its pixels: one way to sample for all searches.
//
// A pixel's centre has whole coordinates, (0, 0) the top left one's. Gray is in codes 0..255, light 0..1 (tone_curve.h). Bilinear. Where a function
// trusts its caller, all four pixels about each place exist: sample_within. Pure; nothing is allocated; any number of threads.
#ifndef VEDETTE_VISION_FIT_SAMPLE_H
#define VEDETTE_VISION_FIT_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/frame.h"
#include "core/geom.h"
#include "vision/fit/tone_curve.h"

// A gray picture, or a part of one with pixels counted from the part's corner: rows of codes, `stride` bytes apart. Borrowed.
typedef struct {
    const uint8_t *at;
    size_t stride;
    int width, height;
} gray_part;

static inline gray_part sample_whole(const frame *f) { return (gray_part){f->gray, f->gray_stride, f->width, f->height}; }

// True where all four pixels about the place are in the picture; false for NAN.
static inline bool sample_within(const gray_part *g, double u, double v) { return u >= 0 && v >= 0 && u < g->width - 1 && v < g->height - 1; }

// Between four values, p0 and p1 above, q0 and q1 below: share a to the right, b down.
static inline float sample_mix(float p0, float p1, float q0, float q1, float a, float b) {
    float above = p0 + a * (p1 - p0), below = q0 + a * (q1 - q0);
    return above + b * (below - above);
}

// Gray at a place. Trusts its caller.
static inline float sample_gray(const gray_part *g, float u, float v) {
    int x = (int)u, y = (int)v;
    const uint8_t *p = g->at + (size_t)y * g->stride + x, *q = p + g->stride;
    return sample_mix((float)p[0], (float)p[1], (float)q[0], (float)q[1], u - (float)x, v - (float)y);
}

// Gray at any place: 0 where the picture has none.
static inline float sample_gray_or_0(const gray_part *g, float u, float v) {
    return u >= 0 && v >= 0 && u < (float)(g->width - 1) && v < (float)(g->height - 1) ? sample_gray(g, u, v) : 0;
}

enum { SAMPLE_AT_ONCE = 256 };  // places that one call takes at most

// Adds blue, green and red at a place, codes, to sum[3]; nothing where the picture has none. Its colours are made already (frame_want_colours).
static inline void sample_add_colour(const frame *f, float u, float v, float sum[3]) {
    if (!(u >= 0 && v >= 0 && u < (float)(f->width - 1) && v < (float)(f->height - 1))) return;
    int x = (int)u, y = (int)v;
    float a = u - (float)x, b = v - (float)y, w[4] = {(1 - a) * (1 - b), a * (1 - b), (1 - a) * b, a * b};
    const uint8_t *p = frame_bgr(f, x, y), *q = p + f->bgr_stride;
    for (int k = 0; k < 3; k++) sum[k] += w[0] * (float)p[k] + w[1] * (float)p[k + 3] + w[2] * (float)q[k] + w[3] * (float)q[k + 3];
}

// Blue, green and red at count <= SAMPLE_AT_ONCE places (u[i], v[i]) into out[0], out[1] and out[2]: as sample_add_colour adds them, with vectors.
void sample_colours_along(const frame *f, const float *u, const float *v, int count, float out[3][SAMPLE_AT_ONCE]);

// The same by cubic convolution over 4 x 4 pixels, which keeps detail near the size of a pixel that the mean of four smears; near the picture's edge
// as above. Source: Keys, "Cubic Convolution Interpolation for Digital Image Processing", IEEE ASSP 29 (1981), with a = -0.75, as OpenCV has it.
void sample_add_colour_cubic(const frame *f, float u, float v, float sum[3]);

// Light at a place. Trusts its caller.
static inline float sample_light(const gray_part *g, const light_table *l, double u, double v) {
    int x = (int)u, y = (int)v;
    const uint8_t *p = g->at + (size_t)y * g->stride + x, *q = p + g->stride;
    return sample_mix(l->of[p[0]], l->of[p[1]], l->of[q[0]], l->of[q[1]], (float)(u - x), (float)(v - y));
}

// Mean light of wide x wide places a pixel apart about (u, v). Trusts its caller, for all of them.
float sample_light_about(const gray_part *g, const light_table *l, float u, float v, int wide);

// Gray, or light, at count <= SAMPLE_AT_ONCE places (from.u + u[i], from.v + v[i]) into out[i]: as sample_gray and sample_light, with vectors. Trusts
// its caller.
void sample_gray_along(const gray_part *g, px2 from, const float *u, const float *v, int count, float *out);
void sample_light_along(const gray_part *g, px2 from, const float *u, const float *v, int count, float *out);

// The edge on the profile through `at`, from -reach to reach times the vector `across`: the centroid of the squared slope of the light where it rises
// (sign 1) or falls (sign -1) along `across`; squared so that weak texture beside the edge does not pull it. *offset in lengths of `across`. False:
// no clear edge, or it lies outside of the picture.
bool sample_edge(const gray_part *g, const light_table *l, px2 at, vec2 across, double reach, double sign, double *offset);
// Light at a place; NAN where the picture has none.
double sample_light_or_nan(const gray_part *g, const light_table *l, double u, double v);

#endif
