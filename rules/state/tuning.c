#include "rules/state/tuning.h"

#include <string.h>

bool tuning_word_is(const rules *r, const char *parameter, const char *word) { return strcmp(rules_text(r, parameter), word) == 0; }

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
    n->advise_on_readings = tuning_word_is(r, "ambiguity_policy", "advisory_if_any_reading_legal");
}

// How formations are measured: the segmenter asks for these under every rulebook.
static void fill_spacing(rules *r) {
    tuning *n = &r->n;
    n->closed_max = rules_number(r, "closed_gap_max_in");
    n->open_low = rules_number(r, "open_gap_band_in");
    n->open_high = rules_number_high(r, "open_gap_band_in");
    n->skirmish_min = rules_number(r, "skirmish_gap_min_in");
    n->use_stands = rules_flag(r, "use_stands");
}

void tuning_fill(rules *r) {
    fill_confidence(r);
    fill_measuring(r);
    fill_spacing(r);
}
