// Finds where an entered event contradicts the ruleset or the state of play.
#include <stdio.h>
#include <string.h>

#include "rules/engine/behaviour.h"
#include "rules/engine/declare.h"

static void list_words(const char *const *words, char *out, size_t capacity) {
    out[0] = '\0';
    for (; words && *words; words++) {
        size_t used = strlen(out);
        snprintf(out + used, capacity - used, "%s%s", used ? ", " : "", *words);
    }
}

static bool wrong_phase(const rules *r, const rules_state *s, const event_phase *e, fault *fault) {
    char known[200];
    int first, last;
    if (s->phase_entered && e->turn > 0 && e->turn < s->turn) {
        fault_set(fault, STATUS_INVALID, "turn: %d comes after %d: turns do not go back", e->turn, s->turn);
        return true;
    }
    if (rules_phase_span(r->ruleset, e->phase, &first, &last)) return false;
    list_words(rules_ruleset_words(r->ruleset, RULES_PHASES), known, sizeof known);
    fault_set(fault, STATUS_INVALID, "phase: \"%s\" is no phase of %s: one of %s", e->phase, r->ruleset->key, known);
    return true;
}

// Every figure of it was taken off the table; one that never had a place is still to come.
static bool is_gone(const rules *r, const rules_state *s, int unit) {
    const game_unit *u = &r->game->units[unit];
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++)
        if (!s->figures[i].known || s->figures[i].on_table) return false;
    return u->figure_count > 0;
}

static bool of_gone_unit(const rules *r, const rules_state *s, const char *key, int unit, fault *fault) {
    if (unit < 0 || !is_gone(r, s, unit)) return false;
    fault_set(fault, STATUS_INVALID, "%s: all figures of \"%s\" were taken off the table", key, r->game->units[unit].id);
    return true;
}

static bool wrong_declaration(const rules *r, const rules_state *s, const event_declare *e, fault *fault) {
    if (!rules_has_word(rules_ruleset_words(r->ruleset, RULES_ACTIONS), e->action)) {
        fault_set(fault, STATUS_INVALID, "action: \"%s\" means nothing in %s: `vedette rules --ruleset %s` lists what is declared", e->action,
                  r->ruleset->key, r->ruleset->key);
        return true;
    }
    bool comes_back = rules_has_word(r->ruleset->returning, e->action);
    return (!comes_back && of_gone_unit(r, s, "unit", e->unit, fault)) || of_gone_unit(r, s, "target", e->target, fault);
}

static bool wrong_removal(const rules_state *s, const event_remove *e, const game *g, fault *fault) {
    for (int i = 0; i < e->figure_count; i++)
        if (!s->figures[e->figures[i]].known || s->figures[e->figures[i]].on_table) return false;
    if (e->figure_count == 0) return false;
    fault_set(fault, STATUS_INVALID, "figures: \"%s\"%s taken off the table before", g->figures[e->figures[0]].id,
              e->figure_count > 1 ? " and the others were" : " was");
    return true;
}

bool rules_contradicts(const rules *r, const rules_state *s, const event *e, fault *fault) {
    switch (e->kind) {
        case EVENT_PHASE:
            return wrong_phase(r, s, &e->phase, fault);
        case EVENT_DECLARE:
            if (retract_is(e) && retract_is_refused(r, s, &e->declare, fault)) return true;
            return wrong_declaration(r, s, &e->declare, fault);
        case EVENT_ORDER:
        case EVENT_DICE:
        case EVENT_END_MOVE:
            return of_gone_unit(r, s, "unit", event_unit(e), fault);
        case EVENT_REMOVE:
            return wrong_removal(s, &e->remove, r->game, fault);
        case EVENT_BEHAVIOUR:
            if (rules_names_rule(r, e->behaviour.rule)) return false;
            fault_set(fault, STATUS_INVALID, "rule: no rule of %s has the id or breach \"%s\"; \"*\" is all rules", r->ruleset->key,
                      e->behaviour.rule);
            return true;
        default:
            return false;
    }
}
