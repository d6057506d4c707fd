// vision/tags/place_parts -- what the steps of placing a tag share: its print, the picture's pixels on it, and what the print should look like there.
// Internal to place.c and place_print.c; nothing here allocates.
#ifndef VEDETTE_VISION_PLACE_PARTS_H
#define VEDETTE_VISION_PLACE_PARTS_H

#include "core/wide.h"
#include "vision/fit/float8.h"
#include "vision/fit/square.h"
#include "vision/tags/place.h"

enum { MOST_PIXELS = 960, BENDS = 5 };

#define INLINED static inline __attribute__((always_inline))

// The print with one more cell on each side: at[y + out][x + out], 1 white, 0 black.
typedef struct {
    int border, out;  // out: cells before the square's first in the array
    float at[FAMILY_MAX_CELLS + 4][FAMILY_MAX_CELLS + 4];
    // The cell and the eight about it, row by row from the lowest bit: 1 white; -1: not all are known.
    int32_t nine[FAMILY_MAX_CELLS + 4][FAMILY_MAX_CELLS + 4];
} print_cells;

// What is kept of each pixel used; gx, gy: the change of the print's light along a cell, blur: by the blur, a cell wide.
typedef struct {
    int count, flat;  // of large tags the first `flat` ones lie in the cells' middles
    float x[MOST_PIXELS] __attribute__((aligned(32))), y[MOST_PIXELS] __attribute__((aligned(32)));  // cells
    int32_t nine[MOST_PIXELS] __attribute__((aligned(32)));                                          // cells about it, as of print_cells
    float light[MOST_PIXELS] __attribute__((aligned(32))), weight[MOST_PIXELS] __attribute__((aligned(32)));
    float sure[MOST_PIXELS] __attribute__((aligned(32)));   // 1 / variance, 1 where that is not known
    float gated[MOST_PIXELS] __attribute__((aligned(32)));  // 1 / square of the gate
    float model[MOST_PIXELS] __attribute__((aligned(32))), blur[MOST_PIXELS] __attribute__((aligned(32)));
    float gx[MOST_PIXELS] __attribute__((aligned(32))), gy[MOST_PIXELS] __attribute__((aligned(32)));
} pixel_list;

typedef struct {
    px2 corner[4];
    bool large;
    // Half edges: to the right by 1 - y * y and 1 - x * x, down by these, outward by 2 - r * r; nothing at the corners. x, y in half edges.
    double bend[BENDS];
    double blur_px, tone, ink, step;  // step: from ink to paper
    double lack[4];                   // of light beyond the margin, of the step: left, right, above, below; 0: as light as paper, or too far off
    double noise, noise_more;         // variance of the light at ink, and how much more it is at paper; 0: not known yet
    double residual;
} placing;

typedef struct {
    double to_cell[9], to_px[9];
} cell_map;

void place_print_of(const tag_family *f, int id, print_cells *p);
// From cells to pixels and back. False for a square that is none.
bool place_map_of(const px2 *corner, int border, cell_map *m);
// Picks the pixels that are used: `most` of a small tag's at most. False: too few are in the picture.
bool place_pick(const place_tables *t, const frame *f, const placing *at, const cell_map *m, const print_cells *c, double cell_px, int most,
                pixel_list *p);
// Looks what lies beyond the print's margin where that is so narrow that it shines through: *at's lack, by its ink and step.
void place_look_beyond(const place_tables *t, const frame *f, const cell_map *m, const print_cells *c, double cell_px, placing *at);
// What the print should look like at the pixels. Those that fill up the last lanes have no weight.
void place_lay(const print_cells *c, const placing *at, double cell_px, pixel_list *p);

#endif
