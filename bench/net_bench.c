// What networks like ours cost: milliseconds a run on one and two threads, and multiply-adds a second of each layer, for each kind of processor
// that this one can stand in for. Usage: vedette_bench_net. Time on the clock, the least of several runs: on a busy machine it says too much.
#include <stdio.h>
#include <stdlib.h>

#include "core/clock.h"
#include "tests/vision/net/network.h"
#include "vision/net/internal.h"

enum { RUNS = 7 };

static double run_s(net *made, thread_pool *pool) {
    double best = 1e9;
    for (int i = 0; i < RUNS; i++) {
        const double begin = clock_monotonic_s();
        net_run(made, pool);
        const double took = clock_monotonic_s() - begin;
        if (took < best) best = took;
    }
    return best;
}

static double layer_s(const net *made, int layer) {
    double best = 1e9;
    for (int i = 0; i < RUNS; i++) {
        const double begin = clock_monotonic_s();
        for (int y = 0; y < made->tensors[layer].height; y++) net_run_row(made, layer, 0, 0, y);
        const double took = clock_monotonic_s() - begin;
        if (took < best) best = took;
    }
    return best;
}

static void bench_layers(const network *n, const net *made, int height, int width) {
    for (int i = 0; i < n->layer_count; i++) {
        const network_layer *l = &n->layers[i];
        const double took = layer_s(made, i + 1), cost = network_cost(n, i, height, width);
        static const char *const kinds[] = {"", "conv", "up-add", "average", "full"};
        printf("  layer %2d %-7s %d x %d /%d, %2d -> %2d: %8.3f ms %6.1f GMAC/s\n", i + 1, kinds[l->kind], l->kernel, l->kernel, l->stride,
               n->tensor_channels[l->input], l->channels, took * 1e3, cost / took * 1e-9);
    }
}

static int bench(const char *name, network *n, const net_kernels *k, int batch, int height, int width) {
    size_t size;
    uint8_t *bytes = network_write(n, &size);
    net *made = NULL;
    thread_pool *pool = NULL;
    fault f = {""};
    status s = bytes ? net_load_with(k, bytes, size, &made, &f) : STATUS_MEMORY;
    if (s == STATUS_OK) s = net_reserve(made, batch, height, width, 2, &f);
    if (s == STATUS_OK) s = thread_pool_create(2, &pool);
    if (s == STATUS_OK) {
        const net_map in = net_input(made, batch, height, width);
        for (int i = 0; i < batch; i++)
            for (int y = 0; y < height; y++)
                for (int x = 0; x < width * in.pixel; x++) net_map_at(&in, i, y, 0)[x] = (float)network_draw(n);
        double cost = 0;
        for (int i = 0; i < n->layer_count; i++) cost += batch * network_cost(n, i, height, width);
        const double one = run_s(made, NULL), two = run_s(made, pool);
        printf("%s, %d x %d x %d, %s: %.1f ms on one thread (%.1f GMAC/s), %.1f ms on two; %.2f GMAC, %zu bytes\n", name, batch, width, height,
               k->name, one * 1e3, cost / one * 1e-9, two * 1e3, cost * 1e-9, size);
        bench_layers(n, made, height, width);
    } else {
        fprintf(stderr, "bench: %s\n", f.text[0] ? f.text : status_text(s));
    }
    thread_pool_destroy(pool);
    net_destroy(made);
    free(bytes);
    network_finish(n);
    return s != STATUS_OK;
}

int main(void) {
    const net_kernels *k;
    int failed = 0;
    for (int i = 0; (k = net_kernels_runnable(i)); i++) {
        network n;
        for (int levels = 1; levels >= 0; levels--) {
            network_finder(&n, levels);
            failed += bench(levels ? "finder, levels" : "finder", &n, k, 1, 1216, 1824);
            network_pose(&n, true, levels);
            failed += bench(levels ? "pose, levels" : "pose", &n, k, 64, 48, 48);
        }
    }
    return failed != 0;
}
