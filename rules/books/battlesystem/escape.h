// rules/books/battlesystem/escape -- whether a unit is shut in by the enemy and closed ground (docs/geometry.md section 9, "Escape gap").
// Inches; pure.
//
// A disc of the width of the gap gets out between two obstacles just where they stand that far apart. So the unit is shut in where a closed chain of
// obstacles, each nearer to the next than that, leads round it: the pairwise test of docs/geometry.md, by the angles that the chain's links sweep.
#ifndef VEDETTE_RULES_ESCAPE_H
#define VEDETTE_RULES_ESCAPE_H

#include "rules/books/battlesystem/rout_state.h"
#include "rules/measure/maneuver/outline.h"
#include "rules/state/state.h"

typedef struct {
    escape_kind kind;
    double widest_in;  // gap of the narrowest ring round the unit; INFINITY where none within reach is closed
} escape;

#define RING_MAX 400  // obstacles that a ring is sought among

// How the unit's figures stand now. A table edge is an exit.
escape find_escape(const rules *r, const rules_state *s, int unit);
// True where an enemy stands in the way of routers: not skirmishers, single figures or units that run themselves.
bool bars_routers(const rules *r, const rules_state *s, int enemy_unit);
// True where a chain of obstacles with gaps below gap_in leads round p. Links through the `own` bases bar no figure: they run where the unit itself
// stands.
bool ring_encloses(const outline *obstacles, int count, double gap_in, const outline *own, int own_count, vec2 p);

#endif
