// fear_loose -- units of which each figure goes on its own: mobs, skirmishers, irregular ones. So far that each way of each figure is known.
#ifndef TESTS_FEAR_LOOSE_H
#define TESTS_FEAR_LOOSE_H

#include "fear_run.h"

// Where the block's figures stand, each up to about `jitter_in` from its place, where hands leave it.
void fear_scatter(fear_run *k, const fear_block *b, double jitter_in, pose *out);
// The farthest way of a figure from one place to the other, by its middle and by its front, whichever is more.
double fear_farthest(const fear_block *b, const pose *from, const pose *to);
// Takes all of `to` along by so much in that direction that the farthest figure has gone `most`; returns how far they were taken, 0: no way does.
double fear_go(const fear_block *b, const pose *from, pose *to, double heading_rad, double most);

#endif
