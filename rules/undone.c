// Announced and not done: what no move shows.
#include <stdio.h>
#include <string.h>

#include "rules/contact.h"
#include "rules/words.h"

#define FARTHEST_IN 1000.0  // no table is so wide (vocabulary.md: 600)

static bool gave_up_charge(const rules *r, const rules_state *s, int unit) {
    const unit_state *u = &s->units[unit];
    bool phase = s->phase_entered && strcmp(s->phase, "movement") == 0 && (s->side < 0 || s->side == r->game->units[unit].side);
    return phase && r->n.charge_must_move && u->said.charge && u->said.target >= 0 && !u->moved && !u->routed && !u->fleeing && !u->said.flee;
}

bool rules_left_undone(const rules *r, const rules_state *s, int unit, verdict *out) {
    if (!gave_up_charge(r, s, unit)) return false;
    const unit_state *u = &s->units[unit];
    double rate = u->rate_in > 0 ? u->rate_in : r->game->units[unit].movement_in;
    double gap = units_gap(r, s, unit, u->said.target, FARTHEST_IN), reach = rate * (r->n.failed_charge_full ? r->n.charge_factor : 1);
    if (rate <= 0 || !isfinite(gap) || gap <= rate * r->n.charge_factor + r->n.player_tolerance) return false;
    memset(out, 0, sizeof *out);
    out->turn = s->turn;
    snprintf(out->phase, sizeof out->phase, "%s", s->phase);
    out->unit = unit;
    out->ruling = RULING_ILLEGAL;
    out->allowance_in = rate;
    finding *f = &out->findings[out->finding_count++];
    *f = (finding){.ruling = RULING_ILLEGAL,
                   .violation = "DECLARATION_BROKEN",
                   .rule = "BS1-7.7-7",
                   .has_measure = true,
                   .measured = gap,
                   .allowed = gap - reach,
                   .sigma = r->n.sigma_pos * sqrt(2),
                   .measure_unit = "in",
                   .p_illegal = 1};
    snprintf(f->message, sizeof f->message,
             "%.70s announced a charge at %.70s, out of reach, and stood still %.20s from it; it must come as near as %.20s (Battlesystem 7.7)",
             words_unit(r->game, unit).text, words_unit(r->game, u->said.target).text, words_inches(gap).text, words_inches(gap - reach).text);
    return true;
}
