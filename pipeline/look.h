// pipeline/look -- one look at a frame by a plan: what to ask of the eye, and what the look cost.
#ifndef VEDETTE_PIPELINE_LOOK_H
#define VEDETTE_PIPELINE_LOOK_H

#include "pipeline/plan.h"

// False where the plan asks for no look at the picture: then *out is empty.
static inline bool look_is_needed(const look_plan *p) { return p->kind != PLAN_NOTHING && p->kind != PLAN_SWEEP_END; }
// Looks at f as the plan says. Arrays of *out are the eye's until its next look. STATUS_EXTERNAL, STATUS_MEMORY.
status look_take(eye *e, const frame *f, const look_plan *p, eye_sight *out, fault *fault);
// Learns from what the look cost. The figures are as they were planned for. Looks at whole pictures teach nothing: they are made once.
void look_learn(cost_model *m, const look_plan *p, const figure_state *figures, int figure_count, const eye_sight *seen);

#endif
