// capture/source -- what a kind of source must do; the face that images, clips and cameras show to capture.c. Internal to this folder.
#ifndef VEDETTE_CAPTURE_SOURCE_H
#define VEDETTE_CAPTURE_SOURCE_H

#include "capture/capture.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct source source;

typedef struct {
    status (*next)(source *s, frame *out, fault *why);  // as capture_next
    void (*close)(source *s);                           // frees s
} source_verbs;

// First member (C) or base (C++) of each kind's own struct. Written by the kind inside its verbs, read by capture.c between them.
struct source {
    const source_verbs *verbs;
    bool live, ended_early;
    double fps;
    int64_t frame_count;  // -1: not known
    int64_t skipped;
    const char *picture_path;  // file of the last frame; NULL: the source itself
};

// Each makes a new *out or returns why not, in words that name `path` and the remedy.
status images_open_file(const char *path, const capture_options *o, source **out, fault *why);
status images_open_folder(const char *path, const capture_options *o, source **out, fault *why);
status images_open_glob(const char *pattern, const capture_options *o, source **out, fault *why);
status clip_open(const char *path, const capture_options *o, source **out, fault *why);
status v4l2_open(const char *device, const capture_options *o, source **out, fault *why);
status libcamera_open(const char *camera, const capture_options *o, source **out, fault *why);

#ifdef __cplusplus
}
#endif
#endif
