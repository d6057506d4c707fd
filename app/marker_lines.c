#include "app/marker_lines.h"

#include <cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pipeline/marker_means.h"

static void add_rounded(cJSON *list, double x) {
    char number[40];
    snprintf(number, sizeof number, "%.2f", x);
    cJSON_AddItemToArray(list, cJSON_CreateRaw(number));
}

static void add_units(cJSON *o, const char *key, const game *g, const int units[2]) {
    cJSON *list = cJSON_AddArrayToObject(o, key);
    for (int i = 0; i < 2; i++)
        if (units[i] >= 0) cJSON_AddItemToArray(list, cJSON_CreateString(g->units[units[i]].id));
}

static void add_marker(cJSON *o, const game *g, int index, vec2 at) {
    const declaration_marker *m = &g->declarations[index];
    char name[TAG_FAMILY_MAX + 16];
    snprintf(name, sizeof name, "%s %d", m->marker.family, m->marker.id);
    cJSON_AddStringToObject(o, "marker", name);
    cJSON_AddStringToObject(o, "means", m->means);
    cJSON *place = cJSON_AddArrayToObject(o, "at");
    add_rounded(place, at.x);
    add_rounded(place, at.y);
}

// The entry that the marker makes for its unit, in the contract's words.
static void add_entry(cJSON *o, const game *g, int index) {
    marker_means m;
    if (marker_means_read(g, g->declarations[index].means, &m, NULL) != STATUS_OK || m.kind == MEANS_PHASE) return;
    cJSON *entry = cJSON_AddObjectToObject(o, "entry");
    cJSON_AddStringToObject(entry, "kind", m.kind == MEANS_DECLARE ? "declare" : "status");
    if (m.kind == MEANS_DECLARE) cJSON_AddStringToObject(entry, "action", m.word);
    if (m.kind == MEANS_STATUS) cJSON_AddBoolToObject(cJSON_AddObjectToObject(entry, "set"), m.word, m.value);
}

static const char *name_of(const game *g, int unit) { return game_unit_name(&g->units[unit]); }

static void say(const game *g, const marker_question *q, char *out, size_t capacity) {
    const char *means = g->declarations[q->marker].means;
    if (q->units[0] >= 0 && q->units[1] >= 0)
        snprintf(out, capacity, "the marker \"%s\" lies between %s and %s: whose is it?", means, name_of(g, q->units[0]), name_of(g, q->units[1]));
    else if (q->units[0] >= 0)
        snprintf(out, capacity, "the marker \"%s\" lies near %s: is it theirs?", means, name_of(g, q->units[0]));
    else
        snprintf(out, capacity, "the marker \"%s\" lies beside no unit: whose is it?", means);
}

char *marker_lines_ask(const game *g, const marker_question *q, char *words, size_t capacity) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "kind", "ask");
    cJSON_AddNumberToObject(o, "t", round(q->t_s * 1000) / 1000);
    add_marker(o, g, q->marker, q->at);
    add_units(o, "units", g, q->units);
    say(g, q, words, capacity);
    cJSON_AddStringToObject(o, "message", words);
    char *text = cJSON_PrintUnformatted(o);
    cJSON_Delete(o);
    return text;
}

char *marker_lines_member(const game *g, const marker_place *places, int count) {
    cJSON *all = cJSON_CreateArray();
    for (int i = 0; i < count; i++) {
        cJSON *o = cJSON_CreateObject();
        add_marker(o, g, places[i].marker, places[i].at);
        add_entry(o, g, places[i].marker);
        if (places[i].unit >= 0) cJSON_AddStringToObject(o, "unit", g->units[places[i].unit].id);
        if (places[i].asked) add_units(o, "asked", g, places[i].units);
        cJSON_AddItemToArray(all, o);
    }
    char *list = cJSON_PrintUnformatted(all);
    cJSON_Delete(all);
    size_t capacity = list ? strlen(list) + 16 : 0;
    char *member = list ? malloc(capacity) : NULL;
    if (member) snprintf(member, capacity, "\"markers\":%s", list);
    free(list);
    return member;
}
