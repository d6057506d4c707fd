// app/announcement -- one thing that is said to everybody at once: a line on standard output, words on standard error, a message to the page, the
// answer to an entry. It is made when it is concluded, and given when the record holds it, by whatever thread.
#ifndef VEDETTE_APP_ANNOUNCEMENT_H
#define VEDETTE_APP_ANNOUNCEMENT_H

#include <stdbool.h>

#include "web/web.h"

typedef struct {
    const char *line;    // of JSON for standard output; NULL: none
    const char *words;   // whole lines for standard error; NULL: none
    const char *kind;    // of the message to the page, or the name of a snapshot that it has; NULL: none
    const char *json;    // the message, for judges
    const char *others;  // for all others; NULL: nothing. May be json itself
    bool snapshot;       // it takes the place of the last one of its name
    const char *answer;  // to the entry with this ticket, which was taken; NULL: none
    uint64_t ticket;
    int entry;  // the number of the entry whose event the row is; 0: none
} announcement;

// A copy of `a`, texts and all, for announcement_give. NULL: out of memory.
announcement *announcement_copy(const announcement *a);
// Says it; `page` may be NULL.
void announcement_give(const announcement *a, web *page);

#endif
