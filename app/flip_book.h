// app/flip_book -- what would change each verdict of a recorded game, by moves. For `judge --flips`, and for exports that tell it.
#ifndef VEDETTE_APP_FLIP_BOOK_H
#define VEDETTE_APP_FLIP_BOOK_H

#include "app/amend.h"
#include "app/recorded_game.h"
#include "referee/flips.h"

// The flips of each move, as its last verdict has them: a question may be answered.
typedef struct {
    const game *game;
    int wanted;  // move; 0: all
    flips **by_move;
    int count, capacity;
    bool met;  // a verdict on the move that is wanted, or on any
    status failed;
} flip_book;

// Judges r again and fills b, which is empty; flip_book_free in any case. move: this one alone; 0: all. STATUS_MEMORY, and as recorded_game_judge.
status flip_book_read(flip_book *b, recorded_game *r, int move, bool quiet, amend_result *out, fault *fault);
void flip_book_free(flip_book *b);
// "It would be legal if ..; or .." in one text for a person, which the caller frees; NULL: nothing would change the verdict, or memory ran out.
char *flip_book_text(const flip_book *b, int move);

#endif
