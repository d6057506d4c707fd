// vision/net in use: the network that export.py wrote and that lies in the program, the same bits whoever runs it, no allocation, and damaged
// networks refused.
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

extern const unsigned char test_small_net[], test_small_net_end[];

static int calls;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

void *__wrap_malloc(size_t size) {
    calls++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    calls++;
    return __real_calloc(count, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
    calls++;
    return __real_aligned_alloc(alignment, size);
}

static net *load(const net_kernels *k, const void *bytes, size_t size) {
    fault f = {""};
    net *made;
    if (net_load_with(k, bytes, size, &made, &f) != STATUS_OK) fail_msg("%s", f.text);
    return made;
}

static void reserve(net *made, int batch, int height, int width) {
    fault f = {""};
    if (net_reserve(made, batch, height, width, 2, &f) != STATUS_OK) fail_msg("%s", f.text);
}

// A value of the input, the same for an item wherever it stands in a batch.
static float pixel(int item, int y, int x, int c) { return (float)sin(1 + item * 17.3 + y * 1.7 + x * 0.9 + c * 2.3); }

static void fill(net_map to, int first) {
    for (int i = 0; i < to.batch; i++)
        for (int y = 0; y < to.height; y++)
            for (int x = 0; x < to.width; x++)
                for (int c = 0; c < to.channels; c++) net_map_at(&to, i, y, x)[c] = pixel(first + i, y, x, c);
}

static void the_exported_network_is_computed(void **unused) {
    (void)unused;
    enum { SIZE = 12 };
    network n;
    network_read(&n, test_small_net);
    net *made = load(net_kernels_best(), test_small_net, (size_t)(test_small_net_end - test_small_net));
    assert_int_equal(net_input_channels(made), n.channels);
    assert_int_equal(net_output_count(made), n.output_count);
    reserve(made, 1, SIZE, SIZE);
    fill(net_input(made, 1, SIZE, SIZE), 0);
    net_run(made, NULL);
    volume all[NETWORK_LAYERS_MAX + 1] = {{n.channels, SIZE, SIZE, malloc((size_t)(n.channels * SIZE * SIZE) * sizeof(double))}};
    double *v = all[0].v;
    for (int c = 0; c < n.channels; c++)
        for (int y = 0; y < SIZE; y++)
            for (int x = 0; x < SIZE; x++) *v++ = pixel(0, y, x, c);
    network_compute(&n, all);
    for (int o = 0; o < n.output_count; o++) {
        const net_map is = net_output(made, o);
        const volume *should = &all[n.outputs[o]];
        v = should->v;
        double size = 0;
        for (int i = 0; i < should->channels * should->height * should->width; i++) size = fmax(size, fabs(v[i]));
        assert_true(size > 0.1);  // else everything would be near it
        for (int c = 0; c < is.channels; c++)
            for (int y = 0; y < is.height; y++)
                for (int x = 0; x < is.width; x++, v++)
                    if (!(fabs(net_map_at(&is, 0, y, x)[c] - *v) <= 2e-5 * size))
                        fail_msg("output %d, channel %d at (%d, %d): %g, not %g", o, c, x, y, net_map_at(&is, 0, y, x)[c], *v);
    }
    for (int t = 0; t <= n.layer_count; t++) free(all[t].v);
    net_destroy(made);
    network_finish(&n);
}

// All of the outputs' bits in one number. Source: FNV-1a.
static uint64_t print_of(const net *made, int item) {
    uint64_t print = UINT64_C(14695981039346656037);
    for (int o = 0; o < net_output_count(made); o++) {
        const net_map m = net_output(made, o);
        for (int y = 0; y < m.height; y++)
            for (int x = 0; x < m.width; x++) {
                const unsigned char *bytes = (const unsigned char *)net_map_at(&m, item, y, x);
                for (size_t i = 0; i < (size_t)m.channels * sizeof(float); i++) print = (print ^ bytes[i]) * UINT64_C(1099511628211);
            }
    }
    return print;
}

static uint8_t *make_pose(size_t *size) {
    network n;
    network_pose(&n, true, true);
    uint8_t *bytes = network_write(&n, size);
    network_finish(&n);
    assert_non_null(bytes);
    return bytes;
}

static void an_item_has_the_same_bits_wherever_it_is_computed(void **unused) {
    (void)unused;
    enum { ITEMS = 5, SIZE = 48 };
    size_t size;
    uint8_t *bytes = make_pose(&size);
    thread_pool *pool;
    assert_int_equal(thread_pool_create(3, &pool), STATUS_OK);  // more than is reserved for
    uint64_t prints[ITEMS] = {0};
    const net_kernels *k;
    for (int i = 0; (k = net_kernels_runnable(i)); i++) {
        net *made = load(k, bytes, size);
        reserve(made, ITEMS, SIZE, SIZE);
        fill(net_input(made, ITEMS, SIZE, SIZE), 0);
        net_run(made, pool);
        uint64_t batch[ITEMS];
        for (int n = 0; n < ITEMS; n++) batch[n] = print_of(made, n);
        for (int n = 0; n < ITEMS; n++) {
            fill(net_input(made, 1, SIZE, SIZE), n);
            net_run(made, n % 2 ? pool : NULL);
            assert_true(print_of(made, 0) == batch[n]);
            assert_true(n == 0 || batch[n] != batch[n - 1]);
        }
        for (int n = 0; n < ITEMS; n++) {
            assert_true(i == 0 || prints[n] == batch[n]);
            prints[n] = batch[n];
        }
        net_destroy(made);
    }
    thread_pool_destroy(pool);
    free(bytes);
}

static void a_run_allocates_nothing(void **unused) {
    (void)unused;
    size_t size;
    uint8_t *bytes = make_pose(&size);
    net *made = load(net_kernels_best(), bytes, size);
    thread_pool *pool;
    assert_int_equal(thread_pool_create(2, &pool), STATUS_OK);
    const int before = calls;
    reserve(made, 4, 48, 48);
    assert_true(calls > before);  // the calls are seen
    const int reserved = calls;
    for (int batch = 4; batch >= 1; batch--) {
        fill(net_input(made, batch, 48, 48), 0);
        net_run(made, pool);
        assert_int_equal(net_output(made, 0).batch, batch);
    }
    assert_int_equal(calls, reserved);
    thread_pool_destroy(pool);
    net_destroy(made);
    free(bytes);
}

// ---- damaged networks

// Words of the test networks' bytes: the head has 5 and one for each output.
enum { CHANNELS_AT = 2, LAYERS_AT = 3, OUTPUTS_AT = 4, OUTPUT_AT = 5, FIRST_LAYER_AT = 6 };
enum { KIND, INPUT, OTHER, CHANNELS, KERNEL, STRIDE, DILATION, FLAGS, HEIGHT, WIDTH, STEP, ZERO, WORDS };

static void put(uint8_t *bytes, int at, uint32_t v) {
    for (int i = 0; i < 4; i++) bytes[4 * at + i] = (uint8_t)(v >> 8 * i);
}

static void assert_refused(const uint8_t *bytes, size_t size, const char *why) {
    uint8_t *copy = malloc(size ? size : 1);  // of just this size, so that the sanitizers see what lies beyond
    memcpy(copy, bytes, size);
    fault f = {""};
    net *made = NULL;
    if (net_load(copy, size, &made, &f) != STATUS_INVALID) fail_msg("accepted: %s", why);
    assert_null(made);
    assert_true(f.text[0] != '\0');
    free(copy);
}

// Two convolutions of which the second adds the first, and an average.
static uint8_t *make_small(size_t *size, int *second_at, int *average_at) {
    network n;
    network_begin(&n, 3, 5);
    const int first = network_conv(&n, 0, -1, 4, 3, 2, 1, true);
    network_output(&n, network_average(&n, network_conv(&n, first, first, 4, 3, 1, 2, false)));
    *second_at = FIRST_LAYER_AT + WORDS + 4 + 4 * 27 / 2;
    *average_at = *second_at + WORDS + 4 + 4 * 36 / 2;
    uint8_t *bytes = network_write(&n, size);
    network_finish(&n);
    assert_non_null(bytes);
    assert_int_equal(*size, 4 * (*average_at + WORDS));
    return bytes;
}

static void a_damaged_network_is_refused(void **unused) {
    (void)unused;
    int second, average;
    size_t size;
    uint8_t *good = make_small(&size, &second, &average), *bad = malloc(size + 4);
    const uint32_t infinite = 0x7f800000, halves_nan = 0x7e007e00;
    const struct {
        int at;
        uint32_t value;
        const char *why;
    } cases[] = {
        {0, 0x54454e58, "no magic"},
        {1, 1, "version"},
        {CHANNELS_AT, 0, "no channels"},
        {CHANNELS_AT, 4, "other channels than its weights"},
        {CHANNELS_AT, 0x40000000, "channels beyond sense"},
        {LAYERS_AT, 0, "no layers"},
        {LAYERS_AT, 2, "bytes left"},
        {LAYERS_AT, 4, "a layer too few"},
        {LAYERS_AT, 0xffffffff, "layers beyond sense"},
        {OUTPUTS_AT, 0, "no output"},
        {OUTPUTS_AT, 9, "too many outputs"},
        {OUTPUT_AT, 0, "the input is an output"},
        {OUTPUT_AT, 4, "an output that is no layer's"},
        {FIRST_LAYER_AT + KIND, 0, "kind 0"},
        {FIRST_LAYER_AT + KIND, 5, "kind 5"},
        {FIRST_LAYER_AT + INPUT, 1, "reads itself"},
        {second + INPUT, 3, "reads a later one"},
        {second + OTHER, 2, "adds itself"},
        {second + OTHER, 0, "adds the input"},
        {second + INPUT, 0, "another input than its weights"},
        {second + CHANNELS, 5, "adds 4 channels to 5"},
        {second + CHANNELS, 0, "0 channels"},
        {second + CHANNELS, 1025, "channels beyond the limit"},
        {second + KERNEL, 2, "kernel 2"},
        {second + KERNEL, 5, "kernel 5"},
        {second + KERNEL, 0, "kernel 0"},
        {second + STRIDE, 0, "stride 0"},
        {second + STRIDE, 3, "stride 3"},
        {second + STRIDE, 2, "adds a map of twice the size"},
        {second + DILATION, 0, "dilation 0"},
        {second + DILATION, 3, "dilation 3"},
        {second + FLAGS, 2, "unknown flag"},
        {second + HEIGHT, 1, "a convolution with a height"},
        {second + WORDS, infinite, "infinite bias"},
        {second + WORDS + 4, halves_nan, "weights that are no numbers"},
        {average + CHANNELS, 5, "average changes channels"},
        {average + OTHER, 1, "average of two"},
        {average + KERNEL, 1, "average with kernel"},
        {average + FLAGS, 1, "average with ReLU"},
        {average + STEP, 0x3f800000, "average of floats as levels"},
        {second + STEP, 0x3f800000, "adds floats to levels"},
        {FIRST_LAYER_AT + STEP, 0x3f800000, "adds levels to floats"},
        {FIRST_LAYER_AT + STEP, infinite, "levels without end"},
        {FIRST_LAYER_AT + STEP, 0xbf800000, "a step below 0"},
        {FIRST_LAYER_AT + STEP, 0x7fc00000, "a step that is no number"},
        {FIRST_LAYER_AT + STEP, 1, "a step that vanishes"},
        {FIRST_LAYER_AT + ZERO, 1, "a level of 0 without levels"},
        {FIRST_LAYER_AT + ZERO, 256, "a level of 0 beyond the last"},
        {average + KIND, 2, "up-add of one"},
        {average + KIND, 4, "full layer without a size"},
    };
    net *made;
    assert_int_equal(net_load(good, size, &made, NULL), STATUS_OK);
    net_destroy(made);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        memcpy(bad, good, size);
        put(bad, cases[i].at, cases[i].value);
        assert_refused(bad, size, cases[i].why);
    }
    for (size_t cut = 0; cut < size; cut++) assert_refused(good, cut, "cut short");
    memcpy(bad, good, size);
    put(bad, (int)size / 4, 0);
    assert_refused(bad, size + 4, "longer than its layers");
    free(good);
    free(bad);
}

