// core/lanes -- eight 16-bit numbers at a time: the few operations that the compiler's vector extensions lack, for SSE2 (x86-64's baseline), NEON
// (arm64's) and any other machine. Exact integers: the same bits everywhere.
#ifndef VEDETTE_CORE_LANES_H
#define VEDETTE_CORE_LANES_H

#include <stdint.h>
#include <string.h>

#if defined(__SSE2__) && !defined(VEDETTE_PORTABLE_LANES)
#include <emmintrin.h>
#define LANES_SSE2 1
#elif defined(__ARM_NEON) && defined(__aarch64__) && !defined(VEDETTE_PORTABLE_LANES)
#include <arm_neon.h>
#define LANES_NEON 1
#endif

enum { LANES = 8 };
typedef int16_t lanes __attribute__((vector_size(16)));
typedef uint16_t lanes_unsigned __attribute__((vector_size(16)));
typedef int32_t lanes_wide __attribute__((vector_size(16)));   // half as many of twice the width
typedef uint8_t lanes_bytes __attribute__((vector_size(16)));  // twice as many of half the width

static inline lanes lanes_load(const int16_t *p) {
    lanes v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline void lanes_store(int16_t *p, lanes v) { memcpy(p, &v, sizeof v); }
static inline lanes lanes_all(int16_t x) { return (lanes){x, x, x, x, x, x, x, x}; }
static inline lanes_wide lanes_wide_all(int32_t x) { return (lanes_wide){x, x, x, x}; }
static inline lanes lanes_choose(lanes mask, lanes yes, lanes no) { return (mask & yes) | (~mask & no); }

// a0 b0 a1 b1 a2 b2 a3 b3, and the upper halves in the same way.
static inline lanes lanes_zip_low(lanes a, lanes b) { return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11); }
static inline lanes lanes_zip_high(lanes a, lanes b) { return __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15); }
// The lower halves of both behind each other; the upper ones.
static inline lanes lanes_low_halves(lanes a, lanes b) { return __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11); }
static inline lanes lanes_high_halves(lanes a, lanes b) { return __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15); }

// lanes_high: upper 16 bits of the 32-bit products. lanes_dot: a0 b0 + a1 b1, a2 b2 + a3 b3, ... lanes_pack: a's four, then b's, saturated.
// lanes_to_bytes: a's eight, then b's, saturated to 0..255.
#if defined(LANES_SSE2)
static inline lanes lanes_min(lanes a, lanes b) { return (lanes)_mm_min_epi16((__m128i)a, (__m128i)b); }
static inline lanes lanes_max(lanes a, lanes b) { return (lanes)_mm_max_epi16((__m128i)a, (__m128i)b); }
static inline lanes lanes_high(lanes a, lanes b) { return (lanes)_mm_mulhi_epi16((__m128i)a, (__m128i)b); }
static inline lanes_wide lanes_dot(lanes a, lanes b) { return (lanes_wide)_mm_madd_epi16((__m128i)a, (__m128i)b); }
static inline lanes lanes_pack(lanes_wide a, lanes_wide b) { return (lanes)_mm_packs_epi32((__m128i)a, (__m128i)b); }
static inline lanes_bytes lanes_to_bytes(lanes a, lanes b) { return (lanes_bytes)_mm_packus_epi16((__m128i)a, (__m128i)b); }
#elif defined(LANES_NEON)
static inline lanes lanes_min(lanes a, lanes b) { return (lanes)vminq_s16((int16x8_t)a, (int16x8_t)b); }
static inline lanes lanes_max(lanes a, lanes b) { return (lanes)vmaxq_s16((int16x8_t)a, (int16x8_t)b); }
static inline lanes lanes_high(lanes a, lanes b) {
    int32x4_t low = vmull_s16(vget_low_s16((int16x8_t)a), vget_low_s16((int16x8_t)b)), high = vmull_high_s16((int16x8_t)a, (int16x8_t)b);
    return (lanes)vcombine_s16(vshrn_n_s32(low, 16), vshrn_n_s32(high, 16));
}
static inline lanes_wide lanes_dot(lanes a, lanes b) {
    int32x4_t low = vmull_s16(vget_low_s16((int16x8_t)a), vget_low_s16((int16x8_t)b)), high = vmull_high_s16((int16x8_t)a, (int16x8_t)b);
    return (lanes_wide)vpaddq_s32(low, high);
}
static inline lanes lanes_pack(lanes_wide a, lanes_wide b) { return (lanes)vcombine_s16(vqmovn_s32((int32x4_t)a), vqmovn_s32((int32x4_t)b)); }
static inline lanes_bytes lanes_to_bytes(lanes a, lanes b) { return (lanes_bytes)vcombine_u8(vqmovun_s16((int16x8_t)a), vqmovun_s16((int16x8_t)b)); }
#else
static inline lanes lanes_min(lanes a, lanes b) { return lanes_choose(a < b, a, b); }
static inline lanes lanes_max(lanes a, lanes b) { return lanes_choose(a > b, a, b); }
static inline lanes lanes_high(lanes a, lanes b) {
    lanes out = {0};
    for (int i = 0; i < LANES; i++) out[i] = (int16_t)((int32_t)a[i] * b[i] >> 16);
    return out;
}
static inline lanes_wide lanes_dot(lanes a, lanes b) {
    lanes_wide out = {0};
    for (int i = 0; i < LANES / 2; i++) out[i] = (int32_t)a[2 * i] * b[2 * i] + (int32_t)a[2 * i + 1] * b[2 * i + 1];
    return out;
}
static inline lanes lanes_pack(lanes_wide a, lanes_wide b) {
    lanes out = {0};
    for (int i = 0; i < LANES; i++) {
        int32_t x = i < LANES / 2 ? a[i] : b[i - LANES / 2];
        out[i] = (int16_t)(x > INT16_MAX ? INT16_MAX : x < INT16_MIN ? INT16_MIN : x);
    }
    return out;
}
static inline lanes_bytes lanes_to_bytes(lanes a, lanes b) {
    lanes_bytes out = {0};
    for (int i = 0; i < 2 * LANES; i++) {
        int16_t x = i < LANES ? a[i] : b[i - LANES];
        out[i] = (uint8_t)(x > UINT8_MAX ? UINT8_MAX : x < 0 ? 0 : x);
    }
    return out;
}
#endif

#endif
