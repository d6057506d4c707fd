// core/frame -- one picture as it came from a camera, a clip or a file. Borrowed: it belongs to its source until the next one is asked for.
#ifndef VEDETTE_CORE_FRAME_H
#define VEDETTE_CORE_FRAME_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    int width, height;
    const uint8_t *gray;  // 8-bit, height rows of gray_stride bytes
    size_t gray_stride;
    const uint8_t *bgr;  // 8-bit B, G, R; NULL where colour was not asked for or the source has none
    size_t bgr_stride;
    double t_s;        // capture time: seconds since the recording began
    int64_t sequence;  // number of the frame since the source was opened, counting those skipped
} frame;

#endif
