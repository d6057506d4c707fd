// app/resume -- goes on with a recorded game after the program ended or the power failed. The record's events are judged again and given to the
// pipeline. Turn, phase, ledger, the rules' memory and the figures' places are then as they were. The page gets the old conclusions; the record gets
// no line twice.
//
// The time of the game goes on: the time that passed by the computer's clock passed in the game too, unseen. It is kept as an observation with
// `gap_s` and without figures.
#ifndef VEDETTE_APP_RESUME_H
#define VEDETTE_APP_RESUME_H

#include "app/play.h"

typedef struct {
    double reported_s;  // time of the last event; entries from a file are taken from there on
    double t_s;         // of the first frame
    double gap_s;       // for so long nothing was seen before it
} resumption;

// `past` is what record_continue reported of the record at `path`; the desk's recorder, which takes the new rows, is at work. The session and the
// pipeline have seen nothing yet. Corrections that the record holds are applied, and its list of entries is there again. STATUS_INVALID: a line of
// the record can't be read; STATUS_IO, STATUS_MEMORY.
status resume_game(play *p, const char *path, const record_past *past, resumption *out, fault *fault);
// How long nothing was seen, from the last time of the game and its beginning. At least one second (less can't be measured) and at most a day (a
// longer time means a wrong clock). made: as a record has it; now_s: of the computer's clock, seconds since 1970.
double resume_gap_s(const char *made, double last_t_s, double now_s);

#endif
