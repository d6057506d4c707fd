#include "app/corrections.h"

#include <cJSON.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stream/stream.h"

static bool is_known_key(const char *key, const char *place) {
    static const char *const keys[] = {"after", "event", "delete", "by", "at", "note", NULL};
    int k = 0;
    while (keys[k] && strcmp(keys[k], key) != 0) k++;
    return keys[k] || strcmp(key, place) == 0;
}

static bool is_whole(const cJSON *v) { return cJSON_IsNumber(v) && v->valuedouble == floor(v->valuedouble) && fabs(v->valuedouble) < 1e15; }

status correction_form_read(const cJSON *o, const char *place, correction_form *out, fault *fault) {
    const cJSON *item, *at = cJSON_GetObjectItemCaseSensitive(o, place), *after = cJSON_GetObjectItemCaseSensitive(o, "after");
    const cJSON *gone = cJSON_GetObjectItemCaseSensitive(o, "delete");
    cJSON *e = cJSON_GetObjectItemCaseSensitive(o, "event");
    if (!cJSON_IsObject(o)) return fault_set(fault, STATUS_INVALID, "not one JSON object: {\"%s\":12,\"event\":{...}} is wanted", place);
    cJSON_ArrayForEach(item, o) if (!is_known_key(item->string, place)) return fault_set(
        fault, STATUS_INVALID, "%.40s: no key of a correction: %s or after, and event or delete, are", item->string, place);
    const cJSON *where = at ? at : after;
    if (!where || (at && after)) return fault_set(fault, STATUS_INVALID, "one of %s and after is wanted", place);
    if (!is_whole(where) || where->valuedouble < (at ? 1 : 0))
        return fault_set(fault, STATUS_INVALID, "%s: no such %s: they are counted from 1", at ? place : "after", place);
    if (!cJSON_IsObject(e) == !cJSON_IsTrue(gone) || (after && gone))
        return fault_set(fault, STATUS_INVALID, "an event is wanted, or with %s \"delete\":true", place);
    *out = (correction_form){gone ? CORRECTION_DELETES : at ? CORRECTION_REPLACES : CORRECTION_FOLLOWS, (int64_t)where->valuedouble, gone ? NULL : e};
    return STATUS_OK;
}

void correction_set_time(cJSON *e, double t_s) {
    char exact[32];
    snprintf(exact, sizeof exact, "%.17g", t_s);
    cJSON_DeleteItemFromObjectCaseSensitive(e, "t");
    cJSON_AddItemToObject(e, "t", cJSON_CreateRaw(exact));
}

// The event as a line; where it says no time, with that of the line that it stands for.
static char *event_line(cJSON *e, const text_line *near) {
    if (near && !cJSON_GetObjectItemCaseSensitive(e, "t")) {
        cJSON *old = cJSON_ParseWithLength(near->text, near->length);
        const cJSON *t = cJSON_GetObjectItemCaseSensitive(old, "t");
        if (cJSON_IsNumber(t)) correction_set_time(e, t->valuedouble);
        cJSON_Delete(old);
    }
    return cJSON_PrintUnformatted(e);
}

static status read_one(const cJSON *o, const line_list *events, correction *out, fault *fault) {
    correction_form f;
    status s = correction_form_read(o, "line", &f, fault);
    if (s != STATUS_OK) return s;
    if (f.at > events->count)
        return fault_set(fault, STATUS_INVALID, "%s: no such line: the events have %ld", f.kind == CORRECTION_FOLLOWS ? "after" : "line",
                         events->count);
    out->line = (long)f.at;
    out->kind = f.kind;
    if (!f.event) return STATUS_OK;
    out->event = event_line(f.event, out->line > 0 ? &events->at[out->line - 1] : NULL);
    return out->event ? STATUS_OK : fault_set(fault, STATUS_MEMORY, "out of memory");
}

// By line; what replaces or deletes a line before what follows it; else as written.
static int in_order(const void *pa, const void *pb) {
    const correction *a = pa, *b = pb;
    int lines = (a->line > b->line) - (a->line < b->line), kinds = (a->kind == CORRECTION_FOLLOWS) - (b->kind == CORRECTION_FOLLOWS);
    return lines ? lines : kinds ? kinds : (a->number > b->number) - (a->number < b->number);
}

static status read_all(corrections *c, const line_list *text, const line_list *events, fault *fault) {
    for (long i = 0; i < text->count; i++) {
        if (strspn(text->at[i].text, " \t") == text->at[i].length) continue;
        struct fault wrong = {""};
        cJSON *o = cJSON_ParseWithLength(text->at[i].text, text->at[i].length);
        correction *one = &c->at[c->count++];
        *one = (correction){.number = i + 1};
        status s = read_one(o, events, one, &wrong);
        cJSON_Delete(o);
        if (s != STATUS_OK) return fault_set(fault, s, "%s:%ld: %s", text->name, i + 1, wrong.text);
    }
    qsort(c->at, (size_t)c->count, sizeof *c->at, in_order);
    for (long i = 1; i < c->count; i++)
        if (c->at[i].line == c->at[i - 1].line && c->at[i].kind != CORRECTION_FOLLOWS)
            return fault_set(fault, STATUS_INVALID, "%s:%ld: line %ld is corrected twice: keep one", text->name, c->at[i].number, c->at[i].line);
    return STATUS_OK;
}

status corrections_read(corrections *c, const char *path, const line_list *events, fault *fault) {
    line_list text;
    *c = (corrections){.name = path};
    status s = line_list_read(&text, path, STREAM_LINE_MAX, fault);
    if (s == STATUS_OK && !(c->at = calloc((size_t)text.count + 1, sizeof *c->at))) s = fault_set(fault, STATUS_MEMORY, "%s: out of memory", path);
    if (s == STATUS_OK) s = read_all(c, &text, events, fault);
    line_list_free(&text);
    return s;
}

void corrections_free(corrections *c) {
    for (long i = 0; i < c->count; i++) free(c->at[i].event);
    free(c->at);
    *c = (corrections){0};
}
