// pipeline/declared_watch -- declaration markers in the pictures: one that was read is followed until it is seen to be gone. Their meaning is found
// by pipeline/declared_markers.
#ifndef VEDETTE_PIPELINE_DECLARED_WATCH_H
#define VEDETTE_PIPELINE_DECLARED_WATCH_H

#include "pipeline/declared_markers.h"
#include "pipeline/eye.h"
#include "pipeline/figures.h"
#include "vision/occluders.h"

typedef struct declared_watch declared_watch;

// Borrows g. *out is NULL where the game has no declaration markers; all functions below but declared_watch_see take that. STATUS_MEMORY.
status declared_watch_create(const game *g, declared_watch **out, fault *fault);
void declared_watch_destroy(declared_watch *w);
// After the looks of a frame: takes what they read, and follows the others. STATUS_EXTERNAL.
status declared_watch_see(declared_watch *w, eye *e, const figure_state *figures, const frame *f, const vision_changes *c,
                          const occluder_list *occluders, fault *fault);
// What was entered.
void declared_watch_enter(declared_watch *w, const event *e);
// A marker lies there, or did when it was last seen.
bool declared_watch_lies_at(const declared_watch *w, vec2 at);
// The events that follow from the markers, oldest first; false: no more. Where the markers lie.
bool declared_watch_next(declared_watch *w, event *out);
bool declared_watch_next_question(declared_watch *w, marker_question *out);
int declared_watch_list(const declared_watch *w, marker_place *out, int max);

#endif
