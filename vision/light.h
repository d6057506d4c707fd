// vision/light -- what the light did between two reduced pictures, and how much noise is left. Internal to watch.c.
#ifndef VEDETTE_VISION_LIGHT_H
#define VEDETTE_VISION_LIGHT_H

#include "vision/cells.h"

enum { LIGHT_CLASSES = 4 };     // of brightness: noise grows or shrinks with it
enum { LIGHT_SAMPLES = 6000 };  // at least, of a picture that has as many cells; fewer than twice as many

// Room for the counting; nothing is kept in it from one call to the next but the curve that a cell_light points to.
typedef struct {
    unsigned bins[4096];
    int16_t before[2 * LIGHT_SAMPLES], now[2 * LIGHT_SAMPLES];
    int16_t curve[CELL_MAX + 1];
} light_capacity;

typedef struct {
    cell_light light;
    float scatter[LIGHT_CLASSES];  // median absolute difference of cells as bright as that, 16ths of gray levels
} light_change;

// From a sample of the cells: most of the picture stands still, so medians tell the light. The gain is one for all; where it left 1 by more than a
// few percent and the brightnesses disagree about it (a camera's tone curve, saturation) a curve is fitted, which stays near the gain.
light_change light_between(light_capacity *r, const cell_grid *g, const int16_t *before, const int16_t *now);

#endif
