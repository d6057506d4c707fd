// Binds a game to its rulebook: finds the rulebook, takes the parameters' defaults, sets what the game's options say.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/case/hooks.h"
#include "rules/engine/behaviour.h"

static int find(const rules *r, const char *name) {
    for (int i = 0; i < r->parameter_count; i++)
        if (strcmp(r->parameters[i]->name, name) == 0) return i;
    return -1;
}

static int must_find(const rules *r, const char *name) {
    int i = find(r, name);
    assert(i >= 0);
    return i;
}

double rules_number(const rules *r, const char *parameter) { return r->values[must_find(r, parameter)].number; }
double rules_number_high(const rules *r, const char *parameter) { return r->values[must_find(r, parameter)].high; }
bool rules_flag(const rules *r, const char *parameter) { return r->values[must_find(r, parameter)].flag; }
const char *rules_text(const rules *r, const char *parameter) { return r->values[must_find(r, parameter)].text; }
void rules_set_range(rules *r, const char *parameter, double low, double high) {
    r->values[must_find(r, parameter)].number = low;
    r->values[must_find(r, parameter)].high = high;
}
bool rules_is_fixed(const rules *r, const char *parameter) { return r->fixed[must_find(r, parameter)]; }

// True where `word` is one of the |-separated `choices`.
static bool is_choice(const char *choices, const char *word) {
    size_t n = strlen(word);
    for (const char *at = choices; n > 0 && at; at = strchr(at, '|') ? strchr(at, '|') + 1 : NULL)
        if (strncmp(at, word, n) == 0 && (at[n] == '|' || at[n] == 0)) return true;
    return false;
}

// "45:2 90:4": a row for each pair; none at all is a table too.
static bool is_table(const char *text) {
    double up_to, cost;
    int used;
    while (*text && sscanf(text, "%lf:%lf%n", &up_to, &cost, &used) == 2) text += used;
    return *text == 0;
}

static bool is_allowed(const rules_parameter *p, const char *text) { return p->choices ? is_choice(p->choices, text) : is_table(text); }

static status wrong(fault *fault, const game_option *o, const char *wanted) {
    return fault_set(fault, STATUS_INVALID, "options.%s: must be %s", o->name, wanted);
}

static status check_number(const rules_parameter *p, const game_option *o, double v, fault *fault) {
    if (v >= p->least && v <= p->most) return STATUS_OK;
    return fault_set(fault, STATUS_INVALID, "options.%s: %g is out of range; give a number from %g to %g", o->name, v, p->least, p->most);
}

// null stands for what the book does not state, or the roster does.
static bool may_be_null(const rules_parameter *p) {
    bool open_word = p->kind == OPTION_TEXT && (!p->text[0] || strcmp(p->text, "none") == 0 || strcmp(p->text, "roster") == 0);
    return open_word || (p->kind == OPTION_NUMBER && p->number == 0);
}

static status set_value(const rules_parameter *p, const game_option *o, game_option *value, fault *fault) {
    if (o->is_null) return wrong(fault, o, "given, or left out");
    if (p->kind == OPTION_NUMBER) {
        if (o->kind != OPTION_NUMBER) return wrong(fault, o, "a number");
        status s = check_number(p, o, o->number, fault);
        if (s) return s;
    } else if (p->kind == OPTION_RANGE) {
        if (o->kind != OPTION_RANGE || o->number > o->high) return wrong(fault, o, "a range [low, high]");
        status s = check_number(p, o, o->number, fault);
        if (s) return s;
        s = check_number(p, o, o->high, fault);
        if (s) return s;
    } else if (p->kind == OPTION_FLAG) {
        bool on = o->kind == OPTION_TEXT && strcmp(o->text, "on") == 0, off = o->kind == OPTION_TEXT && strcmp(o->text, "off") == 0;
        if (o->kind != OPTION_FLAG && !on && !off) return wrong(fault, o, "true or false");
        *value = *o;
        value->kind = OPTION_FLAG;
        value->flag = on || (o->kind == OPTION_FLAG && o->flag);
        return STATUS_OK;
    } else if (o->kind != OPTION_TEXT || !is_allowed(p, o->text)) {
        return fault_set(fault, STATUS_INVALID, "options.%s: must be %s%s", o->name, p->choices ? "one of " : "",
                         p->choices ? p->choices : "a table of pairs, as \"45:2 90:4\"");
    }
    *value = *o;
    return STATUS_OK;
}

static game_option default_value(const rules_parameter *p) {
    game_option v = {.kind = p->kind, .number = p->number, .high = p->high, .flag = p->flag};
    strncpy(v.name, p->name, sizeof v.name - 1);
    if (p->text) strncpy(v.text, p->text, sizeof v.text - 1);
    return v;
}

// The name of the parameter that an option's name stands for.
static const char *real_name(const rules *r, const char *name) {
    for (int m = 0; m < r->module_count; m++)
        for (int i = 0; r->modules[m]->aliases && r->modules[m]->aliases[i][0]; i++)
            if (strcmp(r->modules[m]->aliases[i][0], name) == 0) return r->modules[m]->aliases[i][1];
    return name;
}

