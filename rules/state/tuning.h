// rules/state/tuning -- a game's rulebook with its house rules resolved: every number that checks use, under a C name.
#ifndef VEDETTE_RULES_STATE_TUNING_H
#define VEDETTE_RULES_STATE_TUNING_H

#include "rules/rules.h"
#include "rules/state/area.h"
#include "rules/state/terrain_tuning.h"

#define RULES_MAX_PARAMETERS 240
#define RULES_MAX_ROWS 320
#define RULES_MAX_DEPTH 6  // a ruleset and its parents

typedef enum { PIVOT_CORNER, PIVOT_FRONT_CENTRE, PIVOT_CENTRE } wheel_pivot;
typedef enum { ROUND_NONE, ROUND_UP_HALF, ROUND_DOWN_HALF } fraction_rounding;

// geometry.md section 14 and the parameter table of the catalogue; angles in radians.
typedef struct {
    double sigma_pos, sigma_heading, scale_error;
    double player_tolerance, nudge, confidence, k_advisory, k_illegal;
    double contact_gap, contact_doubt;
    double residual, facing_tol;
    double closed_max, open_low, open_high, stand_low, stand_high, skirmish_min;
    double gap_fill, formation_fraction, face_fraction, about_fraction, frontage_cost;
    double oblique_max, oblique_tol, post_contact_tol;
    double withdrawal, withdrawal_tol, march_factor, charge_factor, mob_aspect;
    bool charge_must_move;    // a declared charge out of reach may not be given up (BS1-7.7-7)
    bool failed_charge_full;  // and goes on by the charge's length, not the rate
    bool gaps_fall_due;       // front gaps of open units are asked for at the end of their phase (BS1-7.3-3)
    bool front_anchored;      // a change of frontage leaves the front line where it was (BS1-7.10-3)
    bool use_stands, split_moves, advise_on_readings, frontage_per_figure, mob_may_oblique, any_pivot, allow_backward, front_rank_measured,
        corner_measured, chord;
    double settle_s;  // after losses, for setting the ranks right
    bool pass_individuals, spacing_always, spacing_between_units, auto_open_all, centre_measured, mob_keeps_frontage, mob_ranks_checked,
        named_ways_only;  // no cleverer sequence than players make
    bool oblique_turns, only_facing, auto_open, face_per_kind, lock_figures_only;
    bool pivot_fixed, frontage_fixed;  // the judge chose the reading
    wheel_pivot pivot;
    fraction_rounding rounding;
    terrain_tuning terrain;
    AREAS(AREA_TUNING);
} tuning;

struct rules {
    const game *game;
    const rules_ruleset *ruleset;
    const rules_row *rows[RULES_MAX_ROWS];
    int row_count;
    const rules_parameter *parameters[RULES_MAX_PARAMETERS];
    game_option values[RULES_MAX_PARAMETERS];  // parallel to parameters
    bool fixed[RULES_MAX_PARAMETERS];          // set by the game's options
    int parameter_count;
    const rules_hooks *hooks[RULES_MAX_DEPTH];  // of the ruleset and its parents, the farthest parent's first
    int hook_count;
    unsigned char behaviours[RULES_MAX_ROWS];  // at the start of the game, parallel to rows
    tuning n;
};

// True where the judge set the parameter in the game's options.
bool rules_is_fixed(const rules *r, const char *parameter);
// Sets a range that follows from another parameter, for a hook that tunes.
void rules_set_range(rules *r, const char *parameter, double low, double high);
// The numbers that every rulebook has; a rulebook's own are for its hook.
void tuning_fill(rules *r);
bool tuning_word_is(const rules *r, const char *parameter, const char *word);

#endif
