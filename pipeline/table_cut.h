// pipeline/table_cut -- a part of the table from above, as one frame shows it, hands and all: north is up. For people to look at, not measurement.
#ifndef VEDETTE_PIPELINE_TABLE_CUT_H
#define VEDETTE_PIPELINE_TABLE_CUT_H

#include "calib/camera.h"
#include "core/frame.h"

// Fills out, height rows of 3 * width bytes, with the part of the table from low to high, inches. Places that the camera does not see are gray.
// A width of some hundred pixels takes about half a millisecond.
void table_cut_take(const calibration *c, const frame *f, vec2 low, vec2 high, int width, int height, uint8_t *out);

#endif
