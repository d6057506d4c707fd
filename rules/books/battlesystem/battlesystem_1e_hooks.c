// What Battlesystem, first edition, does beyond its rows.
#include "rules/books/battlesystem/battlesystem.h"
#include "rules/books/battlesystem/battlesystem_areas.h"
#include "rules/books/battlesystem/charge_memory.h"
#include "rules/books/battlesystem/rout_hooks.h"
#include "rules/case/hooks.h"
#include "rules/engine/reach_area.h"
#include "rules/measure/contact/gaps.h"

// Another gap of open formation takes the band of what still counts as open along, unless the judge set the band too.
static void fill_open_gap(rules *r) {
    if (!rules_is_fixed(r, "open_gap_in") || rules_is_fixed(r, "open_gap_band_in")) return;
    double times = rules_number(r, "open_gap_in") / 0.5;
    rules_set_range(r, "open_gap_band_in", 0.25 * times, 0.8 * times);
    r->n.open_low = rules_number(r, "open_gap_band_in");
    r->n.open_high = rules_number_high(r, "open_gap_band_in");
}

static void tune(rules *r) {
    battlesystem_tuning *n = battlesystem_tuning_edit(&r->n);
    fill_open_gap(r);
    n->stand_low = 0.75 * rules_number(r, "open_gap_stand_in");
    n->stand_high = 1.25 * rules_number(r, "open_gap_stand_in");
}

static void phase_ends(const rules *r, rules_state *s) {
    rout_phase_ends(r, s);
    if (s->phase_entered && state_may_move(r, s, s->side)) note_gaps(r, s);
}

static void phase_begins(const rules *r, rules_state *s) {
    charge_phase_begins(r, s);
    rout_phase_begins(r, s);
}

static void facts_of_move(facts *f) {
    find_way_round(f);
    rout_facts(f);
    find_charge(f);
}

static void entered(const rules *r, rules_state *s, const event *e) {
    rout_entered_event(r, s, e);
    charge_entered_event(r, s, e);
}

static void booked(const rules *r, rules_state *s, const move *m, const verdict *v) {
    charge_booked(r, s, m, v);
    rout_booked(r, s, m, v);
}

static void tell(const rules *r, const rules_state *s, int unit, teller *t) {
    charge_tell(r, s, unit, t);
    rout_tell(r, s, unit, t);
}

// A forced march or a charge could still be announced: none of them was, nor a plain advance, and the unit is free to move and in command.
static void reach(const facts *f, rules_reach *out) {
    const rule_case *c = &f->c;
    const declarations *d = &c->mine->reported;
    bool engaged = c->s->phase_entered && c->mine->at_start.touching, commanded = c->mine->in_command != NO;
    if (c->in_movement && !c->raised && !d->charge && !d->plain && !engaged && commanded) out->raised_in = fmax(c->raised_allowance, 0);
    reach_common(f, out);
}

const rules_hooks battlesystem_1e_hooks = {
    .slot = AREA_OF_ROOT,
    .tune = tune,
    .facts = facts_of_move,
    .phase_ends = phase_ends,
    .phase_begins = phase_begins,
    .entered = entered,
    .booked = booked,
    .counts_open = rout_counts_open,
    .tell = tell,
    .reach = reach,
};
