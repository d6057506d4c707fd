#include "rules/books/chainmail/chainmail_turn.h"

#include <string.h>

#include "rules/books/chainmail/chainmail_areas.h"
#include "rules/books/chainmail/chainmail_change.h"

static bool moves_now(const rules *r, const rules_state *s, int unit) { return s->phase_entered && state_may_move(r, s, r->game->units[unit].side); }

void chainmail_phase_ends(const rules *r, rules_state *s) {
    for (int i = 0; i < s->unit_count; i++) {
        unit_state *u = &s->units[i];
        chainmail_entered *k = chainmail_entered_edit(u);
        if (moves_now(r, s, i)) k->spent = u->done.spent;
        k->flanked = chainmail_is_flanked(r, s, i);
    }
}

// A turn is over: what a unit left of its move went into the change of formation that it is at; one that marched on has given it up.
static void settle_change(const rules *r, const rules_state *s, int unit) {
    unit_state *u = &s->units[unit];
    chainmail_entered *k = chainmail_entered_edit(u);
    double rate = state_rate(r, s, unit), left = fmax(rate - k->spent.cost_in + k->spent.spared_in, 0);
    k->idle_in = k->turn > 0 ? left : INFINITY;
    if (k->change <= chainmail_done_of(u)->completed) return;
    if (rate > 0 && rate - k->spent.cost_in <= r->n.player_tolerance)
        chainmail_done_edit(u)->completed = k->change;
    else
        k->paid_in += left;
}

static void begin_turn(const rules *r, const rules_state *s, int unit) {
    unit_state *u = &s->units[unit];
    chainmail_entered *k = chainmail_entered_edit(u);
    int before = k->turn;
    if (before > 0) settle_change(r, s, unit);
    if (before == 0) k->idle_in = s->turn <= 1 ? 0 : INFINITY;
    if (before == 0 && u->has_order && u->order_turn == 0) u->order_turn = s->turn;  // written before the first phase was entered
    k->turn = s->turn;
    k->spent = (spending){0};
    k->flanked = false;
    if (before > 0) k->charge = k->cic = k->plain = k->contact_seen = false;
    chainmail_done_edit(u)->went = (vec2){0, 0};
    chainmail_done_edit(u)->change_in = 0;
    chainmail_done_edit(u)->changed = false;
}

// A charge, an advance or a halt is declared for the turn, not for the phase: what is declared with the orders holds in both halves.
static void keep_declared(const rules *r, const rules_state *s, int unit) {
    unit_state *u = &s->units[unit];
    if (!moves_now(r, s, unit)) return;
    u->reported.plain = chainmail_entered_of(u)->plain;
    if (!chainmail_entered_of(u)->charge) return;
    u->reported.charge = true;
    u->reported.target = chainmail_entered_of(u)->charged;
}

void chainmail_phase_begins(const rules *r, rules_state *s) {
    for (int i = 0; i < s->unit_count; i++) {
        chainmail_done_edit(&s->units[i])->wider = chainmail_done_edit(&s->units[i])->closer = false;
        if (chainmail_entered_of(&s->units[i])->turn != s->turn) begin_turn(r, s, i);
        if (strcmp(s->phase, "first-half") == 0) chainmail_entered_edit(&s->units[i])->halved_turn = s->turn + 1;
        keep_declared(r, s, i);
    }
}

void chainmail_carry_costs(const rules *r, rules_state *s) {
    for (int i = 0; i < s->unit_count; i++) {
        const chainmail_entered *k = chainmail_entered_of(&s->units[i]);
        if (moves_now(r, s, i)) s->units[i].done.spent = k->spent;
    }
}

static const event_item *item_of(const event_item *items, int count, const char *key) {
    for (int i = 0; i < count; i++)
        if (strcmp(items[i].key, key) == 0) return &items[i];
    return NULL;
}

static void declare_change(const event_declare *e, unit_state *u) {
    const event_item *to = item_of(e->items, e->item_count, "to");
    chainmail_entered *k = chainmail_entered_edit(u);
    formation_kind wanted = to && to->kind == OPTION_TEXT ? formation_by_name(to->text) : FORMATION_UNKNOWN;
    bool goes_on = k->change > chainmail_done_of(u)->completed && k->to == wanted;
    if (goes_on) return;
    k->change = chainmail_done_of(u)->completed + 1;
    k->to = wanted;
    k->paid_in = 0;
}

static void declare(const rules *r, rules_state *s, const event_declare *e) {
    unit_state *u = &s->units[e->unit];
    const event_item *supports = item_of(e->items, e->item_count, "supports");
    if (strcmp(e->action, "change-formation") == 0) declare_change(e, u);
    if (strcmp(e->action, "charge") == 0) {
        chainmail_entered_edit(u)->charge = chainmail_entered_edit(u)->contact_seen = true;
        chainmail_entered_edit(u)->charged = e->target;
    }
    if (strcmp(e->action, "charge-if-charged") == 0) {
        chainmail_entered_edit(u)->cic = true;
        chainmail_entered_edit(u)->supports = supports && supports->kind == OPTION_TEXT ? game_find_unit(r->game, supports->text) : -1;
    }
}

// A judge's entry that two units fight each other acknowledges the contact, for both (CM-SIM-4).
static void acknowledge(const rules *r, rules_state *s, const event_status *e) {
    const event_item *with = item_of(e->items, e->item_count, "engaged_with");
    if (!with) return;
    chainmail_entered_edit(&s->units[e->unit])->contact_seen = true;
    for (int i = 0; i < e->item_count; i++) {
        int other = e->items[i].kind == OPTION_TEXT && !e->items[i].is_null ? game_find_unit(r->game, e->items[i].text) : -1;
        if (strcmp(e->items[i].key, "engaged_with") == 0 && other >= 0) chainmail_entered_edit(&s->units[other])->contact_seen = true;
    }
}

void chainmail_enter(const rules *r, rules_state *s, const event *e) {
    if (event_unit(e) < 0) return;
    if (e->kind == EVENT_DECLARE) declare(r, s, &e->declare);
    if (e->kind == EVENT_STATUS) acknowledge(r, s, &e->status);
}

static vec2 shift_of(const move *m) {
    vec2 sum = {0, 0};
    int n = 0;
    for (int i = 0; i < m->figure_count; i++)
        if (m->moved_with[i]) sum = vec2_add(sum, vec2_sub(m->to[i].at, m->from[i].at)), n++;
    return vec2_scale(sum, n ? 1.0 / n : 0);
}

static void note_frontage(const verdict *v, chainmail_done *d) {
    d->wider = d->wider || v->after.files > v->before.files;
    d->closer = d->closer || v->after.files < v->before.files;
}

void chainmail_book(const rules *r, rules_state *s, const move *m, const verdict *v) {
    (void)r;
    unit_state *u = &s->units[m->unit];
    chainmail_done_edit(u)->went = vec2_add(chainmail_done_of(u)->went, shift_of(m));
    for (int i = 0; i < v->maneuver_count; i++) {
        if (v->maneuvers[i].kind == MANEUVER_FRONTAGE_CHANGE) note_frontage(v, chainmail_done_edit(u));
        if (v->maneuvers[i].kind != MANEUVER_FORMATION_CHANGE) continue;
        chainmail_done_edit(u)->change_in += v->maneuvers[i].cost_in;
        chainmail_done_edit(u)->changed = true;
        chainmail_done_edit(u)->completed = chainmail_entered_of(u)->change;
    }
}
