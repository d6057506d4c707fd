// vision/marks -- places in a picture where a front mark may be: a small spot of the mark's colour with the rim's colour beside it.
#ifndef VEDETTE_VISION_MARKS_H
#define VEDETTE_VISION_MARKS_H

#include "vision/plain/colour.h"

typedef struct {
    double u, v;
    float likeness;  // of the spot's middle, 0..1
    float between;   // how much two opposite sides of it look like the rim, 0..1: a mark lies across a band
} mark_spot;

typedef struct {
    mark_spot *at;
    int count, capacity;  // full: the rest is dropped
} mark_list;

// Adds the spots inside r (clipped to the picture) to *out, none twice. size_px: edge of a mark. The picture is
// looked at in steps of `finely` of that.
void marks_find(const frame *f, const colour_table *mark, const colour_table *rim, px_rect r, double size_px, double finely, mark_list *out);

#endif
