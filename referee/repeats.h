// referee/repeats -- decides which alerts of a move that goes on are new: a breach is reported once, and again only after it was over.
#ifndef VEDETTE_REFEREE_REPEATS_H
#define VEDETTE_REFEREE_REPEATS_H

#include "core/verdict.h"

#define REPEATS_MAX 8

typedef struct {
    struct {
        const char *rule, *violation;
        double off_since_s;  // INFINITY: it goes on
    } reported[REPEATS_MAX];
    int count;
} repeats;

// Of the breaches in the move so far (all) and in its last step alone (now), copies those that are new at t_s to out, which holds REPEATS_MAX.
// Returns their number.
int repeats_news(repeats *r, const alert *all, int all_count, const alert *now, int now_count, double t_s, alert *out);

#endif
