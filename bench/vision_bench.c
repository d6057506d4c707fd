// The figures of seeing, in one table. Usage: vedette_bench_vision [tags|rims|plain|steady|steady-yuyv|steady-bgr]... [--seed N]: those parts;
// without any, all.
#include "bench/vision_bench.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double bench_cpu_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static unsigned seed = 1;

unsigned bench_seed(void) { return seed; }

typedef struct {
    const char *name;
    void (*run)(FILE *out);
} bench_part;

static const bench_part parts[] = {{"tags", bench_tags},
                                   {"rims", bench_rims},
                                   {"plain", bench_plain},
                                   {"steady", bench_steady},
                                   {"steady-yuyv", bench_steady_yuyv},
                                   {"steady-bgr", bench_steady_bgr}};

int main(int argc, char **argv) {
    bool seeded = argc > 2 && strcmp(argv[argc - 2], "--seed") == 0;
    if (seeded) seed = (unsigned)strtoul(argv[argc - 1], NULL, 10), argc -= 2;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        int asked = argc < 2;
        for (int k = 1; k < argc; k++) asked = asked || strcmp(argv[k], parts[i].name) == 0;
        if (asked) parts[i].run(stdout);
    }
    return 0;
}
