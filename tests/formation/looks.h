// Looks written out one by one: a tracker, and what it is shown.
#ifndef TESTS_FORMATION_LOOKS_H
#define TESTS_FORMATION_LOOKS_H

#include "formation/track/state.h"
#include "table.h"

// A base of figure i's kind and paint, there.
base_sighting plain_sight(const game *g, int i, pose at);
// A tracker of the game, with the usual options. Never NULL.
formation *tracker_of(const game *g);
// A block of red square bases of an inch at (20, 20) that faces north.
game *square_block(int files, int ranks);

#endif
