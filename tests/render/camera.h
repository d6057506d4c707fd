// The camera's inner workings that the drawing needs.
#ifndef VEDETTE_TESTS_RENDER_CAMERA_H
#define VEDETTE_TESTS_RENDER_CAMERA_H

#include "tests/render/render.h"

// Rotation matrix of the camera, row-major.
void camera_rotation(const render_camera *c, double m[9]);
// Slope of the ray through p: how far it goes in x and y for each inch that it comes down. m: camera_rotation.
vec2 camera_slope(const render_camera *c, const double m[9], px2 p);

#endif
