// vision/mask -- which pixels are darker than the middle between the darkest and the lightest about them, one bit a pixel.
#ifndef VEDETTE_VISION_MASK_H
#define VEDETTE_VISION_MASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/frame.h"
#include "core/status.h"
#include "vision/fit/sample.h"

enum { MASK_TILE = 4, MASK_MOST_COLUMNS = 5000, MASK_MOST_WORDS = MASK_MOST_COLUMNS * MASK_TILE / 64 + 3 };  // of the largest picture, in tiles

// Rows of 64-bit words. Each row has a word that is 0 before its first pixel and one behind, and there are two rows of 0 above and below, so that
// walking along an outline needs no care at the picture's edge.
typedef struct {
    int width, height, words;  // words a row
    uint64_t *bits;
    int columns, rows;    // of tiles
    uint8_t *low, *high;  // darkest and lightest in each tile of MASK_TILE x MASK_TILE pixels and its eight neighbours
    int percent;          // of the range from darkest to lightest that counts as dark
    int least_high;       // tiles without anything as light as that are left empty
    uint8_t *raw_low, *raw_high;
    size_t capacity_words, capacity_tiles;
} dark_mask;

enum { MASK_GUARD = 2 };

// What is darker than the limit is dark. Blur mixes light, not codes: where half of the light of white paper falls, a camera's code is about 0.66 of
// the way from black to white, and 0.5 in a picture without a tone curve. A limit of 0.5 would lose the black borders of small tags, which are little
// wider than the blur; one of 0.62 loses white margins that are as narrow, and paper in shade beside something lit.
enum { MASK_PERCENT = 62, MASK_PERCENT_NARROW_MARGIN = 42 };

static inline int mask_limit(const dark_mask *m, int low, int high) { return low + ((high - low) * m->percent + 50) / 100; }

static inline const uint64_t *mask_row(const dark_mask *m, int y) { return m->bits + (size_t)(y + MASK_GUARD) * (size_t)m->words; }
// Pixels of -64 .. width + 63 and rows of -2 .. height + 1 may be asked.
static inline unsigned mask_dark(const dark_mask *m, int x, int y) {
    unsigned at = (unsigned)(x + 64);
    return (unsigned)(mask_row(m, y)[at >> 6] >> (at & 63) & 1);
}

// Makes room for pictures of that size; nothing is allocated where there is room already. STATUS_MEMORY.
status mask_reserve(dark_mask *m, int width, int height);
void mask_finish(dark_mask *m);
// Tiles of the rows [from, to) of tiles: darkest and lightest. All rows must be done before mask_fill.
void mask_measure(dark_mask *m, const gray_part *g, int from, int to);
// How light the lightest things in the picture are, by what mask_measure found: the 99.5th percentile of the tiles' lightest.
int mask_brightest(const dark_mask *m);
// One standard deviation of the picture's noise, as far as the plainest tiles tell.
double mask_noise(const dark_mask *m);
// Least range of brightness about a tag that is worth looking at, codes, by what mask_measure found: as far as the picture's noise (from the ranges
// of the plainest tiles) and its brightest paper allow.
int mask_least_range(const dark_mask *m);
// Bits of the rows [from, to) of tiles. least: range of brightness below which nothing is there. light: the light pixels are set, not the dark ones.
void mask_fill(dark_mask *m, const gray_part *g, int from, int to, int least, bool light);

#endif
