// pipeline/relit -- what other light makes of places: where no hand was near, a figure that reads a hair from where it was reported has not been
// nudged. Its marker reads a little otherwise in the dark, or with other shadows.
#ifndef VEDETTE_PIPELINE_RELIT_H
#define VEDETTE_PIPELINE_RELIT_H

#include "pipeline/figures.h"
#include "pipeline/intake.h"

typedef struct {
    event_pose *sifted;  // by place in an event
    double last_hand_s, last_relit_s;
} relit_state;

// STATUS_MEMORY.
status relit_init(relit_state *r, int figure_count, fault *fault);
void relit_finish(relit_state *r);
// Notes where figures were reported or entered.
void relit_note(figure_state *figures, const event *e);
// Leaves figures that merely read otherwise in other light where they were reported; called once a frame. The event's poses may become the state's.
void relit_sift(relit_state *r, figure_state *figures, light_state light, bool hand, event *out);

#endif
