// What Chainmail does beyond its rows: half-moves, changes of formation that take turns, orders to charge if charged.
#include <stdio.h>
#include <string.h>

#include "rules/books.h"
#include "rules/chainmail_change.h"
#include "rules/chainmail_explain.h"
#include "rules/chainmail_orders.h"
#include "rules/hooks.h"

// "30:1 60:2": up to 30 degrees an inch, up to 60 degrees two.
static void read_oblique_table(chainmail_tuning *n, const char *text) {
    double up_to, cost;
    int used;
    n->oblique_count = 0;
    while (n->oblique_count < CHAINMAIL_TABLE_MAX && sscanf(text, "%lf:%lf%n", &up_to, &cost, &used) == 2) {
        n->oblique_up_to[n->oblique_count] = up_to * RAD_PER_DEG;
        n->oblique_in[n->oblique_count++] = cost;
        text += used;
    }
}

static void tune_orders(rules *r) {
    chainmail_tuning *n = &r->n.chainmail;
    n->half = rules_number(r, "half_move_fraction");
    n->half_ordered = tuning_word_is(r, "half_move_basis", "ordered");
    n->half_fixed = rules_is_fixed(r, "half_move_basis");
    n->direction = rules_number(r, "order_direction_tol_deg") * RAD_PER_DEG;
    n->facing = rules_number(r, "order_facing_tol_deg") * RAD_PER_DEG;
    n->distance = rules_number(r, "order_distance_tol_in");
    n->breach = rules_number(r, "order_breach_factor");
    n->cic = rules_number(r, "cic_charge_fraction");
    n->cic_radius = rules_number(r, "cic_support_radius_in");
}

static void tune(rules *r) {
    tuning *n = &r->n;
    chainmail_tune_formation(r);
    tune_orders(r);
    n->face_fraction = rules_number(r, "face_fraction");
    n->about_fraction = rules_number(r, "about_face_fraction");
    n->oblique_max = PI;  // an oblique of any angle is a matter of cost (CM-FF-8)
    n->split_moves = true;
    n->chainmail.columns = true;
    n->chainmail.oblique = tuning_word_is(r, "cm_oblique_model", "free45")  ? OBLIQUE_FREE_45
                           : tuning_word_is(r, "cm_oblique_model", "table") ? OBLIQUE_TABLE
                                                                            : OBLIQUE_LINEAR;
    read_oblique_table(&n->chainmail, rules_text(r, "cm_oblique_table"));
}

// The move that the unit has: of its class, of a charge, or half a charge where it is charged itself (CM-SIM-10).
static void find_move(facts *f) {
    rule_case *c = &f->c;
    const chainmail_entered *k = &c->mine->chainmail;
    double spent = c->s->phase_entered ? c->mine->done.spent_in : 0, charge = c->unit->charge_move_in;
    bool touches = contact_chance(c->n, c->contact.at_end.gap, fmax(c->contact.at_end.sigma, 1e-9)) > 0.5;
    c->chainmail.charging = k->charge || c->mine->said.charge;
    c->chainmail.cic = k->cic && !c->chainmail.charging;
    c->raised = c->chainmail.charging;
    c->raised_allowance = (charge > 0 ? charge : INFINITY) - spent;  // a class of which nobody said how far it charges
    c->allowance = c->rate - spent;
    c->may_raise = !c->raised && !c->chainmail.cic && !c->mine->said.plain && touches && c->raised_allowance > c->allowance;
    if (c->raised) c->allowance = c->raised_allowance;
    if (c->chainmail.cic) c->allowance = c->raised_allowance = c->n->chainmail.cic * (charge > 0 ? charge : INFINITY) - spent;
}

static bool is_moving(const rules *r, const rules_state *s, int unit) { return s->phase_entered && state_may_move(r, s, r->game->units[unit].side); }

static void phase_ends(const rules *r, rules_state *s) {
    for (int i = 0; i < s->unit_count; i++) {
        unit_state *u = &s->units[i];
        if (is_moving(r, s, i)) u->chainmail.spent_in = u->done.spent_in;
        u->chainmail.flanked = chainmail_is_flanked(r, s, i);
    }
}

// A turn is over: what a unit left of its move went into the change of formation that it is at; one that marched on has given it up.
static void settle_change(const rules *r, const rules_state *s, int unit) {
    unit_state *u = &s->units[unit];
    chainmail_entered *k = &u->chainmail;
    double rate = state_rate(r, s, unit), left = fmax(rate - k->spent_in, 0);
    k->idle_in = k->turn > 0 ? left : INFINITY;
    if (k->change <= u->done.chainmail.completed) return;
    if (rate > 0 && left <= r->n.player_tolerance)
        u->done.chainmail.completed = k->change;
    else
        k->paid_in += left;
}

static void begin_turn(const rules *r, const rules_state *s, int unit) {
    unit_state *u = &s->units[unit];
    chainmail_entered *k = &u->chainmail;
    int before = k->turn;
    if (before > 0) settle_change(r, s, unit);
    if (before == 0) k->idle_in = s->turn <= 1 ? 0 : INFINITY;
    if (before == 0 && u->has_order && u->order_turn == 0) u->order_turn = s->turn;  // written before the first phase was entered
    k->turn = s->turn;
    k->spent_in = 0;
    k->flanked = false;
    if (before > 0) k->charge = k->cic = k->contact_seen = false;
    u->done.chainmail.went = (vec2){0, 0};
    u->done.chainmail.change_in = 0;
    u->done.chainmail.changed = false;
}

