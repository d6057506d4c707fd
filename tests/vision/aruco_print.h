// Bitmaps of ArUco markers, drawn by OpenCV.
#ifndef VEDETTE_TESTS_VISION_ARUCO_PRINT_H
#define VEDETTE_TESTS_VISION_ARUCO_PRINT_H

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

// Cells of the marker, black border included: white[row * 16 + column], row 0 its top; *cells along an edge. `dictionary` is OpenCV's number.
status aruco_print(int dictionary, int id, unsigned char white[256], int *cells);

#ifdef __cplusplus
}
#endif
#endif
