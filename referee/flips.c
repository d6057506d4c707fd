#include "referee/flips.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/flip_trial.h"
#include "rules/rules.h"

#define RATE_STEP_IN 0.05   // as closely as a rate is told
#define NUMBER_STEPS 200.0  // of the range between what a parameter is and its end
#define RATE_MOST 2.0       // times the rate
#define NEAR 0.9            // of the limit: nearer to it, a legal move is asked when it would be illegal
#define PARAMETERS_MOST 512
#define TARGETS_MOST 12

typedef struct {
    flip_trials trials;
    flips *out;
    const rules_ruleset *ruleset;
    const cJSON *verdict;
    ruling becomes;  // of the newest trial whose ruling was another one
} flip_search;

// Changes to the game -------------------------------------------------------------------------------------------------------------------------

static cJSON *copy_game(const flip_search *s) { return cJSON_Duplicate(s->trials.game, true); }

static cJSON *unit_of(const flip_search *s, const cJSON *game) {
    cJSON *u;
    cJSON_ArrayForEach(u, cJSON_GetObjectItemCaseSensitive(game, "units")) {
        const char *id = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(u, "id"));
        if (id && strcmp(id, s->trials.of->unit) == 0) return u;
    }
    return NULL;
}

static void put(cJSON *o, const char *key, cJSON *value) {
    cJSON_DeleteItemFromObjectCaseSensitive(o, key);
    cJSON_AddItemToObject(o, key, value);
}

static cJSON *options_of(cJSON *game) {
    cJSON *o = cJSON_GetObjectItemCaseSensitive(game, "options");
    return cJSON_IsObject(o) ? o : cJSON_AddObjectToObject(game, "options");
}

// Trials --------------------------------------------------------------------------------------------------------------------------------------

// Takes over game; NULL: out of memory. *is: the ruling is another one, s->becomes.
static status try_game(flip_search *s, cJSON *game, const char *declared, bool *is, fault *fault) {
    flip_outcome o;
    *is = false;
    if (!game) return fault_set(fault, STATUS_MEMORY, "out of memory");
    status result = flip_try(&s->trials, game, declared, &o, fault);
    cJSON_Delete(game);
    *is = result == STATUS_OK && o.judged && o.ruling != s->out->was;
    if (*is) s->becomes = o.ruling;
    free(o.json);
    return result;
}

static cJSON *with_rate(const flip_search *s, double rate) {
    cJSON *game = copy_game(s), *u = unit_of(s, game);
    if (u) put(u, "movement_in", cJSON_CreateNumber(rate));
    return game;
}

static cJSON *with_option(const flip_search *s, const char *name, cJSON *value) {
    cJSON *game = copy_game(s);
    if (game) put(options_of(game), name, value);
    return game;
}

// One number that can be tried at any value.
typedef struct {
    const char *name;  // NULL: the rate
    double is;
    double at, not_at;  // where the ruling is another one, and just short of it
} dial;

static status try_dial(flip_search *s, const dial *d, double value, bool *is, fault *fault) {
    return try_game(s, d->name ? with_option(s, d->name, cJSON_CreateNumber(value)) : with_rate(s, value), NULL, is, fault);
}

// The nearest value to d->is, towards `end`, from which on the ruling is another one, to within `step`; *found false: it is not even at the end.
// What is returned was judged, and so was the value one step short of it.
static status turn_dial(flip_search *s, dial *d, double end, double step, bool *found, fault *fault) {
    double no = d->is, yes = end;
    status result = try_dial(s, d, end, found, fault);
    while (result == STATUS_OK && *found && fabs(yes - no) > step) {
        double mid = (yes + no) / 2;
        bool is;
        result = try_dial(s, d, mid, &is, fault);
        if (is)
            yes = mid;
        else
            no = mid;
    }
    d->at = yes;
    d->not_at = no;
    return result;
}

// What is told --------------------------------------------------------------------------------------------------------------------------------

static flip *next_flip(flip_search *s, flip_kind kind, const char *name) {
    if (s->out->count == FLIPS_MOST) return NULL;
    flip *f = &s->out->at[s->out->count++];
    *f = (flip){.kind = kind, .becomes = s->becomes};
    snprintf(f->name, sizeof f->name, "%s", name);
    return f;
}

static const char *becomes_word(const flip_search *s) { return s->becomes == RULING_ASK ? "asked about" : ruling_name(s->becomes); }

// end: times the rate, above or below 1.
static status seek_rate(flip_search *s, double end, fault *fault) {
    const cJSON *rate = cJSON_GetObjectItemCaseSensitive(unit_of(s, s->trials.game), "movement_in");
    if (!cJSON_IsNumber(rate) || !(rate->valuedouble > 0)) return STATUS_OK;
    dial d = {NULL, rate->valuedouble, 0, 0};
    bool found;
    status result = turn_dial(s, &d, d.is * end, RATE_STEP_IN, &found, fault);
    flip *f = result == STATUS_OK && found ? next_flip(s, FLIP_RATE, "movement_in") : NULL;
    if (!f) return result;
    f->is = d.is, f->at = d.at, f->not_at = d.not_at;
    snprintf(f->unit, sizeof f->unit, "in");
    snprintf(f->text, sizeof f->text, "%s if the rate were %.2f\" (it is %g\")", becomes_word(s), d.at, d.is);
    return STATUS_OK;
}

