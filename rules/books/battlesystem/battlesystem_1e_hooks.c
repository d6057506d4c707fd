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

static void fill_formations(rules *r) {
    tuning *n = &r->n;
    n->stand_low = 0.75 * rules_number(r, "open_gap_stand_in");
    n->stand_high = 1.25 * rules_number(r, "open_gap_stand_in");
    n->gap_fill = rules_number(r, "gap_fill_cost_in");
    n->auto_open = rules_flag(r, "out_of_command_auto_open");
    n->auto_open_all = tuning_word_is(r, "auto_open_applies_to", "all");
    n->settle_s = rules_number(r, "casualty_settle_time_s");
    n->pass_individuals = rules_flag(r, "pass_through_individuals");
    n->spacing_always = tuning_word_is(r, "skirmish_spacing_when", "always");
    n->spacing_between_units = rules_flag(r, "skirmish_spacing_between_units");
    n->mob_keeps_frontage = rules_is_fixed(r, "mob_voluntary_frontage") && !rules_flag(r, "mob_voluntary_frontage");
    n->mob_ranks_checked = rules_flag(r, "mob_regularity_check");
    n->mob_aspect = rules_number(r, "mob_aspect_max");
    n->formation_fraction = rules_number(r, "formation_change_fraction");
    n->frontage_cost = rules_number(r, "frontage_cost_in");
    n->frontage_per_figure = tuning_word_is(r, "frontage_cost_mode", "per_figure");
    n->frontage_fixed = rules_is_fixed(r, "frontage_cost_mode");
}

static void fill_direction(rules *r) {
    tuning *n = &r->n;
    n->face_fraction = rules_number(r, "face_fraction");
    n->about_fraction = rules_number(r, "about_face_fraction");
    n->oblique_max = rules_number(r, "oblique_max_deg") * RAD_PER_DEG;
    n->oblique_tol = rules_number(r, "oblique_tol_deg") * RAD_PER_DEG;
    n->oblique_turns = rules_flag(r, "oblique_changes_facing");
    n->mob_may_oblique = rules_flag(r, "mob_may_oblique");
    n->post_contact_tol = rules_number(r, "post_contact_angle_tol_deg") * RAD_PER_DEG;
    n->centre_measured = tuning_word_is(r, "measure_point", "centre");
    n->named_ways_only = !rules_flag(r, "cheapest_explanation");
    n->any_pivot = rules_flag(r, "wheel_pivot_any_figure");
    n->allow_backward = rules_flag(r, "wheel_allow_backward");
    n->front_rank_measured = tuning_word_is(r, "wheel_measured_figure", "front_rank_outermost");
    n->corner_measured = tuning_word_is(r, "wheel_measure_point", "outer_front_corner");
    n->chord = tuning_word_is(r, "wheel_cost_metric", "chord");
    n->pivot = tuning_word_is(r, "wheel_pivot", "corner")   ? PIVOT_CORNER
               : tuning_word_is(r, "wheel_pivot", "centre") ? PIVOT_CENTRE
                                                            : PIVOT_FRONT_CENTRE;
    n->pivot_fixed = rules_is_fixed(r, "wheel_pivot");
    n->only_facing = tuning_word_is(r, "post_contact_direction", "facing");
    n->face_per_kind = rules_flag(r, "face_cost_per_kind");
}

static void fill_long_moves(rules *r) {
    tuning *n = &r->n;
    charge_tuning *k = charge_tuning_edit(n);
    n->march_factor = rules_number(r, "forced_march_factor");
    n->charge_factor = rules_number(r, "charge_factor");
    n->charge_must_move = rules_flag(r, "declared_charge_must_move");
    n->failed_charge_full = tuning_word_is(r, "failed_charge_move", "charge");
    k->march_penalty = rules_number(r, "forced_march_ar_penalty");
    k->idle_recovery = rules_number(r, "ar_recovery_per_idle_round");
    k->run_up = rules_number(r, "charge_min_fraction");
    k->straight = rules_number(r, "charge_straight_fraction");
    k->closed_bonus = rules_number(r, "charge_closed_ar_bonus");
    k->failed_morale = rules_number(r, "failed_charge_morale");
    k->basis = tuning_word_is(r, "charge_straight_basis", "normal_rate")      ? STRAIGHT_OF_RATE
               : tuning_word_is(r, "charge_straight_basis", "distance_moved") ? STRAIGHT_OF_WAY
                                                                              : STRAIGHT_OF_RANGE;
    k->basis_fixed = rules_is_fixed(r, "charge_straight_basis");
    k->straight_last = rules_flag(r, "charge_straight_must_be_final");
    k->march_never_touches = tuning_word_is(r, "forced_march_contact_policy", "never");
    k->fail_without_morale = tuning_word_is(r, "never_check_morale_forced_march", "auto_fail");
    k->out_of_reach = tuning_word_is(r, "failed_charge_penalty", "ask")   ? PENALTY_PROPOSED
                      : tuning_word_is(r, "failed_charge_penalty", "yes") ? PENALTY_HOLDS
                                                                          : PENALTY_NONE;
}

static void tune(rules *r) {
    tuning *n = &r->n;
    fill_open_gap(r);
    fill_formations(r);
    fill_direction(r);
    fill_long_moves(r);
    rout_tune(r);
    n->withdrawal = rules_number(r, "withdrawal_distance_in");
    n->withdrawal_tol = rules_number(r, "withdrawal_tol_in");
    n->gaps_fall_due = !tuning_word_is(r, "gap_fill_deadline", "none");
    n->front_anchored = !tuning_word_is(r, "frontage_anchor", "none");
    n->split_moves = rules_flag(r, "allow_split_move_in_phase");
    n->lock_figures_only = tuning_word_is(r, "contact_lock_scope", "figure");
    n->rounding = tuning_word_is(r, "fraction_rounding", "up_half")     ? ROUND_UP_HALF
                  : tuning_word_is(r, "fraction_rounding", "down_half") ? ROUND_DOWN_HALF
                                                                        : ROUND_NONE;
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

// A forced march or a charge could still be announced: neither was, nor a plain advance, and nobody is in contact or under no orders.
static void reach(const facts *f, rules_reach *out) {
    const rule_case *c = &f->c;
    const declarations *d = &c->mine->said;
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
