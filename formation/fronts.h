// formation/fronts -- fronts that the picture leaves open, told by the rest of the unit. Internal to formation/.
//
// Figures in ranks face one way. Where enough of them surely do, the front of the others is on the side that faces that way too. Pure functions;
// radians.
#ifndef VEDETTE_FORMATION_FRONTS_H
#define VEDETTE_FORMATION_FRONTS_H

#include "core/game.h"

// True for units that stand in ranks by their type: regular and ranked ones.
bool fronts_stand_in_ranks(const game_unit *u);
// The way that the unit's figures surely face, by the poses of those that were seen. False: too few fronts are sure, or they disagree.
bool fronts_facing(const pose *poses, int count, double *facing_rad);
// The way that most of them surely face: at least that share of those whose fronts are sure, and two. *facing_rad is that of one of them.
bool fronts_facing_of_most(const pose *poses, int count, double share, double *facing_rad);
// p with its front on the side that faces that way, and sure; p as it is where its front is sure, or no side of it faces that way.
pose fronts_settle(pose p, double facing_rad);

#endif
