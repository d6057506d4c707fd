// Chainmail: cavalry ordered to charge if charged (CM-SIM-7 to CM-SIM-10).
#include <string.h>

#include "rules/books/chainmail/chainmail_areas.h"
#include "rules/books/chainmail/chainmail_orders.h"
#include "rules/books/chainmail/checks_chainmail.h"
#include "rules/case/words.h"

void chainmail_act_cic(const act_case *a, rule_measure *m) {
    bool entered = event_declares(a->e, a->unit_index, "charge-if-charged");
    m->applies = entered && a->unit->troop != TROOP_CAVALRY;
    m->fact = true;
    m->chance = 1;
    if (m->applies) measure_says(m, "%s is no cavalry and may not be ordered to charge if charged", words_unit(a->g, a->unit_index).text);
}

// An order that has it march first is for the judge to weigh.
void chainmail_check_cic_early(const rule_case *c, rule_measure *m) {
    m->applies = chainmail_facts_of(c)->cic && chainmail_in_phase(c->s, "first-half") && !c->excused;
    if (!m->applies) return;
    m->measured = m->kindest = chainmail_facts_of(c)->way_in;
    m->limit = c->n->nudge;
    m->sigma = c->how.sigma;
    m->unit = "in";
    m->ask = chainmail_ordered(c->s, c->mine) && chainmail_ordered_in(c->mine) > 0;
    measure_says(m, "%s, which is to charge if charged, went %s in the first half: such a move begins at the half%s",
                 words_unit(c->g, c->unit_index).text, words_inches(m->measured).text, m->ask ? "; was it ordered to march first?" : "");
}

void chainmail_check_cic_length(const rule_case *c, rule_measure *m) {
    m->applies = chainmail_facts_of(c)->cic && !chainmail_in_phase(c->s, "first-half") && !c->excused && c->how.shape != SHAPE_STILL;
    if (!m->applies) return;
    words unit = words_unit(c->g, c->unit_index), took = words_inches(c->how.cost);
    if (c->unit->charge_move_in <= 0) {
        m->fact = m->ask = true;
        m->chance = 1;
        measure_says(m, "How far does %s charge? It moved %s, and charging if charged it may go half of its charge", unit.text, took.text);
        return;
    }
    m->measured = c->how.cost;
    m->kindest = fmin(c->how.least.kindest, c->how.cost);
    m->limit = c->allowance;
    m->tolerance = c->n->player_tolerance;
    m->sigma = c->how.sigma;
    measure_before(c, m);
    measure_search(c, m);
    m->unit = "in";
    m->always_listed = true;
    measure_says(m, "%s, charging if charged, moved %s of %s, half of its charge of %s", unit.text, took.text, words_inches(m->limit).text,
                 words_inches(c->unit->charge_move_in).text);
}

// An enemy announced a charge at the unit, or moved into contact with it.
static bool is_charged(const rule_case *c, int unit) {
    for (int e = 0; e < c->s->unit_count; e++)
        if (c->g->units[e].side != c->g->units[unit].side && chainmail_entered_of(&c->s->units[e])->charge &&
            chainmail_entered_of(&c->s->units[e])->charged == unit)
            return true;
    const engagement *now = &c->s->units[unit].done.now;
    return now->touching && !now->by_self;
}

static int charged_friend(const rule_case *c) {
    for (int u = 0; u < c->s->unit_count; u++)
        if (u != c->unit_index && c->g->units[u].side == c->unit->side && is_charged(c, u)) return u;
    return -1;
}

static bool too_far(const rule_case *c, int supported) {
    double radius = chainmail_tuning_of(c->n)->cic_radius;
    return radius > 0 && units_gap(c->r, c->s, c->unit_index, supported, radius + c->n->player_tolerance) > radius + c->n->player_tolerance;
}

void chainmail_check_cic_trigger(const rule_case *c, rule_measure *m) {
    int supported = chainmail_entered_of(c->mine)->supports;
    bool moved = chainmail_facts_of(c)->cic && !chainmail_in_phase(c->s, "first-half") && !c->excused && c->how.shape != SHAPE_STILL;
    if (!moved || is_charged(c, c->unit_index)) return;
    bool triggered = supported >= 0 && is_charged(c, supported);
    m->applies = !triggered || too_far(c, supported);
    m->fact = true;
    m->chance = 1;
    int charged = supported < 0 ? charged_friend(c) : -1;
    m->ask = charged >= 0;
    words unit = words_unit(c->g, c->unit_index);
    if (m->ask)
        measure_says(m, "%s charged because %s is charged: was it ordered to support it?", unit.text, words_unit(c->g, charged).text);
    else if (triggered)
        measure_says(m, "%s supports %s, which is more than %s away", unit.text, words_unit(c->g, supported).text,
                     words_inches(chainmail_tuning_of(c->n)->cic_radius).text);
    else
        measure_says(m, "%s charged by its order to charge if charged, yet neither it nor a unit that it supports is being charged", unit.text);
}
