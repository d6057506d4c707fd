#include "web/viewers.h"

#include <string.h>

bool viewers_init(viewers *all) {
    *all = (viewers){.beat = packed_text(":\n\n")};
    return all->beat != NULL;
}

void viewers_finish(viewers *all) { packed_drop(all->beat); }

void viewers_add(viewers *all, viewer *v) {
    v->previous = NULL;
    v->next = all->first;
    if (v->next) v->next->previous = v;
    all->first = v;
    all->count++;
}

void viewers_remove(viewers *all, viewer *v) {
    if (v->previous)
        v->previous->next = v->next;
    else
        all->first = v->next;
    if (v->next) v->next->previous = v->previous;
    all->count--;
}

static void wake(viewer *v) {
    if (!v->suspended) return;
    v->suspended = false;
    MHD_resume_connection(v->connection);
}

void viewers_wake(viewers *all) {
    for (viewer *v = all->first; v; v = v->next) wake(v);
}

void viewers_beat(viewers *all, uint64_t now_ms, int heartbeat_ms) {
    for (viewer *v = all->first; v; v = v->next) {
        if (!v->suspended || now_ms - v->spoke_ms < (uint64_t)heartbeat_ms) continue;
        v->beat = true;
        wake(v);
    }
}
