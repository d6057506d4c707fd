// calib/opencv -- start values for the table's pose, through OpenCV. Internal to this folder; board and lens are declared in calib/fit.h.
#ifndef VEDETTE_CALIB_OPENCV_H
#define VEDETTE_CALIB_OPENCV_H

#include "core/geom.h"
#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    vec3 rotation_vector, translation_in;
} plane_pose;

// The poses, at most two and the better first, that bring points at_in of the plane z = 0 to the rays (x/z, y/z of the camera's frame). *found 0:
// none. count >= 4. STATUS_MEMORY, STATUS_EXTERNAL. Source: IPPE (Collins and Bartoli, IJCV 109, 2014).
status opencv_plane_pose(const vec2 *at_in, const vec2 *rays, int count, plane_pose out[2], int *found, fault *fault);

#ifdef __cplusplus
}
#endif
#endif
