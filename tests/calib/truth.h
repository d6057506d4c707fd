// tests/calib/truth -- a camera written down independently of calib/, straight from the formulas of OpenCV's documentation: the truth of the tests.
#ifndef VEDETTE_TESTS_CALIB_TRUTH_H
#define VEDETTE_TESTS_CALIB_TRUTH_H

#include <stddef.h>
#include <stdint.h>

#include "core/geom.h"

typedef struct {
    int width, height;
    double fx, fy, cx, cy, k[5];  // k1 k2 p1 p2 k3
    double r[9], t[3];            // camera = r * world + t, row-major
} truth_camera;

// Looks straight down from `place` (x right, y down in the picture is -y of the world), then tilted about its x and y axes and turned about its
// view.
truth_camera truth_overhead(vec3 place, double tilt_x_deg, double tilt_y_deg, double turn_deg);
// Where a world point appears.
px2 truth_project(const truth_camera *c, vec3 p);
// World point of the plane z = 0 that appears at a pixel, by fixed-point undistortion.
vec2 truth_on_plane(const truth_camera *c, px2 at);

// Deterministic noise.
typedef struct {
    uint64_t state;
} truth_noise;
double truth_uniform(truth_noise *n, double lo, double hi);
double truth_gauss(truth_noise *n, double sigma);

// A chessboard of columns x rows inner corners, squares of 1, its first inner corner at (0, 0), drawn with 3 x 3 samples a pixel: white paper with
// a margin on gray. out: height x width bytes.
void truth_draw_board(const truth_camera *c, int columns, int rows, uint8_t *out);

#endif
