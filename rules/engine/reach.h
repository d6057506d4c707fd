// rules/engine/reach -- the envelope of a move that goes on: what it has taken, what it may still take, and where it may lead. Never a second judge:
// cost and allowance are those that the verdict would have now, by the same explanation of the same move.
//
// Inches and radians; pure but for the memory of the facts.
#ifndef VEDETTE_RULES_ENGINE_REACH_H
#define VEDETTE_RULES_ENGINE_REACH_H

#include "rules/rules.h"

#define REACH_MAX_POINTS 96

// `area`: where the middle of the unit's front may come to by this move, from where it stood when the move began, a simple polygon counter-clockwise.
// Of units in ranks: by one straight or oblique advance, or by one wheel of up to a quarter turn about a front corner and then such an advance. Of
// Chainmail's: by an advance at any angle, its oblique charged. Of mobs: straight ahead or after a wheel. Of those that move figure by figure
// (skirmishers, individuals, squads, lone models): all around, of a squad of M42 for its leader.
// All that is inside can be reached. The true reach may be larger: an advance before a wheel, two wheels, faces, moves backward or sideways, changes
// of formation or frontage are left out. Ground that costs more or is closed shortens the advances, as does the table's edge; wheels are charged as
// on clear ground, and other units, the enemy and what contact forbids are taken as not there.
typedef struct rules_reach {
    double come_in;    // what the move has cost so far (of a squad of M42: how far its farthest model in command has gone in this phase)
    double limit_in;   // what it may cost as things are declared, with what the phase had taken before taken off; NAN: nothing bounds it
    double left_in;    // limit_in - come_in, not below 0; NAN where there is no limit
    double raised_in;  // what it may cost if what can still be declared is (a forced march, a charge, a march); 0: nothing more
    vec2 area[REACH_MAX_POINTS];
    int area_count;  // 0: the area can't be determined, or there is nowhere to go
} rules_reach;

// The envelope of a move that goes on (m->finished false, m->after as it stands now). STATUS_MEMORY.
status rules_reach_of(const rules *r, const rules_state *s, const move *m, rules_reach *out);

#endif
