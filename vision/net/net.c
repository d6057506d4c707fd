#include "vision/net/net.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "vision/net/internal.h"

enum {
    LINE = 64,         // bytes in a cache line; tensors of floats and their pixels begin at a multiple, so that no register's load crosses a line
    LEVEL_PIXEL = 16,  // bytes of which a pixel of levels is a multiple: what the widest kernel writes at once
    WEIGHT_MAX = 127,  // of a weight as a byte
};

static size_t whole_lines(size_t size) { return (size + LINE - 1) / LINE * LINE; }

static int whole_quads(int channels) { return (channels + NET_QUAD - 1) / NET_QUAD * NET_QUAD; }

static int tap_room(const net_layer *l) { return l->kind == NET_FULL ? l->height * l->width : l->kernel * l->kernel; }

// Weights over floats, in the output's unit.
static status pack_floats(const net_kernels *k, net_layer *l, net_job *job) {
    const size_t padded = (size_t)net_kernels_padded(k, l->channels), terms = (size_t)l->terms;
    job->weights = aligned_alloc(LINE, whole_lines(padded * terms * sizeof(float)));
    if (!job->weights) return STATUS_MEMORY;
    for (size_t i = 0; i < (size_t)l->channels * terms; i++) l->weights[i] /= net_unit(l);
    net_pack(k, l->weights, l->channels, l->terms, job->weights);
    return STATUS_OK;
}

// One channel's weights as bytes, `places` times the input's channels, each place filled up to whole quads. What one of the sum's units is worth and
// what the input's zero and the kernel's shift add to it go into the scale and the bias.
static void round_weights(const net_kernels *k, const net_layer *l, const net_layer *from, int channel, int8_t *out, float *scale, float *bias) {
    const int inside = from->channels, places = l->terms / inside, quads = whole_quads(inside);
    const float *w = l->weights + (size_t)channel * (size_t)l->terms;
    float largest = 0;
    for (int i = 0; i < l->terms; i++) largest = fmaxf(largest, fabsf(w[i]));
    const float unit = largest > 0 ? largest / WEIGHT_MAX : 1;
    int sum = 0;
    for (int p = 0; p < places; p++)
        for (int c = 0; c < inside; c++) sum += out[p * quads + c] = (int8_t)lrintf(w[p * inside + c] / unit);
    *scale = unit * from->step / net_unit(l);
    *bias -= *scale * (float)(from->zero - k->level_shift) * (float)sum;
}

static status pack_levels(const net_kernels *k, const net_layer *l, const net_layer *from, net_job *job) {
    const int terms = l->terms / from->channels * whole_quads(from->channels), padded = net_kernels_padded(k, l->channels);
    job->scale = calloc((size_t)padded, sizeof *job->scale);
    job->weights = aligned_alloc(LINE, whole_lines((size_t)padded * (size_t)terms * (size_t)k->parts));
    int8_t *rounded = calloc((size_t)l->channels, (size_t)terms);
    if (!job->scale || !job->weights || !rounded) {
        free(rounded);
        return STATUS_MEMORY;
    }
    for (int c = 0; c < l->channels; c++) round_weights(k, l, from, c, rounded + (ptrdiff_t)c * terms, &job->scale[c], &job->bias[c]);
    net_pack_levels(k, rounded, l->channels, terms, job->weights);
    free(rounded);
    return STATUS_OK;
}

// Packs the weights for the kernels; the plan's own are freed.
static status make_job(net *n, int layer) {
    const net_kernels *k = n->kernels;
    net_layer *l = &n->plan.layers[layer - 1];
    net_job *job = &n->jobs[layer - 1];
    const net_layer *from = l->input > 0 ? &n->plan.layers[l->input - 1] : NULL, *other = l->other > 0 ? &n->plan.layers[l->other - 1] : NULL;
    if (l->terms == 0) return STATUS_OK;
    if (other) job->other_scale = net_unit(other) / net_unit(l);
    job->bias = calloc((size_t)net_kernels_padded(k, l->channels), sizeof(float));
    job->taps = calloc((size_t)tap_room(l), sizeof *job->taps);
    if (!job->bias || !job->taps) return STATUS_MEMORY;
    for (int c = 0; c < l->channels; c++)  // in the output's unit, from its level 0 on, less what the zero of what is added would add
        job->bias[c] = l->bias[c] / net_unit(l) + (float)l->zero - (other ? job->other_scale * (float)other->zero : 0);
    const bool levels = from && from->step > 0;
    job->skips = l->kind == NET_CONVOLUTION && (!levels || from->zero == k->level_shift);
    const status s = levels ? pack_levels(k, l, from, job) : pack_floats(k, l, job);
    if (s != STATUS_OK) return s;
    free(l->weights);
    free(l->bias);
    l->weights = l->bias = NULL;
    return STATUS_OK;
}

