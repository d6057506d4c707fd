// vision/colour -- how much a pixel looks like a painted rim or a front mark: tables over the colour, pieces of the picture seen through them.
//
// A paint's colour is stated in the game file; light, gloss and the camera change it. The first table therefore accepts every mixture of the paint
// under more or less light with a share of white gloss. Once some bases are found, the second table is made from the colours seen on them.
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
// Likeness to `seen` as the share of it in a mixture with `ground`; colours off the line between the two by `spread` fade out.
void colour_mixture(colour_table *t, colour seen, colour ground, double spread);
// Adds the likenesses of `other` to t: the greater likeness counts.
void colour_add(colour_table *t, const colour_table *other);

// Limits the likenesses to the share of `seen` in a mixture with `other`, a thing that lies beside it.
void colour_tell_from(colour_table *t, colour seen, colour other);

// A piece of the picture, one byte a pixel: width x height from pixel (x, y) on.
typedef struct {
    uint8_t *at;
    int x, y, width, height;
} colour_plane;

// Nearest pixel's likeness, 0 outside.
static inline int plane_near(const colour_plane *p, double u, double v) {
    u -= p->x, v -= p->y;
    if (!(u >= 0 && v >= 0 && u < p->width - 0.5 && v < p->height - 0.5)) return 0;
    return p->at[(int)(v + 0.5) * p->width + (int)(u + 0.5)];
}

// The picture through a table, between pixels, 0..1; 0 outside.
static inline float colour_between(const frame *f, const colour_table *t, double u, double v) {
    if (!(u >= 0 && v >= 0 && u < f->width - 1 && v < f->height - 1)) return 0;
    int x = (int)u, y = (int)v;
    float a = (float)(u - x), b = (float)(v - y);
    frame_want_colours(f, x, y, 2, 2);
    const uint8_t *p = frame_bgr(f, x, y), *q = p + f->bgr_stride;
    float top = (1 - a) * t->like[colour_bin(p)] + a * t->like[colour_bin(p + 3)];
    return ((1 - b) * top + b * ((1 - a) * t->like[colour_bin(q)] + a * t->like[colour_bin(q + 3)])) * (1.0f / 255);
}

// Pieces of the picture seen through tables, computed square by square on demand and kept until the table changes. The cost grows with the area in
// use; the memory is the same for every picture.
enum { SQUARE_BITS = 6, SQUARE_PX = 1 << SQUARE_BITS, SQUARES = 2048, MAX_LAYERS = 8 };

typedef struct {
    const frame *frame;
    int columns, rows, used;
    uint8_t *squares;           // SQUARES of SQUARE_PX x SQUARE_PX
    int16_t *slot[MAX_LAYERS];  // of each square of the picture; -1: not computed yet
    size_t slots;               // capacity
    const colour_table *through[MAX_LAYERS];
} colour_cache;

status cache_init(colour_cache *c);
void cache_finish(colour_cache *c);
// Sets f as the picture. STATUS_MEMORY only for the first picture of a size.
status cache_open(colour_cache *c, const frame *f);
// Layer i uses table t; its earlier squares are dropped.
void cache_set(colour_cache *c, int layer, const colour_table *t);
// Copies the layer's part of r inside the picture to *out, whose `at` has capacity for r.
void cache_copy(colour_cache *c, int layer, px_rect r, colour_plane *out);

#endif
