#include "record/recorder.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/clock.h"

#define KEPT_BYTES ((size_t)64 << 20)  // a game of three hours
#define GATHER_S 0.5
#define AGAIN_S 1.0
#define ANSWER_S 3.0  // slow memory cards take up to a second for a commit

// A row, an announcement, or both. The texts stand behind the item.
typedef struct item {
    struct item *next;
    bool has_row;
    record_entry row;
    void *announcement;  // NULL: none, or made
    int64_t seq;         // of the row, once it was written
    size_t bytes;
    double put_s;  // of the clock
} item;

typedef struct {
    item *first, **end;
    size_t bytes;
} item_list;

struct recorder {
    record *record;
    recorder_options options;
    recorder_listener listener;
    pthread_t thread;
    pthread_mutex_t lock;      // of all below
    pthread_cond_t put, done;  // something was put; something was written
    item_list waiting;         // as they were put
    item_list tried;           // taken by the thread: not durable yet
    bool stopping, writing, announcing;
    double writing_since_s;
    recorder_state state;
    int64_t noted_rows;  // of those lost, as the rows being written say
    fault trouble;       // of the last try; the thread's own
};

recorder_options recorder_default_options(void) {
    return (recorder_options){.kept_bytes = KEPT_BYTES, .gather_s = GATHER_S, .again_s = AGAIN_S, .answer_s = ANSWER_S};
}

// Lists of items ------------------------------------------------------------------------------------------------------------------------------

static void list_init(item_list *l) { *l = (item_list){.end = &l->first}; }

static void list_add(item_list *l, item *i) {
    i->next = NULL;
    *l->end = i;
    l->end = &i->next;
    l->bytes += i->bytes;
}

static void list_take_all(item_list *to, item_list *from) {
    if (!from->first) return;
    *to->end = from->first;
    to->end = from->end;
    to->bytes += from->bytes;
    list_init(from);
}

static void list_free(item_list *l) {
    for (item *i = l->first, *next; i; i = next) {
        next = i->next;
        free(i);
    }
    list_init(l);
}

static char *place_text(char **at, const char *text) {
    size_t n = strlen(text) + 1;
    char *placed = memcpy(*at, text, n);
    *at += n;
    return placed;
}

static item *new_item(const record_entry *e, void *announcement) {
    size_t bytes = sizeof(item);
    const char *kind = e && e->kind ? e->kind : "", *origin = e && e->origin ? e->origin : "";
    if (e) bytes += strlen(kind) + strlen(origin) + strlen(e->json) + 3 + (e->bytes ? e->length : 0);
    item *i = malloc(bytes);
    if (!i) return NULL;
    *i = (item){.has_row = e != NULL, .announcement = announcement, .bytes = bytes, .put_s = clock_monotonic_s()};
    if (!e) return i;
    char *at = (char *)(i + 1);
    i->row = *e;
    i->row.kind = place_text(&at, kind);
    i->row.origin = place_text(&at, origin);
    i->row.json = place_text(&at, e->json);
    if (e->bytes) i->row.bytes = memcpy(at, e->bytes, e->length);
    return i;
}

// Announcing. The lock is held, and given away during each call, so that nobody waits for a slow terminal. ---------------------------------------

// One thread at a time: the order is kept, and no item is freed while another thread is at it.
static void announce_list(recorder *k, const item_list *l) {
    while (k->announcing) pthread_cond_wait(&k->done, &k->lock);
    k->announcing = true;
    for (item *i = l->first; i; i = i->next) {
        void *announcement = i->announcement;
        if (!announcement) continue;
        const int64_t seq = k->state.failing || k->writing ? 0 : i->seq;
        i->announcement = NULL;
        pthread_mutex_unlock(&k->lock);
        k->listener.announce(k->listener.context, announcement, seq);
        pthread_mutex_lock(&k->lock);
    }
    k->announcing = false;
    pthread_cond_broadcast(&k->done);
}

static void tell_news(recorder *k) {
    recorder_state copy = k->state;
    pthread_mutex_unlock(&k->lock);
    k->listener.news(k->listener.context, &copy);
    pthread_mutex_lock(&k->lock);
}

static double first_time(const item_list *l) {
    for (const item *i = l->first; i; i = i->next)
        if (i->has_row) return i->row.t_s;
    return 0;
}

static void begin_to_fail(recorder *k, const char *why) {
    bool same = k->state.failing && strcmp(k->state.why, why) == 0;
    if (!k->state.failing) k->state.since_t_s = first_time(&k->tried);
    k->state.failing = true;
    snprintf(k->state.why, sizeof k->state.why, "%s", why);
    if (!same) tell_news(k);
}

