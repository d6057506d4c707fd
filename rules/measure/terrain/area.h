// rules/measure/terrain/area -- a piece of terrain as a shape on the table: a polygon, or a line with a width. Inches; pure.
#ifndef VEDETTE_RULES_AREA_H
#define VEDETTE_RULES_AREA_H

#include "core/game.h"

// How deep p lies inside, to the nearest edge; outside: minus the distance.
double area_depth(const game_terrain *t, vec2 p);
static inline bool area_contains(const game_terrain *t, vec2 p) { return area_depth(t, p) > 0; }
// Where the straight way a-b meets the piece's edge, as shares of the way between 0 and 1, in no order. Returns the count, at most max.
int area_cuts(const game_terrain *t, vec2 a, vec2 b, double *out, int max);
// Where a-b crosses its centre line: a line's own, or the long axis of a polygon. Likewise.
int area_crossings(const game_terrain *t, vec2 a, vec2 b, double *out, int max);
double area_line_distance(const game_terrain *t, vec2 p);  // of p from the centre line
// Its corners, or its line's points: at most max into out. `of`: 0, 1, ... names each edge; area_edge_count how many there are.
int area_edge_count(const game_terrain *t);
void area_edge(const game_terrain *t, int of, vec2 *from, vec2 *to);
vec2 area_middle(const game_terrain *t);
// How far the piece extends along a heading.
double area_extent(const game_terrain *t, double heading_rad);
// False where the piece surely lies outside of the box.
bool area_near(const game_terrain *t, vec2 low, vec2 high, double margin);

#endif
