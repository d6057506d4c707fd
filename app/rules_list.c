// vedette rules: the rules, house rules and words of a ruleset, for people or for programs.
#include <cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli.h"
#include "app/options.h"
#include "rules/rules.h"

#define ROWS_MAX 512

static const char *const status_keys[] = {
    "in_command",         "routed",    "rallied",   "fleeing",      "disrupted", "rout_cause", "movement_in", "leader",
    "moved_compulsorily", "concealed", "formation", "engaged_with", NULL};

static const char *parameter_default(const rules_parameter *p, char *room, size_t size) {
    switch (p->kind) {
        case OPTION_FLAG:
            return p->flag ? "true" : "false";
        case OPTION_TEXT:
            return p->text ? p->text : "";
        case OPTION_RANGE:
            snprintf(room, size, "%g to %g", p->number, p->high);
            return room;
        default:
            snprintf(room, size, "%g", p->number);
            return room;
    }
}

static void list_words(const char *what, const char *const *words) {
    if (!words || !words[0]) return;
    printf("%s:", what);
    for (; *words; words++) printf(" %s", *words);
    printf("\n");
}

static void list_for_people(const rules_ruleset *rs) {
    const rules_row *rows[ROWS_MAX];
    const rules_parameter *parameters[ROWS_MAX];
    int n = rules_ruleset_rows(rs, rows, ROWS_MAX), m = rules_ruleset_parameters(rs, parameters, ROWS_MAX);
    char room[64];
    printf("%s: %s\n\n", rs->key, rs->title);
    for (int i = 0; i < n; i++)
        printf("  %-11s %-20s %-9s %s%s%s\n", rows[i]->id, rows[i]->citation, rules_severity_name(rows[i]->severity), rows[i]->text,
               rows[i]->violation[0] ? " | " : "", rows[i]->violation);
    printf("\nhouse rules (\"options\" in the game file):\n");
    for (int i = 0; i < m; i++)
        printf("  %-28s %-12s %-8s %s\n", parameters[i]->name, parameter_default(parameters[i], room, sizeof room), parameters[i]->unit,
               parameters[i]->meaning);
    printf("\n");
    list_words("phases", rs->phases);
    list_words("declarations", rs->actions);
    list_words("dice checks", rs->checks);
    list_words("status", status_keys);
}

static void add_words(cJSON *o, const char *key, const char *const *words) {
    cJSON *list = cJSON_AddArrayToObject(o, key);
    for (; words && *words; words++) cJSON_AddItemToArray(list, cJSON_CreateString(*words));
}

// "BS1-7.1-1, BS1-7.2-1" -> ["BS1-7.1-1", "BS1-7.2-1"]
static void add_ids(cJSON *o, const char *key, const char *ids) {
    cJSON *list = cJSON_AddArrayToObject(o, key);
    char id[32];
    while (ids && *ids) {
        size_t n = strcspn(ids, ", ");
        snprintf(id, sizeof id, "%.*s", (int)(n < sizeof id ? n : sizeof id - 1), ids);
        if (n) cJSON_AddItemToArray(list, cJSON_CreateString(id));
        ids += n + strspn(ids + n, ", ");
    }
}

static cJSON *row_json(const rules_row *r) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "id", r->id);
    cJSON_AddStringToObject(o, "citation", r->citation);
    cJSON_AddStringToObject(o, "rule", r->text);
    cJSON_AddStringToObject(o, "kind", rules_kind_name(r->kind));
    cJSON_AddStringToObject(o, "severity", rules_severity_name(r->severity));
    if (r->violation[0])
        cJSON_AddStringToObject(o, "violation", r->violation);
    else
        cJSON_AddNullToObject(o, "violation");
    return o;
}

static cJSON *parameter_json(const rules_parameter *p) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "name", p->name);
    switch (p->kind) {
        case OPTION_FLAG:
            cJSON_AddBoolToObject(o, "default", p->flag);
            break;
        case OPTION_TEXT:
            cJSON_AddStringToObject(o, "default", p->text ? p->text : "");
            break;
        case OPTION_RANGE:
            cJSON_AddItemToObject(o, "default", cJSON_CreateDoubleArray((double[]){p->number, p->high}, 2));
            break;
        default:
            cJSON_AddNumberToObject(o, "default", p->number);
            break;
    }
    if (p->choices) cJSON_AddStringToObject(o, "choices", p->choices);
    if (p->kind == OPTION_NUMBER || p->kind == OPTION_RANGE) {
        cJSON_AddNumberToObject(o, "least", p->least);
        cJSON_AddNumberToObject(o, "most", p->most);
    }
    cJSON_AddStringToObject(o, "unit", p->unit);
    cJSON_AddStringToObject(o, "meaning", p->meaning);
    add_ids(o, "rules", p->used_by);
    return o;
}

static status list_json(const rules_ruleset *rs) {
    const rules_row *rows[ROWS_MAX];
    const rules_parameter *parameters[ROWS_MAX];
    int n = rules_ruleset_rows(rs, rows, ROWS_MAX), m = rules_ruleset_parameters(rs, parameters, ROWS_MAX);
    cJSON *o = cJSON_CreateObject();
    cJSON_AddNumberToObject(o, "vedette", 1);
    cJSON_AddStringToObject(o, "ruleset", rs->key);
    cJSON_AddStringToObject(o, "title", rs->title);
    add_words(o, "phases", rs->phases);
    add_words(o, "actions", rs->actions);
    add_words(o, "checks", rs->checks);
    add_words(o, "status", status_keys);
    cJSON *types = cJSON_AddArrayToObject(o, "unit_types");
    for (int i = 0; i < rs->unit_type_count; i++) cJSON_AddItemToArray(types, cJSON_CreateString(unit_type_name(rs->unit_types[i])));
    cJSON *list = cJSON_AddArrayToObject(o, "rules");
    for (int i = 0; i < n; i++) cJSON_AddItemToArray(list, row_json(rows[i]));
    list = cJSON_AddArrayToObject(o, "options");
    for (int i = 0; i < m; i++) cJSON_AddItemToArray(list, parameter_json(parameters[i]));
    char *text = cJSON_PrintUnformatted(o);
    cJSON_Delete(o);
    if (text) puts(text);
    free(text);
    return text ? STATUS_OK : STATUS_MEMORY;
}

int command_rules(int argc, char **argv) {
    const char *name = NULL;
    bool json = false;
    const option_row options[] = {{"ruleset", OPTION_SETS_TEXT, &name, 0, false}, {"json", OPTION_SETS_FLAG, &json, 0, false}, {0}};
    int code;
    if (!options_read("rules", argc, argv, options, &code) || !options_end("rules", argc, argv, &code)) return code;
    if (name && !rules_ruleset_find(name)) {
        cli_say("--ruleset %s: no such ruleset; `vedette rules` lists those that there are", name);
        return EXIT_UNUSABLE;
    }
    for (int i = 0; i < rules_ruleset_count(); i++) {
        const rules_ruleset *rs = rules_ruleset_at(i);
        if (name && strcmp(rs->key, name) != 0) continue;
        if (!json)
            list_for_people(rs);
        else if (list_json(rs) != STATUS_OK)
            return cli_fail(STATUS_MEMORY, &(fault){"out of memory"});
    }
    return cli_finish_output(EXIT_DONE);
}
