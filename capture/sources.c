// The kinds of sources. A new one is a file of its own and a row here.
#include <stdio.h>
#include <string.h>

#include "capture/source.h"

source_open libcamera_open, v4l2_open, file_open;
source_list libcamera_list, v4l2_list;

static const source_kind kinds[] = {
    {"libcamera:", "ID-or-index", libcamera_open, libcamera_list},
    {"v4l2:", "/dev/videoN", v4l2_open, v4l2_list},
    {"", "a clip, a picture, a folder or a glob of pictures", file_open, NULL},
};
#define KINDS (sizeof kinds / sizeof *kinds)

const source_kind *source_kind_of(const char *name) {
    const source_kind *k = kinds;
    while (strncmp(name, k->prefix, strlen(k->prefix)) != 0) k++;
    return k;
}

void capture_source_help(char *out, size_t n) {
    size_t at = 0;
    for (size_t i = 0; i < KINDS && at < n; i++) at += (size_t)snprintf(out + at, n - at, "%s%s%s", i ? ", " : "", kinds[i].prefix, kinds[i].help);
}

status cameras_find(camera_list *out, fault *fault) {
    *out = (camera_list){0};
    status s = STATUS_OK;
    for (size_t i = 0; !s && i < KINDS; i++)
        if (kinds[i].list) s = kinds[i].list(out, fault);
    if (s) camera_list_finish(out);
    return s;
}
