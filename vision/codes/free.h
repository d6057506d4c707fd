// vision/codes/free -- rim codes (docs/rim-code.md) in a picture without a game or a calibration, at any scale. For vision_find_tags with the
// family "rim".
#ifndef VEDETTE_VISION_CODES_FREE_H
#define VEDETTE_VISION_CODES_FREE_H

#include "vision/internal.h"

// STATUS_MEMORY.
status rim_free_create(rim_free **out);
void rim_free_destroy(rim_free *r);

// Adds the rim codes in the rectangle (already clipped) of f's gray picture to *out: family "rim", any of the 256 ids of each number of cells on
// round and square bases; corners of the square or rectangle about the band's outer edge, the way round of core/sighting.h with the base's front as
// the upper side; decision_margin: ln of this id so turned over all others; hamming: cells in view that show the other paint; sigma_px from the fit.
// Bases with a mean edge below least_px are left out. STATUS_FULL; STATUS_MEMORY (the first picture of a size only).
// Source: vision/codes/field.c for places, grid.c and read.c for the cells; the affine fit is Gauss-Newton on the transitions.
status rim_free_find(rim_free *r, vision_notes *notes, const frame *f, px_rect where, double least_px, tag_list *out);

#endif
