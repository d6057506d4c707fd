// What ranked fantasy does beyond its rows: its numbers, and what a unit has done in this player turn.
#include <stdio.h>
#include <string.h>

#include "rules/books/ranked/ranked.h"
#include "rules/books/ranked/ranked_areas.h"
#include "rules/engine/reach_area.h"

static bool is(const char *word, const char *wanted) { return strcmp(word, wanted) == 0; }

// Straight ahead, but for what a hand drifts; a wheel about the front corner, measured at the other one.
static void tune(rules *r) {
    r->n.oblique_tol = atan(ranked_tuning_of(&r->n)->mix_frac);
    r->n.pivot = PIVOT_CORNER;
    r->n.front_rank_measured = true;
}

static void begin_turn(unit_state *u) {
    *ranked_done_edit(u) = (ranked_done){0};
    *ranked_entered_edit(u) = (ranked_entered){0};
}

// A player turn: the phases that share a number and a side. Nothing is forgotten at the first phase: what was entered before belongs to it.
static void phase_begins(const rules *r, rules_state *s) {
    (void)r;
    for (int i = 0; i < s->unit_count; i++) {
        unit_state *u = &s->units[i];
        bool other =
            ranked_entered_of(u)->phased && (ranked_entered_of(u)->turn != s->turn || (s->side >= 0 && ranked_entered_of(u)->side != s->side));
        if (other) begin_turn(u);
        if (!ranked_entered_of(u)->phased) *ranked_done_edit(u) = (ranked_done){0};
        ranked_entered_edit(u)->side = s->side >= 0 || other ? s->side : ranked_entered_of(u)->side;
        ranked_entered_edit(u)->turn = s->turn;
        ranked_entered_edit(u)->phased = true;
        ranked_entered_edit(u)->marches = false;
        ranked_done_edit(u)->way = WAY_NONE;
        ranked_done_edit(u)->way_in = 0;
    }
}

static int edge_of(const event_declare *e) {
    static const char *const names[] = {[EDGE_NORTH] = "north", [EDGE_EAST] = "east", [EDGE_SOUTH] = "south", [EDGE_WEST] = "west"};
    for (int i = 0; i < e->item_count; i++)
        for (int k = EDGE_NORTH; k < EDGE_COUNT; k++)
            if (is(e->items[i].key, "edge") && e->items[i].kind == OPTION_TEXT && is(e->items[i].text, names[k])) return k;
    return EDGE_NONE;
}

static bool is_off(const rules *r, const rules_state *s, int unit) {
    const game_unit *u = &r->game->units[unit];
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++)
        if (s->figures[i].on_table) return false;
    return true;
}

static void declared(const rules *r, const rules_state *s, unit_state *u, const event_declare *e) {
    if (is(e->action, "march"))
        ranked_entered_edit(u)->marches = true;
    else if (is(e->action, "charge"))
        ranked_entered_edit(u)->charged = true;
    else if (is(e->action, "flee"))
        ranked_entered_edit(u)->fled = true;
    else if (is(e->action, "reinforce")) {
        ranked_entered_edit(u)->reinforcing = true;
        ranked_entered_edit(u)->edge = edge_of(e);
        ranked_entered_edit(u)->was_off = is_off(r, s, e->unit);
    }
}

static void reported(unit_state *u, const event_status *e) {
    for (int i = 0; i < e->item_count; i++) {
        const event_item *it = &e->items[i];
        if (it->kind != OPTION_FLAG) continue;
        if (is(it->key, "rallied")) ranked_entered_edit(u)->rallied = it->flag;
        if (is(it->key, "moved_compulsorily")) ranked_entered_edit(u)->compelled = it->flag;
    }
}

// A Leadership test that is rolled when units march is the test to march; in other phases one that failed may have been about something else.
static void rolled(const rules *r, const rules_state *s, unit_state *u, const event_dice *e) {
    if (is(e->check, "leadership") && (e->passed || ranked_normal_phase(s)) && state_may_move(r, s, r->game->units[e->unit].side))
        ranked_entered_edit(u)->test = e->passed ? YES : NO;
    if (is(e->check, "rally") && e->passed) ranked_entered_edit(u)->rallied = true;
}

