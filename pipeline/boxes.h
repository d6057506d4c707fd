// pipeline/boxes -- where bases and markers of the game lie in the picture, by a calibration. Pure: looks at no picture.
#ifndef VEDETTE_PIPELINE_BOXES_H
#define VEDETTE_PIPELINE_BOXES_H

#include "calib/camera.h"
#include "core/game.h"
#include "vision/vision.h"

// The bounding rectangle of the outline of the figure's base at pose p, grown by margin_px and clipped to the picture. Width 0: out of the picture.
px_rect box_of_base(const game *g, const calibration *c, int figure, pose p, int margin_px);
// The same of a base that was seen, without a margin.
px_rect box_of_seen(const game *g, const calibration *c, const base_sighting *b);
// About table marker m, with a margin, not clipped; width 0 where the calibration can't place it.
px_rect box_of_marker(const game *g, const calibration *c, int m);
// The margin in pixels that is searched about what changed.
int box_margin_px(const calibration *c);
// Corners of a square tag of size_in at pose p, z_in above the table, in the contract's order. False: the calibration can't place one of them.
bool box_tag_corners(const calibration *c, pose p, double z_in, double size_in, px2 out[4]);

// A cell of `tiles` (columns x rows, tile_px wide) under the box is set.
bool box_any_under(const vision_changes *c, const uint8_t *tiles, px_rect box);

#endif