static void describe_tensors(net *n) {
    for (int i = 0; i <= n->plan.layer_count; i++) {
        const int channels = n->plan.tensors[i].channels, floats = LINE / (int)sizeof(float);
        net_tensor *t = &n->tensors[i];
        *t = (net_tensor){.channels = channels, .pixel = channels, .size = sizeof(float), .last_use = i};
        if (i == 0) continue;
        if (n->plan.layers[i - 1].step > 0) {
            t->size = 1, t->zero = n->plan.layers[i - 1].zero;
            t->pixel = (channels + LEVEL_PIXEL - 1) / LEVEL_PIXEL * LEVEL_PIXEL;
        } else {
            t->pixel = (channels + floats - 1) / floats * floats;
        }
    }
    n->tensors[0].kept = true;
    for (int i = 0; i < n->plan.output_count; i++) n->tensors[n->plan.outputs[i]].kept = true;
    for (int i = 1; i <= n->plan.layer_count; i++) {
        const net_layer *l = &n->plan.layers[i - 1];
        net_tensor *from = &n->tensors[l->input];
        const int pad = l->kind == NET_CONVOLUTION ? l->dilation * (l->kernel / 2) : 0;
        if (pad > from->border) from->border = pad;
        from->last_use = i;
        if (l->other >= 0) n->tensors[l->other].last_use = i;
    }
}

status net_load_with(const net_kernels *k, const void *blob, size_t size, net **out, fault *f) {
    *out = NULL;
    net *n = calloc(1, sizeof *n);
    if (!n) return fault_set(f, STATUS_MEMORY, "no memory for a network");
    n->kernels = k;
    status s = net_blob_read(blob, size, &n->plan, f);
    for (int i = 1; i <= n->plan.layer_count && s == STATUS_OK; i++)
        if (make_job(n, i) != STATUS_OK) s = fault_set(f, STATUS_MEMORY, "no memory for the weights of a network");
    if (s != STATUS_OK) {
        net_destroy(n);
        return s;
    }
    describe_tensors(n);
    *out = n;
    return STATUS_OK;
}

status net_load(const void *blob, size_t size, net **out, fault *f) { return net_load_with(net_kernels_best(), blob, size, out, f); }

void net_destroy(net *n) {
    if (!n) return;
    for (int i = 0; i < NET_LAYERS_MAX; i++) {
        free(n->jobs[i].weights);
        free(n->jobs[i].scale);
        free(n->jobs[i].bias);
        free(n->jobs[i].taps);
    }
    net_plan_finish(&n->plan);
    free(n->memory);
    free(n);
}

int net_input_channels(const net *n) { return n->plan.tensors[0].channels; }
int net_output_count(const net *n) { return n->plan.output_count; }

static int halved(int side, int times) {
    for (; times > 0 && side > 1; times--) side = (side + 1) / 2;
    return side;
}

// The tensors' sizes for an input of height x width.
static void size_tensors(net *n, int height, int width) {
    for (int i = 0; i <= n->plan.layer_count; i++) {
        net_tensor *t = &n->tensors[i];
        const net_shape *shape = &n->plan.tensors[i];
        t->height = shape->point ? 1 : halved(height, shape->halvings);
        t->width = shape->point ? 1 : halved(width, shape->halvings);
        t->row = (ptrdiff_t)(t->width + 2 * t->border) * t->pixel * t->size;
        t->item = (t->height + 2 * t->border) * t->row;
    }
}

static bool fits_full_layers(const net *n) {
    for (int i = 0; i < n->plan.layer_count; i++) {
        const net_layer *l = &n->plan.layers[i];
        const net_tensor *from = &n->tensors[l->input];
        if (l->kind == NET_FULL && (l->height != from->height || l->width != from->width)) return false;
    }
    return true;
}

