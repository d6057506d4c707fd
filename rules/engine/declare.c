#include "rules/engine/declare.h"

#include <string.h>

// The next row of the game's rulebooks that speaks of the action, after `row` of `*of`; NULL: there is none. Begin with *of the ruleset and row NULL.
static const rules_declaration *next_row(const rules_ruleset **of, const rules_declaration *row, const char *action) {
    for (; *of; *of = (*of)->parent, row = NULL) {
        for (row = row ? row + 1 : (*of)->declarations; row && row->action; row++)
            if (strcmp(row->action, action) == 0) return row;
    }
    return NULL;
}

static bool flag_of(const unit_state *u, size_t at) { return *(const bool *)(const void *)((const char *)u + at); }

static bool row_holds(const rules_declaration *row, const rules_state *s, const unit_state *u) {
    return row->holds ? row->holds(s, u) : !row->lasts && flag_of(u, row->flag);
}

static void set_flag(unit_state *u, size_t at, bool value) {
    if (at) *(bool *)(void *)((char *)u + at) = value;
}

void declare_apply(const rules *r, rules_state *s, const event_declare *e) {
    if (e->unit < 0) return;
    const rules_ruleset *of = r->ruleset;
    for (const rules_declaration *row = NULL; (row = next_row(&of, row, e->action));) {
        set_flag(&s->units[e->unit], row->flag, true);
        if (row->take) row->take(r, s, e);
    }
}

static void forget(const rules_declaration *row, unit_state *u) {
    set_flag(u, row->flag, false);
    if (row->forget) row->forget(u);
}

bool retract_is(const event *e) {
    const event_declare *d = event_as_declare(e);
    for (int i = 0; d && i < d->item_count; i++)
        if (strcmp(d->items[i].key, "withdrawn") == 0 && d->items[i].kind == OPTION_FLAG && d->items[i].flag) return true;
    return false;
}

bool retract_is_refused(const rules *r, const rules_state *s, const event_declare *e, fault *fault) {
    if (e->unit < 0) return false;
    const rules_ruleset *of = r->ruleset;
    const unit_state *u = &s->units[e->unit];
    const char *stands = NULL, *what = NULL;
    bool declared = false;
    for (const rules_declaration *row = NULL; (row = next_row(&of, row, e->action));) {
        declared = declared || row_holds(row, s, u);
        if (row->stands && !stands) stands = row->stands(r);
    }
    if (!declared)
        what = "was not declared in this phase";
    else if (u->done.moves > 0)
        what = "stands: the unit has moved since";
    else
        what = stands;
    if (what) fault_set(fault, STATUS_INVALID, "withdrawn: the %s of \"%s\" %s", e->action, r->game->units[e->unit].id, what);
    return what != NULL;
}

void retract_apply(const rules *r, rules_state *s, const event_declare *e) {
    if (e->unit < 0) return;
    const rules_ruleset *of = r->ruleset;
    for (const rules_declaration *row = NULL; (row = next_row(&of, row, e->action));)
        if (!row->lasts) forget(row, &s->units[e->unit]);
}
