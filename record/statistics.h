// record/statistics -- counts of a game: moves, distances, rulings by rule, side and unit, and the time that turns took. Fed row by row, during play
// or from a record.
//
// The last word on a move counts, once. A move that was taken back counts as that alone, whatever its ruling was.
#ifndef VEDETTE_RECORD_STATISTICS_H
#define VEDETTE_RECORD_STATISTICS_H

#include <stdio.h>

#include "core/game.h"
#include "record/record.h"

typedef struct statistics statistics;

// Borrows g. STATUS_MEMORY.
status statistics_create(const game *g, statistics **out, fault *fault);
void statistics_destroy(statistics *s);
const game *statistics_game(const statistics *s);
// Takes a row of a record; most say nothing of it.
void statistics_take(statistics *s, const record_row *row);

typedef struct {
    int moves, legal, illegal, doubtful, ask;
    int overruled, upheld, taken_back;
    double distance_in;      // what the moves cost
    int acts, illegal_acts;  // announced or left out: no moves, and not counted as such
} statistics_counts;

statistics_counts statistics_of_all(const statistics *s);
statistics_counts statistics_of_side(const statistics *s, int side);
statistics_counts statistics_of_unit(const statistics *s, int unit);

// The rules of which a finding was not legal: how often each ruling was given.
typedef struct {
    char rule[GAME_ID_MAX];
    int illegal, doubtful, ask, advisory;
} statistics_rule;
// Ordered by id; belongs to s until its next call.
const statistics_rule *statistics_rules(statistics *s, int *count);

typedef struct {
    int turn, side;  // side -1: of no side
    double seconds;
} statistics_turn;
// In order of time; belongs to s until it takes the next row.
const statistics_turn *statistics_turns(statistics *s, int *count);

// {"all":{..},"sides":[..],"units":[..],"rules":[..],"turns":[..]}. The caller frees it; NULL: out of memory.
char *statistics_json(statistics *s);
// One table: what, id, name, then the counts (RFC 4180; cells that a spreadsheet would take for formulas are defused).
void statistics_write_csv(statistics *s, FILE *out);

#endif
