// app/history -- all events of a game as they were judged, as lines, so that it can be judged again with one of them left out.
#ifndef VEDETTE_APP_HISTORY_H
#define VEDETTE_APP_HISTORY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    char *line;
    int entry;    // the number of the entry that it was; 0: it was seen
    bool undone;  // it never was
    bool aside;   // it contradicted the state of play
} past_event;

typedef struct {
    past_event *at;
    long count, capacity;
} history;

// Takes `line` over, which came from malloc. NULL: out of memory, and the line is freed. Valid until the next is added.
past_event *history_add(history *h, char *line, int entry);
// The event of that entry; NULL: it brought none.
past_event *history_find(const history *h, int entry);
void history_free(history *h);

#endif
