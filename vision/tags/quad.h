// vision/quad -- the four straight sides of an outline.
#ifndef VEDETTE_VISION_QUAD_H
#define VEDETTE_VISION_QUAD_H

#include "core/geom.h"
#include "vision/tags/outline.h"

typedef struct {
    px2 corner[4];                // counter-clockwise as seen in the picture, of the part's pixels; where the brightness is in the middle
    double rms;                   // of the outline's points about the sides, px
    double lying;                 // share of the outline's points that lie on a side
    double edge[4], least, mean;  // lengths; edge[k] from corner k to k + 1
} tag_quad;

// Fits four lines to an outline. False: it has not four straight sides.
bool quad_fit(const dark_mask *m, const gray_part *g, const outline *o, tag_quad *out);
// Lengths of the sides from the corners.
void quad_measure(tag_quad *q);

#endif