static void phase_begins(const rules *r, rules_state *s) {
    for (int i = 0; i < s->unit_count; i++) {
        if (s->units[i].chainmail.turn != s->turn) begin_turn(r, s, i);
        if (is_moving(r, s, i)) s->units[i].done.spent_in = s->units[i].chainmail.spent_in;
    }
}

static const event_item *item_of(const event *e, const char *key) {
    for (int i = 0; i < e->item_count; i++)
        if (strcmp(e->items[i].key, key) == 0) return &e->items[i];
    return NULL;
}

static void declare_change(const event *e, unit_state *u) {
    const event_item *to = item_of(e, "to");
    chainmail_entered *k = &u->chainmail;
    formation_kind wanted = to && to->kind == OPTION_TEXT ? formation_by_name(to->text) : FORMATION_UNKNOWN;
    bool goes_on = k->change > u->done.chainmail.completed && k->to == wanted;
    if (goes_on) return;
    k->change = u->done.chainmail.completed + 1;
    k->to = wanted;
    k->paid_in = 0;
}

static void declare(const rules *r, rules_state *s, const event *e) {
    unit_state *u = &s->units[e->unit];
    const event_item *supports = item_of(e, "supports");
    if (strcmp(e->action, "change-formation") == 0) declare_change(e, u);
    if (strcmp(e->action, "charge") == 0) {
        u->chainmail.charge = u->chainmail.contact_seen = true;
        u->chainmail.charged = e->target;
    }
    if (strcmp(e->action, "charge-if-charged") == 0) {
        u->chainmail.cic = true;
        u->chainmail.supports = supports && supports->kind == OPTION_TEXT ? game_find_unit(r->game, supports->text) : -1;
    }
}

// The judge's word on who fights whom acknowledges the contact, for both (CM-SIM-4).
static void acknowledge(const rules *r, rules_state *s, const event *e) {
    const event_item *with = item_of(e, "engaged_with");
    if (!with) return;
    s->units[e->unit].chainmail.contact_seen = true;
    for (int i = 0; i < e->item_count; i++) {
        int other = e->items[i].kind == OPTION_TEXT && !e->items[i].is_null ? game_find_unit(r->game, e->items[i].text) : -1;
        if (strcmp(e->items[i].key, "engaged_with") == 0 && other >= 0) s->units[other].chainmail.contact_seen = true;
    }
}

static void entered(const rules *r, rules_state *s, const event *e) {
    if (e->unit < 0) return;
    if (e->kind == EVENT_DECLARE) declare(r, s, e);
    if (e->kind == EVENT_STATUS) acknowledge(r, s, e);
}

static vec2 shift_of(const move *m) {
    vec2 sum = {0, 0};
    int n = 0;
    for (int i = 0; i < m->figure_count; i++)
        if (m->moved_with[i]) sum = vec2_add(sum, vec2_sub(m->to[i].at, m->from[i].at)), n++;
    return vec2_scale(sum, n ? 1.0 / n : 0);
}

static void booked(const rules *r, rules_state *s, const move *m, const verdict *v) {
    (void)r;
    unit_state *u = &s->units[m->unit];
    u->done.chainmail.went = vec2_add(u->done.chainmail.went, shift_of(m));
    for (int i = 0; i < v->maneuver_count; i++) {
        if (v->maneuvers[i].kind != MANEUVER_FORMATION_CHANGE) continue;
        u->done.chainmail.change_in += v->maneuvers[i].cost_in;
        u->done.chainmail.changed = true;
        u->done.chainmail.completed = u->chainmail.change;
    }
}

static int tell_flag(game_option *out, int max, int count, const char *name, bool is) {
    if (!is || count >= max) return count;
    out[count] = (game_option){.kind = OPTION_FLAG, .flag = true};
    snprintf(out[count].name, sizeof out[count].name, "%s", name);
    return count + 1;
}

static int tell_change(const chainmail_entered *k, game_option *out, int max, int count) {
    if (count + 2 > max) return count;
    out[count] = (game_option){.name = "changing_to", .kind = OPTION_TEXT};
    snprintf(out[count].text, sizeof out[count].text, "%s", formation_name(k->to));
    out[count + 1] = (game_option){.name = "change_paid_in", .kind = OPTION_NUMBER, .number = k->paid_in};
    return count + 2;
}

static int tell(const rules *r, const rules_state *s, int unit, game_option *out, int max) {
    const unit_state *u = &s->units[unit];
    const dice_entry *morale = &u->dice[DICE_MORALE];
    int n = tell_flag(out, max, 0, "ordered", chainmail_ordered(s, u));
    n = tell_flag(out, max, n, "charge_if_charged", u->chainmail.cic);
    n = tell_flag(out, max, n, "flanked", chainmail_is_flanked(r, s, unit));
    if (u->chainmail.change > u->done.chainmail.completed) n = tell_change(&u->chainmail, out, max, n);
    if (morale->times > 0 && morale->turn == s->turn && n < max) {
        out[n] = (game_option){.name = "morale", .kind = OPTION_TEXT};
        snprintf(out[n++].text, sizeof out[0].text, "%s", morale->passed == YES ? "pass" : "fail");
    }
    return n;
}

const rules_hooks chainmail_hooks = {.tune = tune,
                                     .explain = chainmail_explain,
                                     .facts = find_move,
                                     .phase_ends = phase_ends,
                                     .phase_begins = phase_begins,
                                     .entered = entered,
                                     .booked = booked,
                                     .tell = tell};
