#include "stream/public_view.h"

#include <cJSON.h>
#include <stddef.h>
#include <string.h>

// In order of weight; anything else weighs nothing.
static const char *const rulings[] = {"legal", "doubtful", "ask", "illegal"};

static bool is_among(const char *word, const char *const *list) {
    while (*list && strcmp(*list, word) != 0) list++;
    return *list != NULL;
}

static bool is_verdict(const char *kind) { return is_among(kind, (const char *const[]){"move", "settled", "act", NULL}); }

static bool is_judged(const char *kind) {
    return is_verdict(kind) || is_among(kind, (const char *const[]){"alert", "obligation", "ask", "ruling", "challenge", "flip", "statistics", NULL});
}

static bool has_behaviour(const cJSON *o) { return cJSON_GetObjectItemCaseSensitive(o, "behaviour") != NULL; }

static int weight_of(const cJSON *finding) {
    const char *ruling = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(finding, "ruling"));
    int weight = 3;
    while (weight > 0 && !(ruling && strcmp(rulings[weight], ruling) == 0)) weight--;
    return weight;
}

// Takes what is not announced out of the verdict. False: nothing of it is left.
static bool reduce(cJSON *o, bool is_act) {
    cJSON *findings = cJSON_GetObjectItemCaseSensitive(o, "findings"), *next;
    int gravest = 0;
    for (cJSON *f = findings ? findings->child : NULL; f; f = next) {
        next = f->next;
        if (has_behaviour(f))
            cJSON_Delete(cJSON_DetachItemViaPointer(findings, f));
        else if (weight_of(f) > gravest)
            gravest = weight_of(f);
    }
    if (is_act && cJSON_GetArraySize(findings) == 0) return false;
    return cJSON_ReplaceItemInObjectCaseSensitive(o, "ruling", cJSON_CreateString(rulings[gravest]));
}

public_share public_view_of(const char *kind, const char *json, bool shadow, char **out) {
    *out = NULL;
    if (strcmp(kind, "aside") == 0 || strcmp(kind, "entries") == 0 || (shadow && is_judged(kind))) return PUBLIC_NOTHING;
    if (!strstr(json, "\"behaviour\"") || !(is_verdict(kind) || is_among(kind, (const char *const[]){"alert", "obligation", "flip", NULL})))
        return PUBLIC_ALL;
    cJSON *o = cJSON_Parse(json);
    bool hidden = !o || has_behaviour(o) || (is_verdict(kind) && !reduce(o, strcmp(kind, "act") == 0));
    if (!hidden && is_verdict(kind)) *out = cJSON_PrintUnformatted(o);
    cJSON_Delete(o);
    if (hidden) return PUBLIC_NOTHING;
    if (!is_verdict(kind)) return PUBLIC_ALL;  // the word stands in a text
    return *out ? PUBLIC_PART : PUBLIC_NOTHING;
}
