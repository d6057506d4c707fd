// vision/square -- the picture of a square: its homography, for all that samples or places a tag.
#ifndef VEDETTE_VISION_SQUARE_H
#define VEDETTE_VISION_SQUARE_H

#include "core/geom.h"

// From the unit square (x to the right, y down from its top left) to pixels, row by row, the last entry 1: u = (a0 x + a1 y + a2) / (a6 x + a7 y +
// 1). corner[]: in the contract's order, so that corner[3] is the top left and corner[0] the bottom left. Returns twice the area that the two sides
// at the bottom right span, px: near 0 the square is none and a[] means nothing. Pure. Source: Heckbert, "Fundamentals of Texture Mapping and Image
// Warping", 1989, section 2.2.3.
double square_map(const px2 corner[4], double a[9]);

#endif
