// core/rim_code -- the rim code: a ring (round bases) or frame (square and rectangular ones) of light and dark cells on the outer 3 mm of a
// base's top. Which words there are, which cell lies where. Specified in docs/rim-code.md.
//
// Inches. Pure functions over constant tables.
#ifndef VEDETTE_CORE_RIM_CODE_H
#define VEDETTE_CORE_RIM_CODE_H

#include <stdint.h>

#include "core/base.h"

#define RIM_CODE_WIDTH_IN (3 * IN_PER_MM)
#define RIM_CODE_MAX_CELLS 64
#define RIM_CODE_IDS 256                          // of each number of cells: 0 .. 255, the first ones the farthest apart
#define RIM_CODE_LEAST_ROUND_IN (25 * IN_PER_MM)  // the smallest bases with a code: diameter,
#define RIM_CODE_LEAST_SIDE_IN (20 * IN_PER_MM)   // and the shorter side of others
#define RIM_CODE_CELL_IN (1.3 * IN_PER_MM)        // cells are as many as can be no shorter: 2.9 px at 2.2 px/mm
#define RIM_CODE_SHORTEST_IN (1.0 * IN_PER_MM)    // a game file that states more cells than can be so long is rejected
// Default paints, dark and light: for units that state none.
#define RIM_CODE_DARK_RGB 0x3b3a36u
#define RIM_CODE_LIGHT_RGB 0xc9bfa3u

// The cell counts that there are, smallest first: 24, 32, 48, 64.
#define RIM_CODE_SIZES 4
extern const int rim_code_sizes[RIM_CODE_SIZES];

// Contrast of the two paints below which a game file is rejected. Source: WCAG 2.1, 1.4.11, the least contrast of graphics: 3 : 1; at any
// brightness it leaves 70 or more of 255 gray levels between the cells.
#define RIM_CODE_LEAST_CONTRAST 3.0

// How many cells a base of this shape and size has where the game file states none; 0 where it is too small or too narrow for a code.
int rim_code_default_cells(base b);
// The largest number of cells of which none is shorter than cell_in; 0 as above.
int rim_code_most_cells(base b, double cell_in);
// Length of each of `cells` cells along the middle of the band; 0 where there is no room for one.
double rim_code_cell_in(base b, int cells);
// The word of an id: bit i is cell i, 1 light. The words of one size are as far apart as can be, in any rotation against each other and against
// themselves; the first n ids are so among themselves for every n. 0 where there is no such id or size.
uint64_t rim_code_word(int cells, int id);
// The word turned by `steps` cells: bit i of the result is bit (i + steps) mod cells of `word`.
uint64_t rim_code_turn(uint64_t word, int cells, int steps);
// Least number of differing cells between any two of ids[0..count), over all rotations, and of each against its own rotations.
int rim_code_distance(int cells, const int *ids, int count);

// Contrast of a light paint over a dark one, 0xrrggbb: (luminance + 0.05) of the one over the other's, in linear light. Below 1 where `dark` is the
// lighter one. Source: WCAG 2.1, "contrast ratio" and "relative luminance".
double rim_code_contrast(uint32_t dark, uint32_t light);

// The way round the rim: cells are numbered counter-clockwise (seen from above) from the middle of the front edge, all of one length measured
// along the middle of the 3 mm band. Point on that way at share s of its length, 0 <= s < 1, `depth_in` inside the outer edge of the base's
// top (0: the outer edge, RIM_CODE_WIDTH_IN: the inner one): in the base's own frame, x forward, y left. In the 3 x 3 mm block at a frame's corner
// the lines of equal share start from the block's inner corner. Any finite s and depth give a point: s by its fraction.
vec2 rim_code_point(base b, double s, double depth_in);
// The inverse for a point of the band: its share of the way and its depth. False outside of the band.
bool rim_code_at(base b, vec2 p, double *s, double *depth_in);
// True where p lies in a light cell of the word.
bool rim_code_is_light(base b, int cells, uint64_t word, vec2 p);

#endif
