// formation/lattice -- the files in which ranked bases stand, and how many ranks and files there are where some of them are hidden. Internal to
// formation/.
//
// Inches. Pure. A block's ranks are full but for the last one (geometry.md section 3), so the figures seen and the number of those hidden leave few
// readings; these are weighed against one another.
#ifndef VEDETTE_FORMATION_LATTICE_H
#define VEDETTE_FORMATION_LATTICE_H

#include "core/unit.h"
#include "formation/ranks.h"

typedef struct {
    double pitch_in;              // from file to file
    int ranks, first, last;       // ranks seen, and the outermost files of those that must be full
    int rear;                     // bases seen in the last of these ranks
    int front_first, front_last;  // outermost files seen in the front rank
} lattice;

// What was known before: ranks and files, 0 where nothing was; how much more it is believed than any other reading.
typedef struct {
    int ranks, files;
    double times;
} lattice_prior;

typedef struct {
    int ranks, files;
    double weight;
} lattice_reading;

// Fills the `file` of n > 0 bases that have ranks (ranks_find); those in no rank are left out. `depth_gap_in`: between ranks, NAN where not known.
lattice lattice_find(ranked_base *at, int n, double depth_gap_in);
// Reads `seen` bases in ranks and `hidden` ones as a block; writes the likeliest and the next likely reading and returns how many there are: 0 where
// no block holds just so many.
int lattice_read(const lattice *l, int seen, int hidden, const lattice_prior *before, lattice_reading out[2]);

#endif
