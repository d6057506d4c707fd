// Compiled once for each kind of processor, with NET_KERNELS as the name of its table (vision/CMakeLists.txt), with fused multiply-adds allowed.
#include "vision/net/kernels.h"

#include <stdint.h>

// How many sums are kept in registers: PIXELS x VECTORS of them, VECTORS weights and an input. 32 registers hold 12 x 2 or 6 x 4, 16 hold 6 x 2.
// More would be spilled to memory; fewer would wait for each other, as a multiply-add takes 4 cycles and two begin in each.
#if defined(__AVX512F__) && defined(__clang__)
enum { LANES = 16, VECTORS = 2, PIXELS = 8 };  // clang 14 keeps no 24 sums in registers: a quarter of the speed
#elif defined(__AVX512F__)
enum { LANES = 16, VECTORS = 2, PIXELS = 12 };
#elif defined(__AVX__)
enum { LANES = 8, VECTORS = 2, PIXELS = 6 };
#elif defined(__aarch64__)
enum { LANES = 4, VECTORS = 4, PIXELS = 6 };
#else
enum { LANES = 4, VECTORS = 2, PIXELS = 6 };
#endif
enum { FEW = 3 };  // pixels at the end of a row that is shorter than PIXELS

typedef float vec __attribute__((vector_size(4 * LANES), aligned(4), may_alias));  // anywhere: a tensor's pixels lie where its channels put them
typedef int32_t mask __attribute__((vector_size(4 * LANES), aligned(4)));

#define INLINE static inline __attribute__((always_inline))
#ifdef __clang__
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif

INLINE vec load(const float *from) { return *(const vec *)from; }

// `pixels` x `vectors` sums at once, from pixel `first` and channel `channel` on. Both counts are constants where this is called.
INLINE void sum_block(const net_conv_row *r, const float *w, int first, int channel, const int pixels, const int vectors) {
    vec sum[PIXELS][VECTORS];
    UNROLL for (int p = 0; p < pixels; p++) UNROLL for (int q = 0; q < vectors; q++) sum[p][q] = load(r->bias + channel + q * LANES);
    const ptrdiff_t step = r->in_step;
    const float *in = r->in + first * step;
    for (int t = 0; t < r->tap_count; t++) {
        const float *at = in + r->taps[t];
        for (int k = 0; k < r->tap_length; k++, at++, w += vectors * LANES) {
            vec weight[VECTORS];
            UNROLL for (int q = 0; q < vectors; q++) weight[q] = load(w + q * LANES);
            UNROLL for (int p = 0; p < pixels; p++) UNROLL for (int q = 0; q < vectors; q++) sum[p][q] += at[p * step] * weight[q];
        }
    }
    const ptrdiff_t to = first * r->out_step + channel;
    UNROLL for (int p = 0; p < pixels; p++) UNROLL for (int q = 0; q < vectors; q++) {
        const ptrdiff_t place = to + p * r->out_step + q * LANES;
        vec v = sum[p][q];
        if (r->residual) v += load(r->residual + place);
        if (r->relu) v = (vec)((mask)v & (v > 0));
        *(vec *)(r->out + place) = v;
    }
}

// All channels of some pixels. The pixels' input stays in the nearest cache while the weights stream by.
INLINE void sum_pixels(const net_conv_row *r, int first, const int pixels) {
    const ptrdiff_t terms = (ptrdiff_t)r->tap_count * r->tap_length;
    int c = 0;
    for (; c + VECTORS * LANES <= r->channels; c += VECTORS * LANES) sum_block(r, r->weights + c * terms, first, c, pixels, VECTORS);
    for (; c < r->channels; c += LANES) sum_block(r, r->weights + c * terms, first, c, pixels, 1);
}

// The last block of a row is moved back to be whole: some pixels are summed twice, to the same value.
static void convolve(const net_conv_row *r) {
    if (r->count >= PIXELS) {
        for (int x = 0; x < r->count; x += PIXELS) sum_pixels(r, x + PIXELS <= r->count ? x : r->count - PIXELS, PIXELS);
    } else if (r->count >= FEW) {
        for (int x = 0; x < r->count; x += FEW) sum_pixels(r, x + FEW <= r->count ? x : r->count - FEW, FEW);
    } else {
        for (int x = 0; x < r->count; x++) sum_pixels(r, x, 1);
    }
}

static void up_add(const float *restrict a, const float *restrict b, float *restrict out, int width, int pixel) {
    for (int x = 0; x < width; x++) {
        const float *from = a + (ptrdiff_t)(x / 2) * pixel;
        for (int c = 0; c < pixel; c++) out[c] = from[c] + b[c];
        out += pixel, b += pixel;
    }
}

static void average(const float *restrict in, ptrdiff_t row, int height, int width, int pixel, float *restrict out) {
    for (int c = 0; c < pixel; c++) out[c] = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const float *from = in + y * row + (ptrdiff_t)x * pixel;
            for (int c = 0; c < pixel; c++) out[c] += from[c];
        }
    const float share = 1 / ((float)height * (float)width);
    for (int c = 0; c < pixel; c++) out[c] *= share;
}

extern const net_kernels NET_KERNELS;
const net_kernels NET_KERNELS = {NET_KERNELS_NAME, LANES, LANES *VECTORS, convolve, up_add, average};
