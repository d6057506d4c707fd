#include "referee/trial.h"

#include <stdlib.h>
#include <string.h>

#include "referee/fronts.h"

static status judge(const trial *t, const rules *r, const rules_state *state, trial_result *out) {
    ambiguity_court court = *t->c->court;
    court.rules = r;
    status s = fronts_judge(&court, state, t->c->move, t->c->ambiguous, t->scratch);
    *out = (trial_result){s == STATUS_OK, t->scratch->ruling};
    return s;
}

// The game's options with o in its place; the caller frees them. NULL: out of memory.
static game_option *options_with(const game *g, const game_option *o, int *count) {
    game_option *list = malloc(((size_t)g->option_count + 1) * sizeof *list);
    if (!list) return NULL;
    int at = 0;
    if (g->option_count > 0) memcpy(list, g->options, (size_t)g->option_count * sizeof *list);
    while (at < g->option_count && strcmp(list[at].name, o->name) != 0) at++;
    list[at] = *o;
    *count = at == g->option_count ? at + 1 : g->option_count;
    return list;
}

status trial_house_rule(const trial *t, const game_option *o, trial_result *out) {
    game other = *t->c->court->game;
    fault fault = {""};
    rules *r = NULL;
    *out = (trial_result){0};
    game_option *list = options_with(&other, o, &other.option_count);
    if (!list) return STATUS_MEMORY;
    other.options = list;
    status s = rules_create(&other, &r, &fault);
    if (s == STATUS_OK) s = judge(t, r, t->c->state, out);
    rules_destroy(r);
    free(list);
    return s == STATUS_MEMORY ? s : STATUS_OK;
}

status trial_entry(const trial *t, const event *e, trial_result *out) {
    const rules *r = t->c->court->rules;
    fault fault = {""};
    *out = (trial_result){0};
    if (rules_contradicts(r, t->c->state, e, &fault)) return STATUS_OK;
    rules_state *state = rules_state_copy(t->c->state);
    if (!state) return STATUS_MEMORY;
    status s = rules_apply(r, state, e);
    if (s == STATUS_OK) s = judge(t, r, state, out);
    rules_state_destroy(state);
    return s;
}
