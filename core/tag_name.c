#include "core/tag_name.h"

#include <stddef.h>
#include <string.h>

typedef struct {
    const char *family;
    int ids;
    int no_front;  // this id and those after it look the same upside down; 0: none does
} family_row;

// A table of our own, so that a game file is checked without loading the libraries that read pictures.
static const family_row families[] = {
    {"tag36h11", 587},
    {"tag36h10", 2320},
    {"tag25h9", 35},
    {"tag16h5", 30},
    {"tagStandard41h12", 2115},
    {"tagStandard52h13", 48714},
    {"tagCircle21h7", 38},
    {"tagCircle49h12", 65535},
    {"tagCustom48h12", 42211},
    {"aruco4x4_50", 50},
    {"aruco4x4_100", 100},
    {"aruco4x4_250", 250},
    {"aruco4x4_1000", 1000},
    {"aruco5x5_50", 50},
    {"aruco5x5_100", 100},
    {"aruco5x5_250", 250},
    {"aruco5x5_1000", 1000},
    {"aruco6x6_50", 50},
    {"aruco6x6_100", 100},
    {"aruco6x6_250", 250},
    {"aruco6x6_1000", 1000},
    {"aruco7x7_50", 50},
    {"aruco7x7_100", 100},
    {"aruco7x7_250", 250},
    {"aruco7x7_1000", 1000},
    {"aruco_original", 1024, 1023},
};

static const family_row *find(const char *family) {
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (strcmp(families[i].family, family) == 0) return &families[i];
    return NULL;
}

bool tag_name_known(const char *family) { return find(family) != NULL; }

status tag_name_check(const char *family, int id, fault *fault) {
    const family_row *row = find(family);
    if (!row)
        return fault_set(fault, STATUS_INVALID,
                         "\"%s\" is no marker family that is known: use tag36h11, tag25h9, tag16h5, tagStandard41h12 or aruco4x4_100", family);
    if (id < 0 || id >= row->ids) return fault_set(fault, STATUS_INVALID, "%s has no id %d: its ids are 0 to %d", family, id, row->ids - 1);
    if (row->no_front == 0 || id < row->no_front) return STATUS_OK;
    return fault_set(fault, STATUS_INVALID, "%s %d looks the same upside down, so that its front cannot be told: take another id", family, id);
}
