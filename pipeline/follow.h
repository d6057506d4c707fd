// pipeline/follow -- what a look showed of each figure: which figures it found, how each unit moves, where figures are that it did not look for.
// Pure.
#ifndef VEDETTE_PIPELINE_FOLLOW_H
#define VEDETTE_PIPELINE_FOLLOW_H

#include "pipeline/plan.h"

// The look found the figure where it is tracked.
bool follow_was_found(const game *g, int figure, const figure_state *f, const base_sighting *seen, int seen_count);
// After the tracker took the look in: fills the figures' memory, and which searches may find what is lost.
void follow_learn(const game *g, plan_memory *m, figure_state *figures, const base_sighting *seen, int seen_count);

#endif
