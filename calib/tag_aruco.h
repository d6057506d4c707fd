// calib/tag_aruco -- the cells of OpenCV's ArUco markers behind C: one task, no OpenCV type outside. Internal to this folder.
#ifndef VEDETTE_CALIB_TAG_ARUCO_H
#define VEDETTE_CALIB_TAG_ARUCO_H

#include "calib/tag_bitmap.h"

#ifdef __cplusplus
extern "C" {
#endif

// The marker `id` of one of OpenCV's dictionaries, as "aruco4x4_100", its black border of one cell included. STATUS_INVALID: no such family or id;
// STATUS_MEMORY, STATUS_EXTERNAL.
status tag_aruco_make(const char *family, int id, tag_bitmap *out, fault *fault);

#ifdef __cplusplus
}
#endif
#endif
