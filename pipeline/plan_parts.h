// pipeline/plan_parts -- the parts of a plan. Internal to plan.c (which look is next), plan_regions.c (what came to rest), plan_search.c (which
// search for what is lost), plan_follow.c (which bases are followed) and plan_idle.c (what is looked at while nothing changes).
#ifndef VEDETTE_PIPELINE_PLAN_PARTS_H
#define VEDETTE_PIPELINE_PLAN_PARTS_H

#include "pipeline/plan.h"

// Fills out->where: of the regions that came to rest and were not yet looked at often enough, as much as a frame has time for. False: there are none,
// and out->where holds all that changed or moves. While a unit is carried unseen, what hands have left counts in every second look, though its region
// moves elsewhere; the other looks are for the search for what is lost.
bool plan_regions(const plan_view *v, const plan_memory *m, const figure_state *figures, look_plan *out);

// Most of a unit in ranks, or a figure of one that moves figure by figure, can be seen neither where it was nor where it went.
bool plan_is_unit_lost(const game_unit *u, const figure_state *figures);

// The search that is due for the sake of what is lost: one of EYE_*, or 0.
unsigned plan_due_search(plan_memory *m);
// Leaves in out->where the part of what changed that this frame has time to search, the next one in turn. True: it is the last.
bool plan_choose_part(const plan_view *v, plan_memory *m, const figure_state *figures, unsigned search, look_plan *out);
// While the due searches wait, since they were in vain: one that can be made nevertheless, or 0, and in out->where what hands have left since that
// search was made.
unsigned plan_choose_fresh(const plan_view *v, plan_memory *m, look_plan *out);

// Every figure is expected where it was.
void plan_expect_all(const plan_view *v, const figure_state *figures, look_plan *out);
// Nothing is expected of any figure.
void plan_expect_none(int count, look_plan *out);
// Figures about which something changed are expected where they were or where they go: all that are due, and of the others as many as the frame has
// time for beside the searches, in turn.
void plan_follow(const plan_view *v, plan_memory *m, figure_state *figures, look_plan *out);
// A figure that is not found is not missed where the search that finds it is not made. `searches`: those that cover all that changed.
void plan_excuse(const plan_view *v, const plan_memory *m, const figure_state *figures, unsigned searches, look_plan *out);
// Nothing changes any more.
void plan_forget_following(plan_memory *m, figure_state *figures, int count);

// Nothing changes: known bases and slices of the picture in turn.
void plan_idle(const plan_view *v, plan_memory *m, figure_state *figures, look_plan *out);
// While something moves, the sweep waits: one of the figures that may be back is looked for where nothing moves, in turn.
void plan_look_back(const plan_view *v, plan_memory *m, const figure_state *figures, look_plan *out);
void plan_begin_sweep(const plan_view *v, sweep_memory *s);

#endif
