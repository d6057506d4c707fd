// vision/fit/square -- the homography of a flat square such as a tag, for all code that samples or places a tag.
//
// A homography h[9] stands row by row: (x, y) -> ((h0 x + h1 y + h2) / w, (h3 x + h4 y + h5) / w), w = h6 x + h7 y + h8. corner[] is in the
// contract's order: corner[3] the top left, [2] the top right, [1] the bottom right, [0] the bottom left. Pixels. Pure; any number of threads.
// Source: Heckbert, "Fundamentals of Texture Mapping and Image Warping" (1989), section 2.2.3.
#ifndef VEDETTE_VISION_FIT_SQUARE_H
#define VEDETTE_VISION_FIT_SQUARE_H

#include "core/geom.h"

static inline px2 square_px(const double h[9], double x, double y) {
    double w = 1 / (h[6] * x + h[7] * y + h[8]);
    return (px2){(h[0] * x + h[1] * y + h[2]) * w, (h[3] * x + h[4] * y + h[5]) * w};
}

// From the unit square (x to the right, y down from its top left) to pixels; h[8] = 1. Returns twice the area that the two sides at the bottom right
// span: near 0 the square is degenerate and h[] is meaningless.
double square_map(const px2 corner[4], double h[9]);
// The same from cells: 0..cells along both sides.
double square_map_cells(const px2 corner[4], int cells, double h[9]);
// From (s, t), -1..1 to the right and down, to pixels less `origin`; h[8] = 1. False for a degenerate square.
bool square_map_centred(const px2 corner[4], px2 origin, double h[9]);
// The inverse of a map, scaled to inverse[8] = 1. Not finite where there is none.
void square_invert(const double h[9], double inverse[9]);

// Mean length of the four sides.
double square_mean_edge(const px2 corner[4]);
px2 square_middle(const px2 corner[4]);

#endif
