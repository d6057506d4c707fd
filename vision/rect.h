// vision/rect -- rectangles of a picture's pixels. A rectangle holds what lies from x and y on up to, and without, x + width and y + height.
#ifndef VEDETTE_VISION_RECT_H
#define VEDETTE_VISION_RECT_H

#include <stdbool.h>

#include "core/geom.h"

typedef struct {
    int x, y, width, height;  // pixels; clipped to the picture
} px_rect;

static inline bool rect_holds(px_rect r, px2 at) {
    return at.u >= r.x && at.v >= r.y && at.u < (double)r.x + r.width && at.v < (double)r.y + r.height;
}

static inline bool rect_overlaps(px_rect a, px_rect b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

// The least one that holds both.
static inline px_rect rect_both(px_rect a, px_rect b) {
    int x = a.x < b.x ? a.x : b.x, y = a.y < b.y ? a.y : b.y;
    int right = a.x + a.width > b.x + b.width ? a.x + a.width : b.x + b.width,
        below = a.y + a.height > b.y + b.height ? a.y + a.height : b.y + b.height;
    return (px_rect){x, y, right - x, below - y};
}

static inline px_rect rect_grow(px_rect r, int by) { return (px_rect){r.x - by, r.y - by, r.width + 2 * by, r.height + 2 * by}; }

#endif
