// Ranked fantasy, Normal Movement: units in ranks that wheel and march, lone models, reinforcements. One row a rule of the catalogue.
//
// A row without a check is a definition, a permission, or a state that is remembered (rules/ranked/ranked_hooks.c) and told.
#include "rules/books/books.h"
#include "rules/books/ranked/checks_ranked.h"
#include "rules/engine/parameters.h"

static const rules_row rows[] = {
    // id, citation, the rule, kind, severity, name of the breach, in force, judged while moving, check
    {"WF-NM-1", "Ranked fantasy, Normal Movement",
     "Normal Movement is the sub-phase after charges and compulsory moves; the rest of the army is moved then.", RULES_PROCEDURE, RULES_SAYS_ILLEGAL,
     "OUT_OF_PHASE_MOVE", RULES_ALWAYS, false, check_ranked_phase},
    {"WF-NM-2", "Ranked fantasy, Moving Your Units",
     "Only units that did not flee, rally or move compulsorily in this Movement phase and are not engaged in combat may make a normal move (units "
     "that charged have had their move).",
     RULES_PROHIBITION, RULES_SAYS_ILLEGAL, "UNIT_NOT_ELIGIBLE", RULES_IN_MOVEMENT, false, check_ranked_eligible},
    {"WF-NM-3", "Ranked fantasy, Moving Your Units", "A unit may move any distance up to its Movement value M in inches and may perform maneuvers.",
     RULES_LIMIT, RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, check_ranked_rate},
    {"WF-NM-4", "Ranked fantasy, Moving Your Units",
     "Units are moved one after the other: the chosen unit finishes its movement before the next one is picked.", RULES_PROCEDURE,
     RULES_SAYS_ADVISORY, "UNIT_ORDER", RULES_IN_MOVEMENT, false, check_ranked_order},
    {"WF-NM-5", "Ranked fantasy, Moving Your Units", "Each eligible unit that its player wishes to move is moved once; moving is optional.",
     RULES_LIMIT, RULES_SAYS_ILLEGAL, "SECOND_MOVE", RULES_IN_MOVEMENT, false, check_ranked_second_move},
    {"WF-NM-6", "Ranked fantasy, Moving Backwards Or Sideways",
     "A unit may also move backwards or sideways, then at half its Movement, rounded up to a whole inch.", RULES_LIMIT, RULES_SAYS_ILLEGAL,
     "OVER_DISTANCE", RULES_IN_MOVEMENT, false, check_ranked_half},
    {"WF-NM-7", "Ranked fantasy, Moving Backwards Or Sideways", "Forward, backward and sideways movement may not be mixed in one move.",
     RULES_PROHIBITION, RULES_SAYS_ILLEGAL, "MIXED_DIRECTIONS", RULES_IN_MOVEMENT, false, check_ranked_mixed},
    {"WF-NM-8", "Ranked fantasy, Moving Backwards Or Sideways",
     "Wheels are only allowed in forward movement; a unit may not wheel backwards (nor in a sideways move).", RULES_PROHIBITION, RULES_SAYS_ILLEGAL,
     "ILLEGAL_WHEEL", RULES_IN_MOVEMENT, false, check_ranked_wheel},
    {"WF-NM-9", "Ranked fantasy, Marching", "Marching troops move up to twice their Movement.", RULES_LIMIT, RULES_SAYS_ILLEGAL, "OVER_DISTANCE",
     RULES_IN_MOVEMENT, false, check_ranked_march},
    {"WF-NM-10", "Ranked fantasy, Marching", "A marching unit may not reform.", RULES_PROHIBITION, RULES_SAYS_ILLEGAL, "ILLEGAL_REFORM",
     RULES_IN_MOVEMENT, false, check_ranked_reform},
    {"WF-NM-11", "Ranked fantasy, Marching", "A marching unit may not move backwards or sideways.", RULES_PROHIBITION, RULES_SAYS_ILLEGAL,
     "MARCH_DIRECTION", RULES_IN_MOVEMENT, false, check_ranked_march_direction},
    {"WF-NM-12", "Ranked fantasy, Marching", "A marching unit may wheel as usual.", RULES_PERMISSION, RULES_SAYS_ILLEGAL, "OVER_DISTANCE",
     RULES_IN_MOVEMENT, false, check_ranked_march_wheeled},
    {"WF-NM-13", "Ranked fantasy, Enemy Sighted!",
     "A unit that starts its move within 8\" of a non-fleeing enemy must pass a Leadership test to march.", RULES_OBLIGATION, RULES_SAYS_ILLEGAL,
     "MARCH_WITHOUT_TEST", RULES_IN_MOVEMENT, false, check_ranked_march_test, .due = due_march_test},
    {"WF-NM-14", "Ranked fantasy, Enemy Sighted!", "A passed test lets the unit march in spite of that enemy.", RULES_PERMISSION, RULES_SAYS_NOTHING,
     "", RULES_IN_MOVEMENT, false, NULL},
    {"WF-NM-15", "Ranked fantasy, Enemy Sighted!", "If the test is failed the unit may move only its normal distance.", RULES_LIMIT,
     RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, check_ranked_failed_test},
    {"WF-NM-16", "Ranked fantasy, Enemy Sighted!", "A unit that failed the test counts as having marched, even if it is then not moved at all.",
     RULES_STATE_CHANGE, RULES_SAYS_ILLEGAL, "MARCHED_AND_SHOT", RULES_IN_MOVEMENT, false, NULL, .act = act_failed_test_shot},
    {"WF-NM-17", "Ranked fantasy, Marching", "A unit that marched in the Movement phase may not shoot missile weapons in the Shooting Phase.",
     RULES_PROHIBITION, RULES_SAYS_ILLEGAL, "MARCHED_AND_SHOT", RULES_IN_MOVEMENT, false, NULL, .act = act_marched_shot},
    {"WF-NM-18", "Ranked fantasy, Marching", "A unit that marched may not declare a charge in the Melee Phase.", RULES_PROHIBITION,
     RULES_SAYS_ILLEGAL, "MARCHED_AND_CHARGED", RULES_IN_MOVEMENT, false, NULL, .act = act_marched_charge},
    {"WF-NM-19", "Ranked fantasy, Reinforcements",
     "A unit that comes into play as reinforcements is placed in base contact with the board edge; which edge and where depends on the rule that "
     "brings it.",
     RULES_OBLIGATION, RULES_SAYS_ILLEGAL, "REINFORCEMENT_PLACEMENT", RULES_IN_MOVEMENT, false, check_reinforcement_edge},
    {"WF-NM-20", "Ranked fantasy, Reinforcements", "Reinforcements face directly towards the battlefield.", RULES_OBLIGATION, RULES_SAYS_ILLEGAL,
     "REINFORCEMENT_PLACEMENT", RULES_IN_MOVEMENT, false, check_reinforcement_facing},
    {"WF-NM-21", "Ranked fantasy, Reinforcements", "The whole rear rank of the arriving unit touches the board edge.", RULES_OBLIGATION,
     RULES_SAYS_ILLEGAL, "REINFORCEMENT_PLACEMENT", RULES_IN_MOVEMENT, false, check_reinforcement_rear},
    {"WF-NM-22", "Ranked fantasy, Reinforcements", "Reinforcements may not march in that turn.", RULES_PROHIBITION, RULES_SAYS_ILLEGAL,
     "MARCH_NOT_ALLOWED", RULES_IN_MOVEMENT, false, check_ranked_reinforcement_march},
    {"WF-NM-23", "Ranked fantasy, Reinforcements", "Reinforcements may not try to charge later in that turn.", RULES_PROHIBITION, RULES_SAYS_ILLEGAL,
     "CHARGE_NOT_ALLOWED", RULES_IN_MOVEMENT, false, check_reinforcement_contact, .act = act_reinforcement_charge},
    {"WF-NM-24", "Ranked fantasy, Reinforcements", "Reinforcements count as having moved for shooting; otherwise they act normally.",
     RULES_STATE_CHANGE, RULES_SAYS_NOTHING, "", RULES_IN_MOVEMENT, false, NULL},
    {"WF-NM-25", "Ranked fantasy, Reinforcements",
     "All models of the arriving unit must be set up within twice their Movement of the edge they entered from.", RULES_LIMIT, RULES_SAYS_ILLEGAL,
     "REINFORCEMENT_PLACEMENT", RULES_IN_MOVEMENT, false, check_reinforcement_zone},
    {"WF-NM-26", "Ranked fantasy, Lone Models & Movement",
     "A unit of one model (monster, chariot, character, last survivor) moves, wheels and marches like a larger unit.", RULES_DEFINITION,
     RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, check_ranked_lone},
    {"WF-NM-27", "Ranked fantasy, Lone Models & Movement",
     "A lone model may pivot on the spot as often as it likes during its move, without penalty.", RULES_PERMISSION, RULES_SAYS_ILLEGAL,
     "OVER_DISTANCE", RULES_IN_MOVEMENT, false, check_ranked_pivoted},
    {"WF-NM-28", "Ranked fantasy, Lone Models & Movement", "Pivoting stops a lone model neither from marching nor from shooting.", RULES_PERMISSION,
     RULES_SAYS_NOTHING, "", RULES_IN_MOVEMENT, false, NULL},
    {"WF-NM-29", "Ranked fantasy, Lone Models & Movement", "A lone model that pivots counts as having moved (for shooting and so on).",
     RULES_STATE_CHANGE, RULES_SAYS_NOTHING, "", RULES_IN_MOVEMENT, false, NULL},
    {"WF-NM-30", "Ranked fantasy, Moving Off The Board", "No unit may end its move with any model off the board, except fleeing and pursuing troops.",
     RULES_PROHIBITION, RULES_SAYS_ILLEGAL, "OFF_BOARD", RULES_ALWAYS, false, check_off_board},
};

