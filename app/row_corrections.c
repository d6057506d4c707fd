#include "app/row_corrections.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "stream/stream.h"

static row_correction *next_place(row_corrections *c) {
    if (c->count == c->capacity) {
        long capacity = c->capacity ? 2 * c->capacity : 16;
        row_correction *more = realloc(c->at, (size_t)capacity * sizeof *more);
        if (!more) return NULL;
        c->at = more;
        c->capacity = capacity;
    }
    return &c->at[c->count];
}

static status add(row_corrections *c, const cJSON *o, bool added, fault *fault) {
    correction_form f;
    status s = correction_form_read(o, "row", &f, fault);
    if (s != STATUS_OK) return s;
    const cJSON *t = cJSON_GetObjectItemCaseSensitive(f.event, "t");
    if (cJSON_IsNumber(t) && isfinite(t->valuedouble)) correction_set_time(f.event, t->valuedouble);
    row_correction *one = next_place(c);
    if (!one) return fault_set(fault, STATUS_MEMORY, "out of memory");
    *one = (row_correction){.kind = f.kind, .row = f.at, .added = added, .line = cJSON_PrintUnformatted(o)};
    if (f.event) one->event = cJSON_PrintUnformatted(f.event);
    c->count++;
    return one->line && (one->event || !f.event) ? STATUS_OK : fault_set(fault, STATUS_MEMORY, "out of memory");
}

status row_corrections_add(row_corrections *c, const char *json, fault *fault) {
    cJSON *o = cJSON_Parse(json);
    status s = add(c, o, false, fault);
    cJSON_Delete(o);
    return s;
}

static void sign(cJSON *o, const char *by) {
    char at[CLOCK_STAMP_MAX];
    clock_stamp(at);
    if (!cJSON_IsObject(o)) return;
    if (by && !cJSON_GetObjectItemCaseSensitive(o, "by")) cJSON_AddStringToObject(o, "by", by);
    if (!cJSON_GetObjectItemCaseSensitive(o, "at")) cJSON_AddStringToObject(o, "at", at);
}

static bool is_corrected_twice(const row_corrections *c) {
    const row_correction *last = &c->at[c->count - 1];
    for (long i = 0; i < c->count - 1 && last->kind != CORRECTION_FOLLOWS; i++)
        if (c->at[i].added && c->at[i].kind != CORRECTION_FOLLOWS && c->at[i].row == last->row) return true;
    return false;
}

static status read_line(row_corrections *c, const text_line *line, const char *by, fault *fault) {
    cJSON *o = cJSON_ParseWithLength(line->text, line->length);
    sign(o, by);
    status s = add(c, o, true, fault);
    cJSON_Delete(o);
    if (s == STATUS_OK && is_corrected_twice(c))
        return fault_set(fault, STATUS_INVALID, "row %lld is corrected twice: keep one", (long long)c->at[c->count - 1].row);
    return s;
}

status row_corrections_read(row_corrections *c, const char *path, const char *by, fault *fault) {
    line_list text;
    long before = c->count;
    status s = line_list_read(&text, path, STREAM_LINE_MAX, fault);
    for (long i = 0; i < text.count && s == STATUS_OK; i++) {
        struct fault wrong = {""};
        if (strspn(text.at[i].text, " \t") == text.at[i].length) continue;
        s = read_line(c, &text.at[i], by, &wrong);
        if (s != STATUS_OK) fault_set(fault, s, "%s:%ld: %s", path, i + 1, wrong.text);
    }
    line_list_free(&text);
    if (s == STATUS_OK && c->count == before) return fault_set(fault, STATUS_INVALID, "%s: no correction is in it", path);
    return s;
}

void row_corrections_free(row_corrections *c) {
    for (long i = 0; i < c->count; i++) {
        free(c->at[i].event);
        free(c->at[i].line);
    }
    free(c->at);
    *c = (row_corrections){0};
}

const row_correction *row_corrections_of(row_corrections *c, int64_t row, bool added, double t_s) {
    const row_correction *own = NULL;
    for (long i = 0; i < c->count; i++) {
        if (c->at[i].row != row) continue;
        c->at[i].met = true;
        c->at[i].t_s = t_s;
        if (c->at[i].kind != CORRECTION_FOLLOWS && (added || !c->at[i].added)) own = &c->at[i];
    }
    return own;
}

long row_corrections_after(const row_corrections *c, int64_t row, bool added, long from) {
    for (long i = from + 1; i < c->count; i++)
        if (c->at[i].kind == CORRECTION_FOLLOWS && c->at[i].row == row && (added || !c->at[i].added)) return i;
    return -1;
}

char *row_correction_event(const row_correction *c, double t_s) {
    cJSON *e = cJSON_Parse(c->event);
    const cJSON *t = cJSON_GetObjectItemCaseSensitive(e, "t");
    char *text = NULL;
    if (t) text = strdup(c->event);
    if (e && !t) correction_set_time(e, t_s);
    if (e && !t) text = cJSON_PrintUnformatted(e);
    cJSON_Delete(e);
    return text;
}
