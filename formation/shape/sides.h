// formation/shape/sides -- which way a unit looks where its bases leave more than one side open. Internal to formation/shape/.
//
// Inches and radians. Pure. Source: docs/geometry.md, section 3: a block's last rank may be short, the others are full.
#ifndef VEDETTE_FORMATION_SHAPE_SIDES_H
#define VEDETTE_FORMATION_SHAPE_SIDES_H

#include "formation/shape/ranks.h"
#include "formation/shape/shape.h"

typedef struct {
    const ranked_base *at;
    int n;
    bool ranked;             // it stands in ranks: how full they are tells too
    const side_look *looks;  // how its bases look, in any order; none where nothing is known of that
    int look_count;
    double ahead_rad, ahead_worth;   // the way that the unit likely looks, and ln of how much likelier that is than across it; 0: not known
    int roster_ranks, roster_files;  // 0: not stated
    double rank_tol;                 // of the rank pitch, as ranks_find takes it
} open_sides;

// The likeliest facing, straight across the rows. False for fewer than two bases of which no edge is known: a single round one has no rows.
bool sides_facing(const open_sides *o, double *facing_rad);

#endif
