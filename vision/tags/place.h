// vision/place -- where exactly a tag lies whose code is known: the print, blurred, is laid over the picture's pixels until they agree.
//
// Every edge between cells counts, not the outline's alone, and no neighbour's light is taken for the edge's own: at two pixels a cell nothing else
// is without bias. Light is compared, not codes; how far the camera's tone curve is from the usual one is fitted too, as are blur, ink and paper.
#ifndef VEDETTE_VISION_PLACE_H
#define VEDETTE_VISION_PLACE_H

#include "core/frame.h"
#include "vision/fit/tone_curve.h"
#include "vision/tags/family.h"

// The camera's tone curve; one standard deviation of the picture's noise, in codes, which is the caller's to set.
typedef struct {
    light_table curve;
    double noise;
} place_tables;

// Moves t's corners (good to about a pixel) to where f's picture has them and sets sigma_px: one standard deviation of a corner's coordinate, from
// the scatter of the pixels about the fit. False, and *t unchanged, where the print does not fit or lies partly outside of the picture. *misfit: RMS
// of the pixels about the fit, of the step from ink to paper: what is no tag and reads as one by chance has more than a tag has. Pure. Source: least
// squares with Tukey's weights; Baker and Matthews, "Lucas-Kanade 20 Years On", IJCV 56 (2004).
bool place_tag(const place_tables *p, const frame *f, const tag_family *family, tag_sighting *t, double *misfit);

#endif
