// fear_bound -- what a move of a block costs at least, by the slow second opinion of tests/rules: a certificate that it is a breach.
#ifndef TESTS_FEAR_BOUND_H
#define TESTS_FEAR_BOUND_H

#include "fear_move.h"

// Under the kindest reading of wheels and with the tolerances of angles. Of a block that kept its form, each figure its place in it; 0 for others.
double fear_least(const fear_book *book, const fear_move *m);

#endif
