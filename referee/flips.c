#include "referee/flips.h"

#include <stdlib.h>

#include "referee/flips_limits.h"
#include "referee/flips_search.h"
#include "referee/flips_text.h"

#define PARAMETERS_MAX 512

static bool is_near(const finding *f) { return f->has_measure && f->allowed > 0 && f->measured >= FLIP_NEAR_SHARE * f->allowed; }

bool flips_counts(const verdict *v, const finding *f) {
    return v->ruling == RULING_LEGAL ? f->ruling == RULING_LEGAL && is_near(f) : f->ruling > RULING_ADVISORY;
}

static const finding *first_that_counts(const verdict *v) {
    for (int i = 0; i < v->finding_count; i++)
        if (flips_counts(v, &v->findings[i]) && v->findings[i].ruling == v->ruling) return &v->findings[i];
    return NULL;
}

bool flips_are_due(const verdict *v) { return first_that_counts(v) != NULL; }

bool flips_flipped(const search *k, const trial_result *r) {
    return r->admitted && (k->verdict->ruling == RULING_LEGAL ? r->ruling != RULING_LEGAL : r->ruling == RULING_LEGAL);
}

void flips_add(search *k, flip f, const char *meaning, const finding *about) {
    if (k->out->count == FLIPS_MAX) return;
    f.move = k->verdict->move;
    f.unit = k->verdict->unit;
    f.was = k->verdict->ruling;
    f.rule = about->rule;
    flip_describe(&f, k->game, meaning, about->has_measure ? about : NULL);
    k->out->at[k->out->count++] = f;
}

static status search_all(search *k, const finding *about) {
    const rules_parameter *parameters[PARAMETERS_MAX];
    int count = rules_ruleset_parameters(k->ruleset, parameters, PARAMETERS_MAX);
    k->row_count = rules_ruleset_rows(k->ruleset, k->rows, FLIP_ROWS_MAX);
    status s = flips_search_rate(k, about);
    if (k->verdict->ruling != RULING_LEGAL && s == STATUS_OK) s = flips_search_entries(k, about);
    for (int i = 0; i < count && i < PARAMETERS_MAX && s == STATUS_OK; i++) s = flips_search_parameter(k, parameters[i]);
    return s;
}

status flips_find(const session_case *c, flips *out) {
    const finding *about = first_that_counts(c->verdict);
    out->count = 0;
    // An excused move is judged with the time in mind in which nobody watched: no entry changes that.
    if (!about || c->excused) return STATUS_OK;
    search *k = calloc(1, sizeof *k);
    verdict *scratch = malloc(sizeof *scratch);
    status s = k && scratch ? STATUS_OK : STATUS_MEMORY;
    if (s == STATUS_OK) {
        *k = (search){.trial = {c, scratch}, .verdict = c->verdict, .game = c->court->game, .out = out};
        k->ruleset = rules_ruleset_find(k->game->ruleset);
        if (k->ruleset) s = search_all(k, about);
    }
    free(scratch);
    free(k);
    return s;
}
