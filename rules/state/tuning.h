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

// The numbers of a game, resolved: angles in radians. First those of measuring (docs/geometry.md section 14), which every rulebook has, then those by
// which measure/ and engine/ explain and price moves: zero, so without effect, where no rulebook of the game sets them.
typedef struct {
#define HOUSE_RULES "rules/state/measuring.def"
#include "rules/state/house_fields.h"
    // Prices of maneuvers: fractions of the rate, inches.
    double gap_fill, formation_fraction, face_fraction, about_fraction, frontage_cost;
    bool frontage_per_figure, frontage_fixed;  // the judge chose that reading
    double frontage_group;                     // per figure: so many, or the last few of them, are charged at once; below 1: each
    bool face_per_kind;
    double march_factor, charge_factor;  // of the rate
    fraction_rounding rounding;
    // How wheels and ways are measured.
    wheel_pivot pivot;
    bool pivot_fixed;  // the judge chose that reading
    bool front_rank_measured, corner_measured, centre_measured, chord;
    double oblique_max, oblique_tol, post_contact_tol;
    bool mob_may_oblique, only_facing;
    bool named_ways_only;  // no cleverer sequence than players make
    // What friends and comrades are to each other, and what opens ranks.
    bool pass_individuals, spacing_always, spacing_between_units;
    bool auto_open, gaps_fall_due;
    bool split_moves;
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
    const rules_ruleset *modules[RULES_MAX_DEPTH];  // those rulebooks, and what the options attach
    int module_count;
    unsigned char behaviours[RULES_MAX_ROWS];  // at the start of the game, parallel to rows
    tuning n;
};

// True where the judge set the parameter in the game's options.
bool rules_is_fixed(const rules *r, const char *parameter);
// Sets a range that follows from another parameter, for a hook that tunes.
void rules_set_range(rules *r, const char *parameter, double low, double high);
// Resolves every house rule that is bound to a field; what else a rulebook makes of them is for its hook `tune`.
void tuning_fill(rules *r);
bool tuning_word_is(const rules *r, const char *parameter, const char *word);

#endif
