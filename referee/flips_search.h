// referee/flips_search -- what the parts of a search for flips share. Internal to flips*.c.
#ifndef VEDETTE_REFEREE_FLIPS_SEARCH_H
#define VEDETTE_REFEREE_FLIPS_SEARCH_H

#include "referee/flips.h"
#include "referee/trial.h"

#define FLIP_ROWS_MAX 512

// The case, what is asked about, and what was found.
typedef struct {
    trial trial;
    const verdict *verdict;
    const game *game;
    const rules_ruleset *ruleset;
    const rules_row *rows[FLIP_ROWS_MAX];
    int row_count;
    flips *out;
} search;

// A finding that a flip is about: it makes the ruling, or it is of a legal move and near its limit.
bool flips_counts(const verdict *v, const finding *f);
// The trial changes the ruling: to legal, or from legal.
bool flips_flipped(const search *k, const trial_result *r);
// Completes the flip and keeps it while there is room. meaning: of the house rule, or NULL.
void flips_add(search *k, flip f, const char *meaning, const finding *about);

// Each looks for flips of its kind. STATUS_MEMORY.
status flips_search_rate(search *k, const finding *about);
status flips_search_parameter(search *k, const rules_parameter *p);
status flips_search_entries(search *k, const finding *about);

#endif
