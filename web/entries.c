#include "web/entries.h"

#include <stdlib.h>
#include <string.h>

static const char not_taken[] = "{\"fate\":\"refused\",\"error\":\"the program was busy for 5 seconds and did not take the entry: enter it again\"}";
static const char unknown[] =
    "{\"fate\":\"unknown\",\"error\":\"the entry was taken, but what became of it was not told within 15 seconds: look at the list of entries\"}";
static const char ending[] = "{\"fate\":\"refused\",\"error\":\"the program ends\"}";

bool entries_init(entries *e) {
    memset(e, 0, sizeof *e);
    return pthread_mutex_init(&e->lock, NULL) == 0;
}

static void clear(entry *one) {
    free(one->line);
    free(one->answer);
    *one = (entry){0};
}

void entries_finish(entries *e) {
    for (int i = 0; i < WEB_ENTRIES_WAITING_MAX; i++) clear(&e->at[i]);
    pthread_mutex_destroy(&e->lock);
}

static entry *find(entries *e, uint64_t ticket) {
    for (int i = 0; i < WEB_ENTRIES_WAITING_MAX; i++)
        if (e->at[i].stage != ENTRY_FREE && e->at[i].ticket == ticket) return &e->at[i];
    return NULL;
}

uint64_t entries_put(entries *e, char *line, const web_who *who, struct MHD_Connection *c, uint64_t now_ms) {
    uint64_t ticket = 0;
    pthread_mutex_lock(&e->lock);
    entry *place = NULL;
    for (int i = 0; i < WEB_ENTRIES_WAITING_MAX && !place && !e->stopping; i++)
        if (e->at[i].stage == ENTRY_FREE) place = &e->at[i];
    if (place) {
        ticket = ++e->last_ticket;
        *place = (entry){.stage = ENTRY_WAITS, .ticket = ticket, .until_ms = now_ms + ENTRY_WAIT_MS, .line = line, .who = *who, .connection = c};
        if (c) MHD_suspend_connection(c);
    }
    pthread_mutex_unlock(&e->lock);
    return ticket;
}

bool entries_take(entries *e, web_entry *out, uint64_t now_ms) {
    entry *oldest = NULL;
    pthread_mutex_lock(&e->lock);
    for (int i = 0; i < WEB_ENTRIES_WAITING_MAX; i++)
        if (e->at[i].stage == ENTRY_WAITS && (!oldest || e->at[i].ticket < oldest->ticket)) oldest = &e->at[i];
    if (oldest) {
        *out = (web_entry){.line = oldest->line, .who = oldest->who, .ticket = oldest->ticket};
        oldest->line = NULL;
        oldest->stage = ENTRY_TAKEN;
        oldest->until_ms = now_ms + FATE_WAIT_MS;
    }
    pthread_mutex_unlock(&e->lock);
    return oldest != NULL;
}

// With the lock held.
static void settle(entry *one, unsigned code, const char *json) {
    if (one->stage == ENTRY_LEFT) {
        clear(one);
        return;
    }
    one->answer = strdup(json);
    one->code = one->answer ? code : MHD_HTTP_INTERNAL_SERVER_ERROR;
    one->stage = ENTRY_ANSWERED;
    if (one->connection) MHD_resume_connection(one->connection);
}

void entries_answer(entries *e, uint64_t ticket, unsigned code, const char *json) {
    pthread_mutex_lock(&e->lock);
    entry *one = find(e, ticket);
    if (one && (one->stage == ENTRY_TAKEN || one->stage == ENTRY_LEFT)) settle(one, code, json);
    pthread_mutex_unlock(&e->lock);
}

char *entries_fate(entries *e, uint64_t ticket, unsigned *code) {
    char *answer = NULL;
    pthread_mutex_lock(&e->lock);
    entry *one = find(e, ticket);
    if (one && one->stage == ENTRY_ANSWERED) {
        answer = one->answer ? one->answer : strdup(unknown);
        *code = one->code;
        one->answer = NULL;
        clear(one);
    }
    pthread_mutex_unlock(&e->lock);
    return answer;
}

void entries_leave(entries *e, uint64_t ticket) {
    pthread_mutex_lock(&e->lock);
    entry *one = find(e, ticket);
    if (one && one->stage == ENTRY_TAKEN)
        one->stage = ENTRY_LEFT, one->connection = NULL;
    else if (one && one->stage != ENTRY_LEFT)
        clear(one);
    pthread_mutex_unlock(&e->lock);
}

int entries_tend(entries *e, uint64_t now_ms) {
    int wait_ms = -1;
    pthread_mutex_lock(&e->lock);
    for (int i = 0; i < WEB_ENTRIES_WAITING_MAX; i++) {
        entry *one = &e->at[i];
        if (one->stage != ENTRY_WAITS && one->stage != ENTRY_TAKEN && one->stage != ENTRY_LEFT) continue;
        if (now_ms >= one->until_ms)
            settle(one, MHD_HTTP_SERVICE_UNAVAILABLE, one->stage == ENTRY_WAITS ? not_taken : unknown);
        else if (wait_ms < 0 || one->until_ms - now_ms < (uint64_t)wait_ms)
            wait_ms = (int)(one->until_ms - now_ms);
    }
    pthread_mutex_unlock(&e->lock);
    return wait_ms;
}

void entries_stop(entries *e) {
    pthread_mutex_lock(&e->lock);
    e->stopping = true;
    for (int i = 0; i < WEB_ENTRIES_WAITING_MAX; i++)
        if (e->at[i].stage == ENTRY_WAITS || e->at[i].stage == ENTRY_TAKEN) settle(&e->at[i], MHD_HTTP_SERVICE_UNAVAILABLE, ending);
    pthread_mutex_unlock(&e->lock);
}
