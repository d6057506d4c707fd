#include "tests/vision/net/network.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void network_begin(network *n, int channels, uint64_t seed) {
    *n = (network){.channels = channels, .dice = seed};
    n->tensor_channels[0] = channels;
}

double network_draw(network *n) {
    n->dice = n->dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(n->dice >> 11) / (double)(UINT64_C(1) << 53);
}

static int add(network *n, network_layer l) {
    if (l.terms > 0) {
        const size_t count = (size_t)l.channels * (size_t)l.terms;
        l.weights = malloc(count * sizeof *l.weights);
        l.exact = malloc(count * sizeof *l.exact);
        l.bias = malloc((size_t)l.channels * sizeof *l.bias);
        // Uniform within +-a has the variance a^2 / 3; a sum of `terms` keeps its size at a = sqrt(6 / terms) after ReLU.
        l.exponent = 7 + (int)lround(log2(sqrt((double)l.terms / 6)));
        for (size_t i = 0; i < count; i++) {
            l.weights[i] = i % (size_t)l.terms == 0 ? 127 : (int)lround((2 * network_draw(n) - 1) * 127);
            l.exact[i] = ldexp(l.weights[i], -l.exponent);
        }
        for (int i = 0; i < l.channels; i++) l.bias[i] = (float)lround(100 * network_draw(n) - 50) / 256;
    }
    n->layers[n->layer_count++] = l;
    n->tensor_channels[n->layer_count] = l.channels;
    return n->layer_count;
}

int network_conv(network *n, int input, int other, int channels, int kernel, int stride, int dilation, bool relu) {
    return add(n, (network_layer){.kind = CONVOLUTION,
                                  .input = input,
                                  .other = other,
                                  .channels = channels,
                                  .kernel = kernel,
                                  .stride = stride,
                                  .dilation = dilation,
                                  .relu = relu,
                                  .terms = kernel * kernel * n->tensor_channels[input]});
}

int network_up_add(network *n, int input, int other) {
    return add(n, (network_layer){.kind = UP_ADD, .input = input, .other = other, .channels = n->tensor_channels[other]});
}

int network_average(network *n, int input) {
    return add(n, (network_layer){.kind = AVERAGE, .input = input, .other = -1, .channels = n->tensor_channels[input]});
}

int network_full(network *n, int input, int channels, int height, int width, bool relu) {
    return add(n, (network_layer){.kind = FULL,
                                  .input = input,
                                  .other = -1,
                                  .channels = channels,
                                  .relu = relu,
                                  .height = height,
                                  .width = width,
                                  .terms = height * width * n->tensor_channels[input]});
}

void network_levels(network *n, int tensor, float step, int zero) {
    n->layers[tensor - 1].step = step;
    n->layers[tensor - 1].zero = zero;
}

void network_output(network *n, int tensor) { n->outputs[n->output_count++] = tensor; }

int network_residual(network *n, int input) {
    const int channels = n->tensor_channels[input];
    return network_conv(n, network_conv(n, input, -1, channels, 3, 1, 1, true), input, channels, 3, 1, 1, true);
}

void network_finish(network *n) {
    for (int i = 0; i < n->layer_count; i++) {
        free(n->layers[i].weights);
        free(n->layers[i].exact);
        free(n->layers[i].bias);
    }
    *n = (network){0};
}

// ---- bytes

static void put_word(uint8_t **to, uint32_t v) {
    for (int i = 0; i < 4; i++) *(*to)++ = (uint8_t)(v >> 8 * i);
}

static void put_float(uint8_t **to, float v) {
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    put_word(to, bits);
}

// m * 2^-exponent, |m| <= 127.
static void put_half(uint8_t **to, int m, int exponent) {
    int size = abs(m), bits = 0, e = 25 - exponent;  // size * 2^(e - 25), e as stored
    if (size > 0) {
        while (size < 1024 && e > 1) size *= 2, e--;
        while (e < 1) size /= 2, e++;  // only where it is exact: exponents here stay below 24
        bits = size < 1024 ? size : e << 10 | (size - 1024);
    }
    if (m < 0) bits |= 1 << 15;
    *(*to)++ = (uint8_t)bits;
    *(*to)++ = (uint8_t)(bits >> 8);
}

