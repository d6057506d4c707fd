// Drives a fuzz target where there is no libFuzzer: each file of the corpus as it is, then changed at random for so many seconds.
// Usage: fuzz_X CORPUS SECONDS [SEED]. The changes are the same for the same seed; how many are made depends on the machine.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/fuzz/fuzz_table.h"

#define FILES_MAX 512
#define INPUT_MAX 65536

typedef struct {
    uint8_t *bytes;
    size_t size;
} sample;

static sample samples[FILES_MAX];
static int sample_count;
static uint64_t dice;

// Source: Marsaglia, Xorshift RNGs (2003).
static size_t roll(size_t n) {
    dice ^= dice << 13;
    dice ^= dice >> 7;
    dice ^= dice << 17;
    return n ? (size_t)(dice % n) : 0;
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void read_sample(const char *path) {
    FILE *file = fopen(path, "rb");
    fuzz_insist(file != NULL, path);
    sample *s = &samples[sample_count++];
    s->bytes = malloc(INPUT_MAX);
    fuzz_insist(s->bytes != NULL, "memory");
    s->size = fread(s->bytes, 1, INPUT_MAX, file);
    fclose(file);
}

static int by_name(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }

static void read_corpus(const char *folder) {
    struct dirent **names;
    int n = scandir(folder, &names, NULL, by_name);
    fuzz_insist(n >= 0, folder);
    for (int i = 0; i < n; i++) {
        char path[512];
        snprintf(path, sizeof path, "%.255s/%.255s", folder, names[i]->d_name);
        if (names[i]->d_name[0] != '.' && sample_count < FILES_MAX) read_sample(path);
        free(names[i]);
    }
    free(names);
    fuzz_insist(sample_count > 0, "the corpus holds files");
}

// Copies a span of another sample over, into or out of the input.
static size_t splice(uint8_t *input, size_t size) {
    const sample *other = &samples[roll((size_t)sample_count)];
    size_t from = roll(other->size), span = roll(other->size - from) + 1, at = roll(size + 1);
    if (from + span > other->size || at + span > INPUT_MAX) return size;
    if (roll(2) && size + span <= INPUT_MAX) {
        memmove(input + at + span, input + at, size - at);
        size += span;
    }
    memcpy(input + at, other->bytes + from, span);
    return size > at + span ? size : at + span;
}

static size_t change(uint8_t *input, size_t size) {
    size_t at = roll(size), span = roll(size - at) % 64 + 1;
    if (size == 0) return splice(input, size);
    switch (roll(6)) {
        case 0:
            input[at] = (uint8_t)roll(256);
            return size;
        case 1:
            input[at] ^= (uint8_t)(1u << roll(8));
            return size;
        case 2:
            memmove(input + at, input + at + (at + span <= size ? span : size - at), size - at - (at + span <= size ? span : size - at));
            return at + span <= size ? size - span : at;
        case 3:
            if (input[at] >= '0' && input[at] <= '9') input[at] = (uint8_t)('0' + roll(10));
            return size;
        default:
            return splice(input, size);
    }
}

static long run(double until_s) {
    static uint8_t input[INPUT_MAX];
    long runs = 0;
    for (; runs < sample_count; runs++) LLVMFuzzerTestOneInput(samples[runs].bytes, samples[runs].size);
    while (seconds() < until_s) {
        const sample *s = &samples[roll((size_t)sample_count)];
        size_t size = s->size;
        memcpy(input, s->bytes, size);
        for (size_t n = roll(8) + 1; n > 0; n--) size = change(input, size);
        LLVMFuzzerTestOneInput(input, size);
        runs++;
    }
    return runs;
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: %s CORPUS SECONDS [SEED]\n", argv[0]);
        return 2;
    }
    dice = argc > 3 ? strtoull(argv[3], NULL, 10) : 20250101;
    read_corpus(argv[1]);
    printf("%ld executions\n", run(seconds() + strtod(argv[2], NULL)));
    for (int i = 0; i < sample_count; i++) free(samples[i].bytes);
    return 0;
}
