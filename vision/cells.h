// vision/cells -- a gray picture reduced to cells of 4 x 4 px, and how two such pictures differ, tile by tile. Internal to watch.c.
//
// A cell holds CELL_SCALE times its mean brightness. Cells lie so that eight neighbouring tiles are dealt with at a time: the cells of a row that
// are the k-th of their tile stand together, one a tile (`lanes` of them: the tiles of a row, rounded up; what lies beyond the picture repeats its
// last cell). Integers only: the same on every machine.
#ifndef VEDETTE_VISION_CELLS_H
#define VEDETTE_VISION_CELLS_H

#include "vision/internal.h"

enum { CELL = 4, CELL_SCALE = 16, CELL_MAX = 255 * CELL_SCALE };

typedef struct {
    int width, height;     // of the picture, px
    int tile;              // cells along a tile's edge, 1 to 64
    int cells_x, cells_y;  // of the picture
    int columns, rows;     // tiles
    int lanes;             // columns, rounded up to whole vectors
} cell_grid;

cell_grid cells_grid(int width, int height, int tile_px);
// How many numbers a reduced picture has.
size_t cells_capacity(const cell_grid *g);
// Where the cells (of all tiles, in order) stand that are the k-th of their tile in row cy of cells.
size_t cells_at(const cell_grid *g, int cy, int k);
// Reduces the tiles of one row of f to their cells; out is the whole reduced picture.
void cells_reduce(const cell_grid *g, const frame *f, int tile_row, int16_t *out);

// The light of now against before: expected = gain * before, or curve[before] where the camera's tone changed too.
typedef struct {
    int16_t gain;          // 8192 for 1
    const int16_t *curve;  // CELL_MAX + 1 entries; NULL
} cell_light;

// What a row of tiles differs by from what was expected, `lanes` numbers each; 16ths of gray levels.
typedef struct {
    int16_t *least, *most, *mean;
    int32_t *square;  // mean of the squares, each difference at most DIFFERENCE_MAX
    int16_t *peak;    // the brightest cell of either picture
} cell_differences;

enum { DIFFERENCE_MAX = 700 };  // 44 gray levels; 64 x 64 of their squares fit an int32_t

// Differences of the tiles of one row: now less what the light makes of before.
void cells_compare(const cell_grid *g, int tile_row, const int16_t *before, const int16_t *now, cell_light light, cell_differences out);
// `settled` goes `share` 65536ths of the way to `now`, and no more than most[tile] (lanes of them), apart from what the light does.
void cells_follow(const cell_grid *g, int tile_row, const int16_t *most, int share, const int16_t *now, cell_light light, int16_t *settled);
// `settled` becomes `now` where still[tile] is set, and elsewhere what it would be in the light of now.
void cells_relight(const cell_grid *g, int tile_row, const int16_t *still, const int16_t *now, cell_light light, int16_t *settled);

#endif
