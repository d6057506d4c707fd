// vision/net: every kind of layer against plain loops in double precision, at random sizes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/vision/net/network.h"
#include "vision/net/internal.h"
#include "vision/net/net.h"

// Of the largest value. A sum of 1000 products in 32-bit floats is off by some 1e-6 of their size.
#define WITHIN 2e-5

static net *load(const net_kernels *k, const network *n) {
    size_t size;
    uint8_t *bytes = network_write(n, &size);
    fault f = {""};
    net *made;
    assert_non_null(bytes);
    if (net_load_with(k, bytes, size, &made, &f) != STATUS_OK) fail_msg("%s", f.text);
    free(bytes);
    return made;
}

// Writes random items into the input, keeps them as volumes.
static void fill(network *n, net_map to, volume *items) {
    for (int i = 0; i < to.batch; i++) {
        items[i] = (volume){n->channels, to.height, to.width, malloc((size_t)(n->channels * to.height * to.width) * sizeof(double))};
        double *v = items[i].v;
        for (int c = 0; c < n->channels; c++)
            for (int y = 0; y < to.height; y++)
                for (int x = 0; x < to.width; x++) net_map_at(&to, i, y, x)[c] = (float)(*v++ = round((2 * network_draw(n) - 1) * 128) / 128);
    }
}

static void compare(net_map is, int item, const volume *should) {
    assert_int_equal(is.height, should->height);
    assert_int_equal(is.width, should->width);
    assert_int_equal(is.channels, should->channels);
    double size = 1e-3;
    for (int i = 0; i < should->channels * should->height * should->width; i++) size = fmax(size, fabs(should->v[i]));
    const double *v = should->v;
    for (int c = 0; c < is.channels; c++)
        for (int y = 0; y < is.height; y++)
            for (int x = 0; x < is.width; x++, v++) {
                const double got = net_map_at(&is, item, y, x)[c];
                if (!(fabs(got - *v) <= WITHIN * size)) fail_msg("item %d, channel %d at (%d, %d): %.9g, not %.9g", item, c, x, y, got, *v);
            }
}

static void check_run(network *n, net *made, int batch, int height, int width, thread_pool *pool) {
    volume items[8];
    fill(n, net_input(made, batch, height, width), items);
    net_run(made, pool);
    for (int i = 0; i < batch; i++) {
        volume all[NETWORK_LAYERS_MAX + 1] = {items[i]};
        network_compute(n, all);
        for (int o = 0; o < n->output_count; o++) compare(net_output(made, o), i, &all[n->outputs[o]]);
        for (int t = 0; t <= n->layer_count; t++) free(all[t].v);
    }
}

// With each of the kernels that this processor can run, alone and in a batch, one and two threads; first small, then at the full size, so that what
// the small run left behind must do no harm.
static void check(network *n, int height, int width, bool any_size) {
    thread_pool *pool;
    assert_int_equal(thread_pool_create(2, &pool), STATUS_OK);
    const net_kernels *k;
    for (int i = 0; (k = net_kernels_runnable(i)); i++) {
        net *made = load(k, n);
        for (int batch = 1; batch <= 3; batch += 2) {
            fault f = {""};
            if (net_reserve(made, batch, height, width, 2, &f) != STATUS_OK) fail_msg("%s", f.text);
            if (any_size) check_run(n, made, 1, (height + 1) / 2, (width + 2) / 3, NULL);
            check_run(n, made, batch, height, width, pool);
        }
        net_destroy(made);
    }
    thread_pool_destroy(pool);
}

static int pick(network *n, int from, int to) { return from + (int)(network_draw(n) * (to - from + 1)); }

// Some of the tensors below `last` as levels. Numbers of the input, weights, steps and biases are few bits times powers of two: all sums are exact,
// also of floats, so that no rounding to a level can go either way.
static void some_levels(network *n, int last) {
    for (int t = 1; t < last; t++)
        if (pick(n, 0, 3) > 0) network_levels(n, t, ldexpf(1, -pick(n, 3, 6)), n->layers[t - 1].relu && pick(n, 0, 1) ? 0 : pick(n, 1, 255));
}

