// rules/measure/terrain/way -- the way of one figure's front through a move: as it was seen, else as the explanation of the move has it. Inches;
// pure.
#ifndef VEDETTE_RULES_WAY_H
#define VEDETTE_RULES_WAY_H

#include "rules/case/case.h"

#define WAY_MAX_LEGS 64

typedef struct {
    vec2 from, to;
    int maneuver;  // of the explanation's list; -1: of none in particular
    bool seen;     // sample after sample; else only its ends are known, and it may have led round something
    bool turns;    // part of a wheel, which leads round nothing
} way_leg;

typedef struct {
    way_leg leg[WAY_MAX_LEGS];
    int count;
    bool seen;  // made of samples; else of the explanation's maneuvers
} way;

// Way of the case's figure i, by its local index in c->from.
void way_of(const rule_case *c, int i, way *out);
// The same by the explanation's maneuvers alone.
void way_explained(const rule_case *c, int i, way *out);
double way_length(const way *w);
void way_add(way *w, way_leg leg);

#endif
