// fear_move -- a random move made of permitted maneuvers, and what it takes by the book: it costs no more than that, so it is legal where its rate
// allows that much.
#ifndef TESTS_FEAR_MOVE_H
#define TESTS_FEAR_MOVE_H

#include "fear_block.h"
#include "fear_book.h"

typedef struct {
    fear_block from, to;
    double rate_in;
    double cost_in;  // of the maneuvers
    int files_changed, formation_changed, shuffled;
    char words[400];  // what was done
} fear_move;

// A move of a random block by the book that takes at most `most` times its rate, often just that.
fear_move fear_move_make(const fear_book *book, double most, unsigned long long *seed);

#endif
