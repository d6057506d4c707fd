// capture/yuv -- a row of pixels as cameras deliver them, 8-bit YUV after ITU-R BT.601 (black is luma 16), to B G R. Internal to this folder.
//
// A whole picture of 12 megapixels is as dear as all that is looked for in it, hence by hand: half of what OpenCV takes. Integers only, each channel
// within one code of the exact one; the same on every machine, and for a pixel the same in whichever part of its row it is asked for. `width` is
// even, and a row begins with a pixel of even number: each shares its chroma with its neighbour.
#ifndef VEDETTE_CAPTURE_YUV_H
#define VEDETTE_CAPTURE_YUV_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// `luma` and `chroma`: `width` bytes each, the latter U, V of two pixels at a time (v_first: V, U). Fills 3 * width bytes.
void yuv_row_to_bgr(const uint8_t *luma, const uint8_t *chroma, bool v_first, int width, uint8_t *bgr);

// `pairs`: Y, U, Y, V of two pixels at a time. Fills 3 * width bytes of bgr; width bytes of gray, the luma.
void yuyv_row_to_bgr(const uint8_t *pairs, int width, uint8_t *bgr);
void yuyv_row_to_gray(const uint8_t *pairs, int width, uint8_t *gray);

#ifdef __cplusplus
}
#endif
#endif
