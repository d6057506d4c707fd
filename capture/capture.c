#include "capture/capture.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "capture/content.h"
#include "capture/source.h"

struct capture {
    source *from;
    char *name;
    capture_options options;
    double began_s;  // monotonic; realtime: when the first frame was asked for
    bool began;
    int64_t dropped;  // realtime: overdue frames
};

capture_options capture_default_options(void) { return (capture_options){.timeout_s = 5}; }

static bool begins_with(const char *s, const char *prefix) { return strncmp(s, prefix, strlen(prefix)) == 0; }

static status unreadable(const char *path, fault *why) {
    if (errno == ENOENT) return fault_set(why, STATUS_INVALID, "%s: there is no such file, folder or camera; check the name", path);
    return fault_set(why, STATUS_INVALID, "%s: can't be read (%s); check its permissions", path, strerror(errno));
}

static status read_head(const char *path, uint8_t head[CONTENT_HEAD], size_t *length, fault *why) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return unreadable(path, why);
    ssize_t n = read(fd, head, CONTENT_HEAD);
    status s = n < 0 ? unreadable(path, why) : STATUS_OK;
    close(fd);
    *length = n < 0 ? 0 : (size_t)n;
    return s;
}

static status open_file(const char *path, const capture_options *o, source **out, fault *why) {
    uint8_t head[CONTENT_HEAD];
    size_t length = 0;
    status s = read_head(path, head, &length, why);
    if (s) return s;
    if (length == 0) return fault_set(why, STATUS_INVALID, "%s: the file is empty; record or copy it again", path);
    content is = content_of(head, length);
    if (is == CONTENT_CLIP) return clip_open(path, o, out, why);
    if (content_is_picture(is)) return images_open_file(path, o, out, why);
    return fault_set(why, STATUS_INVALID,
                     "%s: is neither a clip (MP4, MOV, Matroska, WebM, AVI, MPEG-TS) nor a picture (JPEG, PNG, BMP, PGM, PPM); convert it", path);
}

static status open_path(const char *path, const capture_options *o, source **out, fault *why) {
    struct stat info;
    if (stat(path, &info) != 0) {
        if (errno == ENOENT && strpbrk(path, "*?[")) return images_open_glob(path, o, out, why);
        return unreadable(path, why);
    }
    if (S_ISDIR(info.st_mode)) return images_open_folder(path, o, out, why);
    if (S_ISREG(info.st_mode)) return open_file(path, o, out, why);
    if (S_ISCHR(info.st_mode)) return fault_set(why, STATUS_INVALID, "%s: is a device; for a camera say v4l2:%s", path, path);
    return fault_set(why, STATUS_INVALID, "%s: is neither file nor folder; name a clip, a picture or a folder of pictures", path);
}

static status open_source(const char *name, const capture_options *o, source **out, fault *why) {
    static const char libcamera[] = "libcamera:", v4l2[] = "v4l2:";
    if (begins_with(name, libcamera)) return libcamera_open(name + strlen(libcamera), o, out, why);
    if (begins_with(name, v4l2)) return v4l2_open(name + strlen(v4l2), o, out, why);
    return open_path(name, o, out, why);
}

status capture_open(const char *name, const capture_options *o, capture **out, fault *why) {
    assert(name && out);
    *out = NULL;
    if (!*name)
        return fault_set(why, STATUS_INVALID, "the source's name is empty; name a clip, a picture, a folder, v4l2:/dev/videoN or libcamera:0");
    capture *c = calloc(1, sizeof *c);
    char *kept = strdup(name);
    status s = c && kept ? STATUS_OK : fault_set(why, STATUS_MEMORY, "%s: out of memory; close other programs", name);
    if (!s) {
        c->name = kept;
        c->options = o ? *o : capture_default_options();
        s = open_source(name, &c->options, &c->from, why);
    }
    if (!s) {
        *out = c;
        return STATUS_OK;
    }
    free(kept);
    free(c);
    return s;
}

static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Returns early where a signal comes in: its handler may want the program to end.
static void sleep_s(double s) {
    struct timespec t = {.tv_sec = (time_t)s, .tv_nsec = (long)((s - (double)(time_t)s) * 1e9)};
    nanosleep(&t, NULL);
}

// A file at the pace it was recorded: waits for frames that are not due, passes over those that are overdue by more than a frame. No more than a
// second's worth at a time, so that a machine too slow even to decode still shows something.
static status next_in_time(capture *c, frame *out, fault *why) {
    double period_s = c->from->fps > 0 ? 1 / c->from->fps : 0;
    int may_drop = (int)c->from->fps;
    for (;;) {
        status s = c->from->verbs->next(c->from, out, why);
        if (s) return s;
        if (!c->began) c->began_s = now_s() - out->t_s;
        c->began = true;
        double late_s = now_s() - (c->began_s + out->t_s);
        if (late_s < 0) sleep_s(-late_s);
        if (late_s <= period_s || may_drop-- <= 0) return STATUS_OK;
        c->dropped++;
    }
}

status capture_next(capture *c, frame *out, fault *why) {
    if (c->options.realtime && !c->from->live) return next_in_time(c, out, why);
    return c->from->verbs->next(c->from, out, why);
}

bool capture_is_live(const capture *c) { return c->from->live; }
double capture_fps(const capture *c) { return c->from->fps; }
int64_t capture_frame_count(const capture *c) { return c->from->frame_count; }
int64_t capture_skipped(const capture *c) { return c->from->skipped + c->dropped; }
bool capture_ended_early(const capture *c) { return c->from->ended_early; }
const char *capture_picture(const capture *c) { return c->from->picture_path ? c->from->picture_path : c->name; }

void capture_close(capture *c) {
    if (!c) return;
    c->from->verbs->close(c->from);
    free(c->name);
    free(c);
}
