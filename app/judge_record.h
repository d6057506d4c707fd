// app/judge_record -- judges a record again and compares the conclusions with those that it holds. Behind `vedette judge RECORD`.
#ifndef VEDETTE_APP_JUDGE_RECORD_H
#define VEDETTE_APP_JUDGE_RECORD_H

#include "app/amend.h"

// Writes a line for each conclusion that differs and {"kind":"judged-again","moves":..,"changed":..} to standard output. out->bad counts events that
// can't be read; what was left aside in the game is left aside again. STATUS_INVALID: no record, or one without a game; STATUS_IO: it is damaged.
status judge_record(const char *path, bool quiet, amend_result *out, fault *fault);

#endif
