// app/judge_record -- judges a record again and compares the conclusions with those that it holds; what a correction of it changes; what would have
// changed its verdicts. Behind `vedette judge RECORD`.
#ifndef VEDETTE_APP_JUDGE_RECORD_H
#define VEDETTE_APP_JUDGE_RECORD_H

#include "app/amend.h"
#include "app/options.h"

#define JUDGE_OPTIONS_MOST TEXT_LIST_MAX

typedef struct {
    const char *path;
    const char *game;                         // another game file to judge by; NULL: the record's own
    const char *options[JUDGE_OPTIONS_MOST];  // house rules to judge by, "NAME=VALUE"
    int option_count;
    const char *amend;  // a file of corrections; NULL: none
    bool flips;         // tell what would change each verdict that was not legal, or of `move` alone
    int move;           // 0: all
    bool quiet;
} judge_record_options;

// Writes to standard output, one JSON object a line. First, where program, ruleset or house rules are not those of the record,
// {"kind":"judging-again",..} with each difference; then a line for each conclusion that differs: {"kind":"change",..} as docs/stream.md has it, or,
// where the same program by the same rules says the same in other digits, {"kind":"differs",..}; then
// {"kind":"judged-again","moves":..,"changed":..}. out->bad counts events that can't be read; what was left aside in the game is left aside again.
// STATUS_INVALID: no record, one without a game, or options that its ruleset does not know; STATUS_IO: it is damaged.
status judge_record(const judge_record_options *o, amend_result *out, fault *fault);
// Judges the record as it came and as corrected, writes the changes and {"kind":"amended",..}, and keeps all of it in the record, beside what it
// held.
status judge_record_amend(const judge_record_options *o, amend_result *out, fault *fault);
// Writes {"kind":"flip",..} for each thing that would have changed a verdict.
status judge_record_flips(const judge_record_options *o, amend_result *out, fault *fault);

#endif
