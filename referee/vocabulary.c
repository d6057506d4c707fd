#include "referee/vocabulary.h"

#include <string.h>

#include "rules/rules.h"

#define ROWS_MAX 512

const char *const vocabulary_status_keys[] = {"in_command",  "routed", "rallied",   "fleeing",   "disrupted",    "rout_cause",
                                              "movement_in", "leader", "concealed", "formation", "engaged_with", "moved_compulsorily",
                                              "captured",    "guards", NULL};
static const char *const outcomes[] = {"pass", "fail", NULL};
static const char *const formations[] = {"closed", "open", "skirmish", "mob", "irregular", "column", "line", "square", NULL};
static const char *const edges[] = {"north", "east", "south", "west", NULL};

// A pair: a word and its companion.
typedef struct {
    const char *word, *with;
} word_pair;

static const word_pair action_keys[] = {
    {"charge", "target"}, {"break-through", "figures"},     {"change-formation", "to"}, {"reinforce", "edge"}, {"shoot", "target"},
    {"rally", "by"},      {"charge-if-charged", "supports"}};

static const word_pair key_types[] = {
    {"target", "unit"},     {"to", "formation"},        {"edge", "edge"},          {"supports", "unit"}, {"by", "unit"},
    {"figures", "figures"}, {"in_command", "flag"},     {"routed", "flag"},        {"rallied", "flag"},  {"fleeing", "flag"},
    {"disrupted", "flag"},  {"rout_cause", "unit"},     {"movement_in", "number"}, {"leader", "figure"}, {"concealed", "flag"},
    {"captured", "flag"},   {"formation", "formation"}, {"engaged_with", "units"}, {"guards", "number"}, {"moved_compulsorily", "flag"}};

void vocabulary_add_words(cJSON *o, const char *name, const char *const *words) {
    cJSON *list = cJSON_AddArrayToObject(o, name);
    for (; words && *words; words++) cJSON_AddItemToArray(list, cJSON_CreateString(*words));
}

static void add_action_keys(cJSON *o, const rules_ruleset *rs) {
    cJSON *all = cJSON_AddObjectToObject(o, "action_keys");
    for (size_t i = 0; i < sizeof action_keys / sizeof *action_keys; i++)
        if (rules_has_word(rules_ruleset_words(rs, RULES_ACTIONS), action_keys[i].word))
            cJSON_AddItemToObject(all, action_keys[i].word, cJSON_CreateStringArray((const char *[]){action_keys[i].with}, 1));
}

// {"movement": "normal-movement", "missile": null}: what may be entered beside the phases, and the phase that it stands for.
static void add_other_phases(cJSON *o, const rules_ruleset *rs) {
    const char *words[RULES_OTHER_PHASES_MAX];
    int n = rules_other_phases(rs, words, RULES_OTHER_PHASES_MAX);
    cJSON *all = cJSON_AddObjectToObject(o, "other_phases");
    for (int i = 0; i < n && i < RULES_OTHER_PHASES_MAX; i++) {
        int first, last;
        rules_phase_span(rs, words[i], &first, &last);
        cJSON_AddItemToObject(all, words[i], last < 0 ? cJSON_CreateNull() : cJSON_CreateString(rules_ruleset_words(rs, RULES_PHASES)[last]));
    }
}

void vocabulary_add(cJSON *o, const rules_ruleset *rs) {
    vocabulary_add_words(o, "phases", rules_ruleset_words(rs, RULES_PHASES));
    add_other_phases(o, rs);
    vocabulary_add_words(o, "actions", rules_ruleset_words(rs, RULES_ACTIONS));
    vocabulary_add_words(o, "checks", rules_ruleset_words(rs, RULES_CHECKS));
    add_action_keys(o, rs);
    vocabulary_add_words(o, "outcomes", outcomes);
    vocabulary_add_words(o, "status", vocabulary_status_keys);
    vocabulary_add_words(o, "formations", formations);
    vocabulary_add_words(o, "edges", edges);
    cJSON *types = cJSON_AddObjectToObject(o, "key_types");
    for (size_t i = 0; i < sizeof key_types / sizeof *key_types; i++) cJSON_AddStringToObject(types, key_types[i].word, key_types[i].with);
}

static cJSON *answers_json(const rules_answer *a) {
    cJSON *list = cJSON_CreateArray();
    for (; a->label; a++) {
        cJSON *one = cJSON_CreateObject();
        cJSON_AddStringToObject(one, "label", a->label);
        cJSON_AddStringToObject(one, "entry", a->entry);
        cJSON_AddItemToArray(list, one);
    }
    return list;
}

void vocabulary_add_answers(cJSON *o, const rules_ruleset *rs) {
    const rules_row *rows[ROWS_MAX];
    int n = rules_ruleset_rows(rs, rows, ROWS_MAX);
    cJSON *all = cJSON_AddObjectToObject(o, "answers");
    for (int i = 0; i < n; i++) {
        const rules_answer *answers = rows[i]->answers;
        if (answers) cJSON_AddItemToObject(all, rows[i]->id, answers_json(answers));
    }
}
