// app/record_lines -- what of a record is judged again, in memory: its game, its events and its conclusions.
#ifndef VEDETTE_APP_RECORD_LINES_H
#define VEDETTE_APP_RECORD_LINES_H

#include "app/line_list.h"
#include "record/record.h"

// A conclusion as it was recorded.
typedef struct {
    char kind[24];
    double t_s;
    long events;  // so many came before it
} recorded_conclusion;

typedef struct {
    char *game_text, *program;
    line_list events;  // what was seen and entered; their name is the record's path
    int64_t *rows;     // of each event, its row
    line_list conclusions;
    recorded_conclusion *said;  // of each conclusion
    line_list amendments;       // corrections that were kept before
} record_lines;

// Reads the whole record; record_lines_free in any case. STATUS_INVALID: no record, or one without a game; STATUS_IO: damaged, or a time that no game
// has; STATUS_MEMORY.
status record_lines_read(record_lines *l, const char *path, fault *fault);
void record_lines_free(record_lines *l);

#endif
