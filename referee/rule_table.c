#include "referee/rule_table.h"

#include "referee/vocabulary.h"

#define ROWS_MAX 512

// A rule without a check of its own is found broken by another's, or its cost is part of each move's explanation.
static bool is_checked(const rules_row *r) { return r->check || r->act || r->due || (r->kind == RULES_COST && !r->why_not); }

const char *rule_why_not(const rules_row *r) {
    if (is_checked(r)) return NULL;
    if (r->why_not) return r->why_not;
    switch (r->kind) {
        case RULES_DEFINITION:
            return "a definition: other rules measure by it";
        case RULES_PERMISSION:
            return "a permission: what it allows is held against nobody";
        case RULES_STATE_CHANGE:
            return "a change of state: it is remembered, and other rules go by it";
        case RULES_PROCEDURE:
            return "a procedure: it says how something is done that other rules judge";
        default:
            return "judged with the rules that it belongs to";
    }
}

cJSON *rule_row_json(const rules_row *r) {
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
    cJSON_AddBoolToObject(o, "checked", is_checked(r));
    if (rule_why_not(r)) cJSON_AddStringToObject(o, "why_not", rule_why_not(r));
    return o;
}

char *rule_table_json(const char *ruleset, const rules *r, const rules_state *s) {
    const rules_row *rows[ROWS_MAX];
    const rules_ruleset *rs = rules_ruleset_find(ruleset);
    int n = rules_ruleset_rows(rs, rows, ROWS_MAX);
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "kind", "rules");
    vocabulary_add(o, rs);
    vocabulary_add_answers(o, rs);
    cJSON *list = cJSON_AddArrayToObject(o, "rules");
    for (int i = 0; i < n; i++) {
        if (!rows[i]->violation[0]) continue;
        cJSON *row = rule_row_json(rows[i]);
        cJSON_AddStringToObject(row, "behaviour", behaviour_names[rules_behaviour_of(r, s, rows[i]->id)]);
        cJSON_AddItemToArray(list, row);
    }
    char *text = cJSON_PrintUnformatted(o);
    cJSON_Delete(o);
    return text;
}
