// What Chainmail does beyond its rows: half-moves, changes of formation that take turns, orders to charge if charged.
#include <stdio.h>

#include "rules/books/chainmail/chainmail.h"
#include "rules/books/chainmail/chainmail_areas.h"
#include "rules/books/chainmail/chainmail_change.h"
#include "rules/books/chainmail/chainmail_explain.h"
#include "rules/books/chainmail/chainmail_orders.h"
#include "rules/books/chainmail/chainmail_turn.h"
#include "rules/case/hooks.h"
#include "rules/engine/reach_area.h"

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

// A crossing is the whole move of a turn: half of it in each half, where both are played.
static double river_share(const rule_case *c) {
    double half = chainmail_tuning_of(c->n)->half;
    if (half >= 1) return 1;
    if (chainmail_in_phase(c->s, "first-half")) return half;
    bool halved = chainmail_in_phase(c->s, "second-half") && chainmail_entered_of(c->mine)->halved_turn == c->s->turn + 1;
    return halved ? 1 - half : 1;
}

static void tune(rules *r) {
    r->n.oblique_max = PI;  // an oblique of any angle is a matter of cost (CM-FF-8)
    r->n.split_moves = true;
    r->n.terrain.river_share = river_share;
    chainmail_tuning_edit(&r->n)->columns = true;
    read_oblique_table(chainmail_tuning_edit(&r->n), rules_text(r, "cm_oblique_table"));
}

// The move that the unit has: of its class, of a charge, or half a charge where it is charged itself (CM-SIM-10).
static void find_move(facts *f) {
    rule_case *c = &f->c;
    const chainmail_entered *k = chainmail_entered_of(c->mine);
    double spent = c->before.cost_in, charge = c->unit->charge_move_in;
    bool touches = contact_chance(c->n, c->contact.at_end.gap, fmax(c->contact.at_end.sigma, 1e-9)) > 0.5;
    chainmail_facts_edit(c)->charging = k->charge || c->mine->reported.charge;
    chainmail_facts_edit(c)->cic = k->cic && !chainmail_facts_of(c)->charging;
    c->raised = chainmail_facts_of(c)->charging;
    c->raised_allowance = (charge > 0 ? charge : INFINITY) - spent;  // of this class it was not entered how far it charges
    c->allowance = c->rate - spent;
    c->may_raise = !c->raised && !chainmail_facts_of(c)->cic && !c->mine->reported.plain && touches && c->raised_allowance > c->allowance;
    if (c->raised) c->allowance = c->raised_allowance;
    if (chainmail_facts_of(c)->cic) c->allowance = c->raised_allowance = chainmail_tuning_of(c->n)->cic * (charge > 0 ? charge : INFINITY) - spent;
}

static void phase_begins(const rules *r, rules_state *s) {
    chainmail_phase_begins(r, s);
    chainmail_carry_costs(r, s);  // from the first half to the second
}

static void tell(const rules *r, const rules_state *s, int unit, teller *t) {
    const unit_state *u = &s->units[unit];
    const dice_entry *morale = &u->dice[DICE_MORALE];
    tell_true(t, "ordered", chainmail_ordered(s, u));
    tell_true(t, "charge_if_charged", chainmail_entered_of(u)->cic);
    tell_true(t, "flanked", chainmail_is_flanked(r, s, unit));
    if (chainmail_entered_of(u)->change > chainmail_done_of(u)->completed) {
        tell_text(t, "changing_to", formation_name(chainmail_entered_of(u)->to));
        tell_number(t, "change_paid_in", chainmail_entered_of(u)->paid_in);
    }
    if (morale->times > 0 && morale->turn == s->turn) tell_text(t, "morale", morale->passed == YES ? "pass" : "fail");
}

static double aside(const rule_case *c, double angle_rad) { return chainmail_facts_of(c)->training * chainmail_oblique_in(c->n, angle_rad, c->rate); }

// A charge could still be ordered. The area is that of an advance at any angle: the model charges its oblique, though no verdict does.
static void reach(const facts *f, rules_reach *out) {
    const rule_case *c = &f->c;
    bool open = c->in_movement && !c->raised && !chainmail_facts_of(c)->cic && !c->mine->reported.plain && isfinite(c->raised_allowance);
    if (open && c->raised_allowance > c->allowance) out->raised_in = c->raised_allowance;
    if (c->free || c->count == 1)
        reach_common(f, out);
    else
        reach_fan(f, out->limit_in, aside, out);
}

const rules_hooks chainmail_hooks = {.slot = AREA_OF_HEIR,
                                     .tune = tune,
                                     .explain = chainmail_explain,
                                     .facts = find_move,
                                     .phase_ends = chainmail_phase_ends,
                                     .phase_begins = phase_begins,
                                     .entered = chainmail_enter,
                                     .booked = chainmail_book,
                                     .tell = tell,
                                     .reach = reach};
