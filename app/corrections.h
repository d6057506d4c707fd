// app/corrections -- a judge's later corrections of an event stream: lines replaced, left out or inserted.
//
// One JSON object a line: {"line":12,"event":{..}} puts the event in the place of line 12, {"line":12,"delete":true} leaves line 12 out,
// {"after":12,"event":{..}} puts the event after line 12 (0: before the first). Lines are counted from 1 as in the file, blank ones too. An event
// without `t` has that of the line that it replaces or follows.
#ifndef VEDETTE_APP_CORRECTIONS_H
#define VEDETTE_APP_CORRECTIONS_H

#include <cJSON.h>
#include <stdint.h>

#include "app/line_list.h"

typedef enum { CORRECTION_REPLACES, CORRECTION_DELETES, CORRECTION_FOLLOWS } correction_kind;

// One correction as written, with "line" or another word for the place.
typedef struct {
    correction_kind kind;
    int64_t at;    // counted from 1; CORRECTION_FOLLOWS: 0 is before the first
    cJSON *event;  // part of what was read; NULL: CORRECTION_DELETES
} correction_form;

// Reads {"line":12,..} where `place` is "line". by, at and note may stand beside it. STATUS_INVALID: what is wrong with it.
status correction_form_read(const cJSON *o, const char *place, correction_form *out, fault *fault);

// Gives the event that time to the last digit, which cJSON rounds off: a time rounded down would go back before the event before.
void correction_set_time(cJSON *e, double t_s);

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
status corrections_read(corrections *c, const char *path, const line_list *events, fault *fault);
void corrections_free(corrections *c);

#endif