static status take_options(rules *r, fault *fault) {
    for (int i = 0; i < r->game->option_count; i++) {
        const game_option *o = &r->game->options[i];
        int at = find(r, real_name(r, o->name));
        if (at < 0)
            return fault_set(fault, STATUS_INVALID, "options.%s: the ruleset %s has no such parameter; `vedette rules --ruleset %s` lists them",
                             o->name, r->ruleset->key, r->ruleset->key);
        if (o->is_null && may_be_null(r->parameters[at])) continue;
        status s = set_value(r->parameters[at], o, &r->values[at], fault);
        if (s) return s;
        r->fixed[at] = true;
    }
    return STATUS_OK;
}

static status check_units(const rules *r, fault *fault) {
    const unit_type *types;
    int count = rules_ruleset_unit_types(r->ruleset, &types);
    for (int i = 0; i < r->game->unit_count; i++) {
        bool known = false;
        for (int k = 0; k < count; k++) known = known || types[k] == r->game->units[i].type;
        if (!known)
            return fault_set(fault, STATUS_INVALID,
                             "units[%d].type: the ruleset %s has no units of type %s; use %s or another that `vedette rules` names", i,
                             r->ruleset->key, unit_type_name(r->game->units[i].type), unit_type_name(types[0]));
    }
    return STATUS_OK;
}

// No two of a game's rulebooks keep what is theirs in one slot.
static bool slot_is_free(const rules *r, area_slot slot) {
    for (int i = 0; i < r->hook_count && slot != AREA_NONE; i++)
        if (r->hooks[i]->slot == slot) return false;
    return true;
}

static void add_module(rules *r, const rules_ruleset *module) {
    assert(r->module_count < RULES_MAX_DEPTH);
    r->modules[r->module_count++] = module;
    if (!module->hooks) return;
    bool own = slot_is_free(r, module->hooks->slot);
    assert(own);
    (void)own;
    r->hooks[r->hook_count++] = module->hooks;
}

static void gather_modules(rules *r, const rules_ruleset *rs) {
    if (rs->parent) gather_modules(r, rs->parent);
    add_module(r, rs);
}

static void add_rows(rules *r, const rules_ruleset *module) {
    for (int i = 0; i < module->row_count; i++) {
        assert(r->row_count < RULES_MAX_ROWS);
        r->rows[r->row_count++] = &module->rows[i];
    }
}

static void add_parameters(rules *r, const rules_ruleset *module) {
    for (int i = 0; module->parameters && i < module->parameters->count; i++) {
        const rules_parameter *p = &module->parameters->rows[i];
        if (find(r, p->name) >= 0) continue;
        assert(r->parameter_count < RULES_MAX_PARAMETERS);
        r->values[r->parameter_count] = default_value(p);
        r->parameters[r->parameter_count++] = p;
    }
}

// What the game's options say, before they are checked; else the default.
static const game_option *wish(const rules *r, const char *name) {
    for (int i = 0; i < r->game->option_count; i++)
        if (strcmp(r->game->options[i].name, name) == 0 && !r->game->options[i].is_null) return &r->game->options[i];
    return &r->values[must_find(r, name)];
}

static bool is_ancestor(const rules_ruleset *rs, const rules_ruleset *of) {
    while (of && of != rs) of = of->parent;
    return of != NULL;
}

// Modules that the game's options ask for; a rulebook's own table needs no asking.
static void attach(rules *r) {
    for (const rules_ruleset *at = r->ruleset; at; at = at->parent)
        for (int i = 0; i < at->attachment_count; i++) {
            const rules_attachment *a = &at->attachments[i];
            const game_option *value = wish(r, a->option);
            if (!wish(r, a->flag)->flag || value->kind != OPTION_TEXT || strcmp(value->text, a->value) != 0) continue;
            if (is_ancestor(a->module, r->ruleset)) continue;
            add_rows(r, a->module);
            add_parameters(r, a->module);
            add_module(r, a->module);
        }
}

static status bind(rules *r, fault *fault) {
    r->row_count = rules_ruleset_rows(r->ruleset, r->rows, RULES_MAX_ROWS);
    r->parameter_count = rules_ruleset_parameters(r->ruleset, r->parameters, RULES_MAX_PARAMETERS);
    assert(r->row_count <= RULES_MAX_ROWS && r->parameter_count <= RULES_MAX_PARAMETERS);
    for (int i = 0; i < r->parameter_count; i++) r->values[i] = default_value(r->parameters[i]);
    gather_modules(r, r->ruleset);
    attach(r);
    status s = take_options(r, fault);
    if (s == STATUS_OK) s = behaviour_bind(r, fault);
    if (s == STATUS_OK) s = check_units(r, fault);
    if (s != STATUS_OK) return s;
    tuning_fill(r);
    for (int i = 0; i < r->hook_count; i++)
        if (r->hooks[i]->tune) r->hooks[i]->tune(r);
    return STATUS_OK;
}

status rules_bind(const rules_ruleset *rs, const game *g, rules **out, fault *fault) {
    *out = NULL;
    rules *r = calloc(1, sizeof *r);
    if (!r) return fault_set(fault, STATUS_MEMORY, "no memory for the rules");
    r->game = g;
    r->ruleset = rs;
    status s = bind(r, fault);
    if (s != STATUS_OK) {
        free(r);
        return s;
    }
    *out = r;
    return STATUS_OK;
}

void rules_destroy(rules *r) { free(r); }