// Whatever the bytes: refused, or it runs.
static void a_network_of_any_bytes_does_no_harm(void **unused) {
    (void)unused;
    int second, average, runs = 0;
    size_t size;
    uint8_t *good = make_small(&size, &second, &average), *bad = malloc(size);
    network dice = {.dice = 7};
    for (int i = 0; i < 20000; i++) {
        memcpy(bad, good, size);
        const int places[] = {0, second, average, FIRST_LAYER_AT, (int)size / 4 - WORDS};
        for (int changes = 1 + i % 3; changes > 0; changes--)
            put(bad, places[i % 5] + (int)(network_draw(&dice) * WORDS), (uint32_t)(network_draw(&dice) * (i % 2 ? 6 : 4294967295.0)));
        net *made;
        if (net_load(bad, size, &made, NULL) != STATUS_OK) continue;
        reserve(made, 1, 7, 9);
        fill(net_input(made, 1, 7, 9), 0);
        net_run(made, NULL);
        net_destroy(made);
        runs++;
    }
    assert_true(runs > 100);
    free(good);
    free(bad);
}

static void sizes_that_fit_no_run_are_refused(void **unused) {
    (void)unused;
    size_t size;
    uint8_t *bytes = make_pose(&size);
    net *made = load(net_kernels_best(), bytes, size);
    const int sizes[][4] = {{1, 48, 56, 1},
                            {1, 40, 48, 1},
                            {0, 48, 48, 1},
                            {1, 0, 48, 1},
                            {1, 48, -48, 1},
                            {1, 48, 48, 0},
                            {NET_BATCH_MAX + 1, 48, 48, 1},
                            {1, 48, NET_MAP_MAX + 1, 1}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        fault f = {""};
        assert_int_equal(net_reserve(made, sizes[i][0], sizes[i][1], sizes[i][2], sizes[i][3], &f), STATUS_INVALID);
        assert_true(f.text[0] != '\0');
    }
    reserve(made, 2, 48, 48);
    net_destroy(made);
    net_destroy(NULL);
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_exported_network_is_computed),
                                       cmocka_unit_test(an_item_has_the_same_bits_wherever_it_is_computed),
                                       cmocka_unit_test(a_run_allocates_nothing),
                                       cmocka_unit_test(a_damaged_network_is_refused),
                                       cmocka_unit_test(a_network_of_any_bytes_does_no_harm),
                                       cmocka_unit_test(sizes_that_fit_no_run_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