static double option_number(const flip_search *s, const rules_parameter *p) {
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(s->trials.game, "options"), p->name);
    return cJSON_IsNumber(v) ? v->valuedouble : p->number;
}

static status seek_number(flip_search *s, const rules_parameter *p, fault *fault) {
    const double ends[] = {p->most, p->least};
    dial d = {p->name, option_number(s, p), 0, 0};
    for (int i = 0; i < 2; i++) {
        bool found;
        if (ends[i] == d.is || !isfinite(ends[i])) continue;
        status result = turn_dial(s, &d, ends[i], fabs(ends[i] - d.is) / NUMBER_STEPS, &found, fault);
        if (result != STATUS_OK) return result;
        flip *f = found ? next_flip(s, FLIP_NUMBER, p->name) : NULL;
        if (!f) continue;
        f->is = d.is, f->at = d.at, f->not_at = d.not_at;
        snprintf(f->unit, sizeof f->unit, "%s", p->unit);
        snprintf(f->text, sizeof f->text, "%s if %s were %.4g%s%s or %s (it is %.4g)", becomes_word(s), p->meaning, d.at, p->unit[0] ? " " : "",
                 p->unit, d.at > d.is ? "more" : "less", d.is);
        return STATUS_OK;
    }
    return STATUS_OK;
}

static status seek_choice(flip_search *s, const rules_parameter *p, cJSON *value, const char *word, fault *fault) {
    bool is;
    status result = try_game(s, with_option(s, p->name, value), NULL, &is, fault);
    flip *f = result == STATUS_OK && is ? next_flip(s, FLIP_CHOICE, p->name) : NULL;
    if (!f) return result;
    snprintf(f->value, sizeof f->value, "%s", word);
    snprintf(f->text, sizeof f->text, "%s with %s = %s (%.120s)", becomes_word(s), p->name, word, p->meaning);
    return STATUS_OK;
}

static status seek_flag(flip_search *s, const rules_parameter *p, fault *fault) {
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(s->trials.game, "options"), p->name);
    bool other = !(cJSON_IsBool(v) ? cJSON_IsTrue(v) : p->flag);
    return seek_choice(s, p, cJSON_CreateBool(other), other ? "true" : "false", fault);
}

static status seek_word(flip_search *s, const rules_parameter *p, fault *fault) {
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(s->trials.game, "options"), p->name);
    const char *is = cJSON_IsString(v) ? v->valuestring : p->text;
    status result = STATUS_OK;
    for (const char *at = p->choices; at && *at && result == STATUS_OK;) {
        char word[48];
        size_t n = strcspn(at, "|");
        snprintf(word, sizeof word, "%.*s", (int)n, at);
        if (!is || strcmp(word, is) != 0) result = seek_choice(s, p, cJSON_CreateString(word), word, fault);
        at += n + (at[n] == '|');
    }
    return result;
}

// True where one of the verdict's findings is by a rule that uses the parameter.
static bool is_used(const flip_search *s, const rules_parameter *p) {
    const cJSON *f;
    if (p->used_by && strstr(p->used_by, "geometry 14")) return true;  // the tolerances of all measures
    cJSON_ArrayForEach(f, cJSON_GetObjectItemCaseSensitive(s->verdict, "findings")) {
        const char *rule = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(f, "rule")), *at = p->used_by;
        size_t n = rule ? strlen(rule) : 0;
        while (n > 0 && at && (at = strstr(at, rule)) != NULL && at[n] != '\0' && at[n] != ',') at += n;
        if (n > 0 && at) return true;
    }
    return false;
}

static status seek_parameters(flip_search *s, fault *fault) {
    const rules_parameter *all[PARAMETERS_MOST];
    int n = rules_ruleset_parameters(s->ruleset, all, PARAMETERS_MOST);
    status result = STATUS_OK;
    for (int i = 0; i < n && i < PARAMETERS_MOST && result == STATUS_OK; i++) {
        if (!is_used(s, all[i])) continue;
        if (all[i]->kind == OPTION_NUMBER) result = seek_number(s, all[i], fault);
        if (all[i]->kind == OPTION_FLAG) result = seek_flag(s, all[i], fault);
        if (all[i]->kind == OPTION_TEXT) result = seek_word(s, all[i], fault);
    }
    return result;
}

// Declarations --------------------------------------------------------------------------------------------------------------------------------

static char *declare_line(const flip_search *s, const char *action, const char *target) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "kind", "declare");
    cJSON_AddNumberToObject(o, "t", s->trials.phase_s);
    cJSON_AddStringToObject(o, "unit", s->trials.of->unit);
    cJSON_AddStringToObject(o, "action", action);
    if (target) cJSON_AddStringToObject(o, "target", target);
    char *line = cJSON_PrintUnformatted(o);
    cJSON_Delete(o);
    return line;
}

