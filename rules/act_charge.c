// Charges announced and given up: what no move shows.
#include "rules/checks.h"
#include "rules/contact.h"
#include "rules/words.h"

#define FARTHEST_IN 1000.0  // no table is so wide (vocabulary.md: 600)

static bool gave_up_charge(const act_case *a) {
    const unit_state *u = a->mine;
    bool phase = !a->e && a->s->phase_entered && state_may_move(a->r, a->s, a->unit->side);
    return phase && a->n->charge_must_move && u->said.charge && u->said.target >= 0 && !u->done.moved && !u->routed && !u->fleeing && !u->said.flee;
}

// Out of reach, and no step nearer (BS1-7.7-7).
void act_charge_given_up(const act_case *a, rule_measure *m) {
    if (!gave_up_charge(a)) return;
    int target = a->mine->said.target;
    double gap = units_gap(a->r, a->s, a->unit_index, target, FARTHEST_IN), reach = a->rate * (a->n->failed_charge_full ? a->n->charge_factor : 1);
    m->applies = a->rate > 0 && isfinite(gap) && gap > a->rate * a->n->charge_factor + a->n->player_tolerance;
    if (!m->applies) return;
    m->measured = m->kindest = gap;
    m->limit = gap - reach;
    m->tolerance = a->n->player_tolerance;
    m->sigma = a->n->sigma_pos * sqrt(2);
    m->unit = "in";
    measure_says(m, "%s announced a charge at %s, out of reach, and stood still %s from it; it must come as near as %s",
                 words_unit(a->g, a->unit_index).text, words_unit(a->g, target).text, words_inches(gap).text, words_inches(m->limit).text);
}
