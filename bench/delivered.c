#include "bench/delivered.h"

#include <stdlib.h>
#include <string.h>

uint8_t *delivered_capacity(raw_format format, int width, int height, raw_picture *out) {
    size_t row = (size_t)width * (format == RAW_BGR ? 3 : format == RAW_YUYV ? 2 : 1), first = row * (size_t)height, second = 0;
    if (format == RAW_NV12) second = first / 2;
    uint8_t *capacity = malloc(first + second);
    *out = (raw_picture){format, width, height, {capacity, second ? capacity + first : NULL}, {row, row}, {first, second}, false};
    return capacity;
}

static uint8_t luma_of(const uint8_t *p) { return (uint8_t)(16.5 + (24.966 * p[0] + 128.553 * p[1] + 65.481 * p[2]) / 255); }

// U and V of the mean of pixels.
static void chroma_of(const uint8_t *const *p, int count, uint8_t out[2]) {
    double sum[3] = {0};
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) sum[k] += p[i][k] / (255.0 * count);
    out[0] = (uint8_t)(128.5 + 112 * sum[0] - 74.203 * sum[1] - 37.797 * sum[2]);
    out[1] = (uint8_t)(128.5 - 18.214 * sum[0] - 93.786 * sum[1] + 112 * sum[2]);
}

static void fill_nv12(const uint8_t *bgr, uint8_t *capacity, int width, int height) {
    uint8_t *chroma = capacity + (size_t)width * (size_t)height;
    for (size_t i = 0; i < (size_t)width * (size_t)height; i++) capacity[i] = luma_of(bgr + 3 * i);
    for (int y = 0; y < height; y += 2)
        for (int x = 0; x < width; x += 2, chroma += 2) {
            const uint8_t *p = bgr + 3 * ((size_t)y * (size_t)width + (size_t)x), *q = p + 3 * (size_t)width;
            chroma_of((const uint8_t *[]){p, p + 3, q, q + 3}, 4, chroma);
        }
}

static void fill_yuyv(const uint8_t *bgr, uint8_t *capacity, size_t pixels) {
    for (size_t i = 0; i < pixels; i += 2) {
        const uint8_t *p = bgr + 3 * i;
        uint8_t chroma[2];
        chroma_of((const uint8_t *[]){p, p + 3}, 2, chroma);
        memcpy(capacity + 2 * i, (uint8_t[]){luma_of(p), chroma[0], luma_of(p + 3), chroma[1]}, 4);
    }
}

void delivered_fill(const uint8_t *bgr, uint8_t *capacity, const raw_picture *r) {
    size_t pixels = (size_t)r->width * (size_t)r->height;
    if (r->format == RAW_NV12)
        fill_nv12(bgr, capacity, r->width, r->height);
    else if (r->format == RAW_YUYV)
        fill_yuyv(bgr, capacity, pixels);
    else
        memcpy(capacity, bgr, 3 * pixels);
}
