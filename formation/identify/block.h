// formation/identify/block -- how much a set of bases looks like one body of figures in ranks. Internal to formation/.
//
// Inches. Pure.
#ifndef VEDETTE_FORMATION_IDENTIFY_BLOCK_H
#define VEDETTE_FORMATION_IDENTIFY_BLOCK_H

#include "core/game.h"
#include "core/sighting.h"
#include "formation/shape/ranks.h"

typedef struct {
    double widest_in, mean_in;  // of the gaps of the least tree that joins the bases; 0 for one base
    int close, half_open;       // those gaps of it that no open unit has, and those that no closed one has
    double out_of_line;         // bases off their rank's line, counted in whole ones
    double turned;              // bases turned otherwise than the rest, likewise
    double side_in;             // of the first base, the shorter one
    int ranks, files;
    int holes;  // places without a base in ranks that should be full
} block_fit;

// A base as ranks_find takes it.
ranked_base block_base(const base_sighting *b);
// Measures bases[list[0 .. n)], 0 < n <= GAME_MAX_FIGURES.
block_fit block_measure(const base_sighting *const *bases, const int *list, int n);

// The logarithm of the chance that of all figures of a unit in ranks just these n > 0 are seen, no more than it has, as they stand
// (formation/shape/reading).
// *in_block: false where hardly any block of it would be seen so.
double block_log_chance(const base_sighting *const *bases, const int *list, int n, const game_unit *u, bool *in_block);

#endif
