#include "app/seat.h"

#include <stdlib.h>

static void hear(void *context, const report *what) {
    seat *s = context;
    if (s->remembers) conclusions_add(&s->said, s->game, what);
    if (s->live) s->listeners.hear(s->listeners.context, what);
}

static void note(void *context, const char *text) {
    const seat *s = context;
    if (s->live) s->listeners.note(s->listeners.context, text);
}

static void leave_aside(void *context, const char *text) {
    seat *s = context;
    s->aside = true;
    if (s->live) s->listeners.bad(s->listeners.context, text);
}

static void judged(void *context, const session_case *c) {
    const seat *s = context;
    if (s->live && s->listeners.judged) s->listeners.judged(s->listeners.context, c);
}

status seat_create(const game *g, const seat_listeners *l, bool live, bool remembers, seat **out, fault *fault) {
    seat *s = calloc(1, sizeof *s);
    if (!s) return fault_set(fault, STATUS_MEMORY, "out of memory");
    *s = (seat){.game = g, .listeners = *l, .live = live, .remembers = remembers};
    session_options o = {
        .states = l->states, .drawn = true, .provisional = true, .note = note, .bad = leave_aside, .judged = judged, .judged_context = s};
    status result = session_create(g, o, hear, s, &s->session, fault);
    if (result == STATUS_OK)
        *out = s;
    else
        free(s);
    return result;
}

void seat_destroy(seat *s) {
    if (!s) return;
    session_destroy(s->session);
    conclusions_free(&s->said);
    free(s);
}
