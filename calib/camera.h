// calib/camera -- where a point of the table appears in the picture, and back. Never looks at a picture; fitting is in calib/fit.h.
//
// The model is OpenCV's pinhole camera with plumb_bob distortion (docs/detection.md). Pixels as in px2, table inches as in vec3.
// A calibration is a value: const while in use, replaced as a whole by a new fit. Threads: any may read a const one.
#ifndef VEDETTE_CALIB_CAMERA_H
#define VEDETTE_CALIB_CAMERA_H

#include "core/geom.h"
#include "core/status.h"

typedef struct {
    int width, height;          // of the pictures, px
    double fx, fy, cx, cy;      // camera matrix, px
    double k1, k2, p1, p2, k3;  // plumb_bob distortion
    bool has_table;             // the pose below is known
    double rotation[3][3];      // a table point X (inches, z up) is R X + t in the camera's frame
    vec3 translation_in;
    double rms_px;  // residual of the fit; 0 where the file has none
    char made[40];  // when, ISO 8601; "" where the file has none
} calibration;

// A lens free of distortion and of unknown focal length: used until a fit replaces it. Focal length 0.8 x width, principal point in the middle.
calibration calib_plain_lens(int width, int height);

// Reads *.cal.json; the table's pose may be missing (a lens alone). STATUS_INVALID with a message that names file, place and remedy.
status calib_load(const char *path, calibration *out, fault *fault);
// Writes *.cal.json; path "-" is stdout. STATUS_IO with a message.
status calib_save(const calibration *c, const char *path, fault *fault);

// Sets the table's pose from a rotation vector (Rodrigues: axis times angle in radians) and a translation.
void calib_set_pose(calibration *c, vec3 rotation_vector, vec3 translation_in);
// The rotation vector of the table's pose; its angle in [0, pi].
vec3 calib_rotation_vector(const calibration *c);

// Pixel at which a table point appears. A point behind the camera, or so far outside that the distortion model folds over, gives NANs.
px2 calib_to_px(const calibration *c, vec3 at_in);
// Table point at height z_in that appears at the pixel; false where the ray does not meet that plane in front of the camera.
bool calib_to_table(const calibration *c, px2 at, double z_in, vec2 *out);
// One standard deviation, in inches, of the place found for a pixel known to sigma_px (the larger axis of its error ellipse).
double calib_sigma_in(const calibration *c, px2 at, double z_in, double sigma_px);
// The camera's place above the table, inches.
vec3 calib_camera_place(const calibration *c);
// A pixel with the lens's distortion taken out: normalised coordinates x/z, y/z of its ray in the camera's frame.
vec2 calib_undistort(const calibration *c, px2 at);

#endif
