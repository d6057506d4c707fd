// fear_game -- a move as hands make it and a camera sees it, told to a whole session: what does the judge say?
#ifndef TESTS_FEAR_GAME_H
#define TESTS_FEAR_GAME_H

#include "fear_move.h"
#include "fear_table.h"

#define FEAR_PLACES 24

// A unit, where its figures stand from the first place to the last, and the enemy.
typedef struct {
    int count, enemies;
    base base;
    double rate_in;
    bool open, charges;
    pose at[FEAR_PLACES][FEAR_FIGURES];
    int places;
    pose enemy[FEAR_FIGURES];
    const char *declare[2];  // NULL: nothing
} fear_scene;

// False where no move was judged.
bool fear_judge_scene(const fear_book *book, const fear_scene *c, fear_sight how, unsigned long long *seed, verdict *out);
// The same for a move of which only rest is seen.
bool fear_judge(const fear_book *book, const fear_move *m, fear_sight how, unsigned long long *seed, verdict *out);

#endif
