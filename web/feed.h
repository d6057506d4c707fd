// web/feed -- what goes to viewers: the latest snapshots, a bounded log of messages, the state as changes. Each message is written once for judges
// and once for the others. Internal to web/.
//
// One mutex guards it all; nothing here waits for a viewer. Messages are counted from 1; a viewer remembers the number of the last one that it was
// given. The state is worked out by feed_flush, which the keeper calls a few times a second: who sets it pays for a copy alone.
#ifndef VEDETTE_WEB_FEED_H
#define VEDETTE_WEB_FEED_H

#include <cJSON.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"
#include "web/packed.h"
#include "web/web.h"

#define FEED_KIND_MAX 24

// For whom a message is written.
typedef enum { FEED_JUDGES, FEED_OTHERS, FEED_AUDIENCES } feed_audience;

typedef struct {
    uint64_t number;
    char kind[FEED_KIND_MAX];
    bool kept;  // for new viewers
    char *json[FEED_AUDIENCES];
    packed *event[FEED_AUDIENCES];  // NULL: not for them
} feed_message;

typedef struct {
    char *json[FEED_AUDIENCES];
    packed *event[FEED_AUDIENCES];
    uint64_t version;  // 0: none yet
} feed_snapshot;

// In the order in which a new viewer is given them; the state comes last, after the log.
typedef enum { FEED_GAME, FEED_RULES, FEED_STATISTICS, FEED_ENTRIES, FEED_STATE, FEED_SNAPSHOT_COUNT } feed_slot;

// The state of one audience: as it was set last, and what viewers have.
typedef struct {
    char *newest;      // as it was set last
    bool is_fresh;     // that was after the last flush
    cJSON *told;       // what viewers of `version` have; the keeper alone replaces it
    uint64_t version;  // 0: none yet
    packed *whole;     // of `version`, written for the first viewer that needs it; NULL: none did
    packed *change;    // from version - 1; NULL: there is none
} feed_state;

// Is told when there is something new; called under the feed's lock. for_viewers: feed_next has it; else feed_flush is due.
typedef void feed_news(void *context, bool for_viewers);

typedef struct {
    pthread_mutex_t lock;
    bool stopping;
    uint64_t epoch;  // tells the numbers of this run from those of an earlier one
    feed_snapshot snapshots[FEED_STATE];
    feed_state states[FEED_AUDIENCES];
    uint64_t flushed_ms;
    feed_message log[WEB_LOG_MAX];  // in order of number
    int log_count;
    uint64_t last_number, dropped_number;  // the newest message; the newest kept one that had to go
    feed_news *news;
    void *context;
} feed;

// A viewer's place in the feed.
typedef struct {
    feed_audience audience;
    uint64_t number;
    uint64_t versions[FEED_STATE];
    uint64_t state_version;
    bool is_new;  // is given kept messages only, until it has caught up
    bool stale;   // what it has is of another run or role: it forgets that first
} feed_place;

status feed_init(feed *f, feed_news *news, void *context, fault *fault);
void feed_finish(feed *f);
// The snapshot of that name: "game", "rules", "statistics", "entries", "state". False: there is none.
bool feed_find_slot(const char *name, feed_slot *out);
void feed_set(feed *f, feed_slot slot, const char *json, const char *public_json);
void feed_add(feed *f, const char *kind, const char *json, const char *public_json);
// Works out what changed in the state since it was told last, if that is long enough ago. Returns in how many milliseconds it is due; -1: there is
// nothing to tell.
int feed_flush(feed *f, uint64_t now_ms);
// Goes on with all viewers, though there is no news: some may have to end.
void feed_stir(feed *f);
// From now on feed_next returns STATUS_END.
void feed_stop(feed *f);

// With the lock held: the next thing that the viewer at `place` has not been given, which it shares. STATUS_OK, STATUS_TIMEOUT (nothing is there
// now), STATUS_END (the server stops), STATUS_MEMORY.
status feed_next(feed *f, feed_place *place, packed **out);
// A place for a viewer; last_id is what it says that it saw last ("EPOCH-NUMBER-AUDIENCE"), or NULL.
feed_place feed_enter(feed *f, feed_audience audience, const char *last_id);

// Copies for one answer, which the caller frees; NULL: nothing there, or out of memory.
char *feed_snapshot_json(feed *f, feed_slot slot, feed_audience audience);
char *feed_log_json(feed *f, feed_audience audience);

// Milliseconds of a clock that nobody sets.
uint64_t feed_now_ms(void);

#endif
