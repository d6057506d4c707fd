#include "app/house_rules.h"

#include <cJSON.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// Whatever is no JSON value is a word.
static cJSON *value_of(const char *text) {
    cJSON *v = cJSON_ParseWithOpts(text, NULL, true);
    return v ? v : cJSON_CreateString(text);
}

static status set_one(cJSON *options, const char *option, fault *fault) {
    const char *equals = strchr(option, '=');
    if (!equals || equals == option || !equals[1])
        return fault_set(fault, STATUS_INVALID, "--option %.80s: say NAME=VALUE, as oblique_max_deg=30", option);
    char name[80];
    snprintf(name, sizeof name, "%.*s", (int)(equals - option), option);
    cJSON_DeleteItemFromObjectCaseSensitive(options, name);
    return cJSON_AddItemToObject(options, name, value_of(equals + 1)) ? STATUS_OK : fault_set(fault, STATUS_MEMORY, "out of memory");
}

status house_rules_set(const char *game_text, const char *const *options, int count, char **out, fault *fault) {
    cJSON *game = cJSON_Parse(game_text), *list = cJSON_GetObjectItemCaseSensitive(game, "options");
    status s = cJSON_IsObject(game) ? STATUS_OK : fault_set(fault, STATUS_INVALID, "the game file is not JSON");
    if (s == STATUS_OK && !cJSON_IsObject(list)) list = cJSON_AddObjectToObject(game, "options");
    for (int i = 0; i < count && s == STATUS_OK; i++) s = set_one(list, options[i], fault);
    if (s == STATUS_OK && !(*out = cJSON_PrintUnformatted(game))) s = fault_set(fault, STATUS_MEMORY, "out of memory");
    cJSON_Delete(game);
    return s;
}

static void add_pair(cJSON *to, const char *name, const cJSON *was, const cJSON *is) {
    cJSON *pair = cJSON_AddObjectToObject(to, name);
    cJSON_AddItemToObject(pair, "was", was ? cJSON_Duplicate(was, true) : cJSON_CreateNull());
    cJSON_AddItemToObject(pair, "is", is ? cJSON_Duplicate(is, true) : cJSON_CreateNull());
}

static bool same(const cJSON *a, const cJSON *b) { return (!a && !b) || (a && b && cJSON_Compare(a, b, true)); }

static void compare_member(cJSON *to, const char *key, const cJSON *was, const cJSON *is) {
    const cJSON *a = cJSON_GetObjectItemCaseSensitive(was, key), *b = cJSON_GetObjectItemCaseSensitive(is, key);
    if (!same(a, b)) add_pair(to, key, a, b);
}

static void compare_options(cJSON *to, const cJSON *was, const cJSON *is) {
    const cJSON *a = cJSON_GetObjectItemCaseSensitive(was, "options"), *b = cJSON_GetObjectItemCaseSensitive(is, "options"), *o;
    cJSON *list = cJSON_CreateObject();
    cJSON_ArrayForEach(o, a) compare_member(list, o->string ? o->string : "", a, b);
    cJSON_ArrayForEach(o, b) if (o->string && !cJSON_GetObjectItemCaseSensitive(a, o->string)) compare_member(list, o->string, a, b);
    if (list->child)
        cJSON_AddItemToObject(to, "options", list);
    else
        cJSON_Delete(list);
}

bool house_rules_tell(FILE *out, const char *program_was, const char *program_is, const char *game_was, const char *game_is) {
    cJSON *was = cJSON_Parse(game_was), *is = cJSON_Parse(game_is), *told = cJSON_CreateObject();
    cJSON_AddStringToObject(told, "kind", "judging-again");
    if (strcmp(program_was, program_is) != 0) {
        cJSON *pair = cJSON_AddObjectToObject(told, "program");
        cJSON_AddStringToObject(pair, "was", program_was);
        cJSON_AddStringToObject(pair, "is", program_is);
    }
    compare_member(told, "ruleset", was, is);
    compare_options(told, was, is);
    if (!same(cJSON_GetObjectItemCaseSensitive(was, "units"), cJSON_GetObjectItemCaseSensitive(is, "units"))) cJSON_AddTrueToObject(told, "roster");
    bool differs = told->child && told->child->next;
    char *line = differs ? cJSON_PrintUnformatted(told) : NULL;
    if (line) fprintf(out, "%s\n", line);
    free(line);
    cJSON_Delete(was);
    cJSON_Delete(is);
    cJSON_Delete(told);
    return differs;
}
