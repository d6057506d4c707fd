// fear_run -- a game on a full table of which it is known, move by move, what the judge must not say: counts what he said.
#ifndef TESTS_FEAR_RUN_H
#define TESTS_FEAR_RUN_H

#include "fear_move.h"
#include "fear_table.h"

// What a move is, for the tally.
typedef enum {
    FEAR_MANEUVERS,
    FEAR_SECOND_GO,
    FEAR_MARCH,
    FEAR_MOB,
    FEAR_SKIRMISH,
    FEAR_IRREGULAR,
    FEAR_CHARGE,
    FEAR_WITHDRAWAL,
    FEAR_FOLLOW_UP,
    FEAR_WRAP,
    FEAR_FIRST_HALF,
    FEAR_SECOND_HALF,
    FEAR_ORDERED,
    FEAR_CHARGE_BY_HALVES,
    FEAR_SQUAD,
    FEAR_REGROUP,
    FEAR_BACKWARD,
    FEAR_SIDEWAYS,
    FEAR_LONE_MODEL,
    FEAR_CLASS_COUNT
} fear_class;

const char *fear_class_name(fear_class c);

typedef struct {
    int judged, accused, doubtful, asked;  // legal moves
    int breaches, found, suspected, missed;
} fear_tally;

typedef struct {
    fear_table table;
    const fear_book *book;
    unsigned long long *seed, own_seed;
    fear_tally tally[FEAR_CLASS_COUNT];
    int told;         // so many errors are told on stderr
    char words[300];  // what the move under way is
} fear_run;

// A unit of the game: what it does, and how it stands where it stands as a block.
typedef enum {
    FEAR_ROLE_BLOCK,
    FEAR_ROLE_MOB,
    FEAR_ROLE_SKIRMISH,
    FEAR_ROLE_IRREGULAR,
    FEAR_ROLE_CHARGER,
    FEAR_ROLE_WRAPPER,
    FEAR_ROLE_SQUAD,
    FEAR_ROLE_LONE_MODEL,
} fear_role;

typedef struct {
    fear_role role;
    int unit, enemy;  // on the table; enemy: in its way, -1: far from all
    double rate_in;
    fear_block block, foe;
    bool over;  // it made a breach, and moves no more
    int stage;
} fear_unit;

// True for a move in `in` of them.
static inline bool fear_one_in(unsigned long long *seed, int in) { return random_between(seed, 1, in) == 1; }

// Puts the block's figures where it has them, as hands do.
void fear_put(fear_run *k, int unit, const fear_block *b);
// A move of which only rest is seen: from where the unit stands to where the block does.
void fear_put_move(fear_run *k, int unit, const fear_block *to);
// The same of a move in several maneuvers; now and then the unit is seen after each of them.
void fear_put_maneuvers(fear_run *k, int unit, const fear_move *m);
// Ends the move and counts what was said of it: a legal move, or a breach.
void fear_hold(fear_run *k, fear_class c, bool breach);

// The games. Each plays some turns of its ruleset on a full table.
void fear_play_battlesystem(fear_run *k);
void fear_play_chainmail(fear_run *k);
void fear_play_m42(fear_run *k);
void fear_play_ranked(fear_run *k);

#endif
