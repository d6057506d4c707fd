// bench/armies -- the game file of a full table: 300 figures.
#ifndef VEDETTE_BENCH_ARMIES_H
#define VEDETTE_BENCH_ARMIES_H

enum { ARMIES_UNITS = 15, ARMIES_FILES = 5, ARMIES_RANKS = 4, ARMIES_UNIT = ARMIES_FILES * ARMIES_RANKS };

// What every third unit carries; of the others one half has painted rims and one half tags. Or painted rims all.
typedef enum { ARMIES_RIM_CODES, ARMIES_TAGS, ARMIES_PLAIN } armies_third;

// Fifteen units of 5 x 4 on 25 mm bases, five in a row. The caller frees it; NULL: out of memory.
char *armies_text(armies_third third);

#endif
