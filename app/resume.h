// app/resume -- goes on with a recorded game, after the program was ended or the power went: what the record holds is judged again and told to the
// pipeline, so that turn, phase, ledger, what the rules remember and who stands where are as they were. The page gets what was concluded; the record
// nothing twice.
//
// The time of the game goes on: what passed since by the computer's clock passed in the game, too, and nobody saw it. That is kept as an observation
// of nobody with `gap_s`.
#ifndef VEDETTE_APP_RESUME_H
#define VEDETTE_APP_RESUME_H

#include "app/desk.h"
#include "pipeline/pipeline.h"

typedef struct {
    double reported_s;  // time of the last event; entries from a file are taken from there on
    double t_s;         // the first frame's
    double gap_s;       // for so long nothing was seen before it
} resumption;

// `past` is what record_continue told of the record at `path`; d->record, where it goes on, is open. The session and the pipeline have seen nothing
// yet. STATUS_INVALID: a line of it can't be read; STATUS_IO, STATUS_MEMORY.
status resume_game(desk *d, session *s, pipeline *p, const char *path, const record_past *past, resumption *out, fault *fault);
// How long nothing was seen, where the last time of the game and its beginning are known: from one second (less can't be told) to a day (then it is
// the clock that is wrong). made: as a record has it; now_s: of the computer's clock, seconds since 1970.
double resume_gap_s(const char *made, double last_t_s, double now_s);

#endif
