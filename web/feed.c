#include "web/feed.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t now_ns(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

status feed_init(feed *f, fault *fault) {
    pthread_condattr_t monotonic;
    *f = (feed){.epoch = now_ns(CLOCK_REALTIME) / 1000};
    if (pthread_condattr_init(&monotonic) != 0) return fault_set(fault, STATUS_MEMORY, "no lock for the live page");
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    bool cond = pthread_cond_init(&f->news, &monotonic) == 0;
    pthread_condattr_destroy(&monotonic);
    if (cond && pthread_mutex_init(&f->lock, NULL) == 0) return STATUS_OK;
    if (cond) pthread_cond_destroy(&f->news);
    return fault_set(fault, STATUS_MEMORY, "no lock for the live page");
}

void feed_finish(feed *f) {
    for (int i = 0; i < FEED_SNAPSHOT_COUNT; i++) free(f->snapshots[i].json);
    for (int i = 0; i < f->log_count; i++) free(f->log[i].json);
    for (char *line; (line = feed_take_entry(f)) != NULL;) free(line);
    pthread_cond_destroy(&f->news);
    pthread_mutex_destroy(&f->lock);
}

// A copy on one line: a newline would end the data line of a server-sent event. JSON holds none but between its tokens.
static char *copy_line(const char *json) {
    char *copy = strdup(json);
    for (char *c = copy; c && *c; c++)
        if (*c == '\n' || *c == '\r') *c = ' ';
    return copy;
}

void feed_set(feed *f, feed_slot slot, const char *json) {
    char *copy = copy_line(json), *old;
    if (!copy) return;  // the viewers keep what they have; the next snapshot comes soon
    pthread_mutex_lock(&f->lock);
    old = f->snapshots[slot].json;
    f->snapshots[slot] = (feed_snapshot){copy, f->snapshots[slot].version + 1};
    pthread_cond_broadcast(&f->news);
    pthread_mutex_unlock(&f->lock);
    free(old);
}

// Makes room for one: the oldest that is not kept goes first, then the oldest.
static char *reserve(feed *f) {
    int at = 0;
    if (f->log_count < WEB_LOG_MAX) return NULL;
    while (at < f->log_count && f->log[at].kept) at++;
    if (at == f->log_count) {
        at = 0;
        f->dropped_number = f->log[0].number;
    }
    char *gone = f->log[at].json;
    memmove(&f->log[at], &f->log[at + 1], (size_t)(f->log_count - at - 1) * sizeof f->log[0]);
    f->log_count--;
    return gone;
}

static bool is_kept(const char *kind) {
    static const char *const kept[] = {"move", "settled", "act",   "alert",   "obligation", "aside",
                                       "ask",  "offer",   "mixed", "unknown", "ruling",     "recording"};
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        if (strcmp(kind, kept[i]) == 0) return true;
    return false;
}

void feed_add(feed *f, const char *kind, const char *json) {
    feed_message m = {.kept = is_kept(kind), .json = copy_line(json)};
    if (!m.json) return;
    snprintf(m.kind, sizeof m.kind, "%s", kind);
    pthread_mutex_lock(&f->lock);
    char *gone = reserve(f);
    m.number = ++f->last_number;
    f->log[f->log_count++] = m;
    pthread_cond_broadcast(&f->news);
    pthread_mutex_unlock(&f->lock);
    free(gone);
}

void feed_stop(feed *f) {
    pthread_mutex_lock(&f->lock);
    f->stopping = true;
    pthread_cond_broadcast(&f->news);
    pthread_mutex_unlock(&f->lock);
}

feed_place feed_enter(feed *f, const char *last_id) {
    uint64_t epoch = 0, number = 0;
    feed_place place = {.is_new = true};
    pthread_mutex_lock(&f->lock);
    f->viewers++;
    bool known = last_id && sscanf(last_id, "%" SCNu64 "-%" SCNu64, &epoch, &number) == 2 && epoch == f->epoch && number <= f->last_number;
    if (known) place = (feed_place){.number = number};
    pthread_mutex_unlock(&f->lock);
    return place;
}

void feed_leave(feed *f) {
    pthread_mutex_lock(&f->lock);
    f->viewers--;
    pthread_mutex_unlock(&f->lock);
}

static const char *const slot_names[FEED_SNAPSHOT_COUNT] = {"game", "rules", "statistics", "state"};

bool feed_find_slot(const char *name, feed_slot *out) {
    for (int i = 0; i < FEED_SNAPSHOT_COUNT; i++) {
        if (strcmp(name, slot_names[i]) != 0) continue;
        *out = (feed_slot)i;
        return true;
    }
    return false;
}