// Writing ------------------------------------------------------------------------------------------------------------------------------------

// What had to be dropped is said where it would stand, before the rows that came later.
static status note_loss(recorder *k, const recorder_state *state, fault *fault) {
    char json[200];
    snprintf(json, sizeof json, "{\"kind\":\"lost\",\"t\":%.3f,\"to\":%.3f,\"rows\":%lld}", state->lost_from_s, state->lost_to_s,
             (long long)state->lost_rows);
    return record_add(k->record, &(record_entry){.log = RECORD_KEEPING, .t_s = state->lost_from_s, .kind = "lost", .json = json}, fault);
}

// Rows with their place in the game refused (STATUS_INVALID) never come here: recorder_put refused them.
static status write_rows(recorder *k, item *first, const recorder_state *state) {
    status s = STATUS_OK;
    for (item *i = first; i && s == STATUS_OK; i = i->next) {
        if (i->has_row) s = record_add(k->record, &i->row, &k->trouble);
        if (i->has_row && s == STATUS_OK) i->seq = record_last_seq(k->record);
    }
    if (s == STATUS_OK && state->lost_rows > 0) s = note_loss(k, state, &k->trouble);
    return s == STATUS_OK ? record_flush(k->record, &k->trouble) : s;
}

// Tries to make all of k->tried durable. The lock is held, and given away while the disk works.
static status try_to_write(recorder *k) {
    const bool again = k->state.failing;
    item *first = k->tried.first;
    const recorder_state state = k->state;
    k->noted_rows = state.lost_rows;
    k->writing = true;
    k->writing_since_s = clock_monotonic_s();
    pthread_mutex_unlock(&k->lock);
    status s = again ? record_reopen(k->record, &k->trouble) : STATUS_OK;
    if (s == STATUS_OK) s = write_rows(k, first, &state);
    pthread_mutex_lock(&k->lock);
    k->writing = false;
    return s;
}

static void written(recorder *k) {
    record_head(k->record, k->state.head);
    if (k->state.failing) {
        k->state.failing = false;
        k->state.why[0] = '\0';
        tell_news(k);
    }
    k->state.lost_rows -= k->noted_rows;
    announce_list(k, &k->tried);
    list_free(&k->tried);
}

static void write_batch(recorder *k) {
    list_take_all(&k->tried, &k->waiting);
    if (try_to_write(k) == STATUS_OK) {
        written(k);
    } else {
        begin_to_fail(k, k->trouble.text);
        announce_list(k, &k->tried);
    }
    pthread_cond_broadcast(&k->done);
}

// The thread ---------------------------------------------------------------------------------------------------------------------------------

static void wait_for(recorder *k, pthread_cond_t *c, double seconds) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    double t = (double)until.tv_nsec * 1e-9 + fmax(seconds, 0);
    until.tv_sec += (time_t)t;
    until.tv_nsec = (long)((t - floor(t)) * 1e9);
    pthread_cond_timedwait(c, &k->lock, &until);
}

static bool any_announcement(const item_list *l) {
    for (const item *i = l->first; i; i = i->next)
        if (i->announcement) return true;
    return false;
}

// While recording is well: until something is to be announced, or rows have waited long enough.
static void gather(recorder *k) {
    while (!k->stopping && !any_announcement(&k->waiting)) {
        if (!k->waiting.first)
            pthread_cond_wait(&k->put, &k->lock);
        else if (clock_monotonic_s() - k->waiting.first->put_s < k->options.gather_s)
            wait_for(k, &k->put, k->waiting.first->put_s + k->options.gather_s - clock_monotonic_s());
        else
            break;
    }
}

// While recording fails: until it is tried again. What comes meanwhile is announced at once.
static void wait_to_try_again(recorder *k) {
    double until_s = clock_monotonic_s() + k->options.again_s;
    for (double now_s; !k->stopping && (now_s = clock_monotonic_s()) < until_s;) {
        wait_for(k, &k->put, until_s - now_s);
        announce_list(k, &k->waiting);
    }
}

static void *run(void *context) {
    recorder *k = context;
    pthread_mutex_lock(&k->lock);
    while (!k->stopping) {
        if (k->state.failing)
            wait_to_try_again(k);
        else
            gather(k);
        if (k->waiting.first || k->tried.first) write_batch(k);
    }
    if (k->waiting.first || k->tried.first) write_batch(k);
    pthread_mutex_unlock(&k->lock);
    return NULL;
}

static bool init_sync(recorder *k) {
    pthread_condattr_t monotonic;
    return pthread_mutex_init(&k->lock, NULL) == 0 && pthread_condattr_init(&monotonic) == 0 &&
           pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC) == 0 && pthread_cond_init(&k->put, &monotonic) == 0 &&
           pthread_cond_init(&k->done, &monotonic) == 0;
}

