#include "rules/engine/behaviour.h"

#include <string.h>

// How specifically `word` names the row: 0 not at all, 1 as all rules, 2 by the breach, 3 by its id.
static int closeness(const rules_row *row, const char *word) {
    if (strcmp(word, row->id) == 0) return 3;
    if (row->violation[0] && strcmp(word, row->violation) == 0) return 2;
    return strcmp(word, "*") == 0;
}

bool rules_names_rule(const rules *r, const char *word) {
    for (int i = 0; i < r->row_count; i++)
        if (closeness(r->rows[i], word) > 0) return true;
    return false;
}

status behaviour_bind(rules *r, fault *fault) {
    unsigned char best[RULES_MAX_ROWS] = {0};
    for (int b = 0; b < r->game->behaviour_count; b++) {
        const game_behaviour *reported = &r->game->behaviours[b];
        if (!rules_names_rule(r, reported->rule))
            return fault_set(fault, STATUS_INVALID,
                             "options.behaviour.%s: no rule of %s has that id or breach; `vedette rules --ruleset %s` lists them, \"*\" is all",
                             reported->rule, r->ruleset->key, r->ruleset->key);
        for (int i = 0; i < r->row_count; i++) {
            int close = closeness(r->rows[i], reported->rule);
            if (close <= best[i]) continue;
            best[i] = (unsigned char)close;
            r->behaviours[i] = (unsigned char)reported->how;
        }
    }
    return STATUS_OK;
}

void behaviour_set(const rules *r, rules_state *s, const char *word, behaviour how) {
    for (int i = 0; i < r->row_count; i++)
        if (closeness(r->rows[i], word) > 0) s->behaviours[i] = (unsigned char)how;
}

behaviour rules_behaviour_of(const rules *r, const rules_state *s, const char *rule) {
    for (int i = 0; i < r->row_count; i++)
        if (strcmp(r->rows[i]->id, rule) == 0) return (behaviour)s->behaviours[i];
    return BEHAVIOUR_ANNOUNCE;
}
