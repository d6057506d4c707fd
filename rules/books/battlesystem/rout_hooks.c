// What Battlesystem 7.11, 7.12 and 7.15 remember and resolve.
#include "rules/books/battlesystem/rout_hooks.h"

#include <stdio.h>
#include <string.h>

#include "rules/books/battlesystem/battlesystem_areas.h"
#include "rules/books/battlesystem/rout_facts.h"

void rout_facts(facts *f) {
    find_run(f);
    find_follow_up(f);
    find_wrap(f);
    find_withdrawal(f);
}

// A wrapped unit counts as open once it touches no enemy any more: its melee is over (BS1-7.11-6).
static void open_wrapped(const rules *r, rules_state *s) {
    for (int u = 0; u < s->unit_count; u++) {
        int enemy;
        if (rout_done_of(&s->units[u])->wrapped && rules_contacts(r, s, u, &enemy, 1) == 0) rout_entered_edit(&s->units[u])->opened = true;
    }
}

void rout_phase_begins(const rules *r, rules_state *s) {
    open_wrapped(r, s);
    rout_memory_phase_begins(r, s);
}

void rout_phase_ends(const rules *r, rules_state *s) { rout_memory_phase_ends(r, s); }

bool rout_lists(const verdict *v, maneuver_kind kind) {
    for (int i = 0; i < v->maneuver_count; i++)
        if (v->maneuvers[i].kind == kind) return true;
    return false;
}

static void wrap_booked(rules_state *s, const move *m, const verdict *v) {
    rout_done *d = rout_done_edit(&s->units[m->unit]);
    bool open = m->after.formation == FORMATION_OPEN && !m->after.doubtful;
    if (rout_lists(v, MANEUVER_FORMATION_CHANGE) || s->units[m->unit].reported.formation || open) d->wrapped = false;
    if (!rout_lists(v, MANEUVER_WRAP_AROUND)) return;
    d->wrapped = true;
    rout_entered_edit(&s->units[m->unit])->opened = false;
}

void rout_booked(const rules *r, rules_state *s, const move *m, const verdict *v) {
    wrap_booked(s, m, v);
    withdrawal_booked(r, s, m, v);
    rout_memory_booked(r, s, m, v);
}

void rout_entered_event(const rules *r, rules_state *s, const event *e) {
    withdrawal_entered(r, s, e);
    rout_memory_entered(r, s, e);
    const event_status *reported = event_as_status(e);
    if (!reported || reported->unit < 0) return;
    for (int i = 0; i < reported->item_count; i++)
        if (strcmp(reported->items[i].key, "formation") == 0) rout_done_edit(&s->units[reported->unit])->wrapped = false;
}

bool rout_counts_open(const rules_state *s, int unit) { return rout_done_of(&s->units[unit])->wrapped && rout_entered_of(&s->units[unit])->opened; }

void rout_tell(const rules *r, const rules_state *s, int unit, teller *t) {
    const unit_state *u = &s->units[unit];
    tell_true(t, "wrapped", rout_done_of(u)->wrapped);
    tell_true(t, "counts_open", rout_counts_open(s, unit));
    int follows = follow_pending(s, unit);
    if (follows >= 0) tell_text(t, "may_follow", r->game->units[follows].id);
    tell_true(t, "routing", u->routed);
    tell_true(t, "surrounded", u->routed && rout_entered_of(u)->escape == ESCAPE_NONE);
    tell_true(t, "left_the_table", rout_done_of(u)->gone);
    tell_true(t, "morale_check_due", rout_check_owed(r, s, unit) >= 0);
    if (rout_entered_of(u)->captured && rout_entered_of(u)->prisoners > 0) tell_number(t, "captured", rout_entered_of(u)->prisoners);
}
