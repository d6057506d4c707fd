// vision/net/blob -- reads a network from its bytes and checks all of it: kinds, sizes, finite weights, who reads whom. Runs nothing.
//
// The file (*.vnet), little-endian, without gaps; u32 where nothing else is said:
//   "VNET", version 2, channels of the input, count of layers, count of outputs, the outputs' tensors;
//   then for each layer: kind, input tensor, other tensor (0xffffffff: none), channels of its output, kernel, stride, dilation, flags (1: ReLU),
//   height, width, step (f32), zero; for kinds 1 and 4 then the bias, f32 [channels], and the weights, f16 (IEEE 754 binary16) [channels][terms].
// Tensor 0 is the input, tensor i the output of layer i, counted from 1; a layer reads earlier tensors alone, and adds no input.
//   kind 1, convolution: kernel 1 or 3, stride and dilation 1 or 2, zeros around the map (dilation * (kernel / 2) wide); other: added before the
//     ReLU. Terms: [kernel row][kernel column][channel of the input]. Its map has ceil(size / stride) pixels a side.
//   kind 2, up-add: other + input with every pixel doubled both ways (nearest); other's map is twice the input's, at odd sizes a pixel less.
//   kind 3, average over the map: a map of 1 x 1.
//   kind 4, full: every output from every value of the whole map of height x width. Terms: [y][x][channel]. A map of 1 x 1.
// What a kind doesn't use is 0, but for `other`.
// A step of 0: the output is kept as floats. Otherwise as levels, one byte each: level q stands for (q - zero) * step, and what is beyond the levels
// 0 and 255 becomes these. What is added or averaged is of the same kind as the output; the input and the outputs of the network are floats. Where a
// convolution or a full layer reads levels, its weights are rounded to whole 127ths of the largest of their output channel.
#ifndef VEDETTE_VISION_NET_BLOB_H
#define VEDETTE_VISION_NET_BLOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"
#include "vision/net/net_limits.h"

typedef enum { NET_CONVOLUTION = 1, NET_UP_ADD = 2, NET_AVERAGE = 3, NET_FULL = 4 } net_kind;

typedef struct {
    net_kind kind;
    int input, other;  // tensors; other is -1 for none
    int channels;      // of the output
    int kernel, stride, dilation;
    bool relu;
    int height, width;  // of the map that a full layer takes
    float step;         // of a level of the output; 0: floats
    int zero;           // the level that stands for 0
    int terms;          // of each sum; 0: it has no weights
    float *bias;        // channels
    float *weights;     // channels x terms
} net_layer;

// What one of the values is worth that the layer's output is kept as: a level, or a float, which is 1.
static inline float net_unit(const net_layer *l) { return l->step > 0 ? l->step : 1; }

// A tensor's map has ceil(side / 2^halvings) pixels a side; or it is one pixel, whatever the input's size.
typedef struct {
    int channels, halvings;
    bool point;
} net_shape;

typedef struct {
    int layer_count, output_count;
    net_layer layers[NET_LAYERS_MAX];
    net_shape tensors[NET_LAYERS_MAX + 1];
    int outputs[NET_OUTPUTS_MAX];  // tensors, each once, none is the input
} net_plan;

// Fills *out, whose weights are the caller's: net_plan_finish frees them. STATUS_INVALID (what is wrong with the bytes, and at which layer),
// STATUS_MEMORY; *out holds nothing then.
status net_blob_read(const void *blob, size_t size, net_plan *out, fault *f);
void net_plan_finish(net_plan *p);

#endif
