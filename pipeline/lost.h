// pipeline/lost -- figures that can't be found though nothing covers them, for longer than a hand takes: of which units, and what to do about it, as
// far as the picture tells.
#ifndef VEDETTE_PIPELINE_LOST_H
#define VEDETTE_PIPELINE_LOST_H

#include "calib/camera.h"
#include "pipeline/figures.h"
#include "pipeline/quality.h"

#define LOST_TEXT 512

typedef struct {
    const game *game;
    double *since_s;    // by figure: can't be found since then; INFINITY: it can, or is covered
    int *count;         // by unit: figures lost as of the last frame
    int figures;        // lost in all
    double times;       // of the calibration (legible_times); 0: not known
    double measured_s;  // when the remedy was looked for last
    char remedy[QUALITY_TEXT + 32];
} lost_watch;

// Borrows g. STATUS_MEMORY.
status lost_init(lost_watch *w, const game *g, fault *fault);
void lost_finish(lost_watch *w);
// Takes what is known of the figures after a judged frame. `hand`: one is over the table, so that what it carries may be found again. c, burnt_ink:
// the calibration, and eye_burnt_ink.
void lost_take(lost_watch *w, const figure_state *figures, const frame *f, double t_s, bool hand, const calibration *c, double burnt_ink);
// Whether a figure of the unit is lost.
bool lost_of_unit(const lost_watch *w, int unit);
// Which figures are lost and what to do, for a person; "" where none is.
void lost_describe(const lost_watch *w, char *out, size_t capacity);

#endif