static status write_event(uint64_t epoch, uint64_t number, const char *kind, const char *json, char **out, size_t *length) {
    size_t capacity = strlen(kind) + strlen(json) + 80;
    char *text = malloc(capacity);
    if (!text) return STATUS_MEMORY;
    int head = number ? snprintf(text, capacity, "id: %" PRIu64 "-%" PRIu64 "\n", epoch, number) : 0;
    int rest = snprintf(text + head, capacity - (size_t)head, "event: %s\ndata: %s\n\n", kind, json);
    *out = text;
    *length = (size_t)(head + rest);
    return STATUS_OK;
}

static int first_unseen(const feed *f, const feed_place *place) {
    int i = 0;
    while (i < f->log_count && (f->log[i].number <= place->number || (place->is_new && !f->log[i].kept))) i++;
    return i;
}

static bool is_newer(const feed *f, const feed_place *place, feed_slot slot) { return f->snapshots[slot].version > place->versions[slot]; }

static status take_snapshot(feed *f, feed_place *place, feed_slot slot, char **out, size_t *length) {
    place->versions[slot] = f->snapshots[slot].version;
    return write_event(0, 0, slot_names[slot], f->snapshots[slot].json, out, length);
}

// What the viewer has not seen, in the order: the game and its rules, then verdicts, then where everything stands now. STATUS_TIMEOUT: nothing.
static status take(feed *f, feed_place *place, char **out, size_t *length) {
    for (feed_slot slot = FEED_GAME; slot < FEED_STATE; slot++)
        if (is_newer(f, place, slot)) return take_snapshot(f, place, slot, out, length);
    if (!place->is_new && place->number < f->dropped_number) {  // fell behind: begins anew
        feed_place again = {.is_new = true};
        for (feed_slot slot = FEED_GAME; slot < FEED_STATE; slot++) again.versions[slot] = place->versions[slot];
        *place = again;
        return write_event(0, 0, "resync", "{}", out, length);
    }
    int i = first_unseen(f, place);
    if (i < f->log_count) {
        place->number = f->log[i].number;
        return write_event(f->epoch, f->log[i].number, f->log[i].kind, f->log[i].json, out, length);
    }
    if (place->is_new) {
        place->is_new = false;
        place->number = f->last_number;
    }
    return is_newer(f, place, FEED_STATE) ? take_snapshot(f, place, FEED_STATE, out, length) : STATUS_TIMEOUT;
}

status feed_next(feed *f, feed_place *place, int wait_ms, char **out, size_t *length) {
    uint64_t until = now_ns(CLOCK_MONOTONIC) + (uint64_t)wait_ms * 1000000u;
    struct timespec deadline = {(time_t)(until / 1000000000u), (long)(until % 1000000000u)};
    status s;
    pthread_mutex_lock(&f->lock);
    while (!f->stopping && (s = take(f, place, out, length)) == STATUS_TIMEOUT)
        if (pthread_cond_timedwait(&f->news, &f->lock, &deadline) != 0) break;
    if (f->stopping) s = STATUS_END;
    pthread_mutex_unlock(&f->lock);
    return s;
}

char *feed_snapshot_json(feed *f, feed_slot slot) {
    pthread_mutex_lock(&f->lock);
    char *copy = f->snapshots[slot].json ? strdup(f->snapshots[slot].json) : NULL;
    pthread_mutex_unlock(&f->lock);
    return copy;
}

char *feed_log_json(feed *f) {
    size_t capacity = 3, n = 0;
    pthread_mutex_lock(&f->lock);
    for (int i = 0; i < f->log_count; i++) capacity += strlen(f->log[i].json) + FEED_KIND_MAX + 32;
    char *text = malloc(capacity);
    if (text) text[n++] = '[';
    for (int i = 0; text && i < f->log_count; i++) {
        if (!f->log[i].kept) continue;
        n += (size_t)snprintf(text + n, capacity - n, "%s{\"kind\":\"%s\",\"data\":%s}", n > 1 ? "," : "", f->log[i].kind, f->log[i].json);
    }
    pthread_mutex_unlock(&f->lock);
    if (text) memcpy(text + n, "]", 2);
    return text;
}

bool feed_put_entry(feed *f, char *line) {
    pthread_mutex_lock(&f->lock);
    bool capacity = f->entry_count < WEB_ENTRIES_WAITING_MAX && !f->stopping;
    if (capacity) f->entries[(f->entry_first + f->entry_count++) % WEB_ENTRIES_WAITING_MAX] = line;
    pthread_mutex_unlock(&f->lock);
    return capacity;
}

char *feed_take_entry(feed *f) {
    char *line = NULL;
    pthread_mutex_lock(&f->lock);
    if (f->entry_count > 0) {
        line = f->entries[f->entry_first];
        f->entry_first = (f->entry_first + 1) % WEB_ENTRIES_WAITING_MAX;
        f->entry_count--;
    }
    pthread_mutex_unlock(&f->lock);
    return line;
}
