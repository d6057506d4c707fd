#include <assert.h>
#include <stdatomic.h>
#include <string.h>

#include "vision/net/internal.h"

enum { SHARES = 4 };  // pieces of a layer for each thread: fewer leave a thread idle when the other is held up, more tear neighbouring rows apart

static uint8_t *place(const net_tensor *t, int item, int slot, int y) { return t->first + (t->kept ? item : slot) * t->next + y * t->row; }

void net_clear_border(const net_tensor *t, uint8_t *at, int y) {
    const ptrdiff_t pixel = (ptrdiff_t)t->pixel * t->size, side = t->border * pixel, rows = t->border * t->row;
    if (side == 0) return;
    memset(at - side, t->zero, (size_t)side);  // a float of zeros is 0, and `zero` is 0 for floats
    memset(at + t->width * pixel, t->zero, (size_t)side);
    if (y == 0) memset(at - side - rows, t->zero, (size_t)rows);
    if (y == t->height - 1) memset(at - side + t->row, t->zero, (size_t)rows);
}

static void add_up(const net *n, int layer, const void *a, const void *b, void *out) {
    const net_tensor *to = &n->tensors[layer];
    const net_layer *l = &n->plan.layers[layer - 1], *from = &n->plan.layers[l->input - 1], *other = &n->plan.layers[l->other - 1];
    const float a_scale = net_unit(from) / net_unit(l), b_scale = net_unit(other) / net_unit(l);
    const net_up_row r = {.a = a,
                          .b = b,
                          .out = out,
                          .width = to->width,
                          .pixel = to->pixel,
                          .levels = l->step > 0,
                          .a_scale = a_scale,
                          .b_scale = b_scale,
                          .offset = (float)l->zero - a_scale * (float)from->zero - b_scale * (float)other->zero};
    n->kernels->up_add(&r);
}

// The rows of the kernel, from the first one to before the end, that reach rows of the map when the output's is y.
static void kernel_rows(const net_layer *l, const net_job *job, int height, int y, int *first, int *end) {
    *first = 0, *end = job->tap_rows;
    if (!job->skips) return;
    const int top = y * l->stride - l->dilation * (l->kernel / 2);
    while (top + *first * l->dilation < 0) ++*first;
    while (top + (*end - 1) * l->dilation >= height) --*end;
}

void net_run_row(const net *n, int layer, int item, int slot, int y) {
    const net_layer *l = &n->plan.layers[layer - 1];
    const net_job *job = &n->jobs[layer - 1];
    const net_kernels *k = n->kernels;
    const net_tensor *from = &n->tensors[l->input], *to = &n->tensors[layer], *other = l->other >= 0 ? &n->tensors[l->other] : NULL;
    uint8_t *out = place(to, item, slot, y);
    net_clear_border(to, out, y);
    switch (l->kind) {
        case NET_CONVOLUTION:
        case NET_FULL: {
            const int stride = l->kind == NET_FULL ? 1 : l->stride, row_terms = job->row_taps * job->tap_length;
            int first, end;
            kernel_rows(l, job, from->height, y, &first, &end);
            const net_conv_row r = {.in = place(from, item, slot, y * stride),
                                    .in_step = (ptrdiff_t)stride * from->pixel,
                                    .taps = job->taps + (ptrdiff_t)first * job->row_taps,
                                    .tap_count = (end - first) * job->row_taps,
                                    .tap_length = job->tap_length,
                                    .weights = job->weights,
                                    .terms = job->tap_rows * row_terms,
                                    .skipped = first * row_terms,
                                    .scale = job->scale,
                                    .bias = job->bias,
                                    .out = out,
                                    .residual = other ? place(other, item, slot, y) : NULL,
                                    .residual_scale = job->other_scale,
                                    .out_step = to->pixel,
                                    .count = to->width,
                                    .channels = net_kernels_padded(k, l->channels),
                                    .levels = l->step > 0,
                                    .relu = l->relu,
                                    .low = l->relu ? (float)l->zero : 0};
            k->convolve(&r);
            break;
        }
        case NET_UP_ADD:
            add_up(n, layer, place(from, item, slot, y / 2), place(other, item, slot, y), out);
            break;
        case NET_AVERAGE:
            k->average((const float *)(const void *)place(from, item, slot, 0), from->row / (ptrdiff_t)sizeof(float), from->height, from->width,
                       from->pixel, (float *)(void *)out);
            break;
    }
}

// One task for the pool: the rows of a layer, or the items of a batch. Each thread takes what is next.
typedef struct {
    const net *net;
    int layer, share, end;  // `share` rows or items at a time
    atomic_int next;
} net_task;

static void run_rows(void *of, int part) {
    net_task *t = of;
    (void)part;
    for (int from; (from = atomic_fetch_add(&t->next, t->share)) < t->end;)
        for (int y = from; y < from + t->share && y < t->end; y++) net_run_row(t->net, t->layer, 0, 0, y);
}

static void run_items(void *of, int part) {
    net_task *t = of;
    const net *n = t->net;
    if (part >= n->slots) return;
    for (int item; (item = atomic_fetch_add(&t->next, 1)) < t->end;)
        for (int layer = 1; layer <= n->plan.layer_count; layer++)
            for (int y = 0; y < n->tensors[layer].height; y++) net_run_row(n, layer, item, part, y);
}

void net_run(net *n, thread_pool *pool) {
    assert(n->memory && n->batch > 0);
    const int threads = thread_pool_count(pool);
    if (n->batch > 1) {
        net_task t = {.net = n, .share = 1, .end = n->batch};
        thread_pool_run(pool, run_items, &t);
        return;
    }
    for (int layer = 1; layer <= n->plan.layer_count; layer++) {
        const int rows = n->tensors[layer].height;
        net_task t = {.net = n, .layer = layer, .share = (rows + threads * SHARES - 1) / (threads * SHARES), .end = rows};
        thread_pool_run(rows > 1 ? pool : NULL, run_rows, &t);
    }
}
