// referee/flips -- what would change the verdict of a move, found by judging the move again with one thing changed: the unit's rate, a number or a
// word of the house rules, an entry that was not made. Never guesses.
//
// The state of play before the move stays as it was judged: a flip is about this move alone. Pure: the same case gives the same flips.
// Numbers are bisected; both sides of the value found have been judged. What changes how figures are tracked, and not how a move is judged, is left
// aside: the session has measured the move already.
#ifndef VEDETTE_REFEREE_FLIPS_H
#define VEDETTE_REFEREE_FLIPS_H

#include "referee/session.h"

#define FLIPS_MAX 64
#define FLIP_TEXT_MAX 448

typedef enum { FLIP_RATE, FLIP_NUMBER, FLIP_WORD, FLIP_DECLARED, FLIP_DICE, FLIP_COMMAND } flip_kind;

typedef struct {
    flip_kind kind;
    int move, unit;
    ruling was, becomes;
    const char *rule;                              // static; of the finding that it is about
    char name[GAME_ID_MAX];                        // of the house rule, the action or the check; "movement_in" of a rate
    double is, at;                                 // number: its value, and the nearest one on the grid of its step with which the ruling changes
    double last;                                   // the nearest to `at` with which it was found not to change
    const char *unit_name;                         // static: "in", "deg", ...; "" for none
    char is_word[GAME_ID_MAX], word[GAME_ID_MAX];  // FLIP_WORD: as it is, and as it would have to be
    int target;                                    // FLIP_DECLARED: unit; -1
    char text[FLIP_TEXT_MAX];                      // one sentence: "legal if the rate were 12.6\""
} flip;

typedef struct {
    flip at[FLIPS_MAX];
    int count;
} flips;

// True where flips_find looks for any: an illegal, doubtful or asked verdict, or a legal one with something measured within 10 % of its limit.
bool flips_are_due(const verdict *v);
// Finds what would make the move legal, or a legal one near a limit no longer legal. More than FLIPS_MAX are left out. STATUS_MEMORY.
status flips_find(const session_case *c, flips *out);

#endif
