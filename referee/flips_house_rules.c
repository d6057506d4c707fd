// Flips of numbers and words: the rate, and the house rules that bear on what was found.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "referee/flips_limits.h"
#include "referee/flips_search.h"
#include "rules/state/state.h"

// A number that is tried with other values.
typedef struct {
    flip_kind kind;
    const char *name;
    const char *unit;
    double is, least, most, step;
} quantity;

static status try_number(search *k, const quantity *q, double value, trial_result *out) {
    if (q->kind == FLIP_RATE) {
        event_item rate = {.key = "movement_in", .kind = OPTION_NUMBER, .number = value};
        event e = {.kind = EVENT_STATUS, .t_s = k->verdict->t_s, .status = {k->verdict->unit, &rate, 1}};
        return trial_entry(&k->trial, &e, out);
    }
    game_option o = {.kind = OPTION_NUMBER, .number = value};
    snprintf(o.name, sizeof o.name, "%s", q->name);
    return trial_house_rule(&k->trial, &o, out);
}

// A place on the grid of the quantity's step, without the dust of the multiplication.
static double on_grid(const quantity *q, double index) { return rint(index * q->step * 1e6) / 1e6 + 0.0; }

// The first place on the grid, of those tried, with which the ruling changes; *found false: none.
static status find_far(search *k, const quantity *q, int way, double *far, bool *found) {
    int count = k->verdict->ruling == RULING_LEGAL ? FLIP_NEAR_REACHES : FLIP_REACHES;
    *found = false;
    for (int i = 0; i < count; i++) {
        double reach = flip_reaches[i] * fmax(fabs(q->is), FLIP_REACH_STEPS * q->step);
        double wanted = fmin(fmax(q->is + way * reach, q->least), q->most);
        double index = way > 0 ? floor(wanted / q->step + 1e-9) : ceil(wanted / q->step - 1e-9);
        if ((on_grid(q, index) - q->is) * way <= 0) continue;
        trial_result r;
        status s = try_number(k, q, on_grid(q, index), &r);
        *far = index;
        *found = s == STATUS_OK && flips_flipped(k, &r);
        if (s != STATUS_OK || *found) return s;
    }
    return STATUS_OK;
}

// Narrows the change down between the value as it is and `far`, until both neighbours on the grid have been judged.
static status bisect(search *k, const quantity *q, int way, double far, flip *out) {
    double near = way > 0 ? floor(q->is / q->step + 1e-9) : ceil(q->is / q->step - 1e-9), first = near;
    trial_result at_far = {0};
    status s = try_number(k, q, on_grid(q, far), &at_far);
    while (s == STATUS_OK && fabs(far - near) > 1) {
        double middle = near + way * floor(fabs(far - near) / 2);
        trial_result r;
        s = try_number(k, q, on_grid(q, middle), &r);
        if (s == STATUS_OK && flips_flipped(k, &r))
            far = middle, at_far = r;
        else
            near = middle;
    }
    *out = (flip){.kind = q->kind, .becomes = at_far.ruling, .is = q->is, .at = on_grid(q, far), .unit_name = q->unit, .target = -1};
    out->last = near == first ? q->is : on_grid(q, near);
    snprintf(out->name, sizeof out->name, "%s", q->name);
    return s;
}

static status search_number(search *k, const quantity *q, const char *meaning, const finding *about) {
    status s = STATUS_OK;
    for (int way = -1; way <= 1 && s == STATUS_OK; way += 2) {
        double far;
        bool found;
        flip f;
        s = find_far(k, q, way, &far, &found);
        if (s != STATUS_OK || !found) continue;
        s = bisect(k, q, way, far, &f);
        if (s == STATUS_OK) flips_add(k, f, meaning, about);
    }
    return s;
}

status flips_search_rate(search *k, const finding *about) {
    const session_case *c = k->trial.c;
    quantity q = {FLIP_RATE,    "movement_in",     "in",        state_rate(c->court->rules, c->state, k->verdict->unit),
                  FLIP_STEP_IN, FLIP_RATE_MOST_IN, FLIP_STEP_IN};
    return q.is > 0 ? search_number(k, &q, NULL, about) : STATUS_OK;
}

// False for a doubt, which no rule raises: its id is empty.
static bool names_rule(const char *used_by, const char *id) {
    size_t n = strlen(id);
    if (n == 0) return false;
    for (const char *at = used_by; at && (at = strstr(at, id)); at += n)
        if ((at == used_by || at[-1] == ' ' || at[-1] == ',') && (at[n] == '\0' || at[n] == ',' || at[n] == ' ')) return true;
    return false;
}

// A distance is measured against the rate by prices, permissions and limits of other rules.
static bool sets_distance(const search *k, const char *used_by) {
    for (int i = 0; i < k->row_count; i++) {
        rules_kind kind = k->rows[i]->kind;
        if ((kind == RULES_COST || kind == RULES_PERMISSION || kind == RULES_LIMIT) && names_rule(used_by, k->rows[i]->id)) return true;
    }
    return false;
}

