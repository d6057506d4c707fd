// What a unit remembers of its forced marches and charges, and what those do to it (Battlesystem 7.13, 7.14).
#include "rules/books/battlesystem/charge_memory.h"

#include <stdio.h>
#include <string.h>

#include "rules/books/battlesystem/battlesystem_areas.h"
#include "rules/books/battlesystem/charge_facts.h"

static bool in_phase(const rules_state *s, const charge_done *d) { return d->phase == s->phase_count; }

// A check entered before the march has ended counts for it as well (docs/stream.md, "dice").
bool charge_awaits_check(const rules_state *s, int unit) {
    const charge_done *d = charge_done_of(&s->units[unit]);
    if (in_phase(s, d) && d->marched) return !d->checked;
    return s->units[unit].reported.forced_march && charge_entered_of(&s->units[unit])->march_check_phase != s->phase_count + 1;
}

// The morale check of a forced march, once it was entered (BS1-7.13-6, 7.13-7).
static void settle_march(const rules *r, rules_state *s, int unit) {
    charge_done *d = charge_done_edit(&s->units[unit]);
    const game_unit *u = &r->game->units[unit];
    if (!in_phase(s, d) || !d->marched || d->checked || u->type == UNIT_INDIVIDUAL) return;
    bool fails = d->march_declared && battlesystem_tuning_of(&r->n)->fail_without_morale && game_unit_has_trait(u, "never-checks-morale");
    answer passed = fails ? NO : state_dice(s, unit, DICE_MORALE);
    if (passed == UNKNOWN) return;
    d->checked = true;
    if (passed == NO) d->ar_worse += battlesystem_tuning_of(&r->n)->march_penalty, d->ar_was_worse = true;
}

// A failed Discipline Check takes the charging unit out of command (BS1-7.14-11).
static void settle_discipline(const rules *r, rules_state *s, int unit) {
    unit_state *u = &s->units[unit];
    const charge_done *d = charge_done_of(u);
    if (!charge_wild(&r->game->units[unit]) || r->game->units[unit].type != UNIT_REGULAR || charge_undisciplined(s, unit)) return;
    bool made = in_phase(s, d) && d->charged && d->charged_closed, begins = u->reported.charge && !u->done.moved && stands_closed(r, s, unit);
    if (state_dice(s, unit, DICE_DISCIPLINE) != NO || !(made || begins)) return;
    u->in_command = NO;
    charge_entered_edit(u)->undisciplined = true;
    charge_entered_edit(u)->undisciplined_phase = s->phase_count;
}

static formation_kind stood_as(const rules_state *s, const move *m) {
    formation_kind reported = s->units[m->unit].formation;
    return reported != FORMATION_UNKNOWN ? reported : m->before.formation;
}

static bool out_of_reach(const rules *r, const rules_state *s, int unit) {
    int target = s->units[unit].reported.target;
    return target >= 0 && units_gap_from(r, s, unit, target) > charge_range(r, s, unit) + r->n.player_tolerance;
}

static void book_charge(const rules *r, rules_state *s, const move *m, bool reached) {
    charge_done *d = charge_done_edit(&s->units[m->unit]);
    if (!d->charged) d->charged_closed = r->game->units[m->unit].type == UNIT_REGULAR && stood_as(s, m) == FORMATION_CLOSED;
    d->charged = true;
    d->broke_through |= s->units[m->unit].reported.break_through;
    d->failed = !reached;
    bool far = d->failed && out_of_reach(r, s, m->unit);
    if (far && battlesystem_tuning_of(&r->n)->out_of_reach == PENALTY_NONE) d->failed = false;
    d->failed_proposed = far && battlesystem_tuning_of(&r->n)->out_of_reach == PENALTY_PROPOSED;
}

static void begin_phase_memory(rules_state *s, charge_done *d) {
    if (s->phase_entered && in_phase(s, d)) return;
    *d = (charge_done){.phase = s->phase_count, .turn = s->turn, .ar_worse = d->ar_worse, .ar_was_worse = d->ar_was_worse, .acted_turn = s->turn};
}

// More than the rate, beyond tolerance and doubt; gaps are closed even so (BS1-7.3-6).
static bool used_more(const rules *r, const rules_state *s, const move *m, const verdict *v) {
    spending all = s->phase_entered ? s->units[m->unit].done.spent : spending_of(v);
    double spent = all.cost_in - (r->n.advise_on_readings ? all.spared_in : 0), most = state_rate(r, s, m->unit);
    for (int i = 0; i < v->maneuver_count; i++)
        if (v->maneuvers[i].kind == MANEUVER_GAP_CLOSING) most = fmax(most, all.cost_in - v->cost_in + v->maneuvers[i].cost_in);
    return spent - most - r->n.player_tolerance > r->n.k_advisory * sqrt(all.variance);
}

