// rules/measure/maneuver/outline -- footprints on the table as convex outlines: gaps with the points that they lie between, and ways round them.
// Inches; pure.
#ifndef VEDETTE_RULES_OUTLINE_H
#define VEDETTE_RULES_OUTLINE_H

#include "core/base.h"

// A convex polygon of 1 to 4 corners, counter-clockwise, grown by round_in: a base, a disc (one corner), an edge of terrain (two).
typedef struct {
    vec2 at[4];
    int count;
    double round_in;
} outline;

outline outline_of_base(base b, pose p);
outline outline_of_edge(vec2 a, vec2 b);
vec2 outline_middle(const outline *o);
bool outline_contains(const outline *o, vec2 p);
// Gap between two outlines, 0 where they overlap, and the nearest points of either.
double outline_gap(const outline *a, const outline *b, vec2 *on_a, vec2 *on_b);

#define WAY_ROUND_MAX 64  // outlines that a way is led round

// Length of the shortest way from one place to another for a base of half width `half_in` that may touch the others and not cross them. An outline
// that holds either end bars nothing; with more than WAY_ROUND_MAX outlines, or where no way leads there, the straight line.
double way_round(const outline *others, int count, double half_in, vec2 from, vec2 to);

#endif
