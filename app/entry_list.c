#include "app/entry_list.h"

#include <cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/utf8.h"

static listed_entry *next_place(entry_list *l) {
    if (l->count == l->capacity) {
        int capacity = l->capacity ? 2 * l->capacity : 64;
        listed_entry *more = realloc(l->at, (size_t)capacity * sizeof *more);
        if (!more) return NULL;
        l->at = more;
        l->capacity = capacity;
    }
    return &l->at[l->count];
}

// Copies text of others, without what would disrupt a line.
static void copy_text(char *out, size_t capacity, const char *text) {
    snprintf(out, capacity, "%s", text ? text : "");
    utf8_defuse(out, '?');
}

listed_entry *entry_list_add(entry_list *l, const web_who *who, const char *what, const char *event, double t_s) {
    listed_entry *e = next_place(l);
    if (!e) return NULL;
    *e = (listed_entry){.number = ++l->last_number, .t_s = t_s, .event = event ? strdup(event) : NULL};
    clock_stamp(e->at);
    copy_text(e->role, sizeof e->role, web_role_name(who->role));
    copy_text(e->what, sizeof e->what, what);
    copy_text(e->by, sizeof e->by, who->name);
    copy_text(e->address, sizeof e->address, who->address);
    l->count++;
    l->stale = true;
    return e;
}

static const char *text_at(const cJSON *o, const char *key) { return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, key)); }

bool entry_list_recall(entry_list *l, const char *json, int64_t row) {
    cJSON *o = cJSON_Parse(json);
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(o, "number"), *t = cJSON_GetObjectItemCaseSensitive(o, "t"),
                *event = cJSON_GetObjectItemCaseSensitive(o, "event");
    listed_entry *e = cJSON_IsNumber(number) && cJSON_IsNumber(t) && number->valueint > l->last_number ? next_place(l) : NULL;
    if (e) {
        *e = (listed_entry){.number = number->valueint, .t_s = t->valuedouble, .row = row};
        copy_text(e->at, sizeof e->at, text_at(o, "at"));
        copy_text(e->role, sizeof e->role, text_at(o, "role"));
        copy_text(e->what, sizeof e->what, text_at(o, "what"));
        copy_text(e->by, sizeof e->by, text_at(o, "by"));
        copy_text(e->address, sizeof e->address, text_at(o, "address"));
        copy_text(e->error, sizeof e->error, text_at(o, "error"));
        e->taken = text_at(o, "fate") && strcmp(text_at(o, "fate"), "taken") == 0;
        e->event = cJSON_IsObject(event) ? cJSON_PrintUnformatted(event) : NULL;
        l->last_number = e->number;
        l->count++;
        l->stale = true;
    }
    cJSON_Delete(o);
    return e != NULL;
}

listed_entry *entry_list_find(entry_list *l, int number) {
    for (int i = l->count - 1; i >= 0 && number > 0; i--)
        if (l->at[i].number == number) return &l->at[i];
    return NULL;
}

void entry_list_free(entry_list *l) {
    for (int i = 0; i < l->count; i++) free(l->at[i].event);
    free(l->at);
    *l = (entry_list){0};
}

static cJSON *as_object(const listed_entry *e, bool with_kind) {
    char t[32];
    cJSON *o = cJSON_CreateObject(), *event = e->event ? cJSON_Parse(e->event) : NULL;
    if (with_kind) cJSON_AddStringToObject(o, "kind", e->what);
    cJSON_AddNumberToObject(o, "number", e->number);
    snprintf(t, sizeof t, "%.9g", e->t_s);
    cJSON_AddRawToObject(o, "t", t);
    cJSON_AddStringToObject(o, "at", e->at);
    cJSON_AddStringToObject(o, "by", e->by);
    cJSON_AddStringToObject(o, "role", e->role);
    cJSON_AddStringToObject(o, "address", e->address);
    if (event)
        cJSON_AddItemToObject(o, "event", event);
    else
        cJSON_AddNullToObject(o, "event");
    cJSON_AddStringToObject(o, "what", e->what);
    cJSON_AddStringToObject(o, "fate", e->taken ? "taken" : "refused");
    if (e->error[0]) cJSON_AddStringToObject(o, "error", e->error);
    if (e->undone) cJSON_AddBoolToObject(o, "undone", true);
    return o;
}

char *listed_entry_json(const listed_entry *e) {
    cJSON *o = as_object(e, true);
    char *text = cJSON_PrintUnformatted(o);
    cJSON_Delete(o);
    return text;
}

char *entry_list_json(entry_list *l) {
    cJSON *o = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(o, "entries");
    for (int i = l->count > ENTRY_LIST_SHOWN ? l->count - ENTRY_LIST_SHOWN : 0; i < l->count; i++)
        cJSON_AddItemToArray(list, as_object(&l->at[i], false));
    char *text = cJSON_PrintUnformatted(o);
    cJSON_Delete(o);
    l->stale = false;
    return text;
}
