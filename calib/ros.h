// calib/ros -- reads and writes the lens as ROS camera_info YAML: intrinsics only, no table. Source: camera_calibration_parsers of ROS (parse_yml).
#ifndef VEDETTE_CALIB_ROS_H
#define VEDETTE_CALIB_ROS_H

#include "calib/camera.h"

// Reads image_width, image_height, camera_matrix, distortion_model (plumb_bob) and distortion_coefficients (4 or 5); the rest is passed over.
// STATUS_INVALID with a message that names file, key and remedy; STATUS_MEMORY. *out has no table.
status calib_load_ros(const char *path, calibration *out, fault *fault);
// Writes the file; path "-" is stdout. Rectification is the unit matrix, the projection that of the camera matrix. STATUS_IO.
status calib_save_ros(const calibration *c, const char *path, fault *fault);

#endif
