// core/frame -- one picture as it came from a camera, a clip or a file. Borrowed: it belongs to its source until the next one is asked for.
//
// Most of a picture's colours are never looked at. A source that computes them may do so on demand: a reader of bgr asks for the part
// that it reads, first. One thread a frame, where it may have colours to be made.
#ifndef VEDETTE_CORE_FRAME_H
#define VEDETTE_CORE_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Colours are made in squares of so many pixels: a vector wide, and few more than what is looked at.
enum { FRAME_SQUARE_BITS = 4, FRAME_SQUARE_PX = 1 << FRAME_SQUARE_BITS };

// What a source's own struct begins with. made: of each square, row by row, whether bgr holds it.
typedef struct frame_colours frame_colours;
struct frame_colours {
    // Writes these pixels of the picture to bgr. x is even, and width unless the picture ends there.
    void (*make)(frame_colours *c, int x, int y, int width, int height);
    uint8_t *made;
    int columns;  // squares in a row, see frame_squares
};

typedef struct {
    int width, height;
    const uint8_t *gray;  // 8-bit, height rows of gray_stride bytes
    size_t gray_stride;
    const uint8_t *bgr;  // 8-bit B, G, R; NULL where colour was not asked for or the source has none
    size_t bgr_stride;
    frame_colours *colours;  // NULL: all of bgr is there; else only what was asked for by the functions below
    double t_s;              // capture time: seconds since the recording began
    int64_t sequence;        // number of the frame since the source was opened, counting those skipped
} frame;

// Squares along an edge of so many pixels.
static inline int frame_squares(int edge_px) { return (edge_px + FRAME_SQUARE_PX - 1) >> FRAME_SQUARE_BITS; }

// Makes sure that bgr holds the colours of this part of the picture, as far as it lies inside. Does nothing where there is no colour.
void frame_want_colours(const frame *f, int x, int y, int width, int height);
// The same for a few pixels with none near them that are looked at: nothing else is made, and all of it again the next time.
void frame_glance_at_colours(const frame *f, int x, int y, int width, int height);

static inline const uint8_t *frame_bgr(const frame *f, int x, int y) { return f->bgr + (size_t)y * f->bgr_stride + 3 * (size_t)x; }

// True where bgr holds that pixel of the picture, which has colours.
static inline bool frame_holds_colour(const frame *f, int x, int y) {
    return !f->colours || f->colours->made[(y >> FRAME_SQUARE_BITS) * f->colours->columns + (x >> FRAME_SQUARE_BITS)];
}

// B, G, R of a pixel of the picture, which has colours; as frame_want_colours and as frame_glance_at_colours do.
static inline const uint8_t *frame_colour_at(const frame *f, int x, int y) {
    if (!frame_holds_colour(f, x, y)) frame_want_colours(f, x, y, 1, 1);
    return frame_bgr(f, x, y);
}
static inline const uint8_t *frame_glance_at(const frame *f, int x, int y) {
    if (!frame_holds_colour(f, x, y)) frame_glance_at_colours(f, x, y, 1, 1);
    return frame_bgr(f, x, y);
}

#endif
