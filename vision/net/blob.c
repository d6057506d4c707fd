#include "vision/net/blob.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "vision/net/kernels.h"

enum { VERSION = 2, FLAG_RELU = 1 };
#define NO_TENSOR UINT32_MAX

typedef struct {
    const uint8_t *at;
    size_t left;
    bool ended;  // something was read beyond the end
} reader;

static const uint8_t *take(reader *r, size_t size) {
    if (r->ended || size > r->left) {
        r->ended = true;
        return NULL;
    }
    const uint8_t *from = r->at;
    r->at += size;
    r->left -= size;
    return from;
}

static uint32_t word(const uint8_t *b) { return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24; }

static uint32_t take_word(reader *r) {
    const uint8_t *b = take(r, 4);
    return b ? word(b) : 0;
}

static float single(uint32_t bits) {
    float v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

// IEEE 754 binary16: 1 bit sign, 5 exponent, 10 fraction. NaN for what is not finite.
static float from_half(const uint8_t *b) {
    const int bits = b[0] | b[1] << 8;
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    if (exponent == 31) return NAN;
    const float size = exponent == 0 ? ldexpf((float)fraction, -24) : ldexpf((float)(fraction | 1024), exponent - 25);
    return bits >> 15 ? -size : size;
}

static status bad_layer(fault *f, int layer, const char *what) { return fault_set(f, STATUS_INVALID, "network, layer %d: %s", layer, what); }

static bool same_map(const net_shape *a, const net_shape *b) { return a->point == b->point && (a->point || a->halvings == b->halvings); }

static const char *check_convolution(const net_plan *p, net_layer *l, net_shape *to) {
    const net_shape *from = &p->tensors[l->input];
    if (l->kernel != 1 && l->kernel != 3) return "its kernel is neither 1 nor 3";
    if (l->stride != 1 && l->stride != 2) return "its stride is neither 1 nor 2";
    if (l->dilation != 1 && l->dilation != 2) return "its dilation is neither 1 nor 2";
    if (from->point && (l->kernel != 1 || l->stride != 1)) return "only a kernel of 1 with stride 1 can read a single pixel";
    if (l->height != 0 || l->width != 0) return "a convolution has no size of a map";
    *to = (net_shape){l->channels, from->point ? 0 : from->halvings + (l->stride == 2), from->point};
    if (l->other >= 0 && (!same_map(&p->tensors[l->other], to) || p->tensors[l->other].channels != l->channels))
        return "what it adds has another size than its output";
    l->terms = l->kernel * l->kernel * from->channels;
    return NULL;
}

static const char *check_up_add(const net_plan *p, const net_layer *l, net_shape *to) {
    if (l->other < 0) return "it has nothing to add to";
    const net_shape *from = &p->tensors[l->input], *fine = &p->tensors[l->other];
    if (from->point || fine->point || from->halvings != fine->halvings + 1) return "the map that it adds to is not twice as large as its input";
    if (from->channels != fine->channels || l->channels != fine->channels) return "its maps have different counts of channels";
    *to = *fine;
    return NULL;
}

static const char *check_average(const net_plan *p, const net_layer *l, net_shape *to) {
    if (l->other >= 0) return "an average takes one tensor";
    if (l->channels != p->tensors[l->input].channels) return "an average keeps the count of channels";
    *to = (net_shape){l->channels, 0, true};
    return NULL;
}

static const char *check_full(const net_plan *p, net_layer *l, net_shape *to) {
    const net_shape *from = &p->tensors[l->input];
    if (l->other >= 0) return "a full layer takes one tensor";
    if (l->height < 1 || l->width < 1 || l->height > NET_SIDE_MAX || l->width > NET_SIDE_MAX) return "the size of its map is out of range";
    if (from->point && (l->height != 1 || l->width != 1)) return "its input is a single pixel";
    *to = (net_shape){l->channels, 0, true};
    l->terms = l->height * l->width * from->channels;
    return NULL;
}

static bool has_levels(const net_plan *p, int tensor) { return tensor > 0 && p->layers[tensor - 1].step > 0; }

static const char *check_levels(const net_plan *p, const net_layer *l) {
    const bool levels = l->step > 0;
    if (!(l->step >= 0) || !isfinite(l->step) || (levels && l->step < FLT_MIN)) return "the step of its levels is no size";
    if (!levels && l->zero != 0) return "the level of its 0 is out of range";
    if (l->other >= 0 && has_levels(p, l->other) != levels) return "what it adds is not kept as its output is";
    if (l->terms == 0 && has_levels(p, l->input) != levels) return "what it reads is not kept as its output is";
    if (l->kind == NET_AVERAGE && levels) return "an average has no levels";
    return NULL;
}

static const char *check_kind(const net_plan *p, net_layer *l, net_shape *to) {
    if (l->kind != NET_CONVOLUTION && (l->kernel != 0 || l->stride != 0 || l->dilation != 0)) return "only a convolution has a kernel";
    if ((l->kind == NET_UP_ADD || l->kind == NET_AVERAGE) && (l->relu || l->height != 0 || l->width != 0)) return "its kind has no ReLU and no size";
    switch (l->kind) {
        case NET_CONVOLUTION:
            return check_convolution(p, l, to);
        case NET_UP_ADD:
            return check_up_add(p, l, to);
        case NET_AVERAGE:
            return check_average(p, l, to);
        case NET_FULL:
            return check_full(p, l, to);
    }
    return "its kind is unknown";
}

// The layer without its weights. `index` from 1, as of its output.
static status read_layer(reader *r, net_plan *p, int index, fault *f) {
    enum { KIND, INPUT, OTHER, CHANNELS, KERNEL, STRIDE, DILATION, FLAGS, HEIGHT, WIDTH, STEP, ZERO, WORDS };
    uint32_t w[WORDS];
    for (int i = 0; i < WORDS; i++) w[i] = take_word(r);
    if (r->ended) return bad_layer(f, index, "the network ends inside it");
    if (w[INPUT] >= (uint32_t)index || (w[OTHER] >= (uint32_t)index && w[OTHER] != NO_TENSOR))
        return bad_layer(f, index, "it reads no earlier tensor");
    if (w[CHANNELS] < 1 || w[CHANNELS] > NET_CHANNELS_MAX) return bad_layer(f, index, "its count of channels is out of range");
    if (w[ZERO] > NET_LEVEL_MAX) return bad_layer(f, index, "the level of its 0 is out of range");
    for (int i = KERNEL; i < STEP; i++)
        if (w[i] > NET_SIDE_MAX) return bad_layer(f, index, "a number is out of range");
    if (w[FLAGS] & ~(uint32_t)FLAG_RELU) return bad_layer(f, index, "a flag is unknown");
    if (w[KIND] > NET_FULL) return bad_layer(f, index, "its kind is unknown");
    net_layer *l = &p->layers[index - 1];
    *l = (net_layer){.kind = (net_kind)w[KIND],
                     .input = (int)w[INPUT],
                     .other = w[OTHER] == NO_TENSOR ? -1 : (int)w[OTHER],
                     .channels = (int)w[CHANNELS],
                     .kernel = (int)w[KERNEL],
                     .stride = (int)w[STRIDE],
                     .dilation = (int)w[DILATION],
                     .relu = w[FLAGS] & FLAG_RELU,
                     .height = (int)w[HEIGHT],
                     .width = (int)w[WIDTH],
                     .step = single(w[STEP]),
                     .zero = (int)w[ZERO]};
    if (l->other == 0) return bad_layer(f, index, "it adds the network's input");
    const char *wrong = check_kind(p, l, &p->tensors[index]);
    if (!wrong) wrong = check_levels(p, l);
    return wrong ? bad_layer(f, index, wrong) : STATUS_OK;
}

static status read_weights(reader *r, net_layer *l, int index, fault *f) {
    const size_t channels = (size_t)l->channels, count = channels * (size_t)l->terms;
    const uint8_t *bias = take(r, 4 * channels), *weights = take(r, 2 * count);
    if (r->ended) return bad_layer(f, index, "the network ends inside its weights");
    l->bias = malloc(channels * sizeof *l->bias);
    l->weights = malloc(count * sizeof *l->weights);
    if (!l->bias || !l->weights) return fault_set(f, STATUS_MEMORY, "no memory for the weights of a network");
    bool finite = true;
    for (size_t i = 0; i < channels; i++) finite &= isfinite(l->bias[i] = single(word(bias + 4 * i))) != 0;
    for (size_t i = 0; i < count; i++) finite &= isfinite(l->weights[i] = from_half(weights + 2 * i)) != 0;
    return finite ? STATUS_OK : bad_layer(f, index, "a weight is not finite");
}

static status read_head(reader *r, net_plan *p, fault *f) {
    const uint8_t *magic = take(r, 4);
    if (!magic || memcmp(magic, "VNET", 4) != 0) return fault_set(f, STATUS_INVALID, "this is no network: it doesn't begin with VNET");
    const uint32_t version = take_word(r), channels = take_word(r), layers = take_word(r), outputs = take_word(r);
    if (!r->ended && version != VERSION) return fault_set(f, STATUS_INVALID, "network: version %u is unknown, %d is wanted", version, VERSION);
    if (r->ended || channels < 1 || channels > NET_CHANNELS_MAX || layers < 1 || layers > NET_LAYERS_MAX || outputs < 1 || outputs > NET_OUTPUTS_MAX)
        return fault_set(f, STATUS_INVALID, "network: a count in its head is out of range");
    p->tensors[0].channels = (int)channels;
    p->layer_count = (int)layers;
    p->output_count = (int)outputs;
    for (int i = 0; i < p->output_count; i++) {
        const uint32_t tensor = take_word(r);
        if (r->ended || tensor < 1 || tensor > layers) return fault_set(f, STATUS_INVALID, "network: output %d is no layer's", i);
        p->outputs[i] = (int)tensor;
        for (int k = 0; k < i; k++)
            if (p->outputs[k] == p->outputs[i]) return fault_set(f, STATUS_INVALID, "network: output %d is named twice", i);
    }
    return STATUS_OK;
}

status net_blob_read(const void *blob, size_t size, net_plan *out, fault *f) {
    *out = (net_plan){0};
    reader r = {blob, size, false};
    status s = read_head(&r, out, f);
    for (int i = 1; i <= out->layer_count && s == STATUS_OK; i++) {
        s = read_layer(&r, out, i, f);
        if (s == STATUS_OK && out->layers[i - 1].terms > 0) s = read_weights(&r, &out->layers[i - 1], i, f);
    }
    if (s == STATUS_OK && r.left > 0) s = fault_set(f, STATUS_INVALID, "network: %zu bytes follow the last layer", r.left);
    for (int i = 0; i < out->output_count && s == STATUS_OK; i++)
        if (has_levels(out, out->outputs[i])) s = fault_set(f, STATUS_INVALID, "network: output %d is kept as levels", i);
    if (s != STATUS_OK) net_plan_finish(out);
    return s;
}

void net_plan_finish(net_plan *p) {
    for (int i = 0; i < NET_LAYERS_MAX; i++) {
        free(p->layers[i].bias);
        free(p->layers[i].weights);
    }
    *p = (net_plan){0};
}
