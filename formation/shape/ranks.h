// formation/shape/ranks -- the rank and file grid in which a set of bases stands. Internal to formation/.
//
// Inches and radians. Pure. Source: docs/geometry.md, section 3.
#ifndef VEDETTE_FORMATION_SHAPE_RANKS_H
#define VEDETTE_FORMATION_SHAPE_RANKS_H

#include "core/base.h"

typedef struct {
    vec2 at;
    double heading_rad;
    bool has_heading;
    bool round;  // no edges by which hands could turn it straight
    double width_in, depth_in;
    double ahead, left;  // out: of the base's front line along the facing, of its centre across it; from the table's origin
    int rank;            // out: 0 front; -1 in none
    int file;            // set by lattice_find, not here
} ranked_base;

typedef struct {
    double facing_rad;      // by which ahead and left are measured
    double skew_rad;        // by which the rows are turned against the facing; 0 where there are no rows to tell
    double skew_error_rad;  // of skew_rad, one sigma; INFINITY where there are no rows to tell
    double pitch_in;        // from rank to rank
    int ranks, frontage, files;
} rank_grid;

// The heading that most bases share: mean of those within 30 degrees of the most crowded one. False where none has a heading.
bool ranks_heading(const ranked_base *at, int n, double *heading_rad);
// Headings of the bases that look within 45 degrees of facing_rad: how many, the sums of how far they look off it and of the squares of that, and the
// variance with which hands usually set such bases down, before it is seen how these are.
typedef struct {
    int count;
    double sum, squares, hands;
} heading_sums;

heading_sums ranks_headings(const ranked_base *at, int n, double facing_rad);
// rad: rows turned more than this against the headings are no rows: discs have no edges to be set straight by.
double ranks_most_skew(const ranked_base *at, int n);
// Sorts n bases into ranks behind one another as seen along facing_rad; fills their ahead, left and rank. tol: of the rank pitch. holes: whole ranks
// may be missing between those that are there.
rank_grid ranks_find(ranked_base *at, int n, double facing_rad, double tol, bool holes);
// From a rank's bases of that depth to those behind them; NAN where there is one rank.
static inline double ranks_gap(const rank_grid *g, double depth_in) { return g->ranks > 1 ? g->pitch_in - depth_in : NAN; }

#endif