// First fit: each tensor at the lowest place that is free for all of its life.
size_t net_place_tensors(net_tensor *tensors, int count) {
    size_t slot = 0;
    for (int i = 1; i < count; i++) {
        net_tensor *t = &tensors[i];
        if (t->kept) continue;
        t->offset = 0;
        for (int k = 1; k < i; k++) {
            const net_tensor *other = &tensors[k];
            if (other->kept || other->last_use < i || other->offset >= t->offset + t->room || t->offset >= other->offset + other->room) continue;
            t->offset = other->offset + other->room;
            k = 0;  // the new place may lie on one that was passed
        }
        if (t->offset + t->room > slot) slot = t->offset + t->room;
    }
    return slot;
}

status net_reserve(net *n, int batch, int height, int width, int threads, fault *f) {
    free(n->memory);
    n->memory = NULL;
    if (batch < 1 || batch > NET_BATCH_MAX || height < 1 || width < 1 || height > NET_MAP_MAX || width > NET_MAP_MAX || threads < 1)
        return fault_set(f, STATUS_INVALID, "a network can't take %d maps of %d x %d on %d threads", batch, width, height, threads);
    size_tensors(n, height, width);
    if (!fits_full_layers(n)) return fault_set(f, STATUS_INVALID, "this network takes no maps of %d x %d", width, height);
    const int count = n->plan.layer_count + 1;
    size_t total = 0;
    for (int i = 0; i < count; i++) {
        net_tensor *t = &n->tensors[i];
        t->room = whole_lines((size_t)t->item);
        if (!t->kept) continue;
        t->offset = total;
        total += t->room * (size_t)batch;
    }
    n->slots_at = total;
    n->slot = net_place_tensors(n->tensors, count);
    n->slots = batch == 1 ? 1 : threads < batch ? threads : batch;
    total += n->slot * (size_t)n->slots;
    n->memory = aligned_alloc(LINE, total);
    if (!n->memory) return fault_set(f, STATUS_MEMORY, "no memory for a network's maps of %d x %d", width, height);
    memset(n->memory, 0, total);  // channels between the last one and the next pixel are added up, though never read
    n->batch_max = batch, n->height_max = height, n->width_max = width;
    return STATUS_OK;
}

// Where the terms of a sum lie, seen from the output pixel's place in the input. Neighbours without a gap are one longer tap.
static void set_taps(const net_layer *l, const net_tensor *from, net_job *job) {
    const bool full = l->kind == NET_FULL;
    const int rows = full ? l->height : l->kernel, columns = full ? l->width : l->kernel, apart = full ? 1 : l->dilation;
    const int pad = full ? 0 : l->dilation * (l->kernel / 2);
    const int length = from->size == 1 ? whole_quads(from->channels) : from->channels;
    const bool joined = apart == 1 && from->pixel == length;
    job->tap_length = joined ? columns * length : length;
    job->tap_rows = rows, job->row_taps = joined ? 1 : columns;
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < job->row_taps; x++)
            job->taps[y * job->row_taps + x] = (y * apart - pad) * (from->row / from->size) + (ptrdiff_t)(x * apart - pad) * from->pixel;
}

// Of a tensor of floats, in the run that is set.
static net_map map_of(const net *n, const net_tensor *t) {
    const ptrdiff_t size = sizeof(float);
    return (net_map){(float *)(void *)t->first, n->batch, t->height, t->width, t->channels, t->next / size, t->row / size, t->pixel};
}

net_map net_input(net *n, int batch, int height, int width) {
    assert(n->memory && batch >= 1 && batch <= n->batch_max);
    assert(height >= 1 && height <= n->height_max && width >= 1 && width <= n->width_max);
    n->batch = batch;
    size_tensors(n, height, width);
    assert(fits_full_layers(n));
    for (int i = 0; i <= n->plan.layer_count; i++) {
        net_tensor *t = &n->tensors[i];
        t->first = n->memory + (t->kept ? 0 : n->slots_at) + t->offset + t->border * (t->row + t->pixel * t->size);
        t->next = (ptrdiff_t)(t->kept ? t->room : n->slot);
    }
    for (int i = 0; i < n->plan.layer_count; i++)
        if (n->plan.layers[i].terms > 0) set_taps(&n->plan.layers[i], &n->tensors[n->plan.layers[i].input], &n->jobs[i]);
    const net_tensor *t = &n->tensors[0];
    for (int i = 0; i < batch; i++)
        for (int y = 0; y < t->height; y++) net_clear_border(t, t->first + i * t->next + y * t->row, y);
    return map_of(n, t);
}

net_map net_output(const net *n, int index) {
    assert(index >= 0 && index < n->plan.output_count);
    const net_tensor *t = &n->tensors[n->plan.outputs[index]];
    return map_of(n, t);
}
