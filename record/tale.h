// record/tale -- what a record tells, by moves: the last word on each, the judge's ruling beside it, its pictures. For exports. Internal to record/.
#ifndef VEDETTE_RECORD_TALE_H
#define VEDETTE_RECORD_TALE_H

#include <cjson/cJSON.h>

#include "core/game.h"
#include "record/record.h"
#include "record/statistics.h"

typedef struct {
    int number;
    int64_t row;            // of its first verdict
    double t_s;             // of that row, within 0 .. RECORD_T_MAX_S
    int unit;               // -1: the record names none that the game has
    cJSON *verdict;         // the last that was said of it
    cJSON *word;            // the judge's last ruling on it; NULL: none
    cJSON *change;          // what later corrections of the record made of it last; NULL: nothing
    int64_t before, after;  // rows of its pictures; 0: none
} tale_move;

typedef struct {
    game *game;
    tale_move *moves;  // in the order in which they were judged
    int count, capacity;
    tale_move *acts;  // what was announced or left out, without numbers
    int act_count, act_capacity;
    int corrections;  // entries that were corrected later
    statistics *statistics;
    double duration_s;
} tale;

// Reads the whole record; tale_finish in any case. STATUS_INVALID: it holds no game; STATUS_IO: it is damaged; STATUS_MEMORY.
status tale_read(tale *t, record *r, fault *fault);
void tale_finish(tale *t);
// The move of that number; NULL: there is none.
const tale_move *tale_find(const tale *t, int number);
// The move of which this row is the first verdict; NULL: it is none.
const tale_move *tale_first_said(const tale *t, const record_row *row);
// "legal", "illegal", "doubtful", "ask" of the last verdict; "" where it says none.
const char *tale_ruling(const tale_move *m);
// The message of the first finding that gives the move its ruling, else of the first one; "" where there is none.
const char *tale_reason(const tale_move *m);

// The text or number at `key`; "" and `otherwise` where there is none.
const char *tale_text(const cJSON *o, const char *key);
double tale_number(const cJSON *o, const char *key, double otherwise);
// A row's time within 0 .. RECORD_T_MAX_S, whatever stands in a crafted record.
double tale_time(double t_s);

#endif
