// capture/source -- the interface between capture.c and the kinds of sources: pictures, clips and cameras. Internal to this folder.
#ifndef VEDETTE_CAPTURE_SOURCE_H
#define VEDETTE_CAPTURE_SOURCE_H

#include "capture/cameras.h"
#include "capture/capture.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct source source;

typedef struct {
    status (*next)(source *s, frame *out, fault *fault);  // as capture_next
    void (*close)(source *s);                             // frees s
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

// Makes a new *out, or says why not in words that name the source and the remedy. `name` comes without the kind's prefix.
typedef status source_open(const char *name, const capture_options *o, source **out, fault *fault);
// Adds the kind's cameras that are plugged in to *out. One that can't be asked is added with the reason.
typedef status source_list(camera_list *out, fault *fault);

typedef struct {
    const char *prefix;  // of the sources' names
    const char *help;    // what follows it
    source_open *open;
    source_list *list;  // NULL: no camera
} source_kind;

// The kind that `name` is of: the row with the name's prefix. The last row has none and takes the rest.
const source_kind *source_kind_of(const char *name);

#ifdef __cplusplus
}
#endif
#endif
