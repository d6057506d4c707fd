// vision/bases/flat -- lays the table flat: a map of one pixel a millimetre, whatever the camera, on which the base finder looks.
//
// Column 0 is the table's west edge, row 0 its north edge (the largest y): the middle of pixel (c, r) is at x = c + 0.5 mm, y = depth - r - 0.5 mm,
// on the plane FLAT_PLANE_MM over the ground. Where the camera sees finer, a pixel is the mean of the places in it. Source: train/tables.py, flatten.
#ifndef VEDETTE_VISION_BASES_FLAT_H
#define VEDETTE_VISION_BASES_FLAT_H

#include "core/frame.h"
#include "vision/net/net.h"
#include "vision/thread_pool.h"
#include "vision/vision.h"

#define FLAT_PLANE_MM 3.5  // as the finder was trained: tops of bases lie 2 to 5 mm over the ground

// A part of the map: its first column and row, its size; multiples of FLAT_STEP.
enum { FLAT_STEP = 16 };
typedef struct {
    int column, row, columns, rows;
} flat_part;

// All of the table, and a little beyond its far edges.
flat_part flat_whole(const vision_view *view);
// What of the map the picture's rectangle shows, `around_mm` more on all sides, within the whole; columns 0 where it shows none of the table.
flat_part flat_of_px(const vision_view *view, px_rect where, double around_mm);
// Writes blue, green, red of the part into the first three channels of `out` (item 0, at least rows x columns), each 0..255 / 128 - 1; black where
// the picture ends. f must have colour. pool: NULL for the caller's thread alone.
void flat_lay(const frame *f, const vision_view *view, flat_part part, thread_pool *pool, const net_map *out);

#endif