static status seek_declaration(flip_search *s, const char *action, const char *target, fault *fault) {
    bool is;
    char *line = declare_line(s, action, target);
    if (!line) return fault_set(fault, STATUS_MEMORY, "out of memory");
    status result = try_game(s, copy_game(s), line, &is, fault);
    free(line);
    flip *f = result == STATUS_OK && is ? next_flip(s, FLIP_DECLARATION, action) : NULL;
    if (!f) return result;
    snprintf(f->value, sizeof f->value, "%s", target ? target : "");
    snprintf(f->text, sizeof f->text, "%s if %s%s%s had been declared", becomes_word(s), action, target ? " at " : "", target ? target : "");
    return STATUS_OK;
}

static status seek_charges(flip_search *s, fault *fault) {
    const char *side = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(unit_of(s, s->trials.game), "side"));
    const cJSON *u;
    int tried = 0;
    status result = STATUS_OK;
    cJSON_ArrayForEach(u, cJSON_GetObjectItemCaseSensitive(s->trials.game, "units")) {
        const char *id = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(u, "id")),
                   *its = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(u, "side"));
        if (!id || !its || !side || strcmp(its, side) == 0 || tried++ == TARGETS_MOST || result != STATUS_OK) continue;
        result = seek_declaration(s, "charge", id, fault);
    }
    return result;
}

// Those that allow a move more than it would have without them.
static status seek_declarations(flip_search *s, fault *fault) {
    static const char *const widening[] = {"forced-march", "march", "at-the-double", "change-frontage", "wrap-around", "fighting-withdrawal",
                                           "split-move",   NULL};
    const char *const *known = rules_ruleset_words(s->ruleset, RULES_ACTIONS);
    status result = STATUS_OK;
    for (int i = 0; widening[i] && result == STATUS_OK; i++)
        if (rules_has_word(known, widening[i])) result = seek_declaration(s, widening[i], NULL, fault);
    if (result == STATUS_OK && rules_has_word(known, "charge")) result = seek_charges(s, fault);
    return result;
}

// The whole -----------------------------------------------------------------------------------------------------------------------------------

static double number_at(const cJSON *o, const char *key) {
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);
    return cJSON_IsNumber(v) ? v->valuedouble : NAN;
}

static bool is_near_limit(const cJSON *verdict) {
    double cost = number_at(verdict, "cost_in"), allowed = number_at(verdict, "allowance_in");
    return isfinite(cost) && isfinite(allowed) && allowed > 0 && cost >= NEAR * allowed;
}

static status seek(flip_search *s, fault *fault) {
    const bool legal = s->out->was == RULING_LEGAL;
    if (legal && !is_near_limit(s->verdict)) return STATUS_OK;
    status result = legal ? STATUS_OK : seek_rate(s, RATE_MOST, fault);
    if (result == STATUS_OK && s->out->was != RULING_ILLEGAL) result = seek_rate(s, 1 / RATE_MOST, fault);
    if (result == STATUS_OK && !legal) result = seek_parameters(s, fault);
    return result == STATUS_OK && !legal ? seek_declarations(s, fault) : result;
}

status flips_find(const flip_case *c, flips *out, fault *fault) {
    flip_search s = {.out = out};
    flip_outcome was;
    *out = (flips){0};
    status result = flip_trials_begin(&s.trials, c, &was, fault);
    cJSON *verdict = result == STATUS_OK ? cJSON_Parse(was.json) : NULL;
    if (result == STATUS_OK) {
        const char *ruleset = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(s.trials.game, "ruleset"));
        s.ruleset = rules_ruleset_find(ruleset ? ruleset : "");
        s.verdict = verdict;
        out->was = was.ruling;
        result = s.ruleset ? seek(&s, fault) : fault_set(fault, STATUS_INVALID, "the game names no ruleset that is known");
    }
    out->trials = s.trials.trials;
    cJSON_Delete(verdict);
    free(was.json);
    flip_trials_end(&s.trials);
    return result;
}

char *flip_json(const flip *f, int move, const char *unit) {
    static const char *const kinds[] = {"rate", "number", "choice", "declaration"};
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "kind", "flip");
    cJSON_AddNumberToObject(o, "move", move);
    cJSON_AddStringToObject(o, "unit", unit);
    cJSON_AddStringToObject(o, "of", kinds[f->kind]);
    cJSON_AddStringToObject(o, "name", f->name);
    if (f->kind == FLIP_RATE || f->kind == FLIP_NUMBER) {
        cJSON_AddNumberToObject(o, "is", f->is);
        cJSON_AddNumberToObject(o, "at", round(f->at * 1e4) / 1e4);
        if (f->unit[0]) cJSON_AddStringToObject(o, "measure_unit", f->unit);
    } else if (f->value[0]) {
        cJSON_AddStringToObject(o, f->kind == FLIP_CHOICE ? "value" : "target", f->value);
    }
    cJSON_AddStringToObject(o, "becomes", ruling_name(f->becomes));
    cJSON_AddStringToObject(o, "text", f->text);
    char *line = cJSON_PrintUnformatted(o);
    cJSON_Delete(o);
    return line;
}
