#include "app/rejudge.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "stream/stream.h"

struct rejudge {
    const game *game;
    const char **lines;  // NULL: undone
    bool *aside;
    long count;
    seat *seat;
    stream_reader *reader;
    pthread_t thread;
    atomic_bool done, stopping;
    status result;
    fault fault;
};

static status feed(rejudge *r, const char *line, bool *aside) {
    event e;
    status s = stream_read_event(r->reader, line, strlen(line), &e, &r->fault);
    r->seat->aside = false;
    if (s == STATUS_OK) s = session_feed(r->seat->session, &e, &r->fault);
    *aside = r->seat->aside;
    return s;
}

static void *run(void *context) {
    rejudge *r = context;
    for (long i = 0; i < r->count && r->result == STATUS_OK && !r->stopping; i++)
        if (r->lines[i]) r->result = feed(r, r->lines[i], &r->aside[i]);
    r->done = true;
    return NULL;
}

static void finish(rejudge *r) {
    if (!r) return;
    stream_reader_destroy(r->reader);
    seat_destroy(r->seat);
    free(r->lines);
    free(r->aside);
    free(r);
}

status rejudge_begin(const game *g, const history *h, const seat_listeners *l, rejudge **out, fault *fault) {
    rejudge *r = calloc(1, sizeof *r);
    if (!r) return fault_set(fault, STATUS_MEMORY, "out of memory");
    r->game = g;
    r->count = h->count;
    r->lines = calloc((size_t)h->count + 1, sizeof *r->lines);
    r->aside = calloc((size_t)h->count + 1, sizeof *r->aside);
    status s = r->lines && r->aside ? seat_create(g, l, false, true, &r->seat, fault) : fault_set(fault, STATUS_MEMORY, "out of memory");
    if (s == STATUS_OK) s = stream_reader_create(g, &r->reader, fault);
    for (long i = 0; s == STATUS_OK && i < h->count; i++) r->lines[i] = h->at[i].undone ? NULL : h->at[i].line;
    if (s == STATUS_OK && pthread_create(&r->thread, NULL, run, r) != 0)
        s = fault_set(fault, STATUS_MEMORY, "no thread can be started to judge the game again");
    if (s == STATUS_OK)
        *out = r;
    else
        finish(r);
    return s;
}

bool rejudge_is_done(const rejudge *r) { return r->done; }

// Notes what is left aside now.
static void compare_aside(const rejudge *r, history *h, const past_event **news) {
    *news = NULL;
    for (long i = 0; i < r->count; i++) {
        past_event *e = &h->at[i];
        if (r->aside[i] && !e->aside && e->entry > 0 && !*news) *news = e;
        e->aside = r->aside[i];
    }
}

status rejudge_finish(rejudge *r, history *h, double t_s, seat **out, const past_event **news, fault *fault) {
    pthread_join(r->thread, NULL);
    compare_aside(r, h, news);
    for (long i = r->count; i < h->count && r->result == STATUS_OK; i++)
        if (!h->at[i].undone) r->result = feed(r, h->at[i].line, &h->at[i].aside);
    if (r->result == STATUS_OK) r->result = session_tick(r->seat->session, t_s, &r->fault);
    status s = r->result;
    if (s != STATUS_OK) fault_set(fault, s, "the game can't be judged again: %s", r->fault.text);
    if (s == STATUS_OK) {
        *out = r->seat;
        r->seat = NULL;
    }
    finish(r);
    return s;
}

void rejudge_drop(rejudge *r) {
    if (!r) return;
    r->stopping = true;
    pthread_join(r->thread, NULL);
    finish(r);
}