static const rules_parameter parameters[] = {
    NUMBER("back_side_factor", 0.5, 0, 1, "of M", "length of a move backward or sideways", "WF-NM-6"),
    WORD("M", "roster", "roster", "Movement: each unit's movement_in", "WF-NM-3"),
    WORD("back_side_rounding", "ceil", "ceil|none", "whether that is rounded up to a whole inch", "WF-NM-6"),
    NUMBER("mix_tolerance_in", 0.25, 0, 3, "in", "how much of a move may lead aside by hand", "WF-NM-7"),
    NUMBER("mix_tolerance_frac", 0.08, 0, 0.5, "of the distance", "the same, of a longer move", "WF-NM-7"),
    NUMBER("march_factor", 2.0, 1, 5, "of M", "length of a march", "WF-NM-9"),
    NUMBER("march_check_in", 8.0, 0, 48, "in", "an enemy so near makes a unit test before it marches", "WF-NM-13"),
    WORD("march_check_when", "start", "start", "when that distance is measured", "WF-NM-13"),
    FLAG("march_check_ignores_fleeing", true, "fleeing enemies do not count for it", "WF-NM-13"),
    FLAG("failed_march_counts_restrictions", true, "a unit that failed the test may not reform or move backward or sideways", "WF-NM-15"),
    WORD("marched_charge_ban_until", "end_of_turn", "end_of_turn", "how long a unit that marched may not charge", "WF-NM-18"),
    FLAG("charged_units_excluded", true, "a unit that charged makes no normal move", "WF-NM-2"),
    WORD("maneuver_costs", "custom", "custom", "what maneuvers other than wheels cost: another section says so, and nothing is charged", "WF-NM-3"),
    WORD("wheel_measure_point", "outer_front_corner", "front_centre|outer_front_corner", "point of the outer figure that a wheel is measured at",
         "WF-NM-3"),
    WORD("reform_detection", "arrangement_change", "arrangement_change", "what counts as a reform", "WF-NM-10"),
    NUMBER("reinforcement_zone_factor", 2.0, 0, 10, "of M", "how far from their edge reinforcements may stand", "WF-NM-25"),
    NUMBER("reinforcement_facing_tol_deg", 10, 0, 45, "deg", "how exactly they face the battlefield", "WF-NM-20"),
    FLAG("reinforcement_extra_move", true, "they may move on by M after they were placed", "WF-NM-22"),
    WORD("within_measure", "nearest", "nearest|centre|whole", "what of a base must lie within that distance", "WF-NM-25"),
    WORD("lone_model_measure", "centre", "centre", "where a lone model is measured", "WF-NM-27"),
    WORD("off_board_criterion", "centre", "centre|any_part", "what of a base is off the board", "WF-NM-30"),
};

// `movement` may be entered in place of its sub-phases.
static const char *const phases[] = {"charges", "compulsory", "normal-movement", "shooting", "melee", NULL};
static const char *const moving[] = {"charges", "compulsory", "normal-movement", "movement", NULL};
static const char *const actions[] = {"charge", "flee", "march", "reinforce", "advance", "halt", "follow-up", "shoot", "rally", NULL};
static const char *const checks[] = {"leadership", "rally", NULL};
static const char *const terrain[] = {"impassable", "hill", NULL};
static const char *const traits[] = {NULL};
static const unit_type types[] = {UNIT_RANKED, UNIT_LONE_MODEL};

const rules_ruleset ranked_fantasy = {
    .key = "ranked-fantasy",
    .title = "Ranked fantasy, Normal Movement",
    .parent = &common_rules,
    .phases = phases,
    .moving = moving,
    .actions = actions,
    .checks = checks,
    .terrain = terrain,
    .traits = traits,
    .unit_types = types,
    .unit_type_count = 2,
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .parameters = parameters,
    .parameter_count = sizeof parameters / sizeof *parameters,
    .hooks = &ranked_hooks,
};
