// referee/flip_trial -- judging a game again up to one verdict, with one thing changed. Internal to referee/.
#ifndef VEDETTE_REFEREE_FLIP_TRIAL_H
#define VEDETTE_REFEREE_FLIP_TRIAL_H

#include <cjson/cJSON.h>

#include "referee/flips.h"

// The case made ready for many trials: its game as JSON, its lines thinned to what the verdict turns on.
typedef struct {
    const flip_case *of;
    cJSON *game;
    const char **lines;  // those that are judged
    long count;
    long phase_at;  // index of the first line after the last phase was entered: where a declaration goes
    double phase_s;
    long trials;
} flip_trials;

// What came of a trial.
typedef struct {
    bool judged;  // a verdict on the unit fell at that time
    ruling ruling;
    char *json;  // the verdict's line; NULL where there is none
} flip_outcome;

// STATUS_INVALID as flips_find. flip_trials_end in any case.
status flip_trials_begin(flip_trials *t, const flip_case *c, flip_outcome *was, fault *fault);
void flip_trials_end(flip_trials *t);
// `game`: the game as it is tried; `declared`: a line put where the phase begins, or NULL. A game that its ruleset refuses counts as not judged.
// STATUS_MEMORY.
status flip_try(flip_trials *t, const cJSON *game, const char *declared, flip_outcome *out, fault *fault);

#endif
