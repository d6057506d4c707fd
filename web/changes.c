#include "web/changes.h"

#include <stdbool.h>
#include <string.h>

// Puts a copy of value under the key; NULL: null.
static bool put(cJSON *patch, const char *key, const cJSON *value) {
    cJSON *copy = value ? cJSON_Duplicate(value, true) : cJSON_CreateNull();
    return copy && cJSON_AddItemToObject(patch, key, copy);
}

static const cJSON *find_unit(const cJSON *units, const char *id) {
    const cJSON *unit;
    cJSON_ArrayForEach(unit, units) {
        const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(unit, "id"));
        if (name && strcmp(name, id) == 0) return unit;
    }
    return NULL;
}

// Members that are other than before; those that are gone as null. *next keeps the place in `before`: both have the same order but where something
// changed.
static bool put_members(cJSON *patch, const cJSON *before, const cJSON *after) {
    const cJSON *now, *next = before ? before->child : NULL;
    cJSON_ArrayForEach(now, after) {
        const cJSON *old = next && strcmp(next->string, now->string) == 0 ? next : cJSON_GetObjectItemCaseSensitive(before, now->string);
        if (old) next = old->next;
        if ((!old || !cJSON_Compare(old, now, true)) && !put(patch, now->string, now)) return false;
    }
    cJSON_ArrayForEach(now, before) if (!cJSON_GetObjectItemCaseSensitive(after, now->string) && !put(patch, now->string, NULL)) return false;
    return true;
}

static bool put_units(cJSON *patch, const cJSON *before, const cJSON *after) {
    const cJSON *now, *next = before->child;
    cJSON_ArrayForEach(now, after) {
        const char *id = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(now, "id"));
        if (!id) continue;
        const char *next_id = next ? cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(next, "id")) : NULL;
        const cJSON *old = next_id && strcmp(next_id, id) == 0 ? next : find_unit(before, id);
        if (old) next = old->next;
        if ((!old || !cJSON_Compare(old, now, true)) && !put(patch, id, now)) return false;
    }
    cJSON_ArrayForEach(now, before) {
        const char *id = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(now, "id"));
        if (id && !find_unit(after, id) && !put(patch, id, NULL)) return false;
    }
    return true;
}

// By members where both are of a kind that has them.
static bool put_within(cJSON *patch, const char *key, const cJSON *before, const cJSON *after) {
    bool members = (strcmp(key, "figures") == 0 || strcmp(key, "fronts") == 0) && cJSON_IsObject(before) && cJSON_IsObject(after);
    bool units = strcmp(key, "units") == 0 && cJSON_IsArray(before) && cJSON_IsArray(after);
    if (!members && !units) return put(patch, key, after);
    cJSON *within = cJSON_AddObjectToObject(patch, key);
    return within && (members ? put_members(within, before, after) : put_units(within, before, after));
}

cJSON *changes_between(const cJSON *before, const cJSON *after) {
    cJSON *patch = cJSON_CreateObject();
    const cJSON *now;
    bool ok = patch != NULL;
    cJSON_ArrayForEach(now, after) {
        const cJSON *old = cJSON_GetObjectItemCaseSensitive(before, now->string);
        if (ok && (!old || !cJSON_Compare(old, now, true))) ok = put_within(patch, now->string, old, now);
    }
    cJSON_ArrayForEach(now, before) if (ok && !cJSON_GetObjectItemCaseSensitive(after, now->string)) ok = put(patch, now->string, NULL);
    if (ok) return patch;
    cJSON_Delete(patch);
    return NULL;
}

char *changes_text(uint64_t from, uint64_t to, cJSON *patch) {
    cJSON *o = cJSON_CreateObject();
    bool ok = o && cJSON_AddNumberToObject(o, "from", (double)from) && cJSON_AddNumberToObject(o, "to", (double)to);
    ok = ok && cJSON_AddItemToObject(o, "patch", patch);
    if (!ok) cJSON_Delete(patch);
    char *text = ok ? cJSON_PrintUnformatted(o) : NULL;
    cJSON_Delete(o);
    return text;
}

char *changes_whole(const cJSON *state, uint64_t version) {
    cJSON *copy = cJSON_Duplicate(state, true);
    bool ok = copy && cJSON_AddNumberToObject(copy, "version", (double)version);
    char *text = ok ? cJSON_PrintUnformatted(copy) : NULL;
    cJSON_Delete(copy);
    return text;
}
