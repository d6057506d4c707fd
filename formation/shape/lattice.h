// formation/shape/lattice -- the files in which ranked bases stand. Internal to formation/.
//
// Inches. Pure.
#ifndef VEDETTE_FORMATION_SHAPE_LATTICE_H
#define VEDETTE_FORMATION_SHAPE_LATTICE_H

#include "formation/shape/ranks.h"

typedef struct {
    double pitch_in;              // from file to file
    int ranks, first, last;       // ranks seen, and the outermost files of those that must be full
    int rear;                     // bases seen in the last of these ranks
    int front_first, front_last;  // outermost files seen in the front rank
    int aside;                    // half files by which the last rank stands to the right of its files' places: -1, 0 or 1
    double left_in;               // where file 0 of the front rank stands
} lattice;

// Fills the `file` of n > 0 bases that have ranks (ranks_find); those in no rank are left out. `depth_gap_in`: between ranks, NAN where not known.
lattice lattice_find(ranked_base *at, int n, double depth_gap_in);

// Places that nobody holds and that a block has filled: between the ends of a rank, and any before the last one. `at` as lattice_find left it.
int lattice_holes(const ranked_base *at, int n, const lattice *l);

#endif
