#include "app/judged_game.h"

#include <cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli.h"
#include "app/judging.h"
#include "rules/rules.h"

#define GAME_FILE_MAX_BYTES (16u << 20)

// A number, true, false, null or a list as JSON has it; anything else is text.
static cJSON *value_of(const char *text) {
    cJSON *v = cJSON_ParseWithOpts(text, NULL, true);
    if (v && !cJSON_IsObject(v)) return v;
    cJSON_Delete(v);
    return cJSON_CreateString(text);
}

static status set_house_rule(cJSON *root, const char *given, fault *fault) {
    char name[GAME_ID_MAX];
    size_t n = strcspn(given, "=");
    if (n == 0 || n >= sizeof name || !given[n])
        return fault_set(fault, STATUS_INVALID, "--option %.80s: say NAME=VALUE; `vedette rules --json` lists the names", given);
    snprintf(name, sizeof name, "%.*s", (int)n, given);
    if (strcmp(name, "behaviour") == 0) return fault_set(fault, STATUS_INVALID, "--option behaviour: is set in the game file, for each rule");
    cJSON *options = cJSON_GetObjectItemCaseSensitive(root, "options");
    if (!cJSON_IsObject(options)) {
        cJSON_DeleteItemFromObjectCaseSensitive(root, "options");
        options = cJSON_AddObjectToObject(root, "options");
    }
    cJSON *value = value_of(given + n + 1);
    cJSON_DeleteItemFromObjectCaseSensitive(options, name);
    bool set = options && value && cJSON_AddItemToObject(options, name, value);
    return set ? STATUS_OK : fault_set(fault, STATUS_MEMORY, "out of memory");
}

// The text of a game file with the house rules in it; the caller frees it.
static status with_house_rules(const char *text, const text_list *given, char **out, fault *fault) {
    cJSON *root = cJSON_Parse(text);
    status s = STATUS_OK;
    for (int i = 0; cJSON_IsObject(root) && i < given->count && s == STATUS_OK; i++) s = set_house_rule(root, given->at[i], fault);
    *out = cJSON_IsObject(root) ? cJSON_PrintUnformatted(root) : strdup(text);  // what is no game is told by its reader
    cJSON_Delete(root);
    return s == STATUS_OK && !*out ? fault_set(fault, STATUS_MEMORY, "out of memory") : s;
}

static status check_roster(const judged_game *j, const char *path, fault *fault) {
    const game *was = j->recorded, *is = j->now;
    for (int i = 0; i < was->unit_count; i++)
        if (game_find_unit(is, was->units[i].id) < 0)
            return fault_set(fault, STATUS_INVALID, "%s: units: \"%s\" of the record is missing: add it", path, was->units[i].id);
    for (int i = 0; i < was->figure_count; i++)
        if (game_find_figure(is, was->figures[i].id) < 0)
            return fault_set(fault, STATUS_INVALID, "%s: units: the figure \"%s\" of the record is missing: add it", path, was->figures[i].id);
    return STATUS_OK;
}

static status read_now(judged_game *j, const char *name, const char *text, const char *path, const text_list *house_rules, fault *fault) {
    char *file = NULL, *changed = NULL;
    status s = path ? cli_read_file(path, GAME_FILE_MAX_BYTES, &file, fault) : STATUS_OK;
    if (s == STATUS_OK) s = with_house_rules(file ? file : text, house_rules, &changed, fault);
    if (s == STATUS_OK) s = game_parse(changed, strlen(changed), name, &j->now, NULL, NULL, fault);
    if (s == STATUS_OK && path) s = check_roster(j, path, fault);
    free(file);
    free(changed);
    return s;
}

status judged_game_read(judged_game *j, const char *record, const char *text, const char *path, const text_list *house_rules, fault *fault) {
    *j = (judged_game){.other = path || house_rules->count > 0};
    const char *name = path ? path : record;
    if (!text) return fault_set(fault, STATUS_INVALID, "%s: holds no game file: it is damaged", record);
    status s = game_parse(text, strlen(text), record, &j->recorded, NULL, NULL, fault);
    if (s == STATUS_OK && j->other) s = read_now(j, name, text, path, house_rules, fault);
    if (s == STATUS_OK && !j->other) j->now = j->recorded;
    return s == STATUS_OK ? judging_check_rules(j->now, name, fault) : s;
}

