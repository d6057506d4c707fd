// vision/bases/said -- what both networks say in the same way, from their raw outputs. Pure.
#ifndef VEDETTE_VISION_BASES_SAID_H
#define VEDETTE_VISION_BASES_SAID_H

#include <math.h>

#include "vision/bases/propose.h"

// The chance that an output's log odds stand for, 0..1.
static inline float said_chance(float log_odds) { return 1 / (1 + expf(-log_odds)); }

// What a base carries, from the log odds of each alone: chances that sum to 1.
static inline void said_carries(const float log_odds[CARRIES_COUNT], float out[CARRIES_COUNT]) {
    float sum = 0;
    for (int k = 0; k < CARRIES_COUNT; k++) sum += out[k] = said_chance(log_odds[k]);
    for (int k = 0; k < CARRIES_COUNT; k++) out[k] /= sum;
}

#endif
