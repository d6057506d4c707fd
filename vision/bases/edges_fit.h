// vision/bases/edges_fit -- where a base stands by the edge of its top, as it is seen at each column along its supposed outline. Pure.
#ifndef VEDETTE_VISION_BASES_EDGES_FIT_H
#define VEDETTE_VISION_BASES_EDGES_FIT_H

#include <stdbool.h>

#include "core/geom.h"

enum { EDGE_PEAKS = 3 };

// One place on the supposed outline and what is seen of the edge there: how far outwards it runs, mm along the normal, as a mixture of normal
// densities. Where nothing is seen the density is wide.
typedef struct {
    vec2 place, normal;  // mm forward and left of the supposed middle
    float weight[EDGE_PEAKS], away[EDGE_PEAKS], sigma[EDGE_PEAKS];
} edge_column;

// What is said of an edge where nothing is seen.
edge_column edge_unseen(void);

// The pose of a base, or of a block of them, against the supposed one: mm forward, mm left, and rad.
typedef struct {
    double shift[3], sigma[3];
} edge_pose;

// The pose that columns[0..count) and `before`, what is known without them, make likeliest, and its errors. The fit begins at `before`. loose_mm: by
// how much the columns' bases stand off the common pose, each by itself. turns: the heading can be told. *evidence: ln of how much likelier columns
// and `before` are at the pose than if the columns showed what is seen anywhere. Where it is small, the columns may show something else, and the pose
// is drawn to `before`. Source: Dempster, Laird and Rubin, "Maximum likelihood from incomplete data via the EM algorithm", JRSS B 39 (1977); wide
// densities first.
edge_pose edges_fit(const edge_column *columns, int count, const edge_pose *before, double loose_mm, bool turns, double *evidence);

#endif