void charge_booked(const rules *r, rules_state *s, const move *m, const verdict *v) {
    unit_state *u = &s->units[m->unit];
    charge_done *d = charge_done_edit(u);
    bool reported, seen;
    d->acted_turn = s->turn;
    if (state_rate(r, s, m->unit) <= 0 || u->routed || u->fleeing || !state_may_move(r, s, r->game->units[m->unit].side)) return;
    begin_phase_memory(s, d);
    nearest met = nearest_to_unit(r, s, m->unit, r->n.contact_doubt);
    bool over = used_more(r, s, m, v);
    bool hidden = met.enemy >= 0 && s->units[r->game->figures[met.enemy].unit].concealed;
    long_kind kind = long_kind_of(r, s, m->unit, over, met.enemy >= 0, hidden, &reported);
    d->way_in += way_of_maneuvers(v->maneuvers, v->maneuver_count);
    d->straight_in = fmax(d->straight_in, straight_part(m, v->maneuvers, v->maneuver_count, false, &seen));
    d->opened = m->after.formation == FORMATION_OPEN;
    if (kind == LONG_CHARGE) book_charge(r, s, m, met.enemy >= 0);
    if (kind == LONG_MARCH && over) d->marched = true, d->march_declared = reported, d->ambushed = hidden;
    settle_march(r, s, m->unit);
    settle_discipline(r, s, m->unit);
}

// Shooting, spells, being shot at: no idle round (BS1-7.13-8).
static void note_business(rules_state *s, const event_declare *e) {
    if (e->unit >= 0 && strcmp(e->action, "halt") != 0 && strcmp(e->action, "stay") != 0)
        charge_entered_edit(&s->units[e->unit])->busy_turn = s->turn;
    if (e->target >= 0) charge_entered_edit(&s->units[e->target])->busy_turn = s->turn;
}

static void note_march_check(rules_state *s, const event *e) {
    const event_dice *dice = event_as_dice(e);
    if (!dice || dice->unit < 0 || strcmp(dice->check, "morale") != 0 || !charge_awaits_check(s, dice->unit)) return;
    charge_entered_edit(&s->units[dice->unit])->march_check_phase = s->phase_count + 1;
}

void charge_entered_event(const rules *r, rules_state *s, const event *e) {
    const event_remove *gone = event_as_remove(e);
    int unit = event_unit(e);
    if (e->kind == EVENT_DECLARE) note_business(s, &e->declare);
    for (int i = 0; gone && i < gone->figure_count; i++) charge_entered_edit(&s->units[r->game->figures[gone->figures[i]].unit])->busy_turn = s->turn;
    note_march_check(s, e);
    if (unit < 0 || (e->kind != EVENT_DICE && e->kind != EVENT_DECLARE)) return;
    settle_march(r, s, unit);
    settle_discipline(r, s, unit);
}

// A round in which the unit did nothing and no enemy touched it gives back a point (BS1-7.13-8).
static void end_round(const rules *r, rules_state *s, int unit) {
    unit_state *u = &s->units[unit];
    int over = charge_entered_of(u)->turn;
    bool idle = over > 0 && charge_done_of(u)->acted_turn != over && charge_entered_of(u)->busy_turn != over && !u->at_start.touching;
    if (idle) charge_done_edit(u)->ar_worse = fmax(0, charge_done_of(u)->ar_worse - battlesystem_tuning_of(&r->n)->idle_recovery);
}

void charge_phase_begins(const rules *r, rules_state *s) {
    for (int i = 0; i < s->unit_count; i++) {
        unit_state *u = &s->units[i];
        if (charge_entered_of(u)->turn != s->turn) end_round(r, s, i);
        charge_entered_edit(u)->turn = s->turn;
        if (u->at_start.touching) charge_entered_edit(u)->busy_turn = s->turn;
    }
}

void charge_tell(const rules *r, const rules_state *s, int unit, teller *t) {
    const unit_state *u = &s->units[unit];
    const charge_done *d = charge_done_of(u);
    bool now = d->turn == s->turn;
    if (state_rate(r, s, unit) > 0) tell_number(t, "charge_range_in", charge_range(r, s, unit));
    if (u->in_command != UNKNOWN) tell_flag(t, "in_command", u->in_command == YES);
    if (d->ar_was_worse) tell_number(t, "attack_rating_penalty", d->ar_worse);
    if (now && d->marched) tell_flag(t, "forced_march", true);
    if (now && d->ambushed) tell_flag(t, "ambushed", true);
    if (now && d->charged) tell_flag(t, "charged", true);
    if (now && d->broke_through) tell_flag(t, "broke_through", true);
    if (now && d->charged && d->failed) tell_flag(t, "charge_failed", true);
    if (now && d->charged && d->charged_closed && !d->failed) tell_number(t, "attack_rating_modifier", battlesystem_tuning_of(&r->n)->closed_bonus);
    if (now && d->charged && !d->charged_closed && d->failed) tell_number(t, "morale_modifier", battlesystem_tuning_of(&r->n)->failed_morale);
}
