// bench/record_long -- a game of three hours on a full table: what its record weighs, and how long writing, checking and judging it again take.
#ifndef VEDETTE_BENCH_RECORD_LONG_H
#define VEDETTE_BENCH_RECORD_LONG_H

#include <stdbool.h>

// Prints a table. False with a message: something failed.
bool record_long_run(const char *path);

#endif
