// The differences between two lists of conclusions.
#include <cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/conclusions.h"

// Orders conclusions by what makes them the same in two runs.
static int by_identity(const conclusion *a, const conclusion *b) {
    if (a->t_s != b->t_s) return a->t_s < b->t_s ? -1 : 1;
    int units = strcmp(a->unit, b->unit), kinds = (a->kind > b->kind) - (a->kind < b->kind);
    return units ? units : kinds ? kinds : strcmp(a->rule, b->rule);
}

static int by_identity_then_order(const void *pa, const void *pb) {
    const conclusion *a = pa, *b = pb;
    int same = by_identity(a, b);
    return same ? same : (a->reported > b->reported) - (a->reported < b->reported);
}

// Adds to *differs the names of the members that only one of two has, or that have another value there; and to each brief what it lacks of them.
static void compare_members(const cJSON *one, const cJSON *other, bool values_too, cJSON *differs, cJSON *brief_one, cJSON *brief_other) {
    const cJSON *item;
    cJSON_ArrayForEach(item, one) {
        const cJSON *match = cJSON_GetObjectItemCaseSensitive(other, item->string);
        if (match && (!values_too || cJSON_Compare(item, match, true))) continue;
        cJSON_AddItemToArray(differs, cJSON_CreateString(item->string));
        if (!cJSON_GetObjectItemCaseSensitive(brief_one, item->string)) cJSON_AddItemToObject(brief_one, item->string, cJSON_Duplicate(item, true));
        if (match && !cJSON_GetObjectItemCaseSensitive(brief_other, item->string))
            cJSON_AddItemToObject(brief_other, item->string, cJSON_Duplicate(match, true));
    }
}

static void add_differs(cJSON *o, const conclusion *was, const conclusion *is, cJSON *brief_was, cJSON *brief_is) {
    cJSON *full_was = cJSON_Parse(was->line), *full_is = cJSON_Parse(is->line), *differs = cJSON_AddArrayToObject(o, "differs");
    compare_members(full_was, full_is, true, differs, brief_was, brief_is);
    compare_members(full_is, full_was, false, differs, brief_is, brief_was);
    cJSON_Delete(full_was);
    cJSON_Delete(full_is);
}

static bool has_lines(const conclusion *was, const conclusion *is) { return was && is && was->line[0] && is->line[0]; }

static char *change_json(const conclusion *was, const conclusion *is) {
    const conclusion *one = is ? is : was;
    char t[32];
    cJSON *o = cJSON_CreateObject(), *brief_was = was ? cJSON_Parse(was->brief) : cJSON_CreateNull(),
          *brief_is = is ? cJSON_Parse(is->brief) : cJSON_CreateNull();
    cJSON_AddStringToObject(o, "kind", "change");
    cJSON_AddStringToObject(o, "of", conclusion_kind(one));
    snprintf(t, sizeof t, "%.17g", one->t_s);  // to the last digit: a change is found again by its time
    cJSON_AddRawToObject(o, "t", t);
    if (one->move > 0) cJSON_AddNumberToObject(o, "move", one->move);
    cJSON_AddStringToObject(o, "unit", one->unit);
    // Where the brief forms say what changed, the places and drawings that changed with it would only hide it.
    if (has_lines(was, is) && strcmp(was->brief, is->brief) == 0) add_differs(o, was, is, brief_was, brief_is);
    cJSON_AddItemToObject(o, "was", brief_was);
    cJSON_AddItemToObject(o, "is", brief_is);
    char *text = cJSON_PrintUnformatted(o);
    cJSON_Delete(o);
    return text;
}

static bool are_equal(const conclusion *was, const conclusion *is, bool exact) {
    if (exact && has_lines(was, is)) return strcmp(was->line, is->line) == 0;
    return strcmp(was->brief, is->brief) == 0;
}

static void sort(conclusions *c) {
    if (c->count) qsort(c->at, (size_t)c->count, sizeof *c->at, by_identity_then_order);
}

long conclusions_compare(conclusions *was, conclusions *is, bool exact, conclusions_changed *changed, void *context) {
    long count = 0, i = 0, j = 0;
    if (was->failed || is->failed) return -1;
    sort(was);
    sort(is);
    while (i < was->count || j < is->count) {
        const conclusion *a = i < was->count ? &was->at[i] : NULL, *b = j < is->count ? &is->at[j] : NULL;
        int order = !a ? 1 : !b ? -1 : by_identity(a, b);
        if (order <= 0) i++;
        if (order >= 0) j++;
        if (order == 0 && are_equal(a, b, exact)) continue;
        char *text = change_json(order <= 0 ? a : NULL, order >= 0 ? b : NULL);
        bool kept = text && changed(context, order <= 0 ? a : NULL, order >= 0 ? b : NULL, text);
        free(text);
        if (!kept) return -1;
        count++;
    }
    return count;
}