uint8_t *network_write(const network *n, size_t *size) {
    *size = 20 + 4 * (size_t)n->output_count;
    for (int i = 0; i < n->layer_count; i++) {
        const network_layer *l = &n->layers[i];
        *size += 48 + (l->terms > 0 ? (size_t)l->channels * (4 + 2 * (size_t)l->terms) : 0);
    }
    uint8_t *bytes = malloc(*size), *to = bytes;
    if (!bytes) return NULL;
    memcpy(to, "VNET", 4);
    to += 4;
    const uint32_t head[] = {2, (uint32_t)n->channels, (uint32_t)n->layer_count, (uint32_t)n->output_count};
    for (int i = 0; i < 4; i++) put_word(&to, head[i]);
    for (int i = 0; i < n->output_count; i++) put_word(&to, (uint32_t)n->outputs[i]);
    for (int i = 0; i < n->layer_count; i++) {
        const network_layer *l = &n->layers[i];
        const int words[] = {l->kind, l->input, l->other, l->channels, l->kernel, l->stride, l->dilation, l->relu, l->height, l->width};
        for (int k = 0; k < 10; k++) put_word(&to, (uint32_t)words[k]);
        put_float(&to, l->step);
        put_word(&to, (uint32_t)l->zero);
        if (l->terms == 0) continue;
        for (int k = 0; k < l->channels; k++) put_float(&to, l->bias[k]);
        for (int k = 0; k < l->channels * l->terms; k++) put_half(&to, l->weights[k], l->exponent);
    }
    return bytes;
}

static uint32_t get_word(const uint8_t **from) {
    uint32_t v = 0;
    for (int i = 0; i < 4; i++) v |= (uint32_t) * (*from)++ << 8 * i;
    return v;
}

static float get_float(const uint8_t **from) {
    const uint32_t bits = get_word(from);
    float v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static double get_half(const uint8_t **from) {
    const int bits = (*from)[0] + 256 * (*from)[1], e = bits / 1024 % 32, fraction = bits % 1024;
    *from += 2;
    const double size = e > 0 ? (1 + fraction / 1024.0) * pow(2, e - 15) : fraction / 1024.0 * pow(2, -14);
    return bits >= 32768 ? -size : size;
}

void network_read(network *n, const uint8_t *bytes) {
    const uint8_t *from = bytes + 8;
    network_begin(n, (int)get_word(&from), 1);
    n->layer_count = (int)get_word(&from);
    n->output_count = (int)get_word(&from);
    for (int i = 0; i < n->output_count; i++) n->outputs[i] = (int)get_word(&from);
    for (int i = 0; i < n->layer_count; i++) {
        int w[10];
        for (int k = 0; k < 10; k++) w[k] = (int)get_word(&from);
        network_layer l = {w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9]};
        l.step = get_float(&from);
        l.zero = (int)get_word(&from);
        const int places = l.kind == CONVOLUTION ? l.kernel * l.kernel : l.kind == FULL ? l.height * l.width : 0;
        l.terms = places * n->tensor_channels[l.input];
        if (l.terms > 0) {
            l.bias = malloc((size_t)l.channels * sizeof *l.bias);
            l.exact = malloc((size_t)(l.channels * l.terms) * sizeof *l.exact);
            for (int k = 0; k < l.channels; k++) l.bias[k] = get_float(&from);
            for (int k = 0; k < l.channels * l.terms; k++) l.exact[k] = get_half(&from);
        }
        n->layers[i] = l;
        n->tensor_channels[i + 1] = l.channels;
    }
}

// ---- plain loops

static double value(const volume *v, int c, int y, int x) {
    return y < 0 || x < 0 || y >= v->height || x >= v->width ? 0 : v->v[((size_t)c * (size_t)v->height + (size_t)y) * (size_t)v->width + (size_t)x];
}

static double sum_at(const network_layer *l, const volume *in, int o, int y, int x) {
    const bool full = l->kind == FULL;
    const int rows = full ? l->height : l->kernel, columns = full ? l->width : l->kernel;
    const double *w = l->exact + (size_t)o * (size_t)l->terms;
    double sum = l->bias[o];
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < columns; k++)
            for (int c = 0; c < in->channels; c++)
                sum += *w++ * (full ? value(in, c, i, k)
                                    : value(in, c, y * l->stride + (i - rows / 2) * l->dilation, x * l->stride + (k - columns / 2) * l->dilation));
    return sum;
}

static double mean(const volume *in, int c) {
    double sum = 0;
    for (int y = 0; y < in->height; y++)
        for (int x = 0; x < in->width; x++) sum += value(in, c, y, x);
    return sum / (in->height * in->width);
}

