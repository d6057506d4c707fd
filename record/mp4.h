// record/mp4 -- pictures into an H.264 film in an MP4 file, by libavcodec and libavformat. One thread a handle.
#ifndef VEDETTE_RECORD_MP4_H
#define VEDETTE_RECORD_MP4_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

typedef struct mp4 mp4;

typedef enum { MP4_BGR, MP4_BGRA } mp4_pixels;  // 3 or 4 bytes a pixel; BGRA is cairo's ARGB32 on a little-endian machine

typedef struct {
    int width, height;  // of the film, even; pictures of other sizes are scaled to it
    mp4_pixels pixels;
    bool grows;   // written in fragments: what was written can be watched at any time, also after a kill
    int quality;  // x264's crf: 18 fine, 28 coarse
} mp4_options;

// Begins the film at `path`, which is overwritten. STATUS_INVALID: no such size; STATUS_IO; STATUS_MEMORY; STATUS_EXTERNAL: libavcodec has no H.264
// encoder, or refuses.
status mp4_begin(const char *path, const mp4_options *o, mp4 **out, fault *fault);
// Adds a picture that is shown from t_s on, seconds since the film's beginning, later than the one before by a millisecond at least.
status mp4_add(mp4 *f, const uint8_t *pixels, int width, int height, size_t stride, double t_s, fault *fault);
// Writes what is left, shows the last picture for last_s, and frees f. NULL is fine.
status mp4_end(mp4 *f, double last_s, fault *fault);

// Copies the part of a film from `from_s` to `to_s` (of its own time) to `out_path`, from the key picture at or before from_s on, without decoding.
// *begins_s: the time at which the copy begins. STATUS_END: the film has nothing there.
status mp4_cut(const char *path, double from_s, double to_s, const char *out_path, double *begins_s, fault *fault);

#endif
