// web/entries -- what was posted and waits for its fate. Internal to web/. Any thread.
//
// A connection that posted an entry is suspended until the program has answered, or the time is up: an entry that was not taken by then is withdrawn,
// so that "not taken" is true.
#ifndef VEDETTE_WEB_ENTRIES_H
#define VEDETTE_WEB_ENTRIES_H

#include <microhttpd.h>
#include <pthread.h>

#include "web/web.h"

#define ENTRY_WAIT_MS 5000  // until it is taken
#define FATE_WAIT_MS 15000  // from then on

typedef enum { ENTRY_FREE, ENTRY_WAITS, ENTRY_TAKEN, ENTRY_ANSWERED, ENTRY_LEFT } entry_stage;  // LEFT: who posted it has gone

// One entry on its way.
typedef struct {
    entry_stage stage;
    uint64_t ticket, until_ms;
    char *line;    // while it waits
    char *answer;  // once it is answered
    unsigned code;
    web_who who;
    struct MHD_Connection *connection;
} entry;

typedef struct {
    pthread_mutex_t lock;
    entry at[WEB_ENTRIES_WAITING_MAX];
    uint64_t last_ticket;
    bool stopping;
} entries;

bool entries_init(entries *e);
void entries_finish(entries *e);
// Puts the line (taken over) into the queue and suspends the connection. Returns its ticket; 0: the queue is full, and nothing was suspended.
uint64_t entries_put(entries *e, char *line, const web_who *who, struct MHD_Connection *c, uint64_t now_ms);
bool entries_take(entries *e, web_entry *out, uint64_t now_ms);
void entries_answer(entries *e, uint64_t ticket, unsigned code, const char *json);
// The answer, which the caller frees, with its code; its place is free then. NULL: there is none yet.
char *entries_fate(entries *e, uint64_t ticket, unsigned *code);
// Who posted it has gone: what was not taken is withdrawn.
void entries_leave(entries *e, uint64_t ticket);
// Answers what is overdue. Returns in how many milliseconds the next is due; -1: none waits.
int entries_tend(entries *e, uint64_t now_ms);
// Answers all, and takes no more: the server ends.
void entries_stop(entries *e);

#endif