status recorder_start(record *r, const recorder_options *o, const recorder_listener *listener, recorder **out, fault *fault) {
    recorder *k = calloc(1, sizeof *k);
    if (!k) return fault_set(fault, STATUS_MEMORY, "out of memory");
    k->record = r;
    k->options = *o;
    k->listener = *listener;
    list_init(&k->waiting);
    list_init(&k->tried);
    record_head(r, k->state.head);
    if (!init_sync(k) || pthread_create(&k->thread, NULL, run, k) != 0) {
        free(k);
        return fault_set(fault, STATUS_MEMORY, "no thread can be started to record the game");
    }
    *out = k;
    return STATUS_OK;
}

// Putting ------------------------------------------------------------------------------------------------------------------------------------

// Room for one more row. While recording is well the thread makes it; while it fails there may be none.
static bool has_room(recorder *k, size_t bytes) {
    while (k->waiting.bytes + k->tried.bytes + bytes > k->options.kept_bytes) {
        if (k->state.failing) return false;
        wait_for(k, &k->done, 0.1);
        if (k->writing && clock_monotonic_s() - k->writing_since_s > k->options.answer_s) return false;
    }
    return true;
}

// The announcement is made all the same.
static void lose(recorder *k, item *i) {
    double t_s = i->row.t_s;
    if (k->state.lost_rows++ == 0) k->state.lost_from_s = t_s;
    k->state.lost_to_s = t_s;
    i->has_row = false;
}

status recorder_put(recorder *k, const record_entry *e, void *announcement, fault *fault) {
    status s = STATUS_OK;
    if (e && !record_is_game_time(e->t_s)) {
        s = fault_set(fault, STATUS_INVALID, "a row at %g s was not recorded: no game is as long", e->t_s);
        e = NULL;
    }
    item *i = new_item(e, announcement);
    if (!i) {
        if (announcement) k->listener.announce(k->listener.context, announcement, 0);
        return fault_set(fault, STATUS_MEMORY, "out of memory: a row was not recorded");
    }
    pthread_mutex_lock(&k->lock);
    if (i->has_row && !has_room(k, i->bytes)) lose(k, i);
    list_add(&k->waiting, i);
    pthread_cond_signal(&k->put);
    pthread_mutex_unlock(&k->lock);
    return s;
}

void recorder_tend(recorder *k) {
    pthread_mutex_lock(&k->lock);
    if (k->writing && !k->announcing && clock_monotonic_s() - k->writing_since_s > k->options.answer_s) {
        begin_to_fail(k, "the disk does not answer: see whether it is full of work, or went away");
        announce_list(k, &k->tried);
        announce_list(k, &k->waiting);
    }
    pthread_mutex_unlock(&k->lock);
}

void recorder_state_now(recorder *k, recorder_state *out) {
    pthread_mutex_lock(&k->lock);
    *out = k->state;
    pthread_mutex_unlock(&k->lock);
}

status recorder_sign(recorder *k, const char *key_path, fault *fault) {
    pthread_mutex_lock(&k->lock);
    while (k->writing) wait_for(k, &k->done, 0.1);
    status s = record_sign(k->record, key_path, fault);
    pthread_mutex_unlock(&k->lock);
    return s;
}

// The rows that could not be written. The record says so, if only that can be written now, and counts as closed; else it is left as it is.
static status close_short(recorder *k, fault *fault) {
    for (item *i = k->tried.first; i; i = i->next)
        if (i->has_row) lose(k, i);
    bool noted = record_reopen(k->record, NULL) == STATUS_OK && note_loss(k, &k->state, NULL) == STATUS_OK;
    if (noted)
        record_close(k->record, NULL);
    else
        record_leave(k->record);
    return fault_set(fault, STATUS_IO, "%s: what came from %.1f s on is missing from the record", k->state.why, k->state.since_t_s);
}

static bool any_row(const item_list *l) {
    for (const item *i = l->first; i; i = i->next)
        if (i->has_row) return true;
    return false;
}

status recorder_stop(recorder *k, fault *fault) {
    if (!k) return STATUS_OK;
    pthread_mutex_lock(&k->lock);
    k->stopping = true;
    pthread_cond_signal(&k->put);
    pthread_mutex_unlock(&k->lock);
    pthread_join(k->thread, NULL);
    status s = any_row(&k->tried) ? close_short(k, fault) : record_close(k->record, fault);
    list_free(&k->tried);
    pthread_mutex_destroy(&k->lock);
    pthread_cond_destroy(&k->put);
    pthread_cond_destroy(&k->done);
    free(k);
    return s;
}
