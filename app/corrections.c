#include "app/corrections.h"

#include <cJSON.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "stream/stream.h"

// Those that say who corrected and when are kept, and mean nothing here.
static bool only_known_keys(const cJSON *o, const char *line, const char **unregistered) {
    const char *const keys[] = {line, "after", "event", "delete", "by", "note", "made", NULL};
    const cJSON *item;
    cJSON_ArrayForEach(item, o) {
        int k = 0;
        while (keys[k] && strcmp(keys[k], item->string) != 0) k++;
        *unregistered = item->string;
        if (!keys[k]) return false;
    }
    return true;
}

static bool is_whole(const cJSON *v) { return cJSON_IsNumber(v) && v->valuedouble == floor(v->valuedouble) && fabs(v->valuedouble) < 1e15; }

// The event as a line; where it says no time, with that of the line that it stands for.
static char *event_line(cJSON *e, const text_line *near) {
    if (near && !cJSON_GetObjectItemCaseSensitive(e, "t")) {
        cJSON *old = cJSON_ParseWithLength(near->text, near->length);
        const cJSON *t = cJSON_GetObjectItemCaseSensitive(old, "t");
        if (cJSON_IsNumber(t)) cJSON_AddNumberToObject(e, "t", t->valuedouble);
        cJSON_Delete(old);
    }
    return cJSON_PrintUnformatted(e);
}

// The event that is the row's, from 1; 0 for row 0; -1: none is.
static long event_of_row(const int64_t *rows, long count, double row) {
    for (long i = 0; i < count; i++)
        if ((double)rows[i] == row) return i + 1;
    return row == 0 ? 0 : -1;
}

static status read_one(const cJSON *o, const line_list *events, const int64_t *rows, correction *out, fault *fault) {
    const char *unregistered = "", *key = rows ? "row" : "line";
    if (!cJSON_IsObject(o)) return fault_set(fault, STATUS_INVALID, "not one JSON object: {\"%s\":12,\"event\":{...}} is wanted", key);
    if (!only_known_keys(o, key, &unregistered))
        return fault_set(fault, STATUS_INVALID, "%.40s: no key of a correction: %s or after, and event or delete, are", unregistered, key);
    const cJSON *line = cJSON_GetObjectItemCaseSensitive(o, key), *after = cJSON_GetObjectItemCaseSensitive(o, "after");
    const cJSON *gone = cJSON_GetObjectItemCaseSensitive(o, "delete");
    cJSON *e = cJSON_GetObjectItemCaseSensitive(o, "event");
    const cJSON *where = line ? line : after;
    if (!where || (line && after)) return fault_set(fault, STATUS_INVALID, "one of %s and after is wanted", key);
    double number = !is_whole(where) ? -1 : rows ? (double)event_of_row(rows, events->count, where->valuedouble) : where->valuedouble;
    if (number < (line ? 1 : 0) || number > (double)events->count)
        return rows
                   ? fault_set(fault, STATUS_INVALID,
                               "%s: no row of something seen or entered: `vedette replay --export jsonl` and sqlite3 show them", line ? key : "after")
                   : fault_set(fault, STATUS_INVALID, "%s: no such line: the events have %ld", line ? key : "after", events->count);
    if (!cJSON_IsObject(e) == !cJSON_IsTrue(gone) || (after && gone))
        return fault_set(fault, STATUS_INVALID, "an event is wanted, or with %s \"delete\":true", key);
    out->line = (long)number;
    out->kind = gone ? CORRECTION_DELETES : line ? CORRECTION_REPLACES : CORRECTION_FOLLOWS;
    if (gone) return STATUS_OK;
    out->event = event_line(e, out->line > 0 ? &events->at[out->line - 1] : NULL);
    return out->event ? STATUS_OK : fault_set(fault, STATUS_MEMORY, "out of memory");
}

// By line; what replaces or deletes a line before what follows it; else as written.
static int in_order(const void *pa, const void *pb) {
    const correction *a = pa, *b = pb;
    int lines = (a->line > b->line) - (a->line < b->line), kinds = (a->kind == CORRECTION_FOLLOWS) - (b->kind == CORRECTION_FOLLOWS);
    return lines ? lines : kinds ? kinds : (a->number > b->number) - (a->number < b->number);
}

static status read_all(corrections *c, const line_list *text, const line_list *events, const int64_t *rows, fault *fault) {
    for (long i = 0; i < text->count; i++) {
        if (strspn(text->at[i].text, " \t") == text->at[i].length) continue;
        struct fault wrong = {""};
        cJSON *o = cJSON_ParseWithLength(text->at[i].text, text->at[i].length);
        correction *one = &c->at[c->count++];
        *one = (correction){.number = i + 1};
        status s = read_one(o, events, rows, one, &wrong);
        cJSON_Delete(o);
        if (s != STATUS_OK) return fault_set(fault, s, "%s:%ld: %s", text->name, i + 1, wrong.text);
    }
    qsort(c->at, (size_t)c->count, sizeof *c->at, in_order);
    for (long i = 1; i < c->count; i++)
        if (c->at[i].line == c->at[i - 1].line && c->at[i].kind != CORRECTION_FOLLOWS)
            return fault_set(fault, STATUS_INVALID, "%s:%ld: %s %lld is corrected twice: keep one", text->name, c->at[i].number,
                             rows ? "row" : "line", rows ? (long long)rows[c->at[i].line - 1] : (long long)c->at[i].line);
    return STATUS_OK;
}

status corrections_of(corrections *c, const line_list *text, const line_list *events, const int64_t *rows, fault *fault) {
    *c = (corrections){.name = text->name};
    c->at = calloc((size_t)text->count + 1, sizeof *c->at);
    return c->at ? read_all(c, text, events, rows, fault) : fault_set(fault, STATUS_MEMORY, "%s: out of memory", text->name);
}

status corrections_read(corrections *c, const char *path, const line_list *events, const int64_t *rows, fault *fault) {
    line_list text;
    *c = (corrections){.name = path};
    status s = line_list_read(&text, path, STREAM_LINE_MAX, fault);
    if (s == STATUS_OK) s = corrections_of(c, &text, events, rows, fault);
    c->name = path;
    line_list_free(&text);
    return s;
}

void corrections_free(corrections *c) {
    for (long i = 0; i < c->count; i++) free(c->at[i].event);
    free(c->at);
    *c = (corrections){0};
}
