// Compiled once for each kind of processor, with NET_KERNELS as the name of its table (vision/CMakeLists.txt).
#include "vision/net/kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__ARM_FEATURE_DOTPROD)
#include <arm_neon.h>
#endif

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

// Anywhere: a tensor's pixels lie where its channels put them.
typedef float vec __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
typedef int32_t ints __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
typedef uint8_t bytes __attribute__((vector_size(LANES), aligned(1), may_alias));

#define INLINE static inline __attribute__((always_inline))
#ifdef __clang__
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif

INLINE vec load(const float *from) { return *(const vec *)from; }
INLINE vec every(float v) { return v - (vec){0}; }
INLINE vec larger(vec a, vec b) {
    const ints m = a > b;
    return (vec)((m & (ints)a) | (~m & (ints)b));
}

// sum += the products of four levels, which stand in each lane of `in`, with the weights of each lane's channel, which lie in PARTS registers:
// as bytes; as 16 bits, those of the even levels and of the odd ones apart; or as 32 bits, one register a level.
#if defined(__AVX512VNNI__)
enum { PARTS = 1, SHIFT = 0 };
INLINE ints dot(ints sum, ints in, const ints *w) { return (ints)_mm512_dpbusd_epi32((__m512i)sum, (__m512i)in, (__m512i)w[0]); }
#elif defined(__AVXVNNI__)
enum { PARTS = 1, SHIFT = 0 };
INLINE ints dot(ints sum, ints in, const ints *w) { return (ints)_mm256_dpbusd_avx_epi32((__m256i)sum, (__m256i)in, (__m256i)w[0]); }
#elif defined(__x86_64__)
enum { PARTS = 2, SHIFT = 0 };
#if defined(__AVX512BW__)
INLINE ints pairs(ints a, ints w) { return (ints)_mm512_madd_epi16((__m512i)a, (__m512i)w); }
#elif defined(__AVX2__)
INLINE ints pairs(ints a, ints w) { return (ints)_mm256_madd_epi16((__m256i)a, (__m256i)w); }
#else
INLINE ints pairs(ints a, ints w) { return (ints)_mm_madd_epi16((__m128i)a, (__m128i)w); }
#endif
INLINE ints dot(ints sum, ints in, const ints *w) { return sum + pairs(in & 0x00ff00ff, w[0]) + pairs(in >> 8 & 0x00ff00ff, w[1]); }
#elif defined(__ARM_FEATURE_DOTPROD)
enum { PARTS = 1, SHIFT = 128 };  // its product takes signed bytes alone
INLINE ints dot(ints sum, ints in, const ints *w) { return (ints)vdotq_s32((int32x4_t)sum, (int8x16_t)(in ^ (int32_t)0x80808080), (int8x16_t)w[0]); }
#else
enum { PARTS = 4, SHIFT = 0 };
INLINE ints dot(ints sum, ints in, const ints *w) {
    return sum + (in & 255) * w[0] + (in >> 8 & 255) * w[1] + (in >> 16 & 255) * w[2] + (in >> 24 & 255) * w[3];
}
#endif
// With two parts a sum takes two weights and two inputs: fewer sums fit.
enum { LEVEL_PIXELS = PARTS == 1 ? PIXELS : PIXELS * 2 / 3 };

// From a sum in the output's unit to what is written at `place` of the row's output.
INLINE void finish(const net_conv_row *r, ptrdiff_t place, vec v) {
    if (!r->levels) {
        if (r->residual) v += load((const float *)r->residual + place);
        if (r->relu) v = (vec)((ints)v & (v > 0));
        *(vec *)((float *)r->out + place) = v;
        return;
    }
    if (r->residual) v += every(r->residual_scale) * __builtin_convertvector(*(const bytes *)((const uint8_t *)r->residual + place), vec);
    v = larger(v + 0.5F, every(r->low));
    v = -larger(-v, every(-NET_LEVEL_MAX));
    *(bytes *)((uint8_t *)r->out + place) = __builtin_convertvector(__builtin_convertvector(v, ints), bytes);
}

// `pixels` x `vectors` sums at once, from pixel `first` and channel `channel` on. Both counts are constants where this is called.
INLINE void sum_floats(const net_conv_row *r, const float *w, int first, int channel, const int pixels, const int vectors) {
    vec sum[PIXELS][VECTORS];
    UNROLL for (int p = 0; p < pixels; p++) UNROLL for (int q = 0; q < vectors; q++) sum[p][q] = load(r->bias + channel + q * LANES);
    const ptrdiff_t step = r->in_step;
    const float *in = (const float *)r->in + first * step;
    for (int t = 0; t < r->tap_count; t++) {
        const float *at = in + r->taps[t];
        for (int k = 0; k < r->tap_length; k++, at++, w += vectors * LANES) {
            vec weight[VECTORS];
            UNROLL for (int q = 0; q < vectors; q++) weight[q] = load(w + q * LANES);
            UNROLL for (int p = 0; p < pixels; p++) UNROLL for (int q = 0; q < vectors; q++) sum[p][q] += at[p * step] * weight[q];
        }
    }
    UNROLL for (int p = 0; p < pixels; p++) UNROLL for (int q = 0; q < vectors; q++)
        finish(r, (first + p) * r->out_step + channel + q * LANES, sum[p][q]);
}

