// A twin of a catalogue case: the same game laid out otherwise, so that the rules must rule the same. The whole table mirrored, turned by quarters or
// moved, the roster listed in another order, the places seen with small errors.
//
// Works on what catalogue_game and catalogue_events make, so that steps of a move are places already. Inches and degrees, as in the files.
#ifndef TESTS_RULES_TWIN_H
#define TESTS_RULES_TWIN_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "core/game.h"

typedef struct {
    const char *name;
    bool mirrored;             // left and right exchanged; done first
    int quarters;              // of the whole table, counter-clockwise; done next
    double west_in, south_in;  // so much table more on these sides: all stands farther from them; done last
    bool relisted;             // units and the figures of each in another order: alike figures have another number
    double sigma_in, sigma_deg;
    unsigned long long seed;  // of the order and of the errors
} twin;

// The game file of the twin of `roster`, from which g was made; the caller deletes it.
cJSON *twin_game(const twin *t, const cJSON *roster, const game *g);
// Its events; the caller deletes them. Where places have errors, all figures are seen once more before the first event.
cJSON *twin_events(const twin *t, const cJSON *events, const game *g);

#endif
