// capture/jpeg -- a picture in memory as a JPEG file's bytes.
#ifndef VEDETTE_CAPTURE_JPEG_H
#define VEDETTE_CAPTURE_JPEG_H

#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

// bgr: `height` rows of `width` pixels B, G, R, `stride` bytes from row to row. quality: 1 to 100. The caller frees *bytes. STATUS_MEMORY,
// STATUS_EXTERNAL.
status jpeg_encode(const uint8_t *bgr, int width, int height, size_t stride, int quality, uint8_t **bytes, size_t *length, fault *fault);

#ifdef __cplusplus
}
#endif
#endif
