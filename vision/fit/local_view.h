// vision/fit/local_view -- the affine map from the table to the picture around one place of the table.
//
// px = origin + m * (table offset from `at`), inches to pixels. It is accurate enough over a base: lens distortion displaces a base of 60 x 100 mm by
// up to 0.3 mm, which rim_unbend corrects. Pure; any number of threads.
#ifndef VEDETTE_VISION_FIT_LOCAL_VIEW_H
#define VEDETTE_VISION_FIT_LOCAL_VIEW_H

#include "vision/vision.h"

typedef struct {
    vec2 at;
    px2 origin;
    double m[2][2];
} local_view;

// The view near `at` at height z_in, by central differences over half an inch. False where the camera can't see the place.
bool local_view_at(const vision_view *view, vec2 at, double z_in, local_view *out);

static inline px2 local_view_px(const local_view *v, vec2 offset) {
    return (px2){v->origin.u + v->m[0][0] * offset.x + v->m[0][1] * offset.y, v->origin.v + v->m[1][0] * offset.x + v->m[1][1] * offset.y};
}

// The view in a base's own frame: px = origin + x * (fu, fv) + y * (lu, lv) for x inches forward and y to the left.
typedef struct {
    px2 origin;
    double fu, fv, lu, lv;
} local_axes;

// Of a base that stands `offset` from v->at.
local_axes local_view_axes(const local_view *v, vec2 offset, double heading_rad);

static inline px2 local_axes_px(const local_axes *a, vec2 p) {
    return (px2){a->origin.u + p.x * a->fu + p.y * a->lu, a->origin.v + p.x * a->fv + p.y * a->lv};
}

#endif
