// pipeline/tracking -- hands one look to the tracker as its interface has it, and takes back where each figure stands.
#ifndef VEDETTE_PIPELINE_TRACKING_H
#define VEDETTE_PIPELINE_TRACKING_H

#include "pipeline/compare.h"
#include "pipeline/merge.h"

// The arrays of a formation_view: by figure, and by base of the look.
typedef struct {
    bool *searched, *touched;
    double *covered, *hand_in, *still_for_s;
    double *base_hand_in, *base_still_for_s, *base_lies_for_s;
} tracking_view;

typedef struct {
    formation *formation;
    tracking_view view;
} tracking;

// Borrows g. STATUS_MEMORY.
status tracking_init(tracking *t, const game *g, fault *fault);
void tracking_finish(tracking *t);
// Fills *out with what is now known (formation_see), and the figures' places.
status tracking_take(tracking *t, const table_view *v, figure_state *figures, const comparison *c, const compared *now, const look_plan *plan,
                     const merged_looks *looks, double t_s, event *out, fault *fault);

#endif
