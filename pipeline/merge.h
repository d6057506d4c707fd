// pipeline/merge -- from what a look found to the bases of one look at the table: removes duplicates, gathers slices of the sweep until their round
// is over, notes unregistered bases.
#ifndef VEDETTE_PIPELINE_MERGE_H
#define VEDETTE_PIPELINE_MERGE_H

#include "pipeline/plan.h"
#include "pipeline/unregistered.h"

typedef struct {
    base_sighting *seen;  // the bases of this look
    int seen_count;
    base_sighting *swept;  // of the sweep's round under way
    int swept_count;
    eye_wish *stood;  // scratch, by figure
    duplicate_list duplicates;
    unregistered_list unregistered;
} merged_looks;

// STATUS_MEMORY.
status merge_init(merged_looks *m, const game *g, fault *fault);
void merge_finish(merged_looks *m);
// Takes what the look `seen` found by this plan. Looks once more where a figure stood that was read far from there. Changes the plan's marks of
// figures whose markers are duplicate. STATUS_EXTERNAL, STATUS_MEMORY.
status merge_look(merged_looks *m, const table_view *v, figure_state *figures, eye *e, const frame *f, look_plan *plan, const eye_sight *seen,
                  fault *fault);

#endif
