// calib/tag_bitmap -- which cells of a marker are black, for every tag family that is read. Pure; any thread.
#ifndef VEDETTE_CALIB_TAG_BITMAP_H
#define VEDETTE_CALIB_TAG_BITMAP_H

#include <stdbool.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TAG_BITMAP_MAX 16

// Rows from the upper edge, columns from the left. Without the white margin that every marker needs around it.
typedef struct {
    int cells;   // along an edge
    int border;  // of them, those between the detected corners; fewer than `cells` where a family writes outside of its square
    bool black[TAG_BITMAP_MAX][TAG_BITMAP_MAX];
} tag_bitmap;

// Makes the marker `id` of an AprilTag family (tag36h11, tag36h10, tag25h9, tag16h5, tagStandard41h12, tagStandard52h13, tagCircle21h7,
// tagCircle49h12, tagCustom48h12) or of an ArUco dictionary (aruco4x4_50, _100, _250, _1000, the same for 5x5, 6x6 and 7x7,
// aruco_original). STATUS_INVALID: no such family, it has no such id, or the marker looks the same upside down (a few of
// aruco_original do); STATUS_MEMORY, STATUS_EXTERNAL.
// Source: apriltag_to_image of the AprilTag library; drawMarker of OpenCV.
status tag_bitmap_make(const char *family, int id, tag_bitmap *out, fault *fault);

#ifdef __cplusplus
}
#endif
#endif
