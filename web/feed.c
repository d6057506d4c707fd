#include "web/feed.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "web/changes.h"

#define STATE_EVERY_MS (1000 / WEB_STATES_A_SECOND)
#define PICTURES_MAX 160  // of the log: those of six moves

static uint64_t now_ns(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t feed_now_ms(void) { return now_ns(CLOCK_MONOTONIC) / 1000000u; }

status feed_init(feed *f, feed_news *news, void *context, fault *fault) {
    *f = (feed){.epoch = now_ns(CLOCK_REALTIME) / 1000, .news = news, .context = context};
    return pthread_mutex_init(&f->lock, NULL) == 0 ? STATUS_OK : fault_set(fault, STATUS_MEMORY, "no lock for the live page");
}

static void free_message(feed_message *m) {
    for (int a = 0; a < FEED_AUDIENCES; a++) {
        free(m->json[a]);
        packed_drop(m->event[a]);
    }
}

void feed_finish(feed *f) {
    for (int i = 0; i < FEED_STATE; i++)
        for (int a = 0; a < FEED_AUDIENCES; a++) {
            free(f->snapshots[i].json[a]);
            packed_drop(f->snapshots[i].event[a]);
        }
    for (int a = 0; a < FEED_AUDIENCES; a++) {
        feed_state *s = &f->states[a];
        free(s->newest);
        cJSON_Delete(s->told);
        packed_drop(s->whole);
        packed_drop(s->change);
    }
    for (int i = 0; i < f->log_count; i++) free_message(&f->log[i]);
    pthread_mutex_destroy(&f->lock);
}

// A copy on one line: a newline would end the data line of a server-sent event. JSON holds none but between its tokens. NULL for NULL.
static char *copy_line(const char *json) {
    char *copy = json ? strdup(json) : NULL;
    for (char *c = copy; c && *c; c++)
        if (*c == '\n' || *c == '\r') *c = ' ';
    return copy;
}

static void tell_news(feed *f, bool for_viewers) {
    if (f->news) f->news(f->context, for_viewers);
}

// Snapshots ----------------------------------------------------------------------------------------------------------------------------------

static const char *const slot_names[FEED_SNAPSHOT_COUNT] = {"game", "rules", "statistics", "entries", "state"};

bool feed_find_slot(const char *name, feed_slot *out) {
    for (int i = 0; i < FEED_SNAPSHOT_COUNT; i++) {
        if (strcmp(name, slot_names[i]) != 0) continue;
        *out = (feed_slot)i;
        return true;
    }
    return false;
}

static void set_state(feed *f, const char *json, const char *public_json) {
    char *copies[FEED_AUDIENCES] = {copy_line(json), copy_line(public_json)};
    pthread_mutex_lock(&f->lock);
    for (int a = 0; a < FEED_AUDIENCES; a++) {
        feed_state *s = &f->states[a];
        char *old = s->newest;
        if (!copies[a]) continue;  // out of memory, or not for them: they keep what they have
        s->newest = copies[a];
        s->is_fresh = true;
        copies[a] = old;
    }
    tell_news(f, false);
    pthread_mutex_unlock(&f->lock);
    for (int a = 0; a < FEED_AUDIENCES; a++) free(copies[a]);
}

void feed_set(feed *f, feed_slot slot, const char *json, const char *public_json) {
    if (slot == FEED_STATE) return set_state(f, json, public_json);
    feed_snapshot fresh = {.json = {copy_line(json), copy_line(public_json)}}, old;
    for (int a = 0; a < FEED_AUDIENCES; a++) fresh.event[a] = fresh.json[a] ? packed_event("", slot_names[slot], fresh.json[a]) : NULL;
    pthread_mutex_lock(&f->lock);
    old = f->snapshots[slot];
    fresh.version = old.version + 1;
    f->snapshots[slot] = fresh;
    tell_news(f, true);
    pthread_mutex_unlock(&f->lock);
    for (int a = 0; a < FEED_AUDIENCES; a++) {
        free(old.json[a]);
        packed_drop(old.event[a]);
    }
}

// What changed from what viewers have to the state that `json` is. NULL: there is nothing before it, or out of memory.
static packed *write_change(const feed_state *s, const cJSON *now) {
    cJSON *patch = s->told ? changes_between(s->told, now) : NULL;
    char *text = patch ? changes_text(s->version, s->version + 1, patch) : NULL;
    packed *p = text ? packed_event("", "change", text) : NULL;
    free(text);
    return p;
}

// Without the lock: no other thread replaces `told`.
static void tell_state(feed *f, feed_state *s, const char *json) {
    cJSON *now = cJSON_Parse(json), *before = s->told;
    if (!now) return;  // no JSON, or out of memory: the viewers keep what they have
    packed *change = write_change(s, now);
    pthread_mutex_lock(&f->lock);
    packed *old[2] = {s->whole, s->change};
    s->told = now;
    s->whole = NULL;
    s->change = change;
    s->version++;
    tell_news(f, true);
    pthread_mutex_unlock(&f->lock);
    packed_drop(old[0]);
    packed_drop(old[1]);
    cJSON_Delete(before);
}

int feed_flush(feed *f, uint64_t now_ms) {
    char *json[FEED_AUDIENCES] = {0};
    pthread_mutex_lock(&f->lock);
    bool any = f->states[FEED_JUDGES].is_fresh || f->states[FEED_OTHERS].is_fresh, due = now_ms - f->flushed_ms >= STATE_EVERY_MS;
    int wait_ms = !any ? -1 : due ? 0 : (int)(STATE_EVERY_MS - (now_ms - f->flushed_ms));
    if (any && due) f->flushed_ms = now_ms;
    for (int a = 0; a < FEED_AUDIENCES && any && due; a++) {
        feed_state *s = &f->states[a];
        if (s->is_fresh) json[a] = strdup(s->newest);
        s->is_fresh = false;
    }
    pthread_mutex_unlock(&f->lock);
    for (int a = 0; a < FEED_AUDIENCES; a++) {
        if (json[a]) tell_state(f, &f->states[a], json[a]);
        free(json[a]);
    }
    return wait_ms;
}

// Messages -----------------------------------------------------------------------------------------------------------------------------------

static int first_of(const feed *f, const char *kind) {
    int at = 0;
    while (at < f->log_count && strcmp(f->log[at].kind, kind) != 0) at++;
    return at;
}

static bool too_many_pictures(const feed *f) {
    int count = 0;
    for (int i = 0; i < f->log_count; i++) count += strcmp(f->log[i].kind, "picture") == 0;
    return count >= PICTURES_MAX;
}

// Makes room for one of that kind: pictures come many to a move, and push out none but pictures. Else the oldest that is not kept goes first, then
// the oldest.
static feed_message reserve(feed *f, const char *kind) {
    int at = 0;
    if (strcmp(kind, "picture") == 0 && too_many_pictures(f)) {
        at = first_of(f, kind);
    } else {
        if (f->log_count < WEB_LOG_MAX) return (feed_message){0};
        while (at < f->log_count && f->log[at].kept) at++;
    }
    if (at == f->log_count) {
        at = 0;
        f->dropped_number = f->log[0].number;
    }
    feed_message gone = f->log[at];
    memmove(&f->log[at], &f->log[at + 1], (size_t)(f->log_count - at - 1) * sizeof f->log[0]);
    f->log_count--;
    return gone;
}

static bool is_kept(const char *kind) {
    static const char *const kept[] = {"move",  "settled", "act",    "alert",     "obligation", "aside",   "ask",  "offer",
                                       "mixed", "unknown", "ruling", "recording", "challenge",  "picture", "flip", "nudge"};
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        if (strcmp(kind, kept[i]) == 0) return true;
    return false;
}

void feed_add(feed *f, const char *kind, const char *json, const char *public_json) {
    feed_message m = {.kept = is_kept(kind), .json = {copy_line(json), copy_line(public_json)}};
    char id[48];
    if (!m.json[FEED_JUDGES]) return;
    snprintf(m.kind, sizeof m.kind, "%s", kind);
    pthread_mutex_lock(&f->lock);
    m.number = ++f->last_number;
    for (int a = 0; a < FEED_AUDIENCES; a++) {
        snprintf(id, sizeof id, "%" PRIu64 "-%" PRIu64 "-%d", f->epoch, m.number, a);
        m.event[a] = m.json[a] ? packed_event(id, m.kind, m.json[a]) : NULL;
    }
    feed_message gone = reserve(f, kind);
    f->log[f->log_count++] = m;
    tell_news(f, true);
    pthread_mutex_unlock(&f->lock);
    free_message(&gone);
}

void feed_stir(feed *f) {
    pthread_mutex_lock(&f->lock);
    tell_news(f, true);
    pthread_mutex_unlock(&f->lock);
}

void feed_stop(feed *f) {
    pthread_mutex_lock(&f->lock);
    f->stopping = true;
    tell_news(f, true);
    pthread_mutex_unlock(&f->lock);
}

// Viewers ------------------------------------------------------------------------------------------------------------------------------------

feed_place feed_enter(feed *f, feed_audience audience, const char *last_id) {
    uint64_t epoch = 0, number = 0;
    unsigned of = 0;
    feed_place place = {.audience = audience, .is_new = true, .stale = last_id && last_id[0]};
    pthread_mutex_lock(&f->lock);
    bool known = last_id && sscanf(last_id, "%" SCNu64 "-%" SCNu64 "-%u", &epoch, &number, &of) == 3 && epoch == f->epoch && of == audience &&
                 number <= f->last_number;
    if (known) place = (feed_place){.audience = audience, .number = number};
    pthread_mutex_unlock(&f->lock);
    return place;
}

static status share(packed *p, packed **out) {
    *out = packed_share(p);
    return STATUS_OK;
}

static const feed_message *first_unseen(const feed *f, feed_place *place) {
    if (place->number >= f->last_number) return NULL;
    for (int i = 0; i < f->log_count; i++) {
        const feed_message *m = &f->log[i];
        if (m->number > place->number && (!place->is_new || m->kept) && m->event[place->audience]) return m;
    }
    return NULL;
}

// The whole state, written once for all that need it.
static packed *whole_of(feed_state *s) {
    char *text = s->whole ? NULL : changes_whole(s->told, s->version);
    if (text) s->whole = packed_event("", "state", text);
    free(text);
    return s->whole;
}

static status next_state(feed *f, feed_place *place, packed **out) {
    feed_state *s = &f->states[place->audience];
    if (place->state_version == s->version) return STATUS_TIMEOUT;
    packed *p = place->state_version + 1 == s->version && place->state_version > 0 && s->change ? s->change : whole_of(s);
    if (!p) return STATUS_MEMORY;
    place->state_version = s->version;
    return share(p, out);
}

// In the order: the game and its rules, then messages, then where everything stands now.
status feed_next(feed *f, feed_place *place, packed **out) {
    if (f->stopping) return STATUS_END;
    for (feed_slot slot = FEED_GAME; slot < FEED_STATE; slot++) {
        const feed_snapshot *s = &f->snapshots[slot];
        if (s->version == place->versions[slot]) continue;
        place->versions[slot] = s->version;
        if (s->event[place->audience]) return share(s->event[place->audience], out);
    }
    if (place->stale || (!place->is_new && place->number < f->dropped_number)) {  // fell behind: begins anew
        place->is_new = true;
        place->stale = false;
        place->number = place->state_version = 0;
        *out = packed_event("", "resync", "{}");
        return *out ? STATUS_OK : STATUS_MEMORY;
    }
    const feed_message *m = first_unseen(f, place);
    if (m) {
        place->number = m->number;
        return share(m->event[place->audience], out);
    }
    place->is_new = false;
    place->number = f->last_number;
    return next_state(f, place, out);
}

// Answers ------------------------------------------------------------------------------------------------------------------------------------

char *feed_snapshot_json(feed *f, feed_slot slot, feed_audience audience) {
    pthread_mutex_lock(&f->lock);
    const char *json = slot == FEED_STATE ? f->states[audience].newest : f->snapshots[slot].json[audience];
    char *copy = json ? strdup(json) : NULL;
    pthread_mutex_unlock(&f->lock);
    return copy;
}

char *feed_log_json(feed *f, feed_audience audience) {
    size_t capacity = 3, n = 0;
    pthread_mutex_lock(&f->lock);
    for (int i = 0; i < f->log_count; i++) capacity += (f->log[i].json[audience] ? strlen(f->log[i].json[audience]) : 0) + FEED_KIND_MAX + 32;
    char *text = malloc(capacity);
    if (text) text[n++] = '[';
    for (int i = 0; text && i < f->log_count; i++) {
        const char *json = f->log[i].json[audience];
        if (!f->log[i].kept || !json) continue;
        n += (size_t)snprintf(text + n, capacity - n, "%s{\"kind\":\"%s\",\"data\":%s}", n > 1 ? "," : "", f->log[i].kind, json);
    }
    pthread_mutex_unlock(&f->lock);
    if (text) memcpy(text + n, "]", 2);
    return text;
}
