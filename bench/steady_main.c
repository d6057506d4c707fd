#include "bench/steady.h"

int main(void) {
    bench_steady(stdout);
    return 0;
}
