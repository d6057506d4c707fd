#include "core/clock.h"

#include <time.h>

double clock_monotonic_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void clock_stamp(char out[CLOCK_STAMP_MAX]) {
    const time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(out, CLOCK_STAMP_MAX, "%Y-%m-%dT%H:%M:%SZ", &utc);
}
