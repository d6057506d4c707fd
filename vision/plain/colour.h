// vision/colour -- how much a pixel looks like a painted rim or a front mark: tables over the colour, planes over the picture.
//
// A paint is known by the colour that the game file states; light, gloss and the camera change it. The first table therefore accepts every
// mixture of the paint under more or less light with a share of white gloss; once some bases are found, the second is made from the
// colours that were really seen.
#ifndef VEDETTE_VISION_COLOUR_H
#define VEDETTE_VISION_COLOUR_H

#include <stdbool.h>
#include <stdint.h>

#include "core/frame.h"
#include "vision/vision.h"

enum { COLOUR_BITS = 5, COLOUR_BINS = 1 << 3 * COLOUR_BITS };

typedef struct {
    double b, g, r;  // 0..255, as the camera coded it
} colour;

// Likeness 0..255 of each colour of 5 bits a channel.
typedef struct {
    uint8_t like[COLOUR_BINS];
} colour_table;

static inline int colour_bin(const uint8_t *bgr) { return (bgr[2] >> 3) << 10 | (bgr[1] >> 3) << 5 | bgr[0] >> 3; }

// Likeness to the paint `rgb` of a rim: p = k a + g white in linear light, a the paint's albedo; `white` is how white paper shows.
void colour_rim_stated(colour_table *t, uint32_t rgb, colour white);
// Likeness to the paint of a mark.
void colour_mark_stated(colour_table *t, uint32_t rgb, colour white);
// Likeness to `seen`, in a little more or less light, as the share of it in a mixture with `ground`; colours off the line between the two
// by `spread` fade out.
void colour_mixture(colour_table *t, colour seen, colour ground, double spread);

// One byte a pixel; stride is the picture's width.
typedef struct {
    uint8_t *at;
    int width, height;
} colour_plane;

// Fills the plane inside r with each pixel's likeness.
void colour_fill(colour_plane *p, const frame *f, px_rect r, const colour_table *t);

// Nearest pixel's likeness, 0 outside.
static inline int plane_near(const colour_plane *p, double u, double v) {
    if (!(u >= 0 && v >= 0 && u < p->width - 0.5 && v < p->height - 0.5)) return 0;
    return p->at[(int)(v + 0.5) * p->width + (int)(u + 0.5)];
}

// Likeness 0..1 between pixels, 0 outside.
static inline float plane_between(const colour_plane *p, double u, double v) {
    if (!(u >= 0 && v >= 0 && u < p->width - 1 && v < p->height - 1)) return 0;
    int x = (int)u, y = (int)v;
    float a = (float)(u - x), b = (float)(v - y);
    const uint8_t *s = p->at + y * p->width + x, *t = s + p->width;
    return ((1 - b) * ((1 - a) * s[0] + a * s[1]) + b * ((1 - a) * t[0] + a * t[1])) * (1.0f / 255);
}

#endif
