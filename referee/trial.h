// referee/trial -- judges a finished move once more with one thing changed: a house rule, or an entry made just before. Internal to flips*.c.
#ifndef VEDETTE_REFEREE_TRIAL_H
#define VEDETTE_REFEREE_TRIAL_H

#include "referee/session.h"

typedef struct {
    const session_case *c;
    verdict *scratch;
} trial;

// What came of it. Not admitted: the ruleset does not take that value, or the state of play contradicts the entry; the ruling then means nothing.
typedef struct {
    bool admitted;
    ruling ruling;
} trial_result;

// Each returns STATUS_MEMORY or STATUS_OK.
status trial_house_rule(const trial *t, const game_option *o, trial_result *out);
status trial_entry(const trial *t, const event *e, trial_result *out);

#endif