static bool is_distance(const verdict *v, const finding *f) {
    return f->has_measure && v->allowance_in > 0 && strcmp(f->measure_unit, "in") == 0 && fabs(f->measured - v->cost_in) < FLIP_STEP_IN;
}

// The finding that the parameter may bear on; NULL: none.
static const finding *bears_on(const search *k, const rules_parameter *p) {
    const verdict *v = k->verdict;
    for (int i = 0; i < v->finding_count; i++) {
        const finding *f = &v->findings[i];
        if (!flips_counts(v, f)) continue;
        bool tolerance = f->has_measure && strcmp(p->name, "player_tolerance_in") == 0 && strcmp(f->measure_unit, "in") == 0;
        if (tolerance || names_rule(p->used_by, f->rule) || (is_distance(v, f) && sets_distance(k, p->used_by))) return f;
    }
    return NULL;
}

// Read by the session while it follows the figures (session.c) or shows them, or brings other rows into the rulebook: the move as measured can't be
// judged with another value.
static bool is_set_before(const search *k, const char *name) {
    static const char *const tracking[] = {"settle_s",
                                           "nudge_tolerance_in",
                                           "facing_tol_deg",
                                           "sigma_pos_in",
                                           "sigma_heading_deg",
                                           "closed_gap_max_in",
                                           "open_gap_band_in",
                                           "skirmish_gap_min_in",
                                           "rank_tol_fraction",
                                           "use_stands",
                                           "ambiguity_policy",
                                           "premeasure",
                                           NULL};
    if (rules_has_word(tracking, name)) return true;
    for (const rules_ruleset *rs = k->ruleset; rs; rs = rs->parent)
        for (int i = 0; i < rs->attachment_count; i++)
            if (strcmp(rs->attachments[i].flag, name) == 0 || strcmp(rs->attachments[i].option, name) == 0) return true;
    return false;
}

static double step_of(const rules_parameter *p) {
    if (p->bind == BIND_WHOLE) return 1;
    return strcmp(p->unit, "in") == 0 ? FLIP_STEP_IN : strcmp(p->unit, "deg") == 0 ? FLIP_STEP_DEG : FLIP_STEP;
}

static status try_word(search *k, const rules_parameter *p, const game_option *o, const char *is, const char *word, const finding *about) {
    trial_result r;
    status s = trial_house_rule(&k->trial, o, &r);
    if (s != STATUS_OK || !flips_flipped(k, &r)) return s;
    flip f = {.kind = FLIP_WORD, .becomes = r.ruling, .unit_name = "", .target = -1};
    snprintf(f.name, sizeof f.name, "%s", p->name);
    snprintf(f.is_word, sizeof f.is_word, "%s", is);
    snprintf(f.word, sizeof f.word, "%s", word);
    flips_add(k, f, p->meaning, about);
    return s;
}

static status search_flag(search *k, const rules_parameter *p, const finding *about) {
    bool is = rules_flag(k->trial.c->court->rules, p->name);
    game_option o = {.kind = OPTION_FLAG, .flag = !is};
    snprintf(o.name, sizeof o.name, "%s", p->name);
    return try_word(k, p, &o, is ? "true" : "false", is ? "false" : "true", about);
}

static status search_choices(search *k, const rules_parameter *p, const finding *about) {
    const char *is = rules_text(k->trial.c->court->rules, p->name);
    status s = STATUS_OK;
    for (const char *at = p->choices; at && *at && s == STATUS_OK;) {
        size_t n = strcspn(at, "|");
        game_option o = {.kind = OPTION_TEXT};
        snprintf(o.name, sizeof o.name, "%s", p->name);
        snprintf(o.text, sizeof o.text, "%.*s", (int)n, at);
        if (strcmp(o.text, is) != 0) s = try_word(k, p, &o, is, o.text, about);
        at += n + (at[n] == '|');
    }
    return s;
}

status flips_search_parameter(search *k, const rules_parameter *p) {
    const finding *about = bears_on(k, p);
    if (!about || is_set_before(k, p->name)) return STATUS_OK;
    if (p->kind == OPTION_NUMBER) {
        double is = rules_number(k->trial.c->court->rules, p->name);
        quantity q = {FLIP_NUMBER, p->name, p->unit, is, p->least, p->most, step_of(p)};
        return search_number(k, &q, p->meaning, about);
    }
    if (k->verdict->ruling == RULING_LEGAL) return STATUS_OK;  // its limits are told, not what other rules would make of it
    return p->kind == OPTION_FLAG ? search_flag(k, p, about) : p->kind == OPTION_TEXT ? search_choices(k, p, about) : STATUS_OK;
}