static void entered(const rules *r, rules_state *s, const event *e) {
    if (event_unit(e) < 0) return;
    unit_state *u = &s->units[event_unit(e)];
    if (e->kind == EVENT_DECLARE) declared(r, s, u, &e->declare);
    if (e->kind == EVENT_STATUS) reported(u, &e->status);
    if (e->kind == EVENT_DICE) rolled(r, s, u, &e->dice);
}

static bool led(const verdict *v, maneuver_kind kind) {
    for (int i = 0; i < v->maneuver_count; i++)
        if (v->maneuvers[i].kind == kind) return true;
    return false;
}

static ranked_way way_of(const verdict *v) {
    return led(v, MANEUVER_BACKWARD) ? WAY_BACKWARD : led(v, MANEUVER_SIDEWAYS) ? WAY_SIDEWAYS : WAY_FORWARD;
}

static march_state marched(const rules *r, const rules_state *s, const move *m, const verdict *v) {
    const unit_state *u = &s->units[m->unit];
    double rate = state_rate(r, s, m->unit), limit = rate + r->n.player_tolerance;
    if (u->reported.plain || ranked_excused(s, u) || !state_may_move(r, s, r->game->units[m->unit].side)) return MARCHED_NOT;
    if (ranked_entered_of(u)->marches) return MARCHED_SURELY;
    if (rate <= 0 || way_of(v) != WAY_FORWARD) return MARCHED_NOT;
    spending all = s->phase_entered ? u->done.spent : spending_of(v);
    double sigma = sqrt(all.variance);
    if (all.cost_in - all.spared_in - limit > r->n.k_illegal * sigma) return MARCHED_SURELY;
    return all.cost_in - limit > r->n.k_advisory * sigma ? MARCHED_PERHAPS : MARCHED_NOT;
}

// Where no phase was ever entered each move is one of a turn of its own.
static void end_assumed_turn(unit_state *u) {
    ranked_entered kept = {.phased = ranked_entered_of(u)->phased};
    *ranked_entered_edit(u) = kept;
}

static void booked(const rules *r, rules_state *s, const move *m, const verdict *v) {
    unit_state *u = &s->units[m->unit];
    ranked_done *k = ranked_done_edit(u);
    if (!s->phase_entered) *k = (ranked_done){0};
    march_state now = marched(r, s, m, v);
    k->last_number = m->number;
    k->moved = true;
    if (now > k->marched) k->marched = now;
    k->had_move |= ranked_excused(s, u);
    if (ranked_arrives(r->game, s, m->unit)) {
        k->arrived = true;
        ranked_entered_edit(u)->reinforcing = false;
    }
    if (v->cost_in > k->way_in) k->way = way_of(v), k->way_in = v->cost_in;
    if (!s->phase_entered) end_assumed_turn(u);
}

static void tell(const rules *r, const rules_state *s, int unit, teller *t) {
    (void)r;
    const unit_state *u = &s->units[unit];
    tell_flag(t, "moved", ranked_done_of(u)->moved);
    tell_flag(t, "marched", ranked_done_of(u)->marched == MARCHED_SURELY || ranked_entered_of(u)->test == NO);
    tell_flag(t, "reinforcement", ranked_done_of(u)->arrived);
}

// Until it is a march the rate bounds a move ahead, and a march where nothing forbids one.
static void reach(const facts *f, rules_reach *out) {
    const rule_case *c = &f->c;
    double march = ranked_tuning_of(c->n)->march * c->rate - ranked_spent(c);
    if (ranked_facts_of(c)->bound == BOUND_RATE && c->in_movement && ranked_may_march(c)) out->raised_in = fmax(march, 0);
    if (ranked_facts_of(c)->lone)
        reach_around(f, c->from[0].at, out->limit_in, out);
    else
        reach_common(f, out);
}

const rules_hooks ranked_hooks = {.slot = AREA_OF_ROOT,
                                  .tune = tune,
                                  .explain = ranked_explain,
                                  .facts = ranked_find_facts,
                                  .phase_begins = phase_begins,
                                  .entered = entered,
                                  .booked = booked,
                                  .tell = tell,
                                  .reach = reach};
