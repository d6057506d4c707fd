// vision/net/kernels -- the inner loops of a network, for one row of one map. kernels.c is compiled once for each kind of processor; the best that
// this one can run is chosen when a network is loaded.
//
// Each sum adds its terms in one order, lane by lane, whatever the width of the registers: all kernels with a fused multiply-add (x86-64-v3 and
// -v4, ARM64) give the same bits. x86-64 without one rounds each product too, and differs in the last digits.
#ifndef VEDETTE_VISION_NET_KERNELS_H
#define VEDETTE_VISION_NET_KERNELS_H

#include <stdbool.h>
#include <stddef.h>

// One row of a convolution. A pixel's sum runs over the taps, and in each over `tap_length` floats that lie side by side.
typedef struct {
    const float *in;        // what the first pixel's taps count from
    ptrdiff_t in_step;      // floats from there to the next pixel's
    const ptrdiff_t *taps;  // floats, each from a pixel's place in `in`
    int tap_count, tap_length;
    const float *weights, *bias;  // packed by net_pack; bias: `channels`
    float *out;
    const float *residual;  // added before the ReLU; NULL: none
    ptrdiff_t out_step;     // floats a pixel, of the residual too
    int count, channels;    // pixels; channels, a multiple of `lanes`
    bool relu;
} net_conv_row;

typedef struct {
    const char *name;
    int lanes, group;  // channels in a register; channels summed side by side, as many times as they fit
    void (*convolve)(const net_conv_row *r);
    // out = up(a) + b for `width` pixels of `pixel` floats; one pixel of `a` serves two.
    void (*up_add)(const float *a, const float *b, float *out, int width, int pixel);
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

#endif
