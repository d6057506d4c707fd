// vision/net/kernels -- the inner loops of a network, for one row of one map. kernels.c is compiled once for each kind of processor; the best that
// this one can run is chosen when a network is loaded.
//
// A map holds 32-bit floats, or levels: bytes that stand for (level - zero) * step (blob.h). Products of levels are summed in whole numbers, so
// that no kernel can differ in them. Each sum of floats adds its terms in one order, lane by lane, whatever the width of the registers, and each
// product is rounded before it is added (-ffp-contract=off): all kernels give the same bits, so that replays agree.
#ifndef VEDETTE_VISION_NET_KERNELS_H
#define VEDETTE_VISION_NET_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Levels are multiplied and summed four at a time: channels of such a map are filled up to a multiple of it with weights of 0.
enum { NET_QUAD = 4, NET_LEVEL_MAX = 255 };

// One row of a convolution. A pixel's sum runs over the taps, and in each over `tap_length` values that lie side by side.
typedef struct {
    const void *in;         // what the first pixel's taps count from
    ptrdiff_t in_step;      // values from there to the next pixel's
    const ptrdiff_t *taps;  // values, each from a pixel's place in `in`
    int tap_count, tap_length;
    const void *weights;   // packed by net_pack or net_pack_levels
    int terms, skipped;    // what they are packed of, and how many of them come before the first tap's
    const float *scale;    // what a sum of levels is worth in the output's unit, `channels`; NULL: `in` holds floats
    const float *bias;     // in the output's unit, `channels`
    void *out;             // floats or, with `levels`, bytes, whose unit is a level
    const void *residual;  // of the same kind, added before the ReLU; NULL: none
    float residual_scale;  // levels of the output in one of the residual's; its zero is in the bias
    ptrdiff_t out_step;    // values a pixel, of the residual too
    int count, channels;   // pixels; channels, a multiple of `lanes`
    bool levels;
    bool relu;
    float low;  // levels: the least one to be written
} net_conv_row;

// out = up(a) + b for `width` pixels of `pixel` values; one pixel of `a` serves two. Levels: of the output, a_scale and b_scale of them in one of a's
// and b's, `offset` more in all.
typedef struct {
    const void *a, *b;
    void *out;
    int width, pixel;
    bool levels;
    float a_scale, b_scale, offset;
} net_up_row;

typedef struct {
    const char *name;
    int lanes, group;  // channels in a register; channels summed side by side, as many times as they fit
    int parts;         // registers that hold the weights of four levels: 1, 2 or 4
    int level_shift;   // what is taken from each level before it is multiplied
    void (*convolve)(const net_conv_row *r);
    void (*up_add)(const net_up_row *r);
    // The mean of `count` rows of `width` pixels, `row` floats apart, for each of `pixel` channels.
    void (*average)(const float *in, ptrdiff_t row, int height, int width, int pixel, float *out);
} net_kernels;

// What this processor runs best. Never NULL.
const net_kernels *net_kernels_best(void);
// Those that this processor can run, the best one first; `index` from 0, NULL after the last. For tests and benches.
const net_kernels *net_kernels_runnable(int index);

// Channels rounded up to whole registers.
static inline int net_kernels_padded(const net_kernels *k, int channels) { return (channels + k->lanes - 1) / k->lanes * k->lanes; }

// Weights [channels][terms] into the order that convolve() reads: block by block of `group` channels, then of `lanes`; in each term by term. `out`
// has room for net_kernels_padded(channels) * terms; the padding is 0.
void net_pack(const net_kernels *k, const float *weights, int channels, int terms, float *out);
// As net_pack, for a convolution over levels: terms is a multiple of NET_QUAD. `out` has room for net_kernels_padded(channels) * terms * k->parts
// bytes.
void net_pack_levels(const net_kernels *k, const int8_t *weights, int channels, int terms, uint8_t *out);

#endif
