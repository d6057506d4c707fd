// app/judge_record -- judges a record again and compares the conclusions with those that it holds; amends it. Behind `vedette judge RECORD`.
#ifndef VEDETTE_APP_JUDGE_RECORD_H
#define VEDETTE_APP_JUDGE_RECORD_H

#include "app/amend.h"
#include "app/options.h"

typedef struct {
    const char *path;
    const char *game;              // judge by this game file; NULL: by the record's
    const text_list *house_rules;  // NAME=VALUE each
    const char *amend, *by;        // a file of corrections to keep in the record, and who makes them; NULL
    bool quiet;
} judge_record_request;

// Writes to standard output what the game is judged by now where that differs ({"kind":"judging-again",..}), a line for each conclusion that differs,
// and
// {"kind":"judged-again","moves":..,"changed":..}. By the same program version and game, and where nothing was amended, any byte that differs counts;
// else what a person compares. Amendments that the record holds are applied, and the conclusions that they changed count as the record's. With
// `amend` it is judged as it stood and as corrected, and the corrections, the changes and {"kind":"amended",..} are added to the record; nothing is
// where that fails. out->bad counts events that can't be read. STATUS_INVALID: no record, one without a game, a time that is none of a game, a
// correction that can't be; STATUS_IO: the record is damaged, or can't be written.
status judge_record(const judge_record_request *q, amend_result *out, fault *fault);

#endif
