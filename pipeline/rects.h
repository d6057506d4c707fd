// pipeline/rects -- a short list of rectangles of the picture, none of which overlap.
#ifndef VEDETTE_PIPELINE_RECTS_H
#define VEDETTE_PIPELINE_RECTS_H

#include "pipeline/pipeline_limits.h"
#include "vision/rect.h"

typedef struct {
    px_rect at[RECTS_MAX];
    int count;
} rect_list;

// Adds a rectangle; overlapping ones become one, and so do all that the list has no place for.
static inline void rects_add(rect_list *l, px_rect r) {
    for (int i = 0; i < l->count; i++) {
        if (!rect_overlaps(l->at[i], r) && l->count < RECTS_MAX) continue;
        r = rect_both(l->at[i], r);
        l->at[i] = l->at[--l->count];
        i = -1;  // the larger one may overlap others
    }
    l->at[l->count++] = r;
}

static inline bool rects_overlap(const rect_list *l, px_rect box) {
    for (int i = 0; i < l->count; i++)
        if (rect_overlaps(l->at[i], box)) return true;
    return false;
}

static inline bool rects_hold(const rect_list *l, px2 at) {
    for (int i = 0; i < l->count; i++)
        if (rect_holds(l->at[i], at)) return true;
    return false;
}

static inline double rect_area(px_rect r) { return (double)r.width * r.height; }

static inline double rects_area(const rect_list *l) {
    double area = 0;
    for (int i = 0; i < l->count; i++) area += rect_area(l->at[i]);
    return area;
}

#endif
