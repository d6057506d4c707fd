// app/judge_flips -- tells what would change the verdicts of a recorded game. Behind `vedette judge RECORD --flips`.
#ifndef VEDETTE_APP_JUDGE_FLIPS_H
#define VEDETTE_APP_JUDGE_FLIPS_H

#include "app/judge_record.h"

// Writes a line {"kind":"flip",..} (docs/stream.md) for each thing that would make an illegal, doubtful or asked move legal, or a legal one near its
// limit no longer so, and {"kind":"flips","moves":..,"flips":..}. move: this one alone; 0: all. Statuses as judge_record, and STATUS_INVALID where
// there is no such move.
status judge_flips(const judge_record_request *q, int move, amend_result *out, fault *fault);

#endif
