// app/amend -- judges an event stream as it came and as corrected, and lists the differences. Behind `vedette judge --amend`.
#ifndef VEDETTE_APP_AMEND_H
#define VEDETTE_APP_AMEND_H

#include "referee/conclusions.h"

typedef struct {
    session_tally tally;  // of the corrected game
    long changed, bad;    // lines of the corrected stream that were skipped
} amend_result;

// Writes a line for each change and {"kind":"amended","moves":..,"changed":..} to standard output. `events` may be "-". quiet: no words on standard
// error but bad lines. STATUS_INVALID: a correction that can't be, or that leaves a line of the events without its place in time.
status amend_judge(const game *g, const char *events, const char *corrected, bool quiet, amend_result *out, fault *fault);

// A conclusions_changed: writes the line to standard output. context is not used.
bool amend_print_change(void *context, const conclusion *was, const conclusion *is, const char *json);

#endif
