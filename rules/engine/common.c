// What every rulebook shares: how things are measured and what an accusation takes (geometry.md sections 2 to 5 and 14).
#include "rules/engine/common.h"
#include "rules/engine/parameters.h"
#include "rules/state/state.h"

static void forget_target(unit_state *u) { u->said.target = -1; }

// The words that the engine itself takes (rules/engine/apply.c).
static const rules_retraction retractions[] = {
    {.action = "charge", .flag = offsetof(unit_state, said.charge), .forget = forget_target},
    {.action = "advance", .flag = offsetof(unit_state, said.plain)},
    {.action = "halt", .flag = offsetof(unit_state, said.plain)},
    {0},
};

static const rules_parameter parameters[] = {
    NUMBER("sigma_pos_in", 0.01, 0, 1, "in", "error of a place where an event states none", "geometry 14"),
    NUMBER("sigma_heading_deg", 0.5, 0, 45, "deg", "error of a heading where an event states none", "geometry 14"),
    NUMBER("scale_error_frac", 0.002, 0, 0.1, "", "error of the scale, as a share of the distance", "geometry 14"),
    NUMBER("player_tolerance_in", 0.1, 0, 3, "in", "what tape and fingers are allowed beyond a limit", "geometry 14"),
    NUMBER("k_advisory", 2.0, 0, 10, "sigma", "beyond the limit by more than this: no longer plainly legal", "geometry 14"),
    NUMBER("k_illegal", 3.5, 0.5, 10, "sigma", "beyond the limit by more than this: illegal (or state illegal_confidence)", "geometry 14"),
    NUMBER("illegal_confidence", 0.9998, 0.6, 0.999999999, "", "how sure the judge must be of a breach", "geometry 14"),
    NUMBER("contact_sure_in", 0.05, 0, 1, "in", "gap up to which two bases surely touch", "BS1-7.4-6, BS1-7.8-1"),
    NUMBER("contact_gap_in", 0.1, 0, 1, "in", "gap up to which two bases count as touching", "BS1-7.4-6, BS1-7.8-1"),
    NUMBER("contact_doubt_in", 0.2, 0, 2, "in", "gap up to which two bases may touch", "BS1-7.4-6, BS1-7.8-1"),
    NUMBER("nudge_tolerance_in", 0.25, 0, 3, "in", "smaller displacements are no moves", "BS1-7.0-1"),
    NUMBER("settle_s", 1.5, 0.1, 60, "s", "a unit that stands still so long has finished its move, once another moves", ""),
    NUMBER("formation_residual_in", 0.3, 0.01, 3, "in", "dressing of ranks inside a unit", "BS1-7.7-2"),
    NUMBER("rank_tol_fraction", 0.35, 0.05, 0.5, "of the rank pitch", "how far a figure may stand out of its rank", "BS1-7.10-1"),
    NUMBER("facing_tol_deg", 10, 0.1, 40, "deg", "how exactly a facing change turns", "BS1-7.9-8"),
    NUMBER("casualty_settle_time_s", 30, 0, 600, "s", "time to set the ranks right after losses", "BS1-7.2-2"),
    WORD("ambiguity_policy", "advisory_if_any_reading_legal", "advisory_if_any_reading_legal|strict_default",
         "an ambiguous rule: doubtful where one reading allows the move, or the first reading alone", "geometry 14"),
    NUMBER("closed_gap_max_in", 0.15, 0, 1, "in", "largest gap of closed formation", "BS1-7.1-1, BS1-7.2-1"),
    RANGE("open_gap_band_in", 0.25, 0.8, 0, 5, "in", "gaps that count as open formation", "BS1-7.3-1"),
    NUMBER("skirmish_gap_min_in", 1.0, 0.1, 10, "in", "least gap of skirmish formation", "BS1-7.4-1"),
    FLAG("use_stands", false, "the bases are stands of several figures", "BS1-7.3-2"),
};

const rules_ruleset common_rules = {
    .key = "",
    .title = "Measuring",
    .retractions = retractions,
    .parameters = parameters,
    .parameter_count = sizeof parameters / sizeof *parameters,
};
