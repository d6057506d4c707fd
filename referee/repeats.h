// referee/repeats -- which alerts of a move that goes on are news: a breach is told once, and again only where it was over in between.
#ifndef VEDETTE_REFEREE_REPEATS_H
#define VEDETTE_REFEREE_REPEATS_H

#include "core/verdict.h"

#define REPEATS_MAX 8

typedef struct {
    struct {
        const char *rule, *violation;
        double off_since_s;  // INFINITY: it goes on
    } told[REPEATS_MAX];
    int count;
} repeats;

// Of what is found in the move so far (all) and in its last step alone (now), copies what is news at t_s to out, which holds REPEATS_MAX; returns how
// many.
int repeats_news(repeats *r, const alert *all, int all_count, const alert *now, int now_count, double t_s, alert *out);

#endif
