// Pictures of printed tags whose corners are known exactly: light is gathered over each pixel from a plane seen by a homography, blurred,
// coded with the exponent 1/2.2 and made noisy.
#ifndef VEDETTE_TESTS_VISION_PRINT_H
#define VEDETTE_TESTS_VISION_PRINT_H

#include "core/frame.h"
#include "core/geom.h"

// cells x cells, row 0 the tag's top. Its square (whose corners are detected) is the inner `border` cells, centred.
typedef struct {
    int cells, border;
    unsigned char white[256];  // row * 16 + column
} printed_tag;

// Where the printed tag lies in the picture: its square's corners in the contract's order (bottom left first, counter-clockwise).
typedef struct {
    px2 corner[4];
} tag_place;

// Draws n tags on gray paper-white margins over a mid-gray table into gray[width * height]. blur_px: sigma; noise: grey levels.
void print_tags(unsigned char *gray, int width, int height, const printed_tag *tags, const tag_place *places, int n, double blur_px, double noise);

#endif
