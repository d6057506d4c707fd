// formation/shape/spacing -- the gaps within a unit, and what class of formation they make. Internal to formation/.
//
// Inches. Pure. Source: docs/geometry.md, sections 2 and 4 (rules BS1-7.1 to 7.4).
#ifndef VEDETTE_FORMATION_SHAPE_SPACING_H
#define VEDETTE_FORMATION_SHAPE_SPACING_H

#include "formation/shape/ranks.h"
#include "formation/shape/shape.h"

// The unit's present figures: those that may stand in ranks, then those that stand apart from them.
typedef struct {
    int n, ranked;
    int index[GAME_MAX_FIGURES];  // in the unit
    ranked_base at[GAME_MAX_FIGURES];
    double nearest[GAME_MAX_FIGURES];  // gap to the nearest figure of the unit
} stand;

typedef struct {
    double lateral, depth;              // medians; NAN where there are none
    double lateral_sigma, depth_sigma;  // of these medians
    double neighbour_share;             // of the figures that have a close neighbour
    double least;                       // of all gaps
    double sigma;                       // of one gap
} gap_summary;

// Measures the gaps; fills s->nearest. pitch_in: from file to file, 0 where there are none. A figure that has none behind it in the next rank, as in
// files that a short last rank does not reach, has no gap to that rank. `partly`: figures are hidden, and beside one another only neighbours in the
// files count.
gap_summary spacing_measure(stand *s, const footprint *foot, const pose *poses, double pitch_in, bool partly, const shape_limits *limits);

// Closed or open by the medians; between the bands the last class, at first the roster's, else the likelier one (docs/geometry.md, section 4). *odds:
// by which it is likelier than the other one; 0 where that doesn't come near.
formation_kind spacing_class(const game_unit *u, const gap_summary *m, bool partly, const unit_form *previous, const shape_limits *limits,
                             bool *doubtful, double *odds);

#endif
