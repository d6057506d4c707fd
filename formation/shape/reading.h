// formation/shape/reading -- which block a unit stands in of which only part is seen. Internal to formation/.
//
// Inches. Pure. A block's ranks are full but for the last one (docs/geometry.md, section 3), and the roster tells how many figures are not seen: that
// leaves few blocks. Each is as likely as it was before anything was seen, times the chance that just these of its figures are hidden
// (formation/shape/occlusion).
#ifndef VEDETTE_FORMATION_SHAPE_READING_H
#define VEDETTE_FORMATION_SHAPE_READING_H

#include "formation/shape/lattice.h"

enum { READING_APART = 8 };

typedef struct {
    double ahead, left;  // of the middle, from the foremost seen rank's line and from file 0
} reading_place;

// What is seen of the unit, and what is missing.
typedef struct {
    const ranked_base *at;  // rank, file
    int n;                  // those with a rank < 0 stand in none, and are no part of the block
    const lattice *seen;    // of them
    double rank_in;         // from rank to rank
    int hidden;             // on the table, at an unknown place
    bool leader_hidden;     // the leader is one of them
    int leaders;            // 1: the leader is seen ahead of the front rank
    reading_place leader;
    int wrapped;  // of those that went forward about an enemy's flanks: seen
    reading_place wrap[READING_APART];
    bool may_wrap;  // others may have done so unseen
} reading_sight;

// What was known before: ranks and files, 0 where nothing was; how much more it is believed than any other block.
typedef struct {
    int ranks, files;
    double times;
} reading_prior;

typedef struct {
    int ranks, files;
    double weight;
} block_reading;

// Writes the likeliest and the next likely block and returns how many there are: 0 where what is seen fits none that holds just so many.
int reading_find(const reading_sight *s, const reading_prior *before, block_reading out[2]);

// The logarithm of the chance to see just this of a unit in ranks of so many figures, over all blocks in which it may stand. Figures of s that stand
// in no rank are as if they had not been seen. *in_block: false where hardly any block would be seen so.
double reading_log_chance(const reading_sight *s, const reading_prior *before, bool *in_block);

#endif
