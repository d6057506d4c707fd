// Networks for tests and benches: made layer by layer with random weights, written as bytes, read from bytes, and run by plain loops in double
// precision. Nothing of it comes from vision/net, but for the file's form (vision/net/blob.h).
#ifndef VEDETTE_TESTS_VISION_NET_NETWORK_H
#define VEDETTE_TESTS_VISION_NET_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NETWORK_LAYERS_MAX = 64, NETWORK_OUTPUTS_MAX = 8 };
enum { CONVOLUTION = 1, UP_ADD = 2, AVERAGE = 3, FULL = 4 };

typedef struct {
    int kind, input, other;  // other: -1 for none
    int channels, kernel, stride, dilation;
    bool relu;
    int height, width;
    int terms;
    int *weights, exponent;  // [channels][terms], each times 2^-exponent: |weight| <= 127, and 127 once a channel, so that a byte holds it exactly
    double *exact;           // [channels][terms]
    float *bias;
    float step;  // of a level of the output; 0: floats
    int zero;
} network_layer;

typedef struct {
    int channels, layer_count, output_count;
    int tensor_channels[NETWORK_LAYERS_MAX + 1];
    network_layer layers[NETWORK_LAYERS_MAX];
    int outputs[NETWORK_OUTPUTS_MAX];
    uint64_t dice;
} network;

// One tensor of one item, [channel][y][x].
typedef struct {
    int channels, height, width;
    double *v;
} volume;

void network_begin(network *n, int channels, uint64_t seed);
// 0..1.
double network_draw(network *n);
// Each returns its tensor. `other`: -1 for none. Weights are drawn so that values neither grow nor fade.
int network_conv(network *n, int input, int other, int channels, int kernel, int stride, int dilation, bool relu);
int network_up_add(network *n, int input, int other);
int network_average(network *n, int input);
int network_full(network *n, int input, int channels, int height, int width, bool relu);
void network_output(network *n, int tensor);
// Has a layer's output kept as levels.
void network_levels(network *n, int tensor, float step, int zero);
// Two ReLU convolutions of 3 with their input added.
int network_residual(network *n, int input);
void network_finish(network *n);

// The file's bytes: the caller frees them.
uint8_t *network_write(const network *n, size_t *size);
// The other way, from a file that is well formed.
void network_read(network *n, const uint8_t *bytes);

// All tensors of one item by plain loops: the caller gives volumes[0] and frees the others.
void network_compute(const network *n, volume *volumes);
// Multiply-adds of one layer for an input of height x width.
double network_cost(const network *n, int layer, int height, int width);

// Networks like those that find and judge bases, all floats or with levels inside.
void network_finder(network *n, bool levels);
void network_pose(network *n, bool flat, bool levels);

#endif
