// The renderer's camera that a calibration describes. The two share no code on purpose: here alone they meet.
#ifndef VEDETTE_TESTS_PIPELINE_CAMERA_OF_H
#define VEDETTE_TESTS_PIPELINE_CAMERA_OF_H

#include "calib/camera.h"
#include "tests/render/render.h"

static inline render_camera camera_of(const calibration *c) {
    vec3 r = calib_rotation_vector(c);
    return (render_camera){.width = c->width,
                           .height = c->height,
                           .fx = c->fx,
                           .fy = c->fy,
                           .cx = c->cx,
                           .cy = c->cy,
                           .k = {c->k1, c->k2, c->p1, c->p2, c->k3},
                           .rotation = {r.x, r.y, r.z},
                           .translation_in = {c->translation_in.x, c->translation_in.y, c->translation_in.z}};
}

#endif
