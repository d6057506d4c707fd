#include "capture/video_devices.h"

#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <linux/videodev2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

void video_devices_list(char *out, size_t n) {
    snprintf(out, n, "none");
    glob_t found;
    if (glob("/dev/video*", 0, NULL, &found) != 0) return;
    size_t at = 0;
    for (size_t i = 0; i < found.gl_pathc && at < n; i++) at += (size_t)snprintf(out + at, n - at, "%s%s", i ? " " : "", found.gl_pathv[i]);
    globfree(&found);
}

// The kernel answers ENODEV on the descriptor of an unplugged device, with or without udev (v4l2_ioctl in v4l2-dev.c).
static bool is_gone(int fd) {
    struct v4l2_capability able;
    return ioctl(fd, VIDIOC_QUERYCAP, &able) != 0 && errno == ENODEV;
}

bool video_devices_any_gone(void) {
    static const char device[] = "/dev/video";
    DIR *open_files = opendir("/proc/self/fd");
    if (!open_files) return false;
    bool gone = false;
    for (struct dirent *e; !gone && (e = readdir(open_files));) {
        char target[sizeof device] = "";
        bool video = readlinkat(dirfd(open_files), e->d_name, target, sizeof device - 1) > 0 && strcmp(target, device) == 0;
        gone = video && is_gone(atoi(e->d_name));
    }
    closedir(open_files);
    return gone;
}
