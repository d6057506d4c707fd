// vision/decode -- reads the cells of a square that a search found.
#ifndef VEDETTE_VISION_DECODE_H
#define VEDETTE_VISION_DECODE_H

#include "vision/tags/family.h"
#include "vision/tags/quad.h"

enum { CELL_GRID = FAMILY_MAX_CELLS + 2 };

// Brightness of a square's cells and of the cells around it, sharpened: the light that blur brings in from neighbouring cells is subtracted.
typedef struct {
    int border, out;                 // cells of the square; cells outside of it that were sampled
    float at[CELL_GRID][CELL_GRID];  // [y + out][x + out]
    float dark[3], light[3];         // planes of the two colours: a + b * x + c * y, x and y from the square's middle in cells
    float ring_dark, ring_light;     // shares of the border's and the surrounding ring's cells that have the colour they should
    bool within;                     // the level of light cells was estimated from the code's cells, not from the ring around the border
    float contrast;                  // of the planes at the middle
    float least;                     // range of brightness, in codes, from which a tag is looked for in the picture
} cell_grid;

typedef struct {
    family_match match;
    double margin;  // libapriltag's decision margin, codes
    double fit;     // 1: all data cells as dark and light as they should be; 0: as good as chance
} cell_reading;

// Samples the square's cells for families like f. least: the least range of brightness about a tag, codes, as of mask_least_range.
// False: the contrast is too small, or cells lie outside of the picture.
bool cells_sample(const gray_part *g, const tag_quad *q, const tag_family *f, float least, cell_grid *out);
// The same cells, with the level of light cells taken from the brightest of them: for a dark square with a narrow or stained white margin.
// False: the border is not certain enough.
bool cells_level_within(const cell_grid *c, const tag_family *f, cell_grid *out);
// Reads the code of one of f's tags. False: there is none, or the reading is not certain enough.
bool cells_read(const cell_grid *c, const tag_family *f, cell_reading *out);

#endif