void judged_game_destroy(judged_game *j) {
    if (j->now != j->recorded) game_destroy(j->now);
    game_destroy(j->recorded);
    *j = (judged_game){0};
}

static cJSON *option_value(const game_option *o) {
    if (!o || o->is_null) return cJSON_CreateNull();
    switch (o->kind) {
        case OPTION_NUMBER:
            return cJSON_CreateNumber(o->number);
        case OPTION_FLAG:
            return cJSON_CreateBool(o->flag);
        case OPTION_RANGE:
            return cJSON_CreateDoubleArray((double[]){o->number, o->high}, 2);
        default:
            return cJSON_CreateString(o->text);
    }
}

static const game_option *option_named(const game *g, const char *name) {
    for (int i = 0; i < g->option_count; i++)
        if (strcmp(g->options[i].name, name) == 0) return &g->options[i];
    return NULL;
}

// Adds {"was":..,"is":..}; takes both.
static void add_pair(cJSON *o, const char *key, cJSON *was, cJSON *is) {
    cJSON *pair = cJSON_AddObjectToObject(o, key);
    cJSON_AddItemToObject(pair, "was", was);
    cJSON_AddItemToObject(pair, "is", is);
}

// Takes `filled`; adds nothing where it is empty.
static void add_filled(cJSON *o, const char *key, cJSON *filled) {
    if (cJSON_GetArraySize(filled) > 0)
        cJSON_AddItemToObject(o, key, filled);
    else
        cJSON_Delete(filled);
}

// Takes both; adds nothing where they are equal.
static void add_if_changed(cJSON *o, const char *key, cJSON *was, cJSON *is) {
    if (!cJSON_Compare(was, is, true)) {
        add_pair(o, key, was, is);
        return;
    }
    cJSON_Delete(was);
    cJSON_Delete(is);
}

static void add_options(cJSON *o, const game *was, const game *is) {
    for (int i = 0; i < was->option_count; i++) {
        const char *name = was->options[i].name;
        add_if_changed(o, name, option_value(&was->options[i]), option_value(option_named(is, name)));
    }
    for (int i = 0; i < is->option_count; i++) {
        const char *name = is->options[i].name;
        if (!option_named(was, name)) add_if_changed(o, name, option_value(NULL), option_value(&is->options[i]));
    }
}

static void add_units(cJSON *o, const game *was, const game *is) {
    for (int i = 0; i < was->unit_count; i++) {
        const game_unit *a = &was->units[i], *b = &is->units[game_find_unit(is, a->id)];
        cJSON *one = cJSON_CreateObject();
        add_if_changed(one, "movement_in", cJSON_CreateNumber(a->movement_in), cJSON_CreateNumber(b->movement_in));
        add_if_changed(one, "charge_move_in", cJSON_CreateNumber(a->charge_move_in), cJSON_CreateNumber(b->charge_move_in));
        add_filled(o, a->id, one);
    }
}

static void add_word(cJSON *o, const char *key, const char *was, const char *is) {
    if (strcmp(was, is) != 0) add_pair(o, key, cJSON_CreateString(was), cJSON_CreateString(is));
}

char *judged_game_differences(const judged_game *j, const char *program_was, const char *program_is, long amendments, bool *differs) {
    cJSON *o = cJSON_CreateObject(), *options = cJSON_CreateObject(), *units = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "kind", "judging-again");
    add_word(o, "program", program_was, program_is);
    add_word(o, "ruleset", j->recorded->ruleset, j->now->ruleset);
    add_options(options, j->recorded, j->now);
    add_units(units, j->recorded, j->now);
    add_filled(o, "options", options);
    add_filled(o, "units", units);
    if (amendments > 0) cJSON_AddNumberToObject(o, "amendments", (double)amendments);
    *differs = cJSON_GetArraySize(o) > 1;
    char *text = cJSON_PrintUnformatted(o);
    cJSON_Delete(o);
    return text;
}
