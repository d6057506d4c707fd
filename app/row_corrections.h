// app/row_corrections -- corrections of a record's observations, addressed by their rows: those that the record keeps and those of a file.
//
// {"row":12,"event":{..}} puts the event in the place of row 12, {"row":12,"delete":true} leaves row 12 out, {"after":12,"event":{..}} puts the event
// after row 12 (0: before the first). "by", "at" and "note" may stand beside. Rows keep their numbers whatever is corrected; of two corrections of
// one row the later holds. An event without `t` has that of the row that it replaces or follows.
#ifndef VEDETTE_APP_ROW_CORRECTIONS_H
#define VEDETTE_APP_ROW_CORRECTIONS_H

#include <stdbool.h>

#include "app/corrections.h"

typedef struct {
    correction_kind kind;
    int64_t row;
    char *event;  // one line of JSON; NULL: CORRECTION_DELETES
    char *line;   // the whole correction as one line of JSON
    double t_s;   // of the row, once it was met
    bool met;
    bool added;  // of the file: not in the record yet
} row_correction;

typedef struct {
    row_correction *at;
    long count, capacity;
} row_corrections;

// Adds a correction that the record keeps. STATUS_INVALID: it is none; STATUS_MEMORY.
status row_corrections_add(row_corrections *c, const char *json, fault *fault);
// Adds those of a file, each with `by` (NULL: no word on it) and the time of day as "at", unless it says so itself. STATUS_INVALID with file and
// line: an unknown key, a row corrected twice in the file; or no correction is in it.
status row_corrections_read(row_corrections *c, const char *path, const char *by, fault *fault);
void row_corrections_free(row_corrections *c);

// added: those of the file, too. The correction that stands in the place of the row, the last one; NULL: the row holds. Marks all corrections of the
// row as met at t_s.
const row_correction *row_corrections_of(row_corrections *c, int64_t row, bool added, double t_s);
// The next correction that follows the row, behind place `from` of the list (-1: the first); -1: none.
long row_corrections_after(const row_corrections *c, int64_t row, bool added, long from);
// The event's line, with the time t_s if it says none; the caller frees it. NULL: out of memory.
char *row_correction_event(const row_correction *c, double t_s);

#endif
