// bench/random_table -- games for random moves: units that stand in order on both sides of a table. Makes the game file; plays nothing.
#ifndef VEDETTE_BENCH_RANDOM_TABLE_H
#define VEDETTE_BENCH_RANDOM_TABLE_H

// The game file of `units` closed units of files x ranks figures on 20 mm bases, half on each side; the caller frees it. NULL: out of memory.
char *random_table_even(int units, int files, int ranks);
// The same with units of mixed sizes and types, in lines behind each other: 64 units have 780 figures. The table grows with their number.
char *random_table_mixed(int units);

#endif
