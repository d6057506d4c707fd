// vedette rules: the rules, house rules and words of a ruleset, for people or for programs.
#include <cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli.h"
#include "app/options.h"
#include "referee/rule_table.h"
#include "referee/vocabulary.h"

#define ROWS_MAX 512

// Words that mean the same under every ruleset (docs/game-file.md).
static const char *const troops[] = {"infantry", "cavalry", "special", "artillery", "vehicle", NULL};
static const char *const sizes[] = {"man", "cavalry", "large", "giant", NULL};
static const char *const terrain_keys[] = {"polygon_in", "line_in", "width_in",      "elevation_in", "uphill_deg", "ascent_factor",
                                           "depth",      "bridge",  "cross_cost_in", "max_size",     NULL};
static const char *const unit_keys[] = {"type",       "troop",  "size",    "movement_in",      "charge_move_in",  "formation",  "traits",
                                        "leadership", "leader", "figures", "reference_figure", "favored_terrain", "in_command", NULL};
static const char *parameter_default(const rules_parameter *p, char *capacity, size_t size) {
    switch (p->kind) {
        case OPTION_FLAG:
            return p->flag ? "true" : "false";
        case OPTION_TEXT:
            return p->text ? p->text : "";
        case OPTION_RANGE:
            snprintf(capacity, size, "%g to %g", p->number, p->high);
            return capacity;
        default:
            snprintf(capacity, size, "%g", p->number);
            return capacity;
    }
}

static void list_words(const char *what, const char *const *words) {
    if (!words || !words[0]) return;
    printf("%s:", what);
    for (; *words; words++) printf(" %s", *words);
    printf("\n");
}

// Rules that no check can hold a game against, with the reason.
static void list_unjudged(const rules_row *const *rows, int n) {
    bool any = false;
    for (int i = 0; i < n; i++) {
        if (!rows[i]->why_not) continue;
        if (!any) printf("\nnot judged:\n");
        any = true;
        printf("  %-11s %s\n", rows[i]->id, rows[i]->why_not);
    }
}

static void list_for_people(const rules_ruleset *rs) {
    const rules_row *rows[ROWS_MAX];
    const rules_parameter *parameters[ROWS_MAX];
    int n = rules_ruleset_rows(rs, rows, ROWS_MAX), m = rules_ruleset_parameters(rs, parameters, ROWS_MAX);
    char capacity[64];
    printf("%s: %s\n\n", rs->key, rs->title);
    for (int i = 0; i < n; i++)
        printf("  %-11s %-20s %-9s %s%s%s\n", rows[i]->id, rows[i]->citation, rules_severity_name(rows[i]->severity), rows[i]->text,
               rows[i]->violation[0] ? " | " : "", rows[i]->violation);
    list_unjudged(rows, n);
    printf("\nhouse rules (\"options\" in the game file):\n");
    for (int i = 0; i < m; i++)
        printf("  %-28s %-12s %-8s %s\n", parameters[i]->name, parameter_default(parameters[i], capacity, sizeof capacity), parameters[i]->unit,
               parameters[i]->meaning);
    printf("\n");
    list_words("phases", rules_ruleset_words(rs, RULES_PHASES));
    const char *others[RULES_OTHER_PHASES_MAX + 1] = {NULL};
    rules_other_phases(rs, others, RULES_OTHER_PHASES_MAX);
    list_words("other phases", others);
    list_words("declarations", rules_ruleset_words(rs, RULES_ACTIONS));
    list_words("dice checks", rules_ruleset_words(rs, RULES_CHECKS));
    list_words("status", vocabulary_status_keys);
    list_words("terrain", rules_ruleset_words(rs, RULES_TERRAIN));
    list_words("traits", rules_ruleset_words(rs, RULES_TRAITS));
}

// "BS1-7.1-1, BS1-7.2-1" -> ["BS1-7.1-1", "BS1-7.2-1"]
static void add_ids(cJSON *o, const char *key, const char *ids) {
    cJSON *list = cJSON_AddArrayToObject(o, key);
    char id[32];
    while (ids && *ids) {
        size_t n = strcspn(ids, ",");
        snprintf(id, sizeof id, "%.*s", (int)(n < sizeof id ? n : sizeof id - 1), ids);
        if (n) cJSON_AddItemToArray(list, cJSON_CreateString(id));
        ids += n + strspn(ids + n, ", ");
    }
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
    vocabulary_add(o, rs);
    vocabulary_add_words(o, "terrain", rules_ruleset_words(rs, RULES_TERRAIN));
    vocabulary_add_words(o, "terrain_keys", terrain_keys);
    vocabulary_add_words(o, "traits", rules_ruleset_words(rs, RULES_TRAITS));
    vocabulary_add_words(o, "unit_keys", unit_keys);
    vocabulary_add_words(o, "troops", troops);
    vocabulary_add_words(o, "sizes", sizes);
    cJSON_AddItemToObject(o, "behaviours", cJSON_CreateStringArray(behaviour_names, BEHAVIOUR_COUNT));
    cJSON *types = cJSON_AddArrayToObject(o, "unit_types");
    const unit_type *own;
    int type_count = rules_ruleset_unit_types(rs, &own);
    for (int i = 0; i < type_count; i++) cJSON_AddItemToArray(types, cJSON_CreateString(unit_type_name(own[i])));
    cJSON *list = cJSON_AddArrayToObject(o, "rules");
    for (int i = 0; i < n; i++) cJSON_AddItemToArray(list, rule_row_json(rows[i]));
    vocabulary_add_answers(o, rs);
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
    const option_row options[] = {{"ruleset", "R", "battlesystem-1e, ... (default: all)", OPTION_SETS_TEXT, &name},
                                  {"json", NULL, "one JSON object a line, for other programs", OPTION_SETS_FLAG, &json},
                                  {0}};
    int code;
    if (!options_read("rules", argc, argv, options, &code) || !options_end("rules", argc, argv, &code)) return code;
    if (name && !rules_ruleset_find(name)) {
        cli_message("--ruleset %s: no such ruleset; `vedette rules` lists those that there are", name);
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
