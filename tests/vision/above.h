// A camera that looks straight down on a small square table, and paper and ink as the table's markers would show them: for pictures drawn by tests.
#ifndef VEDETTE_TESTS_VISION_ABOVE_H
#define VEDETTE_TESTS_VISION_ABOVE_H

#include "vision/vision.h"

enum { ABOVE_INK = 20, ABOVE_PAPER = 220 };  // codes

typedef struct {
    int side_px;  // of the picture, which shows the whole table; y goes up
    double px_per_mm;
} above_camera;

// The camera is borrowed.
vision_view above_view(const above_camera *c);
// Where on the table a place of the picture lies, mm.
vec2 above_mm(const above_camera *c, px2 at);
// The code of a share of white paper, 0 (ink) to 1.
uint8_t above_code(double share);

#endif