static void convolutions(void **unused) {
    (void)unused;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        network n;
        network_begin(&n, 1, seed);
        const int height = pick(&n, 1, 19), width = pick(&n, 1, 41);
        const uint64_t dice = n.dice;
        network_begin(&n, pick(&n, 1, 9), dice);
        const int first = network_conv(&n, 0, -1, pick(&n, 1, 50), 1 + 2 * pick(&n, 0, 1), pick(&n, 1, 2), pick(&n, 1, 2), pick(&n, 0, 1));
        const int last = network_conv(&n, first, -1, pick(&n, 1, 110), 1 + 2 * pick(&n, 0, 1), pick(&n, 1, 2), pick(&n, 1, 2), pick(&n, 0, 1));
        network_output(&n, last);
        if (pick(&n, 0, 1))
            network_output(&n, first);
        else
            some_levels(&n, last);
        check(&n, height, width, true);
        network_finish(&n);
    }
}

static void residuals(void **unused) {
    (void)unused;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        network n;
        network_begin(&n, 4, seed);
        const int channels = pick(&n, 1, 70), first = network_conv(&n, 0, -1, channels, 3, 2, 1, true);
        const int second = network_residual(&n, first), last = network_conv(&n, network_residual(&n, second), -1, channels, 1, 1, 1, false);
        network_output(&n, last);
        for (int t = 1; t < last && seed % 2; t++) network_levels(&n, t, ldexpf(1, -pick(&n, 4, 6)), pick(&n, 0, 200));
        check(&n, pick(&n, 1, 30), pick(&n, 1, 60), true);
        network_finish(&n);
    }
}

static void ups(void **unused) {
    (void)unused;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        network n;
        network_begin(&n, 3, seed);
        const int channels = pick(&n, 1, 40);
        const int fine = network_conv(&n, 0, -1, channels, 3, 1, 1, true), coarse = network_conv(&n, fine, -1, channels, 3, 2, 1, false);
        const int lowest = network_conv(&n, coarse, -1, channels, 3, 2, 2, false);
        const int up = network_up_add(&n, network_up_add(&n, lowest, coarse), fine);
        network_output(&n, network_conv(&n, up, -1, 5, 3, 1, 1, false));
        if (seed % 2) {
            for (int t = 1; t <= up; t++) network_levels(&n, t, ldexpf(1, -pick(&n, 4, 6)), pick(&n, 0, 255));
        } else {
            network_output(&n, up);
        }
        check(&n, pick(&n, 1, 21), pick(&n, 1, 33), true);
        network_finish(&n);
    }
}

static void averages_and_full_layers(void **unused) {
    (void)unused;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        network n;
        network_begin(&n, 5, seed);
        const int height = pick(&n, 1, 9), width = pick(&n, 1, 9), first = network_conv(&n, 0, -1, pick(&n, 1, 40), 3, 1, 2, true);
        const int flat = network_full(&n, first, pick(&n, 1, 70), height, width, true), mean = network_average(&n, first);
        network_output(&n, network_full(&n, flat, pick(&n, 1, 30), 1, 1, false));
        network_output(&n, network_conv(&n, mean, -1, 12, 1, 1, 1, false));
        network_output(&n, network_full(&n, 0, 9, height, width, false));
        network_output(&n, network_average(&n, 0));
        if (seed % 2) network_levels(&n, flat, 1.0F / 32, 9);
        check(&n, height, width, false);
        network_finish(&n);
    }
}

static void networks_like_ours(void **unused) {
    (void)unused;
    network n;
    for (int levels = 0; levels < 2; levels++) {
        network_finder(&n, levels);
        check(&n, 48, 80, true);
        network_finish(&n);
        for (int flat = 0; flat < 2; flat++) {
            network_pose(&n, flat, levels);
            check(&n, 48, 48, false);
            network_finish(&n);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(convolutions), cmocka_unit_test(residuals), cmocka_unit_test(ups),
                                       cmocka_unit_test(averages_and_full_layers), cmocka_unit_test(networks_like_ours)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
