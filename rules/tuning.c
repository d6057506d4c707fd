#include "rules/tuning.h"

#include <string.h>

static bool word_is(const rules *r, const char *parameter, const char *word) { return strcmp(rules_text(r, parameter), word) == 0; }

// x with P(Z <= x) = p of the standard normal, by bisection: exact to the last bits and the same everywhere.
static double normal_quantile(double p) {
    double low = -10, high = 10;
    for (int i = 0; i < 80; i++) {
        double mid = (low + high) / 2;
        if (0.5 * erfc(-mid / sqrt(2)) < p)
            low = mid;
        else
            high = mid;
    }
    return (low + high) / 2;
}

// The confidence that makes an accusation: the judge states it as a chance or as a number of sigmas.
static void fill_confidence(rules *r) {
    tuning *n = &r->n;
    n->confidence = rules_number(r, "illegal_confidence");
    if (rules_is_fixed(r, "k_illegal") && !rules_is_fixed(r, "illegal_confidence"))
        n->confidence = 0.5 * erfc(-rules_number(r, "k_illegal") / sqrt(2));
    n->k_illegal = normal_quantile(n->confidence);
    n->k_advisory = fmin(rules_number(r, "k_advisory"), n->k_illegal);
}

static void fill_measuring(rules *r) {
    tuning *n = &r->n;
    n->sigma_pos = rules_number(r, "sigma_pos_in");
    n->sigma_heading = rules_number(r, "sigma_heading_deg") * RAD_PER_DEG;
    n->scale_error = rules_number(r, "scale_error_frac");
    n->player_tolerance = rules_number(r, "player_tolerance_in");
    n->nudge = rules_number(r, "nudge_tolerance_in");
    n->contact_gap = rules_number(r, "contact_gap_in");
    n->contact_doubt = rules_number(r, "contact_doubt_in");
    n->residual = rules_number(r, "formation_residual_in");
    n->facing_tol = rules_number(r, "facing_tol_deg") * RAD_PER_DEG;
    n->advise_on_readings = word_is(r, "ambiguity_policy", "advisory_if_any_reading_legal");
}

static void fill_formations(rules *r) {
    tuning *n = &r->n;
    n->closed_max = rules_number(r, "closed_gap_max_in");
    n->open_low = rules_number(r, "open_gap_band_in");
    n->open_high = rules_number_high(r, "open_gap_band_in");
    n->stand_low = 0.75 * rules_number(r, "open_gap_stand_in");
    n->stand_high = 1.25 * rules_number(r, "open_gap_stand_in");
    n->skirmish_min = rules_number(r, "skirmish_gap_min_in");
    n->gap_fill = rules_number(r, "gap_fill_cost_in");
    n->use_stands = rules_flag(r, "use_stands");
    n->auto_open = rules_flag(r, "out_of_command_auto_open");
    n->mob_aspect = rules_number(r, "mob_aspect_max");
    n->formation_fraction = rules_number(r, "formation_change_fraction");
    n->frontage_cost = rules_number(r, "frontage_cost_in");
    n->frontage_per_figure = word_is(r, "frontage_cost_mode", "per_figure");
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
    n->front_rank_measured = word_is(r, "wheel_measured_figure", "front_rank_outermost");
    n->corner_measured = word_is(r, "wheel_measure_point", "outer_front_corner");
    n->chord = word_is(r, "wheel_cost_metric", "chord");
    n->pivot = word_is(r, "wheel_pivot", "corner") ? PIVOT_CORNER : word_is(r, "wheel_pivot", "centre") ? PIVOT_CENTRE : PIVOT_FRONT_CENTRE;
    n->pivot_fixed = rules_is_fixed(r, "wheel_pivot");
    n->only_facing = word_is(r, "post_contact_direction", "facing");
    n->face_per_kind = rules_flag(r, "face_cost_per_kind");
}

void tuning_fill(rules *r) {
    tuning *n = &r->n;
    fill_confidence(r);
    fill_measuring(r);
    fill_formations(r);
    fill_direction(r);
    n->withdrawal = rules_number(r, "withdrawal_distance_in");
    n->withdrawal_tol = rules_number(r, "withdrawal_tol_in");
    n->march_factor = rules_number(r, "forced_march_factor");
    n->charge_factor = rules_number(r, "charge_factor");
    n->charge_must_move = rules_flag(r, "declared_charge_must_move");
    n->failed_charge_full = word_is(r, "failed_charge_move", "charge");
    n->gaps_fall_due = !word_is(r, "gap_fill_deadline", "none");
    n->front_anchored = !word_is(r, "frontage_anchor", "none");
    n->split_moves = rules_flag(r, "allow_split_move_in_phase");
    n->lock_figures_only = word_is(r, "contact_lock_scope", "figure");
    n->rounding = word_is(r, "fraction_rounding", "up_half")     ? ROUND_UP_HALF
                  : word_is(r, "fraction_rounding", "down_half") ? ROUND_DOWN_HALF
                                                                 : ROUND_NONE;
}
