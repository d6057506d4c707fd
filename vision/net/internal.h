// Shared by the files of vision/net alone.
#ifndef VEDETTE_VISION_NET_INTERNAL_H
#define VEDETTE_VISION_NET_INTERNAL_H

#include "vision/net/blob.h"
#include "vision/net/kernels.h"
#include "vision/net/net.h"

// Where a tensor lies. The input and the outputs have a place for each item; the others one for each thread and item at work, shared with tensors
// that are needed at other times. Around each map lie `border` pixels of zeros, so that a convolution needs no special case at the edges; those above
// and below are only read where a job doesn't skip them.
typedef struct {
    int channels, pixel, border;  // pixel: values from one to the next
    int size, zero;               // bytes of a value: 4, a float, or 1, a level; the level that stands for 0
    bool kept;                    // input or output
    int last_use;                 // layer, from 1
    size_t room;                  // bytes for one map of the reserved size, and where it begins in net.memory (kept) or in a slot
    size_t offset;
    int height, width;    // of this run
    ptrdiff_t row, item;  // bytes
    uint8_t *first;       // this run's pixel (0, 0) of item or slot 0
    ptrdiff_t next;       // bytes from there to the next item's or slot's
} net_tensor;

typedef struct {
    void *weights;        // packed
    float *scale, *bias;  // as net_conv_row's
    float other_scale;    // levels of the output in one of what is added
    bool skips;           // what lies around the map adds nothing: kernel rows above and below it are left out
    ptrdiff_t *taps;      // of this run, kernel row by kernel row
    int tap_rows, row_taps, tap_length;
} net_job;

struct net {
    const net_kernels *kernels;
    net_plan plan;  // without its weights
    net_tensor tensors[NET_LAYERS_MAX + 1];
    net_job jobs[NET_LAYERS_MAX];
    uint8_t *memory;  // NULL: nothing is reserved
    size_t slots_at, slot;
    int batch_max, height_max, width_max, slots;
    int batch;
};

// As net_load, with these kernels: for tests and benches.
status net_load_with(const net_kernels *k, const void *blob, size_t size, net **out, fault *f);
// Divides `count` tensors' lives over one slot: sets their offsets, returns the slot's size in bytes. tensors[0] is the input.
size_t net_place_tensors(net_tensor *tensors, int count);
// Zeros around row y of a map, whose first pixel is at `at`; around the first and the last row also above and below.
void net_clear_border(const net_tensor *t, uint8_t *at, int y);
// One row of a layer's output: of item `item`, by the thread that has `slot`. `layer` from 1.
void net_run_row(const net *n, int layer, int item, int slot, int y);

#endif
