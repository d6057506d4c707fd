// bench/form_bound -- the upper bound on finding the ranks and files of a partly hidden unit. It knows how random_units sets units up and hides their
// figures, which formation/ can't know. It shares no code with formation/.
#ifndef VEDETTE_BENCH_FORM_BOUND_H
#define VEDETTE_BENCH_FORM_BOUND_H

#include "bench/random_units.h"

// The block in which the unit stood when all of it was last seen, and the chance that it still does. Otherwise it was formed anew, in any other block
// that the generator makes, independent of the block before.
typedef struct {
    int ranks, files;
    double stays;
} form_past;

// The chances that the likeliest block is right, and that one of the likeliest two is. The observer sees without error in which ranks and files the
// seen figures stand, knows how many are hidden but not how, and expects units as the generator makes them: closed, open, wrapped and led ones. 1 for
// units of other kinds, which are clear but for errors. reported, told_two: 1 where it is so for this unit.
typedef struct {
    double first, two, reported, told_two;
} form_bound;

// past: NULL where the unit was never seen.
form_bound form_bound_of(const random_unit *u, const bool *hidden, const form_past *past);

#endif
