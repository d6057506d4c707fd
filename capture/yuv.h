// capture/yuv -- a row of pixels as cameras deliver them, 8-bit YUV after ITU-R BT.601 (black is luma 16), to B G R. Internal to this folder.
//
// At 12 megapixels this is as dear as all that is looked for in the picture, hence by hand: half of what OpenCV takes. Integers only, each channel
// within one code of the exact one; the same on every machine. `width` is even: each pixel shares its chroma with its neighbour.
#ifndef VEDETTE_CAPTURE_YUV_H
#define VEDETTE_CAPTURE_YUV_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// `luma` and `chroma`: `width` bytes each, the latter U, V of two pixels at a time (v_first: V, U). Fills 3 * width bytes.
void yuv_row_to_bgr(const uint8_t *luma, const uint8_t *chroma, bool v_first, int width, uint8_t *bgr);

// `pairs`: Y, U, Y, V of two pixels at a time. Fills width bytes of gray, the luma, and (not NULL) 3 * width bytes of bgr.
void yuyv_row_to_bgr(const uint8_t *pairs, int width, uint8_t *gray, uint8_t *bgr);

#ifdef __cplusplus
}
#endif
#endif
