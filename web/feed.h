// web/feed -- what goes to viewers and what they entered: the latest snapshots, a bounded log of verdicts, a bounded queue of entries. Internal to
// web/.
//
// One mutex guards it all; nothing here waits for a viewer. Messages are counted from 1; a viewer remembers the number of the last one it was given.
#ifndef VEDETTE_WEB_FEED_H
#define VEDETTE_WEB_FEED_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"
#include "web/web.h"

#define FEED_KIND_MAX 24

typedef struct {
    uint64_t number;
    char kind[FEED_KIND_MAX];
    bool kept;  // for new viewers
    char *json;
} feed_message;

typedef struct {
    char *json;  // NULL: none yet
    uint64_t version;
} feed_snapshot;

// In the order in which a new viewer is given them; FEED_STATE comes last, after the log.
typedef enum { FEED_GAME, FEED_RULES, FEED_STATISTICS, FEED_STATE, FEED_SNAPSHOT_COUNT } feed_slot;

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t news;
    bool stopping;
    uint64_t epoch;  // tells the numbers of this run from those of an earlier one
    feed_snapshot snapshots[FEED_SNAPSHOT_COUNT];
    feed_message log[WEB_LOG_MAX];  // in order of number
    int log_count;
    uint64_t last_number, dropped_number;  // the newest message; the newest kept one that had to go
    char *entries[WEB_ENTRIES_WAITING_MAX];
    int entry_first, entry_count;
    int viewers;
} feed;

// A viewer's place in the feed.
typedef struct {
    uint64_t number;
    uint64_t versions[FEED_SNAPSHOT_COUNT];
    bool is_new;  // is given kept messages only, until it has caught up
} feed_place;

status feed_init(feed *f, fault *fault);
void feed_finish(feed *f);
// The snapshot of that name: "game", "rules", "statistics", "state". False: there is none.
bool feed_find_slot(const char *name, feed_slot *out);
void feed_set(feed *f, feed_slot slot, const char *json);
void feed_add(feed *f, const char *kind, const char *json);
// Wakes all waiting calls; from now on feed_next returns STATUS_END.
void feed_stop(feed *f);

// The next thing that the viewer at `place` has not been given, as the text of one server-sent event, which the caller frees. Waits for it up to
// wait_ms. STATUS_OK, STATUS_TIMEOUT, STATUS_END (the server stops), STATUS_MEMORY.
status feed_next(feed *f, feed_place *place, int wait_ms, char **out, size_t *length);
// A place for a viewer; last_id is what it says that it saw last ("EPOCH-NUMBER"), or NULL.
feed_place feed_enter(feed *f, const char *last_id);
void feed_leave(feed *f);

// Copies for one answer, which the caller frees; NULL: nothing there, or out of memory.
char *feed_snapshot_json(feed *f, feed_slot slot);
char *feed_log_json(feed *f);

// False where the queue is full. Takes over `line`.
bool feed_put_entry(feed *f, char *line);
char *feed_take_entry(feed *f);

#endif
