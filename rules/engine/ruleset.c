// What a rulebook states with what it inherits.
#include <string.h>

#include "rules/rules.h"

static bool dropped_by(const rules_ruleset *rs, const char *id) {
    for (int i = 0; rs->dropped && rs->dropped[i]; i++)
        if (strcmp(rs->dropped[i], id) == 0) return true;
    return false;
}

// Table `t` of the ruleset's own rows: the first is its `rows`, then those of `more`. False: there are no more.
static bool own_table(const rules_ruleset *rs, int t, rules_rows *out) {
    if (t > 0 && (!rs->more || !rs->more[t - 1])) return false;
    *out = t == 0 ? (rules_rows){rs->rows, rs->row_count} : *rs->more[t - 1];
    return true;
}

static bool states_row(const rules_ruleset *rs, const char *id) {
    rules_rows table;
    for (int t = 0; own_table(rs, t, &table); t++)
        for (int i = 0; i < table.count; i++)
            if (strcmp(table.rows[i].id, id) == 0) return true;
    return false;
}

// True where a ruleset below `rs` on the way down to `from` states or drops the row itself.
static bool row_overridden(const rules_ruleset *from, const rules_ruleset *rs, const char *id) {
    for (const rules_ruleset *at = from; at != rs; at = at->parent)
        if (dropped_by(at, id) || states_row(at, id)) return true;
    return false;
}

int rules_ruleset_rows(const rules_ruleset *rs, const rules_row **out, int max) {
    int count = 0;
    rules_rows table;
    for (const rules_ruleset *at = rs; at; at = at->parent)
        for (int t = 0; own_table(at, t, &table); t++)
            for (int i = 0; i < table.count; i++) {
                if (row_overridden(rs, at, table.rows[i].id)) continue;
                if (count < max) out[count] = &table.rows[i];
                count++;
            }
    return count;
}

static bool parameter_overridden(const rules_ruleset *from, const rules_ruleset *rs, const char *name) {
    for (const rules_ruleset *at = from; at != rs; at = at->parent)
        for (int i = 0; at->parameters && i < at->parameters->count; i++)
            if (strcmp(at->parameters->rows[i].name, name) == 0) return true;
    return false;
}

int rules_ruleset_parameters(const rules_ruleset *rs, const rules_parameter **out, int max) {
    int count = 0;
    for (const rules_ruleset *at = rs; at; at = at->parent)
        for (int i = 0; at->parameters && i < at->parameters->count; i++) {
            if (parameter_overridden(rs, at, at->parameters->rows[i].name)) continue;
            if (count < max) out[count] = &at->parameters->rows[i];
            count++;
        }
    return count;
}

static const char *const *own_words(const rules_ruleset *rs, rules_words which) {
    const char *const *const lists[RULES_WORDS_COUNT] = {rs->phases, rs->actions, rs->checks, rs->terrain, rs->traits};
    return lists[which];
}

bool rules_has_word(const char *const *words, const char *word) {
    for (; words && *words; words++)
        if (strcmp(*words, word) == 0) return true;
    return false;
}

const char *const *rules_ruleset_words(const rules_ruleset *rs, rules_words which) {
    static const char *const none[] = {NULL};
    for (; rs; rs = rs->parent)
        if (own_words(rs, which)) return own_words(rs, which);
    return none;
}

static int place_of(const char *const *words, const char *word) {
    for (int i = 0; words && words[i]; i++)
        if (strcmp(words[i], word) == 0) return i;
    return -1;
}

bool rules_phase_span(const rules_ruleset *rs, const char *phase, int *first, int *last) {
    const char *const *phases = rules_ruleset_words(rs, RULES_PHASES);
    *first = *last = place_of(phases, phase);
    if (*first >= 0 || !phases[0]) return true;
    for (; rs; rs = rs->parent) {
        for (int i = 0; rules_has_word(rs->moving, phase) && rs->moving[i]; i++) {
            int place = place_of(phases, rs->moving[i]);
            if (place >= 0 && (*first < 0 || place < *first)) *first = place;
            if (place > *last) *last = place;
        }
        if (rules_has_word(rs->moving, phase) || rules_has_word(rs->phases, phase) || rules_has_word(rs->other_phases, phase)) return true;
    }
    return false;
}

static int add_other(const rules_ruleset *rs, const char *const *words, const char **out, int count, int max) {
    for (; words && *words; words++) {
        bool known = rules_has_word(rules_ruleset_words(rs, RULES_PHASES), *words);
        for (int i = 0; i < count && i < max; i++) known = known || strcmp(out[i], *words) == 0;
        if (known) continue;
        if (count < max) out[count] = *words;
        count++;
    }
    return count;
}

int rules_other_phases(const rules_ruleset *rs, const char **out, int max) {
    int count = 0;
    for (const rules_ruleset *at = rs; at; at = at->parent) {
        count = add_other(rs, at->moving, out, count, max);
        count = add_other(rs, at->other_phases, out, count, max);
    }
    return count;
}

int rules_ruleset_unit_types(const rules_ruleset *rs, const unit_type **out) {
    while (!rs->unit_types && rs->parent) rs = rs->parent;
    *out = rs->unit_types;
    return rs->unit_type_count;
}

const char *rules_kind_name(rules_kind k) {
    static const char *const names[] = {"limit", "cost", "prohibition", "permission", "obligation", "definition", "state-change", "procedure"};
    return names[k];
}

const char *rules_severity_name(rules_severity s) {
    static const char *const names[] = {"illegal", "advisory", "none"};
    return names[s];
}
