// record/mp4_read -- pictures out of the films beside a record, by their time. One thread a handle. Internal to record/.
#ifndef VEDETTE_RECORD_MP4_READ_H
#define VEDETTE_RECORD_MP4_READ_H

#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

typedef struct mp4_reader mp4_reader;

// STATUS_IO: no film can be read there; STATUS_MEMORY.
status mp4_reader_open(const char *path, mp4_reader **out, fault *fault);
void mp4_reader_close(mp4_reader *r);
void mp4_reader_size(const mp4_reader *r, int *width, int *height);
// The picture that is shown at t_s of the film, scaled to width x height pixels B, G, R, A of `stride` bytes a row. STATUS_END: the film is over by
// then.
status mp4_reader_picture(mp4_reader *r, double t_s, uint8_t *bgra, int width, int height, size_t stride);

#endif
