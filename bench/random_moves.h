// bench/random_moves -- an endless game of random moves, for measuring and for tests of endurance. Deterministic by its seed.
#ifndef VEDETTE_BENCH_RANDOM_MOVES_H
#define VEDETTE_BENCH_RANDOM_MOVES_H

#include "core/event.h"

typedef struct random_moves random_moves;

// A game of `units` closed units of files x ranks figures on 20 mm bases, half on each side; NULL: out of memory.
random_moves *random_moves_create(int units, int files, int ranks, unsigned seed);
void random_moves_destroy(random_moves *r);
const game *random_moves_game(const random_moves *r);
// The next event: phases in turn, and between them moves of one unit each: advance, oblique, wheel, facing change, or anything at all. Each is a
// jump between rest poses with a hundredth of an inch of noise. Belongs to r until the next call.
const event *random_moves_next(random_moves *r);

#endif
