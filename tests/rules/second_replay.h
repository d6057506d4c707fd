// second_replay -- walks an engine's explanation step by step as the second opinion understands the steps, and finds what is wrong with it.
#ifndef TESTS_RULES_SECOND_REPLAY_H
#define TESTS_RULES_SECOND_REPLAY_H

#include "core/verdict.h"
#include "second_opinion.h"

typedef struct {
    int wheels, faces, others;  // others: steps that are neither these nor legs
    bool continuous;            // each step begins where the one before ended
    bool pivots_at_corners;     // each wheel turns about the front corner on its inner side
    double deviation_rad;       // of the leg that leads farthest from straight ahead, of those longer than 0.3"
    double cost_in;             // by the second opinion's prices
    second_stand end;
} second_replay;

second_replay second_replay_of(const second_block *b, second_stand from, const verdict *v);

#endif
