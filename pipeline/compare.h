// pipeline/compare -- a frame against the settled picture and against those just before it: what changed, what moves, what lies over the table.
#ifndef VEDETTE_PIPELINE_COMPARE_H
#define VEDETTE_PIPELINE_COMPARE_H

#include "pipeline/eye.h"
#include "pipeline/occlusion.h"
#include "pipeline/rest.h"

// What is remembered of the frames before.
typedef struct {
    bool started;  // a frame was compared
    double last_motion_s;
    double hands_known_s;  // from then on hands are distinguished from the table
    rest_map rest;
    occlusion occlusion;
} comparison;

// What this frame shows. The arrays of `changes` are vision's until the next frame.
typedef struct {
    vision_changes changes;
    bool is_first;
    bool at_rest;  // nothing has moved anywhere for a while
} compared;

// Borrows g. STATUS_MEMORY.
status comparison_init(comparison *c, const game *g, fault *fault);
void comparison_finish(comparison *c);
// Compares f; fills what the figures have of occlusion. STATUS_INVALID, STATUS_MEMORY.
status comparison_take(comparison *c, eye *e, figure_state *figures, const frame *f, compared *out, fault *fault);
// f begins a new sequence of pictures: finds whether hands can be distinguished from the table in it, and forgets all occluders.
void comparison_begin_anew(comparison *c, eye *e, figure_state *figures, const frame *f);
// Takes into the settled picture what has been at rest for long enough and was looked at; where the table is not trusted, everything once it rests.
void comparison_settle(comparison *c, eye *e, const figure_state *figures, const frame *f, const compared *now, bool trusted);
// True where hands in a frame of that time are distinguished from the table.
static inline bool comparison_knows_hands(const comparison *c, double t_s) { return !c->started || t_s >= c->hands_known_s; }

#endif
