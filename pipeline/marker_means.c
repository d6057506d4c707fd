#include "pipeline/marker_means.h"

#include <stdio.h>
#include <string.h>

#include "rules/rules.h"

// Words that players put on markers, and the status that they are.
static const struct {
    const char *word, *key;
    bool value, ends;
} statuses[] = {
    {"rout", "routed", true, true},
    {"routed", "routed", true, true},
    {"out-of-command", "in_command", false, true},
    {"fleeing", "fleeing", true, true},
    {"disrupted", "disrupted", true, true},
    {"concealed", "concealed", true, true},
    {"captured", "captured", true, true},
    {"moved-compulsorily", "moved_compulsorily", true, true},
    {"rally", "rallied", true, false},
    {"rallied", "rallied", true, false},
};

static int index_of(const char *const *words, const char *word, size_t length) {
    for (int i = 0; words && words[i]; i++)
        if (strlen(words[i]) == length && strncmp(words[i], word, length) == 0) return i;
    return -1;
}

static void list_words(const char *const *words, char *out, size_t capacity) {
    out[0] = '\0';
    for (; words && *words; words++) {
        size_t used = strlen(out);
        snprintf(out + used, capacity - used, "%s%s", used ? ", " : "", *words);
    }
}

// "movement" or "movement:red".
static status read_phase(const game *g, const char *text, marker_means *out, fault *fault) {
    const rules_ruleset *rs = rules_ruleset_find(g->ruleset);
    const char *const *phases = rules_ruleset_words(rs, RULES_PHASES), *colon = strchr(text, ':');
    size_t length = colon ? (size_t)(colon - text) : strlen(text);
    char known[200];
    snprintf(out->word, sizeof out->word, "%.*s", (int)length, text);
    bool known_phase = strlen(out->word) == length && rules_phase_span(rs, out->word, &out->first, &out->last);
    out->side = colon ? game_find_side(g, colon + 1) : -1;
    list_words(phases, known, sizeof known);
    if (!known_phase) return fault_set(fault, STATUS_INVALID, "\"phase:%.60s\" is no phase of %s: one of %s", text, g->ruleset, known);
    if (colon && out->side < 0) return fault_set(fault, STATUS_INVALID, "\"phase:%.60s\": the game has no side \"%.60s\"", text, colon + 1);
    out->kind = MEANS_PHASE;
    return STATUS_OK;
}

status marker_means_read(const game *g, const char *text, marker_means *out, fault *fault) {
    *out = (marker_means){.first = -1, .last = -1, .side = -1};
    if (strncmp(text, "phase:", 6) == 0) return read_phase(g, text + 6, out, fault);
    const char *const *actions = rules_ruleset_words(rules_ruleset_find(g->ruleset), RULES_ACTIONS);
    snprintf(out->word, sizeof out->word, "%.*s", EVENT_WORD_MAX - 1, text);
    out->kind = index_of(actions, text, strlen(text)) >= 0 ? MEANS_DECLARE : MEANS_NOTHING;
    for (size_t i = 0; out->kind == MEANS_NOTHING && i < sizeof statuses / sizeof *statuses; i++) {
        if (strcmp(statuses[i].word, text) != 0) continue;
        out->kind = MEANS_STATUS;
        out->value = statuses[i].value, out->ends = statuses[i].ends;
        snprintf(out->word, sizeof out->word, "%s", statuses[i].key);
    }
    if (out->kind != MEANS_NOTHING) return STATUS_OK;
    char known[300];
    list_words(actions, known, sizeof known);
    return fault_set(fault, STATUS_INVALID, "\"%.60s\" means nothing in %s: phase:PHASE, rout, out-of-command or another status, or one of %s", text,
                     g->ruleset, known);
}
