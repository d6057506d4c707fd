// bench/delivered -- a rendered picture as a camera would deliver it: as NV12 or YUYV after ITU-R BT.601, or as B, G, R.
#ifndef VEDETTE_BENCH_DELIVERED_H
#define VEDETTE_BENCH_DELIVERED_H

#include "capture/picture.h"

// Room for a picture of even size; *out borrows it. NULL: out of memory. The caller's to free.
uint8_t *delivered_capacity(raw_format format, int width, int height, raw_picture *out);
// Fills the room with `bgr`, width x height without gaps.
void delivered_fill(const uint8_t *bgr, uint8_t *capacity, const raw_picture *r);

#endif
