// calib/pose_fit -- refines the table's pose, and on demand focal length and k1, by weighted least squares. Internal to this folder.
#ifndef VEDETTE_CALIB_POSE_FIT_H
#define VEDETTE_CALIB_POSE_FIT_H

#include "calib/fit.h"

typedef struct {
    bool free_focal;     // fx = fy is estimated too,
    double focal_px;     // with this prior value
    double focal_sigma;  // and its standard deviation, relative
    bool free_bend;      // and k1 with free_focal, prior 0
    double bend_sigma;   // and this standard deviation
} pose_freedom;

// Moves c's pose to the nearest minimum of the squared errors in sigmas of points[i] where use[i]. Returns the sum of squares, INFINITY where c
// sees no such minimum. *sigma_focal (may be NULL): relative standard deviation of the focal length that was found,
// widened where the points fit worse than their sigmas say.
// Source: Levenberg-Marquardt as in Madsen, Nielsen and Tingleff, Methods for non-linear least squares problems (2004).
double pose_refine(calibration *c, const calib_point *points, int count, const bool *use, pose_freedom freedom, double *sigma_focal);

// One standard deviation of a point's coordinates.
double pose_sigma_px(const calib_point *p);

#endif
