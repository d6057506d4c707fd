// bench/record_run -- a random game that is recorded and announced as `watch` does it, in a process of its own, to be killed at any moment.
#ifndef VEDETTE_BENCH_RECORD_RUN_H
#define VEDETTE_BENCH_RECORD_RUN_H

#include <stdbool.h>
#include <stdio.h>

// Lines of a verdict stream.
typedef struct {
    char **at;
    long count, capacity;
} line_log;

void line_log_add(line_log *l, const char *line);
void line_log_clear(line_log *l);

// All conclusions of the game of that seed, undisturbed and unrecorded. False with a message on stderr.
bool record_run_undisturbed(unsigned seed, line_log *out);
// Plays the game and records it at `path`, from where the record ends if it is there. Each line goes to standard output when it is announced.
// pause_us: between two events. False with a message on stderr.
bool record_run_play(const char *path, unsigned seed, int pause_us);
// The conclusions of the record at `path`. False: it does not open or is damaged; message on stderr. *cut: rows were lost, as it says.
bool record_run_conclusions(const char *path, line_log *out, bool *cut);

#endif
