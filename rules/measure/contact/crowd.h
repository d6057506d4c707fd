// rules/measure/contact/crowd -- figures among which the nearest is asked for often, as along a path: kept close together in memory and by units, so
// that most of them are passed over at a glance. Says the same as nearest_of.
#ifndef VEDETTE_RULES_CROWD_H
#define VEDETTE_RULES_CROWD_H

#include "rules/measure/contact/contact.h"

typedef struct {
    vec2 at;
    double radius_in;
    int figure;
    bool has_foot;
    footprint foot;  // made when it is asked for first
} crowd_figure;

// Figures one after the other that are of one unit, and their box.
typedef struct {
    int first, after;
    vec2 low, high;
} crowd_group;

typedef struct {
    crowd_figure *figures;
    crowd_group *groups;
    int group_count;
    vec2 low, high;  // box of them all
} crowd;

// A crowd of figures[] as they stand in s; crowd_finish frees it. STATUS_MEMORY.
status crowd_init(crowd *c, const rules *r, const rules_state *s, const int *figures, int count);
void crowd_finish(crowd *c);
// The nearest of the crowd to `figure` standing at `p`; INFINITY beyond `reach`.
nearest crowd_nearest(const crowd *c, const rules *r, const rules_state *s, int figure, pose p, double reach);

#endif
