// app/corrections -- a judge's later corrections of an event stream: lines replaced, left out or inserted.
//
// One JSON object a line: {"line":12,"event":{..}} puts the event in the place of line 12, {"line":12,"delete":true} leaves line 12 out,
// {"after":12,"event":{..}} puts the event after line 12 (0: before the first). Lines are counted from 1 as in the file, blank ones too. An event
// without `t` has that of the line that it replaces or follows.
//
// Events of a record are named by their rows: {"row":12,..} in place of "line", and "after" is a row too.
#ifndef VEDETTE_APP_CORRECTIONS_H
#define VEDETTE_APP_CORRECTIONS_H

#include <stdint.h>

#include "app/line_list.h"

typedef enum { CORRECTION_REPLACES, CORRECTION_DELETES, CORRECTION_FOLLOWS } correction_kind;

typedef struct {
    correction_kind kind;
    long line;    // of the events
    long number;  // its own line in the file of corrections
    char *event;  // one line of JSON; NULL: CORRECTION_DELETES
} correction;

typedef struct {
    const char *name;  // of the file
    correction *at;    // in order of line; a line's own correction before what follows it
    long count;
} corrections;

// Reads the corrections of `events`. STATUS_INVALID with the file, the line and the remedy: an unknown key, no such line, a line corrected twice.
// rows: of each event its row in a record, ascending; NULL: the events are a file's.
status corrections_read(corrections *c, const char *path, const line_list *events, const int64_t *rows, fault *fault);
// The same of lines that are there already.
status corrections_of(corrections *c, const line_list *text, const line_list *events, const int64_t *rows, fault *fault);
void corrections_free(corrections *c);

#endif