static double output_at(const network_layer *l, const volume *in, const volume *other, int c, int y, int x) {
    if (l->kind == UP_ADD) return value(in, c, y / 2, x / 2) + value(other, c, y, x);
    if (l->kind == AVERAGE) return mean(in, c);
    const double v = sum_at(l, in, c, y, x) + (other ? value(other, c, y, x) : 0);
    return l->relu && v < 0 ? 0 : v;
}

static double kept(const network_layer *l, double v) {
    return l->step > 0 ? (fmax(0, fmin(255, floor(v / (double)l->step + l->zero + 0.5))) - l->zero) * (double)l->step : v;
}

static void size_after(const network_layer *l, const volume *in, const volume *other, volume *out) {
    *out = (volume){l->channels, 1, 1, NULL};
    if (l->kind == UP_ADD) out->height = other->height, out->width = other->width;
    if (l->kind == CONVOLUTION) out->height = (in->height + l->stride - 1) / l->stride, out->width = (in->width + l->stride - 1) / l->stride;
}

void network_compute(const network *n, volume *volumes) {
    for (int i = 0; i < n->layer_count; i++) {
        const network_layer *l = &n->layers[i];
        const volume *in = &volumes[l->input], *other = l->other >= 0 ? &volumes[l->other] : NULL;
        volume *out = &volumes[i + 1];
        size_after(l, in, other, out);
        out->v = malloc((size_t)(out->channels * out->height * out->width) * sizeof *out->v);
        double *to = out->v;
        for (int c = 0; c < out->channels; c++)
            for (int y = 0; y < out->height; y++)
                for (int x = 0; x < out->width; x++) *to++ = kept(l, output_at(l, in, other, c, y, x));
    }
}

double network_cost(const network *n, int layer, int height, int width) {
    volume sizes[NETWORK_LAYERS_MAX + 1] = {{n->channels, height, width, NULL}};
    for (int i = 0; i <= layer; i++) {
        const network_layer *l = &n->layers[i];
        size_after(l, &sizes[l->input], l->other >= 0 ? &sizes[l->other] : NULL, &sizes[i + 1]);
    }
    const volume *out = &sizes[layer + 1];
    return (double)out->height * out->width * out->channels * n->layers[layer].terms;
}

// ---- networks like ours

// Of 1/32, which holds values up to 8, or as many of both signs.
static void keep_as_levels(network *n, int tensor) { network_levels(n, tensor, 1.0F / 32, n->layers[tensor - 1].relu ? 0 : 128); }

void network_finder(network *n, bool levels) {
    network_begin(n, 3, 1);
    const int a = network_conv(n, network_conv(n, 0, -1, 16, 3, 2, 1, true), -1, 32, 3, 2, 1, true);
    const int fine = network_residual(n, a);
    const int middle = network_residual(n, network_residual(n, network_conv(n, fine, -1, 64, 3, 2, 1, true)));
    const int coarse = network_residual(n, network_conv(n, middle, -1, 96, 3, 2, 1, true));
    const int up = network_conv(n, network_up_add(n, network_conv(n, coarse, -1, 64, 1, 1, 1, false), middle), -1, 64, 3, 1, 1, true);
    const int top = network_conv(n, network_up_add(n, network_conv(n, up, -1, 32, 1, 1, 1, false), fine), -1, 32, 3, 1, 1, true);
    network_output(n, network_conv(n, top, -1, 24, 1, 1, 1, false));
    if (levels)
        for (int t = 1; t < n->layer_count; t++) keep_as_levels(n, t);
}

void network_pose(network *n, bool flat, bool levels) {
    network_begin(n, 8, 2);
    const int a = network_residual(n, network_conv(n, network_conv(n, 0, -1, 16, 3, 1, 1, true), -1, 32, 3, 2, 1, true));
    const int b = network_residual(n, network_conv(n, a, -1, 64, 3, 2, 1, true));
    const int c = network_residual(n, network_conv(n, b, -1, 96, 3, 2, 1, true));
    const int d = flat ? network_full(n, c, 64, 6, 6, true) : network_full(n, network_average(n, c), 64, 1, 1, true);
    network_output(n, network_full(n, d, 24, 1, 1, false));
    if (levels)
        for (int t = 1; t <= (flat ? c : c - 3); t++) keep_as_levels(n, t);  // an average takes floats, and so does what is added to it
}