INLINE ints four_levels(const uint8_t *from) {
    int32_t v;
    __builtin_memcpy(&v, from, sizeof v);
    return v - (ints){0};
}

INLINE void sum_levels(const net_conv_row *r, const int32_t *w, int first, int channel, const int pixels, const int vectors) {
    ints sum[LEVEL_PIXELS][VECTORS];
    UNROLL for (int p = 0; p < pixels; p++) UNROLL for (int q = 0; q < vectors; q++) sum[p][q] = (ints){0};
    const ptrdiff_t step = r->in_step;
    const uint8_t *in = (const uint8_t *)r->in + first * step;
    for (int t = 0; t < r->tap_count; t++) {
        const uint8_t *at = in + r->taps[t];
        for (int k = 0; k < r->tap_length; k += NET_QUAD, at += NET_QUAD, w += vectors * PARTS * LANES) {
            ints weight[VECTORS * PARTS];
            UNROLL for (int q = 0; q < vectors * PARTS; q++) weight[q] = *(const ints *)(w + q * LANES);
            UNROLL for (int p = 0; p < pixels; p++) {
                const ints four = four_levels(at + p * step);
                UNROLL for (int q = 0; q < vectors; q++) sum[p][q] = dot(sum[p][q], four, weight + q * PARTS);
            }
        }
    }
    UNROLL for (int p = 0; p < pixels; p++) UNROLL for (int q = 0; q < vectors; q++) {
        const int c = channel + q * LANES;
        finish(r, (first + p) * r->out_step + c, __builtin_convertvector(sum[p][q], vec) * load(r->scale + c) + load(r->bias + c));
    }
}

// All channels of some pixels. The pixels' input stays in the nearest cache while the weights stream by.
INLINE void sum_pixels(const net_conv_row *r, int first, const int pixels, const bool levels) {
    for (int c = 0; c < r->channels;) {
        const bool whole = c + VECTORS * LANES <= r->channels;
        const ptrdiff_t from = (ptrdiff_t)c * r->terms + (ptrdiff_t)r->skipped * (whole ? VECTORS : 1) * LANES;
        if (levels) {
            const int32_t *w = (const int32_t *)r->weights + from * PARTS / NET_QUAD;
            whole ? sum_levels(r, w, first, c, pixels, VECTORS) : sum_levels(r, w, first, c, pixels, 1);
        } else {
            const float *w = (const float *)r->weights + from;
            whole ? sum_floats(r, w, first, c, pixels, VECTORS) : sum_floats(r, w, first, c, pixels, 1);
        }
        c += whole ? VECTORS * LANES : LANES;
    }
}

// The last block of a row is moved back to be whole: some pixels are summed twice, to the same value.
INLINE void sum_row(const net_conv_row *r, const int pixels, const bool levels) {
    for (int x = 0; x < r->count; x += pixels) sum_pixels(r, x + pixels <= r->count ? x : r->count - pixels, pixels, levels);
}

INLINE void sum_any_row(const net_conv_row *r, const int pixels, const bool levels) {
    if (r->count >= pixels)
        sum_row(r, pixels, levels);
    else if (pixels / 2 > FEW && r->count >= pixels / 2)
        sum_row(r, pixels / 2, levels);
    else if (r->count >= FEW)
        sum_row(r, FEW, levels);
    else
        sum_row(r, 1, levels);
}

static void convolve(const net_conv_row *r) {
    if (r->scale)
        sum_any_row(r, LEVEL_PIXELS, true);
    else
        sum_any_row(r, PIXELS, false);
}

static void up_add_floats(const float *restrict a, const float *restrict b, float *restrict out, int width, int pixel) {
    for (int x = 0; x < width; x++) {
        const float *from = a + (ptrdiff_t)(x / 2) * pixel;
        for (int c = 0; c < pixel; c++) out[c] = from[c] + b[c];
        out += pixel, b += pixel;
    }
}

static void up_add_levels(const net_up_row *r, const uint8_t *restrict a, const uint8_t *restrict b, uint8_t *restrict out) {
    for (int x = 0; x < r->width; x++) {
        const uint8_t *from = a + (ptrdiff_t)(x / 2) * r->pixel;
        for (int c = 0; c < r->pixel; c++) {
            const float v = r->a_scale * from[c] + (r->b_scale * b[c] + r->offset) + 0.5F, low = v > 0 ? v : 0;
            out[c] = (uint8_t)(int)(low < NET_LEVEL_MAX ? low : NET_LEVEL_MAX);
        }
        out += r->pixel, b += r->pixel;
    }
}

static void up_add(const net_up_row *r) {
    if (r->levels)
        up_add_levels(r, r->a, r->b, r->out);
    else
        up_add_floats(r->a, r->b, r->out, r->width, r->pixel);
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
const net_kernels NET_KERNELS = {NET_KERNELS_NAME, LANES, LANES *VECTORS, PARTS, SHIFT, convolve, up_add, average};
