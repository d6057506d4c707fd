// vision/place -- the exact place of a tag with a known code: a blurred model of the print is fitted to the picture's pixels.
//
// The fit uses every edge between cells, not only the outline, and models the light that neighbouring cells blur into each other. At two pixels a
// cell every simpler method is biased. It compares light, not codes. Blur, ink, paper and the tone curve's deviation from the usual one are fitted
// too.
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
// of the pixels about the fit, as a share of the step from ink to paper, without what the picture's
// noise alone leaves. It is larger for things that read as a tag only by chance. Pure. Source:
// least squares with Tukey's weights; Baker and Matthews, "Lucas-Kanade 20 Years On", IJCV 56 (2004).
bool place_tag(const place_tables *p, const frame *f, const tag_family *family, tag_sighting *t, double *misfit);

#endif
