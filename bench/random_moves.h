// bench/random_moves -- an endless game of random moves, for measuring and for tests of endurance. Deterministic by its seed.
#ifndef VEDETTE_BENCH_RANDOM_MOVES_H
#define VEDETTE_BENCH_RANDOM_MOVES_H

#include "core/event.h"

typedef struct random_moves random_moves;

// What units do: anything at all, most of it too far or no maneuver; or programs of maneuvers within their rate, each unit once in its phase.
typedef enum { RANDOM_ANY, RANDOM_PROGRAMS } random_kind;

// A game of `units` closed units of files x ranks figures on 20 mm bases, half on each side, that do RANDOM_ANY; NULL: out of memory.
random_moves *random_moves_create(int units, int files, int ranks, unsigned seed);
// The same for a full table: units of mixed sizes and types, which move once in each phase of their side. 64 units have 780 figures.
random_moves *random_moves_full(int units, unsigned seed);
// From now on: what is done, and in how many places of its way each move is observed (1: only where it ends).
void random_moves_choose(random_moves *r, random_kind kind, int samples);
void random_moves_destroy(random_moves *r);
const game *random_moves_game(const random_moves *r);
// Text of the game file; it belongs to r.
const char *random_moves_game_file(const random_moves *r);
// The next event: phases in turn, and between them moves of one unit each: advance, oblique, wheel, facing change, or anything at all; with a
// hundredth of an inch of noise. Belongs to r until the next call.
const event *random_moves_next(random_moves *r);

#endif
