// What Battlesystem, first edition, does beyond its rows.
#include "rules/books.h"
#include "rules/gaps.h"
#include "rules/hooks.h"
#include "rules/rout_hooks.h"

static void fill_formations(rules *r) {
    tuning *n = &r->n;
    n->stand_low = 0.75 * rules_number(r, "open_gap_stand_in");
    n->stand_high = 1.25 * rules_number(r, "open_gap_stand_in");
    n->gap_fill = rules_number(r, "gap_fill_cost_in");
    n->auto_open = rules_flag(r, "out_of_command_auto_open");
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

static void tune(rules *r) {
    tuning *n = &r->n;
    fill_formations(r);
    fill_direction(r);
    rout_tune(r);
    n->withdrawal = rules_number(r, "withdrawal_distance_in");
    n->withdrawal_tol = rules_number(r, "withdrawal_tol_in");
    n->march_factor = rules_number(r, "forced_march_factor");
    n->charge_factor = rules_number(r, "charge_factor");
    n->charge_must_move = rules_flag(r, "declared_charge_must_move");
    n->failed_charge_full = tuning_word_is(r, "failed_charge_move", "charge");
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

static void find_facts(facts *f) { rout_facts(f); }

static void phase_begins(const rules *r, rules_state *s) { rout_phase_begins(r, s); }

static void entered(const rules *r, rules_state *s, const event *e) { rout_entered_event(r, s, e); }

static void booked(const rules *r, rules_state *s, const move *m, const verdict *v) { rout_booked(r, s, m, v); }

static int tell(const rules *r, const rules_state *s, int unit, game_option *out, int max) { return rout_tell(r, s, unit, out, max); }

const rules_hooks battlesystem_1e_hooks = {
    .tune = tune, .facts = find_facts, .phase_ends = phase_ends, .phase_begins = phase_begins, .entered = entered, .booked = booked, .tell = tell};
