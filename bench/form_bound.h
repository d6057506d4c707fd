// bench/form_bound -- how well the ranks and files of a partly hidden unit can be told at all. Knows what formation/ can't: how random_units sets
// units up and hides their figures; shares no code with it.
#ifndef VEDETTE_BENCH_FORM_BOUND_H
#define VEDETTE_BENCH_FORM_BOUND_H

#include "bench/random_units.h"

// What the unit stood in when all of it was seen last, and the chance that it still does. Otherwise it was formed anew, in any other block as the
// generator makes it: which one it was before tells nothing of that.
typedef struct {
    int ranks, files;
    double stays;
} form_past;

// The chance that the likeliest block is the right one, and that it is one of the likeliest two, for an observer that sees without error in which
// ranks and files the others stand, knows how many are hidden but not how, and thinks of every unit as the generator makes it: closed, open, wrapped
// and led ones. 1 of units of other kinds, which can be told but for errors. told, told_two: 1 where it is so for this unit.
typedef struct {
    double first, two, reported, told_two;
} form_bound;

// past: NULL where the unit was never seen.
form_bound form_bound_of(const random_unit *u, const bool *hidden, const form_past *past);

#endif
