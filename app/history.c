#include "app/history.h"

#include <stdlib.h>

past_event *history_add(history *h, char *line, int entry) {
    if (h->count == h->capacity) {
        long capacity = h->capacity ? 2 * h->capacity : 1024;
        past_event *more = realloc(h->at, (size_t)capacity * sizeof *more);
        if (!more) {
            free(line);
            return NULL;
        }
        h->at = more;
        h->capacity = capacity;
    }
    h->at[h->count] = (past_event){.line = line, .entry = entry};
    return &h->at[h->count++];
}

past_event *history_find(const history *h, int entry) {
    for (long i = h->count - 1; i >= 0 && entry > 0; i--)
        if (h->at[i].entry == entry) return &h->at[i];
    return NULL;
}

void history_free(history *h) {
    for (long i = 0; i < h->count; i++) free(h->at[i].line);
    free(h->at);
    *h = (history){0};
}
