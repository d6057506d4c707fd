#include "app/again.h"

#include <cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void again_mark(entry_list *l, int number) {
    listed_entry *e = entry_list_find(l, number);
    l->stale = true;
    for (bool undone = true; e; undone = !undone) {
        e->undone = undone;
        cJSON *o = strcmp(e->what, "undo") == 0 ? cJSON_Parse(e->event) : NULL;
        const cJSON *of = cJSON_GetObjectItemCaseSensitive(o, "number");
        e = cJSON_IsNumber(of) && of->valueint < e->number ? entry_list_find(l, of->valueint) : NULL;
        cJSON_Delete(o);
    }
}

static void say(desk *d, const conclusion *c, bool gone) {
    cJSON *o = cJSON_Parse(c->line);
    if (gone && c->kind == REPORT_MOVE) {
        cJSON_DeleteItemFromObjectCaseSensitive(o, "taken_back");
        cJSON_AddTrueToObject(o, "taken_back");
    }
    cJSON_AddTrueToObject(o, "again");
    if (gone) cJSON_AddTrueToObject(o, "gone");
    char *json = o ? cJSON_PrintUnformatted(o) : NULL;
    if (json) desk_report_again(d, conclusion_kind(c), c->t_s, json);
    free(json);
    cJSON_Delete(o);
}

typedef struct {
    desk *desk;
    double t_s;
    long count;
} telling;

// A conclusions_changed. Moves are told by their numbers instead.
static bool tell(void *context, const conclusion *was, const conclusion *is, const char *json) {
    telling *t = context;
    desk_keep_amendment(t->desk, "change", t->t_s, json);
    t->count++;
    if (was && was->kind != REPORT_MOVE) say(t->desk, was, true);
    if (is && is->kind != REPORT_MOVE) say(t->desk, is, false);
    return true;
}

// The last word on each move: out[n - 1] of move n. NULL: out of memory.
static const conclusion **moves_of(const conclusions *c, int *count) {
    *count = 0;
    for (long i = 0; i < c->count; i++)
        if (c->at[i].kind == REPORT_MOVE && c->at[i].move > *count) *count = c->at[i].move;
    const conclusion **out = calloc((size_t)*count + 1, sizeof *out);
    for (long i = 0; out && i < c->count; i++) {
        if (c->at[i].kind != REPORT_MOVE || c->at[i].move < 1) continue;
        const conclusion **last = &out[c->at[i].move - 1];
        if (!*last || (*last)->reported < c->at[i].reported) *last = &c->at[i];
    }
    return out;
}

static bool are_same(const conclusion *a, const conclusion *b) {
    return a && b && a->t_s == b->t_s && strcmp(a->unit, b->unit) == 0 && strcmp(a->brief, b->brief) == 0;
}

static bool say_moves(desk *d, const conclusions *was, const conclusions *is) {
    int were, are;
    const conclusion **before = moves_of(was, &were), **now = moves_of(is, &are);
    bool ok = before && now;
    for (int n = 0; ok && (n < were || n < are); n++) {
        const conclusion *a = n < were ? before[n] : NULL, *b = n < are ? now[n] : NULL;
        if (b && !are_same(a, b)) say(d, b, false);
        if (a && !b) say(d, a, true);
    }
    free(before);
    free(now);
    return ok;
}

status again_report(desk *d, conclusions *was, conclusions *is, int moves, double t_s, fault *fault) {
    telling t = {.desk = d, .t_s = t_s};
    char summary[96];
    long changed = conclusions_compare(was, is, false, tell, &t);
    if (changed < 0 || !say_moves(d, was, is)) return fault_set(fault, STATUS_MEMORY, "out of memory");
    snprintf(summary, sizeof summary, "{\"kind\":\"amended\",\"moves\":%d,\"changed\":%ld}", moves, changed);
    desk_keep_amendment(d, "amended", t_s, summary);
    return STATUS_OK;
}
