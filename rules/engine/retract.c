#include "rules/engine/retract.h"

#include <stddef.h>
#include <string.h>

// Where the state keeps what was declared: the flags of a unit that the action sets.
static const struct {
    const char *action;
    size_t flag;
} kept[] = {
    {"charge", offsetof(unit_state, said.charge)},           {"charge", offsetof(unit_state, chainmail.charge)},
    {"charge", offsetof(unit_state, ranked.charged)},        {"forced-march", offsetof(unit_state, said.forced_march)},
    {"wrap-around", offsetof(unit_state, said.wrap_around)}, {"fighting-withdrawal", offsetof(unit_state, said.withdrawal)},
    {"march", offsetof(unit_state, ranked.marches)},         {"charge-if-charged", offsetof(unit_state, chainmail.cic)},
    {"advance", offsetof(unit_state, said.plain)},           {"halt", offsetof(unit_state, said.plain)},
};
#define KEPT (sizeof kept / sizeof *kept)

// The kinds of move of M42 exclude each other: what was said last is taken back.
static bool is_m42_kind(const char *action) {
    static const char *const kinds[] = {"halt", "advance", "at-the-double", "dig-in"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i], action) == 0) return true;
    return false;
}

static bool *flag_of(unit_state *u, size_t at) { return (bool *)(void *)((char *)u + at); }

static bool was_declared(const rules_state *s, const event *e) {
    unit_state u = s->units[e->unit];
    bool any = is_m42_kind(e->action) && u.m42.said != M42_NO_KIND && u.m42.said_phase == s->phase_count;
    for (size_t i = 0; i < KEPT; i++) any |= strcmp(kept[i].action, e->action) == 0 && *flag_of(&u, kept[i].flag);
    return any;
}

bool retract_is(const event *e) {
    for (int i = 0; e->kind == EVENT_DECLARE && i < e->item_count; i++)
        if (strcmp(e->items[i].key, "withdrawn") == 0 && e->items[i].kind == OPTION_FLAG && e->items[i].flag) return true;
    return false;
}

bool retract_is_refused(const rules *r, const rules_state *s, const event *e, fault *why) {
    if (e->unit < 0) return false;
    const char *id = r->game->units[e->unit].id, *what = NULL;
    if (!was_declared(s, e))
        what = "was not declared in this phase";
    else if (s->units[e->unit].done.moves > 0)
        what = "stands: the unit has moved since";
    else if (strcmp(e->action, "charge") == 0 && r->n.charge_must_move)
        what = "stands once it was declared (Battlesystem 7.7)";
    if (what) fault_set(why, STATUS_INVALID, "withdrawn: the %s of \"%s\" %s", e->action, id, what);
    return what != NULL;
}

void retract_apply(rules_state *s, const event *e) {
    if (e->unit < 0) return;
    unit_state *u = &s->units[e->unit];
    for (size_t i = 0; i < KEPT; i++)
        if (strcmp(kept[i].action, e->action) == 0) *flag_of(u, kept[i].flag) = false;
    if (strcmp(e->action, "charge") == 0) u->said.target = -1;
    if (is_m42_kind(e->action)) u->m42.said = M42_NO_KIND;
}
