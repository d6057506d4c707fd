// vision/aruco -- OpenCV's ArUco reader behind C: one task, no OpenCV type outside.
#ifndef VEDETTE_VISION_ARUCO_H
#define VEDETTE_VISION_ARUCO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct aruco_reader aruco_reader;

typedef struct {
    int dictionary;  // index in the order in which they were added
    int id;
    double corner[4][2];  // clockwise from the marker's top left, as OpenCV has them; px
} aruco_found;

// True where `family` names one of OpenCV's dictionaries; *cells (may be NULL) gets the cells along an edge of its black square.
bool aruco_knows(const char *family, int *cells);
// The same for whatever OpenCV can read: its dictionaries and its copies of AprilTag families.
bool aruco_reads(const char *family, int *cells);
// A reader without dictionaries. STATUS_MEMORY, STATUS_EXTERNAL.
status aruco_create(aruco_reader **out, fault *fault);
void aruco_destroy(aruco_reader *r);
// Adds a dictionary by its family name. STATUS_INVALID: OpenCV has none of that name.
status aruco_add(aruco_reader *r, const char *family, fault *fault);
// The cells inside of each marker's black border, ids from 0 upward: bit y * 8 + x, row 0 the marker's top, 1 for white. Returns how many, at most
// `capacity`; 0 for an unknown family.
int aruco_codes(const char *family, uint64_t *white, int capacity);
// Finds markers of every dictionary in a gray picture; room for `capacity`. STATUS_FULL: the first ones are kept. STATUS_EXTERNAL.
status aruco_find(aruco_reader *r, const uint8_t *gray, size_t stride, int width, int height, aruco_found *out, int capacity, int *count);

#ifdef __cplusplus
}
#endif
#endif
