// The cameras of Video4Linux and their modes, as the kernel tells them. Source: the kernel's documentation of VIDIOC_ENUM_FMT,
// VIDIOC_ENUM_FRAMESIZES and VIDIOC_ENUM_FRAMEINTERVALS.
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <linux/videodev2.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "capture/capture_limits.h"
#include "capture/source.h"

source_list v4l2_list;

static double rate(struct v4l2_fract interval) { return interval.numerator ? (double)interval.denominator / interval.numerator : 0; }

// The highest rate of a mode; 0: not known.
static double highest_rate(int fd, uint32_t format, uint32_t width, uint32_t height) {
    double best = 0;
    for (uint32_t i = 0; i < LIST_MAX_ENTRIES; i++) {
        struct v4l2_frmivalenum at = {.index = i, .pixel_format = format, .width = width, .height = height};
        if (ioctl(fd, VIDIOC_ENUM_FRAMEINTERVALS, &at) != 0) break;
        double fps = rate(at.type == V4L2_FRMIVAL_TYPE_DISCRETE ? at.discrete : at.stepwise.min);
        if (fps > best) best = fps;
        if (at.type != V4L2_FRMIVAL_TYPE_DISCRETE) break;
    }
    return best;
}

static void name_format(uint32_t format, char out[16]) {
    for (int i = 0; i < 4; i++) {
        char c = (char)(format >> 8 * i & 0x7f);
        out[i] = c > ' ' && c < 0x7f ? c : '\0';
    }
    out[4] = '\0';
}

static bool add_sizes(int fd, uint32_t format, camera_entry *to) {
    camera_mode mode = {{0}};
    name_format(format, mode.format);
    for (uint32_t i = 0; i < LIST_MAX_ENTRIES; i++) {
        struct v4l2_frmsizeenum at = {.index = i, .pixel_format = format};
        if (ioctl(fd, VIDIOC_ENUM_FRAMESIZES, &at) != 0) break;
        bool discrete = at.type == V4L2_FRMSIZE_TYPE_DISCRETE;
        uint32_t width = discrete ? at.discrete.width : at.stepwise.max_width, height = discrete ? at.discrete.height : at.stepwise.max_height;
        mode.width = (int)width, mode.height = (int)height, mode.fps = highest_rate(fd, format, width, height);
        if (!camera_add_mode(to, &mode)) return false;
        if (!discrete) break;
    }
    return true;
}

static bool add_modes(int fd, camera_entry *to) {
    for (uint32_t i = 0; i < LIST_MAX_ENTRIES; i++) {
        struct v4l2_fmtdesc at = {.index = i, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
        if (ioctl(fd, VIDIOC_ENUM_FMT, &at) != 0) break;
        if (!add_sizes(fd, at.pixelformat, to)) return false;
    }
    return true;
}

static bool add_device(const char *path, int fd, camera_list *out) {
    struct v4l2_capability able = {{0}};
    if (fd >= 0 && ioctl(fd, VIDIOC_QUERYCAP, &able) != 0) return true;  // no video device
    uint32_t does = able.capabilities & V4L2_CAP_DEVICE_CAPS ? able.device_caps : able.capabilities;
    if (fd >= 0 && !(does & V4L2_CAP_VIDEO_CAPTURE)) return true;  // of a camera's several devices one that gives no pictures
    camera_entry *c = camera_list_add(out);
    if (!c) return false;
    snprintf(c->source, sizeof c->source, "v4l2:%s", path);
    snprintf(c->name, sizeof c->name, "%.31s", (const char *)able.card);
    return fd < 0 || add_modes(fd, c);
}

static bool list_device(const char *path, camera_list *out) {
    int fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK), error = errno;
    if (fd < 0 && (error == ENODEV || error == ENXIO || error == ENOENT)) return true;  // gone meanwhile
    bool added = add_device(path, fd, out);
    if (fd >= 0) close(fd);
    if (!added || fd >= 0) return added;
    camera_entry *c = &out->at[out->count - 1];
    snprintf(c->trouble, sizeof c->trouble, "%s%s", strerror(error), error == EACCES ? "; add yourself to the group `video` and log in again" : "");
    return true;
}

status v4l2_list(camera_list *out, fault *fault) {
    glob_t found;
    int failed = glob("/dev/video[0-9]*", 0, NULL, &found);
    bool added = failed != GLOB_NOSPACE;
    for (size_t i = 0; !failed && added && i < found.gl_pathc; i++) added = list_device(found.gl_pathv[i], out);
    if (!failed) globfree(&found);
    return added ? STATUS_OK : fault_set(fault, STATUS_MEMORY, "listing the cameras: out of memory; close other programs");
}
