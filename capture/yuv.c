#include "capture/yuv.h"

#include <string.h>

#include "core/lanes.h"
#include "core/wide.h"

enum { AT_ONCE = 2 * LANES, SHIFT = 5 };  // pixels; sums are in 32nds of codes, which fit 16 bits with room for what is out of range

// 32nds of a code for each step of luma (here in 128ths of its steps) and of chroma (in 256ths), as upper halves of products. ITU-R BT.601-7, 3.5.
enum { LUMA = 19077, BLUE_BY_U = 16525, GREEN_BY_U = -3209, GREEN_BY_V = -6660, RED_BY_V = 13075, BLACK = 16 };

static inline lanes light_of(lanes luma) {
    return lanes_high((lanes_max(luma, lanes_all(BLACK)) - lanes_all(BLACK)) << 7, lanes_all(LUMA)) + lanes_all(1 << (SHIFT - 1));
}

// Adds to the light of 16 pixels what the chroma of each two makes of a channel.
static inline lanes_bytes channel(lanes light0, lanes light1, lanes colour) {
    return lanes_to_bytes((light0 + lanes_zip_low(colour, colour)) >> SHIFT, (light1 + lanes_zip_high(colour, colour)) >> SHIFT);
}

static inline void store_bgr(lanes_bytes b, lanes_bytes g, lanes_bytes r, uint8_t *out) {
    lanes_bytes bg0 = __builtin_shufflevector(b, g, 0, 16, 0, 1, 17, 0, 2, 18, 0, 3, 19, 0, 4, 20, 0, 5);
    lanes_bytes bg1 = __builtin_shufflevector(b, g, 21, 0, 6, 22, 0, 7, 23, 0, 8, 24, 0, 9, 25, 0, 10, 26);
    lanes_bytes bg2 = __builtin_shufflevector(b, g, 0, 11, 27, 0, 12, 28, 0, 13, 29, 0, 14, 30, 0, 15, 31, 0);
    bg0 = __builtin_shufflevector(bg0, r, 0, 1, 16, 3, 4, 17, 6, 7, 18, 9, 10, 19, 12, 13, 20, 15);
    bg1 = __builtin_shufflevector(bg1, r, 0, 21, 2, 3, 22, 5, 6, 23, 8, 9, 24, 11, 12, 25, 14, 15);
    bg2 = __builtin_shufflevector(bg2, r, 26, 1, 2, 27, 4, 5, 28, 7, 8, 29, 10, 11, 30, 13, 14, 31);
    memcpy(out, &bg0, sizeof bg0), memcpy(out + 16, &bg1, sizeof bg1), memcpy(out + 32, &bg2, sizeof bg2);
}

// 16 pixels; chroma: first and second of eight pairs.
static inline void convert(const lanes_bytes *luma, const lanes_bytes *chroma, bool v_first, uint8_t *out) {
    const lanes_bytes none = {0};
    lanes_bytes low = __builtin_shufflevector(*luma, none, 0, 16, 1, 16, 2, 16, 3, 16, 4, 16, 5, 16, 6, 16, 7, 16);
    lanes_bytes high = __builtin_shufflevector(*luma, none, 8, 16, 9, 16, 10, 16, 11, 16, 12, 16, 13, 16, 14, 16, 15, 16);
    lanes_bytes first = __builtin_shufflevector(*chroma, none, 16, 0, 16, 2, 16, 4, 16, 6, 16, 8, 16, 10, 16, 12, 16, 14);
    lanes_bytes second = __builtin_shufflevector(*chroma, none, 16, 1, 16, 3, 16, 5, 16, 7, 16, 9, 16, 11, 16, 13, 16, 15);
    lanes light0 = light_of((lanes)low), light1 = light_of((lanes)high), a = (lanes)first ^ lanes_all(INT16_MIN),
          b = (lanes)second ^ lanes_all(INT16_MIN);
    lanes u = v_first ? b : a, v = v_first ? a : b;
    lanes green = lanes_high(u, lanes_all(GREEN_BY_U)) + lanes_high(v, lanes_all(GREEN_BY_V));
    store_bgr(channel(light0, light1, lanes_high(u, lanes_all(BLUE_BY_U))), channel(light0, light1, green),
              channel(light0, light1, lanes_high(v, lanes_all(RED_BY_V))), out);
}

static inline void part_pairs(const lanes_bytes *a, const lanes_bytes *b, lanes_bytes *luma, lanes_bytes *chroma) {
    *luma = __builtin_shufflevector(*a, *b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    *chroma = __builtin_shufflevector(*a, *b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
}

WIDENED void yuv_row_to_bgr(const uint8_t *luma, const uint8_t *chroma, bool v_first, int width, uint8_t *bgr) {
    lanes_bytes l, c;
    int x = 0;
    for (; x + AT_ONCE <= width; x += AT_ONCE) {
        memcpy(&l, luma + x, sizeof l), memcpy(&c, chroma + x, sizeof c);
        convert(&l, &c, v_first, bgr + 3 * x);
    }
    if (x == width) return;
    uint8_t rest[3 * AT_ONCE];
    size_t n = (size_t)(width - x);
    l = c = (lanes_bytes){0};
    memcpy(&l, luma + x, n), memcpy(&c, chroma + x, n);
    convert(&l, &c, v_first, rest);
    memcpy(bgr + 3 * x, rest, 3 * n);
}

WIDENED void yuyv_row_to_bgr(const uint8_t *pairs, int width, uint8_t *bgr) {
    lanes_bytes a, b, l, c;
    int x = 0;
    for (; x + AT_ONCE <= width; x += AT_ONCE) {
        memcpy(&a, pairs + 2 * x, sizeof a), memcpy(&b, pairs + 2 * x + sizeof a, sizeof b);
        part_pairs(&a, &b, &l, &c);
        convert(&l, &c, false, bgr + 3 * x);
    }
    if (x == width) return;
    uint8_t rest[3 * AT_ONCE] = {0};
    size_t n = (size_t)(width - x);
    memcpy(rest, pairs + 2 * x, 2 * n);
    memcpy(&a, rest, sizeof a), memcpy(&b, rest + sizeof a, sizeof b);
    part_pairs(&a, &b, &l, &c);
    convert(&l, &c, false, rest);
    memcpy(bgr + 3 * x, rest, 3 * n);
}

WIDENED void yuyv_row_to_gray(const uint8_t *pairs, int width, uint8_t *gray) {
    for (int x = 0; x < width; x++) gray[x] = pairs[2 * x];
}
