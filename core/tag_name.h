// core/tag_name -- the families of printed markers that are read and printed, and the ids that each has. Knows no picture and no cell. Pure.
#ifndef VEDETTE_CORE_TAG_NAME_H
#define VEDETTE_CORE_TAG_NAME_H

#include <stdbool.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

// True for an AprilTag family or an ArUco dictionary that is read. Rim codes are none.
bool tag_name_known(const char *family);

// Checks that the marker can be printed and read. STATUS_INVALID: no such family, it has no such id, or the marker looks the same upside down.
// Source: `ncodes` of the AprilTag library's families; the sizes of OpenCV's predefined dictionaries.
status tag_name_check(const char *family, int id, fault *fault);

#ifdef __cplusplus
}
#endif
#endif
