// fear_move -- a random move made of permitted maneuvers, and what it takes by the book: it costs no more than that, so it is legal where its rate
// allows that much.
#ifndef TESTS_FEAR_MOVE_H
#define TESTS_FEAR_MOVE_H

#include "fear_block.h"
#include "fear_book.h"

#define FEAR_VIA 8

typedef struct {
    fear_block from, to;
    double rate_in;
    double cost_in;  // of the maneuvers
    int files_changed, formation_changed, shuffled;
    fear_block via[FEAR_VIA];  // where it stood after each maneuver, the last too
    int via_count;
    char words[400];  // what was done
} fear_move;

fear_block fear_random_block(unsigned long long *seed);
// A move of the block by the book that takes at most `most` times its rate, often just that. plain: by legs and wheels alone.
fear_move fear_move_from(const fear_block *from, const fear_book *book, double rate_in, double most, bool plain, unsigned long long *seed);
// The same of a random block; now and then its figures are set down in any order.
fear_move fear_move_make(const fear_book *book, double most, unsigned long long *seed);

#endif
