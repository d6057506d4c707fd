// A name without a prefix: a clip, a picture, a folder or a glob. What a file is, its first bytes tell.
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture/content.h"
#include "capture/source.h"

source_open file_open, clip_open, images_open_file, images_open_folder, images_open_glob;

static status unreadable(const char *path, fault *fault) {
    if (errno == ENOENT) return fault_set(fault, STATUS_INVALID, "%s: there is no such file, folder or camera; check the name", path);
    return fault_set(fault, STATUS_INVALID, "%s: can't be read (%s); check its permissions", path, strerror(errno));
}

static status read_head(const char *path, uint8_t head[CONTENT_HEAD], size_t *length, fault *fault) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return unreadable(path, fault);
    ssize_t n = read(fd, head, CONTENT_HEAD);
    status s = n < 0 ? unreadable(path, fault) : STATUS_OK;
    close(fd);
    *length = n < 0 ? 0 : (size_t)n;
    return s;
}

static status open_file(const char *path, const capture_options *o, source **out, fault *fault) {
    uint8_t head[CONTENT_HEAD];
    size_t length = 0;
    status s = read_head(path, head, &length, fault);
    if (s) return s;
    if (length == 0) return fault_set(fault, STATUS_INVALID, "%s: the file is empty; record or copy it again", path);
    content is = content_of(head, length);
    if (is == CONTENT_CLIP) return clip_open(path, o, out, fault);
    if (content_is_picture(is)) return images_open_file(path, o, out, fault);
    return fault_set(fault, STATUS_INVALID,
                     "%s: is neither a clip (MP4, MOV, Matroska, WebM, AVI, MPEG-TS) nor a picture (JPEG, PNG, BMP, PGM, PPM); convert it", path);
}

status file_open(const char *path, const capture_options *o, source **out, fault *fault) {
    struct stat info;
    if (stat(path, &info) != 0) {
        if (errno == ENOENT && strpbrk(path, "*?[")) return images_open_glob(path, o, out, fault);
        return unreadable(path, fault);
    }
    if (S_ISDIR(info.st_mode)) return images_open_folder(path, o, out, fault);
    if (S_ISREG(info.st_mode)) return open_file(path, o, out, fault);
    if (S_ISCHR(info.st_mode)) return fault_set(fault, STATUS_INVALID, "%s: is a device; for a camera say v4l2:%s", path, path);
    return fault_set(fault, STATUS_INVALID, "%s: is neither file nor folder; name a clip, a picture or a folder of pictures", path);
}
