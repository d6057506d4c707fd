// Battlesystem, first edition, sections 7.0 to 7.10, with the official questions and answers. One row a rule of the catalogue.
//
// A row without a check is a definition, a permission, or a cost that the explanation of the move charges (rules/measure/maneuver/explain.h).
#include "rules/books/battlesystem/checks.h"
#include "rules/books/books.h"

static const rules_row rows[] = {
    // id, citation, the rule, kind, severity, name of the breach, in force, judged while moving, check
    {"BS1-7.0-1", "Battlesystem 7.0",
     "In every Game Round each eligible unit may move while its own side's Movement Phase is running. Displacement outside that phase needs a stated "
     "exception (immediate rout 7.15, enemy follow-up after a fighting withdrawal 7.12, casualty removal / gap closing, destruction or break-through "
     "removals).",
     RULES_PERMISSION, RULES_SAYS_ILLEGAL, "OUT_OF_PHASE_MOVE", RULES_ALWAYS, false, check_out_of_phase},
    {"BS1-7.0-2", "Battlesystem 7.0",
     "In its Movement Phase a unit may, besides moving, change formation, change frontage, change direction and perform the special movements of "
     "7.11 to 7.15.",
     RULES_PERMISSION, RULES_SAYS_NOTHING, "", RULES_IN_MOVEMENT, false, NULL},
    {"BS1-7.0-3", "Battlesystem 7.0",
     "A figure's movement rate is the number of inches given for its creature type by the role-playing rules; distance moved plus every movement "
     "cost (terrain when in use, formation changes, changes of direction, frontage) in the phase must not exceed that rate unless a forced march, "
     "charge or rout applies.",
     RULES_LIMIT, RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, check_distance},
    {"BS1-7.0-4", "Battlesystem 7.0",
     "When the figures have D&D (not AD&D) statistics, the movement rate in inches is obtained by the conversion of the Army Roster Sheet [3.1], "
     "which is not part of the seeds.",
     RULES_DEFINITION, RULES_SAYS_NOTHING, "", RULES_IN_MOVEMENT, false, NULL},
    {"BS1-7.0-5", "Battlesystem 7.0", "Terrain features cost movement only when the Intermediate Game is being played.", RULES_COST,
     RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS1-7.1-1", "Battlesystem 7.1",
     "A formation is the way the troops of one unit are deployed; exactly four exist: closed, open, skirmish and mob.", RULES_DEFINITION,
     RULES_SAYS_ADVISORY, "UNCLASSIFIED_FORMATION", RULES_ALWAYS, false, check_unclassified},
    {"BS1-7.1-2", "Battlesystem 7.1", "A regular unit may only operate in closed or open formation.", RULES_PROHIBITION, RULES_SAYS_ILLEGAL,
     "WRONG_FORMATION", RULES_ALWAYS, false, check_regular_scattered},
    {"BS1-7.1-3", "Battlesystem 7.1", "A skirmish unit may only operate in skirmish formation.", RULES_PROHIBITION, RULES_SAYS_ILLEGAL,
     "WRONG_FORMATION", RULES_ALWAYS, false, check_skirmish_spacing},
    {"BS1-7.1-4", "Battlesystem 7.1", "A mob may only operate in mob formation.", RULES_PROHIBITION, RULES_SAYS_ADVISORY, "WRONG_FORMATION",
     RULES_ALWAYS, false, check_mob_spread},
    {"BS1-7.1-5", "Battlesystem 7.1",
     "PC/NPC individuals may be part of a unit or not, and need not be in any formation at any time (their role is in [9.0], not in the seeds).",
     RULES_PERMISSION, RULES_SAYS_NOTHING, "", RULES_IN_MOVEMENT, false, NULL},
    {"BS1-7.2-1", "Battlesystem 7.2", "Closed formation means that the figures of the unit stand base to base.", RULES_DEFINITION,
     RULES_SAYS_ADVISORY, "NOT_CLOSED", RULES_IN_MOVEMENT, false, check_closed_gaps},
    {"BS1-7.2-2", "Battlesystem 7.2",
     "Losses of a closed unit are always taken off its rear, wherever they happened; the front ranks are treated as refilled automatically and at no "
     "movement cost.",
     RULES_OBLIGATION, RULES_SAYS_ADVISORY, "WRONG_FIGURE_REMOVED", RULES_IN_MOVEMENT, false, NULL, .due = due_rear_losses},
    {"BS1-7.2-3", "Battlesystem 7.2", "A unit must be in command at the moment it enters closed formation.", RULES_PROHIBITION, RULES_SAYS_ILLEGAL,
     "FORMATION_CHANGE_NOT_ALLOWED", RULES_IN_MOVEMENT, false, check_closing_command},
    {"BS1-7.3-1", "Battlesystem 7.3", "Open formation means that the bases of the unit's figures are about 1/2\" apart.", RULES_DEFINITION,
     RULES_SAYS_ADVISORY, "NOT_OPEN", RULES_IN_MOVEMENT, false, check_open_gaps},
    {"BS1-7.3-2", "Battlesystem 7.3", "Optional: when figures are mounted on multi-figure stands, the stands of an open unit are set 1\" apart.",
     RULES_PERMISSION, RULES_SAYS_ADVISORY, "NOT_OPEN", RULES_IN_MOVEMENT, false, check_stand_gaps},
    {"BS1-7.3-3", "Battlesystem 7.3", "An open unit that has lost figures must move figures so that the gaps in its front line are closed.",
     RULES_OBLIGATION, RULES_SAYS_ADVISORY, "GAP_NOT_FILLED", RULES_IN_MOVEMENT, false, NULL, .due = due_front_gaps},
    {"BS1-7.3-4", "Battlesystem 7.3", "Closing gaps in an open unit costs 1\" of movement rate for each figure moved to close them.", RULES_COST,
     RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS1-7.3-5", "Battlesystem 7.3",
     "The open unit must pay for and carry out gap closing with as many figures as needed even while it is in base contact with an enemy.",
     RULES_OBLIGATION, RULES_SAYS_ADVISORY, "GAP_NOT_FILLED", RULES_IN_MOVEMENT, false, NULL, .due = due_front_gaps_engaged},
    {"BS1-7.3-6", "Battlesystem 7.3",
     "If the gap-closing cost is greater than the unit's movement rate, the gaps are closed anyway and the unit may not move again in that Game "
     "Round unless it routs.",
     RULES_STATE_CHANGE, RULES_SAYS_ILLEGAL, "MOVE_AFTER_GAP_EXHAUSTION", RULES_IN_MOVEMENT, false, check_gap_exhaustion},
    {"BS1-7.4-1", "Battlesystem 7.4", "In skirmish formation the bases of the unit's figures are at least 1\" apart.", RULES_LIMIT,
     RULES_SAYS_ILLEGAL, "SKIRMISH_TOO_CLOSE", RULES_ALWAYS, false, check_skirmish_spacing},
    {"BS1-7.4-2", "Battlesystem 7.4", "Figures of a skirmish unit may be as far from each other as their owner wants (no upper spacing limit).",
     RULES_PERMISSION, RULES_SAYS_NOTHING, "", RULES_IN_MOVEMENT, false, NULL},
    {"BS1-7.4-3", "Battlesystem 7.4", "A unit in skirmish formation may pass through a friendly unit that is itself in skirmish formation.",
     RULES_PERMISSION, RULES_SAYS_NOTHING, "", RULES_IN_MOVEMENT, false, NULL},
    {"BS1-7.4-4", "Battlesystem 7.4",
     "No other combination may pass through: if either the moving unit or the friendly unit in its way is not in skirmish formation, the move must "
     "go round.",
     RULES_PROHIBITION, RULES_SAYS_ILLEGAL, "PASS_THROUGH", RULES_IN_MOVEMENT, false, check_pass_through},
    {"BS1-7.4-5", "Battlesystem 7.4",
     "A skirmish unit that loses figures does not close gaps automatically; its owner may move single figures, each up to the normal movement rate, "
     "to close them.",
     RULES_PERMISSION, RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS1-7.4-6", "Battlesystem 7.4", "Figures in skirmish formation may never move into base contact with an enemy unit.", RULES_PROHIBITION,
     RULES_SAYS_ILLEGAL, "SKIRMISHER_CONTACT", RULES_ALWAYS, true, check_skirmisher_contact},
    {"BS1-7.5-1", "Battlesystem 7.5", "A mob is shown as an irregular but roughly square array of figures (or counters).", RULES_DEFINITION,
     RULES_SAYS_ADVISORY, "MOB_SHAPE", RULES_ALWAYS, false, check_mob_shape},
    {"BS1-7.5-2", "Battlesystem 7.5", "Figures in mob formation are always base to base.", RULES_OBLIGATION, RULES_SAYS_ILLEGAL, "MOB_NOT_IN_CONTACT",
     RULES_ALWAYS, false, check_mob_connected},
    {"BS1-7.5-3", "Battlesystem 7.5", "Mob casualties are taken from the rear; gaps in a mob close automatically (no cost).", RULES_OBLIGATION,
     RULES_SAYS_ADVISORY, "WRONG_FIGURE_REMOVED", RULES_IN_MOVEMENT, false, NULL, .due = due_mob_losses},
    {"BS1-7.6-1", "Battlesystem 7.6", "A unit may change formation at any point of its own Movement Phase (and, voluntarily, only then).",
     RULES_PERMISSION, RULES_SAYS_ILLEGAL, "OUT_OF_PHASE_MOVE", RULES_OUT_OF_MOVEMENT, false, check_formation_out_of_phase},
    {"BS1-7.6-2", "Battlesystem 7.6", "All figures of a unit must be in command for a voluntary change of formation.", RULES_PROHIBITION,
     RULES_SAYS_ILLEGAL, "FORMATION_CHANGE_NOT_ALLOWED", RULES_IN_MOVEMENT, false, check_change_command},
    {"BS1-7.6-3", "Battlesystem 7.6",
     "A unit that goes out of command or routs changes automatically to open formation when it is not in it already.", RULES_STATE_CHANGE,
     RULES_SAYS_ADVISORY, "FORMATION_NOT_OPENED", RULES_ALWAYS, false, check_not_opened},
    {"BS1-7.6-4", "Battlesystem 7.6", "A voluntary change of formation costs 1/4 of the unit's movement rate.", RULES_COST, RULES_SAYS_ILLEGAL,
     "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS1-7.6-5", "Battlesystem 7.6", "Involuntary changes of formation (for instance by going out of command or routing) cost nothing.", RULES_COST,
     RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS1-7.7-1", "Battlesystem 7.7", "Distances are measured (ruler, tape) from the front of the figure's base.", RULES_DEFINITION,
     RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS1-7.7-2", "Battlesystem 7.7",
     "For a whole unit it is enough to measure one or two front-rank figures; the other figures are then placed in the same positions relative to "
     "the measured ones as before.",
     RULES_PROCEDURE, RULES_SAYS_ADVISORY, "RELATIVE_POSITION_BROKEN", RULES_IN_MOVEMENT, false, check_relative_position},
    {"BS1-7.7-3", "Battlesystem 7.7", "For a mob its owner names a single figure or counter; every distance of the mob is measured at that one.",
     RULES_PROCEDURE, RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS1-7.7-4", "Battlesystem 7.7",
     "Measuring a distance, range, area of effect or anything else before the action has been declared is forbidden.", RULES_PROHIBITION,
     RULES_SAYS_ADVISORY, "PREMEASUREMENT", RULES_IN_MOVEMENT, false, NULL,
     .why_not = "An overhead camera may see a tape, but not what is being measured nor what was said aloud; only a person can judge it."},
    {"BS1-7.7-5", "Battlesystem 7.7",
     "Once an action has been declared, the forces concerned must carry it out or take no action in that whole phase.", RULES_OBLIGATION,
     RULES_SAYS_ILLEGAL, "DECLARATION_BROKEN", RULES_IN_MOVEMENT, false, check_declared_charge},
    {"BS1-7.7-6", "Battlesystem 7.7",
     "A declaration need not describe the unit's actions in minute detail before the ruler is laid; it only must not let the ruler help the "
     "decision.",
     RULES_PERMISSION, RULES_SAYS_NOTHING, "", RULES_IN_MOVEMENT, false, NULL},
    {"BS1-7.7-7", "Battlesystem 7.7",
     "A player who has declared a charge and then finds the enemy out of reach cannot cancel: the unit must move as close to that enemy as its "
     "normal movement allowance takes it.",
     RULES_OBLIGATION, RULES_SAYS_ILLEGAL, "DECLARATION_BROKEN", RULES_IN_MOVEMENT, false, check_charge_out_of_reach, .act = act_charge_given_up},
    {"BS1-7.8-1", "Battlesystem 7.8", "A figure must stop at once when its base comes into contact with an enemy figure's base.", RULES_OBLIGATION,
     RULES_SAYS_ILLEGAL, "MOVE_AFTER_CONTACT", RULES_IN_MOVEMENT, true, check_move_after_contact},
    {"BS1-7.8-2", "Battlesystem 7.8", "The other figures of that unit may go on moving as long as they themselves are not in contact with an enemy.",
     RULES_PERMISSION, RULES_SAYS_NOTHING, "", RULES_IN_MOVEMENT, false, NULL},
    {"BS1-7.8-3", "Battlesystem 7.8",
     "From the moment any figure of the unit has touched an enemy figure, no figure of that unit may change direction in any way; figures still free "
     "may only go straight ahead.",
     RULES_PROHIBITION, RULES_SAYS_ILLEGAL, "POST_CONTACT_TURN", RULES_IN_MOVEMENT, true, check_post_contact_turn},
    {"BS1-7.8-4", "Battlesystem 7.8",
     "Figures that start their Movement Phase in base contact with an enemy may do nothing but wrap-around (7.11), fighting withdrawal (7.12) or "
     "flee (8.8).",
     RULES_PROHIBITION, RULES_SAYS_ILLEGAL, "POST_CONTACT_MOVE", RULES_IN_MOVEMENT, false, check_locked},
    {"BS1-7.8-5", "Battlesystem 7.8", "The restriction of 7.8 holds also when the enemy came into contact during the same Game Round.",
     RULES_PROHIBITION, RULES_SAYS_ILLEGAL, "POST_CONTACT_MOVE", RULES_IN_MOVEMENT, false, check_locked_this_round},
    {"BS1-7.8-6", "Battlesystem 7.8",
     "If a unit's side lost the initiative and an enemy has moved up to touch the unit, then in the Movement Phase it is about to take it must leave "
     "its formation, facing and frontage as they are.",
     RULES_PROHIBITION, RULES_SAYS_ILLEGAL, "CHANGE_WHILE_ENGAGED", RULES_IN_MOVEMENT, false, check_change_while_engaged},
    {"BS1-7.8-7", "Battlesystem 7.8", "In later Movement Phases such a contacted unit may only wrap around, withdraw fighting or flee.",
     RULES_PROHIBITION, RULES_SAYS_ILLEGAL, "POST_CONTACT_MOVE", RULES_IN_MOVEMENT, false, check_locked_later},
    {"BS1-7.8-8", "Battlesystem 7.8",
     "A unit that comes into contact by its own movement may not use the continuing movement of 7.8 as a wrap-around; wrap-around is a separate "
     "maneuver with its own conditions.",
     RULES_PROHIBITION, RULES_SAYS_ILLEGAL, "WRAP_NOT_ALLOWED", RULES_IN_MOVEMENT, false, check_wrap_by_mover},
    {"BS1-7.9-1", "Battlesystem 7.9", "Units in skirmish formation change direction at will in their Movement Phase, at no cost.", RULES_PERMISSION,
     RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS1-7.9-2", "Battlesystem 7.9",
     "Units in closed or open formation may, at no extra cost, move straight ahead or along any line deviating at most 45 degrees to either side "
     "from straight ahead; angles are taken with a protractor. A larger deviation needs a wheel or a facing change.",
     RULES_LIMIT, RULES_SAYS_ILLEGAL, "ILLEGAL_OBLIQUE", RULES_IN_MOVEMENT, false, check_oblique},
    {"BS1-7.9-3", "Battlesystem 7.9", "Mobs are not given the free 45-degree oblique: a mob goes straight ahead or wheels.", RULES_PROHIBITION,
     RULES_SAYS_ADVISORY, "ILLEGAL_OBLIQUE", RULES_IN_MOVEMENT, false, check_mob_oblique},
    {"BS1-7.9-4", "Battlesystem 7.9",
     "Units in closed, open or mob formation may change direction by wheeling: the unit turns as a rigid body about one of its figures.",
     RULES_PERMISSION, RULES_SAYS_ILLEGAL, "ILLEGAL_WHEEL", RULES_IN_MOVEMENT, false, check_wheel},
    {"BS1-7.9-5", "Battlesystem 7.9", "A wheel costs the distance travelled by the outermost figure of the unit (the one farthest from the pivot).",
     RULES_COST, RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS1-7.9-6", "Battlesystem 7.9",
     "A wheel has no fixed cost and no fixed angle: half wheels, double wheels and any other angle are allowed as far as the movement allowance goes "
     "(the 5\" of the rulebook picture is only an example).",
     RULES_PERMISSION, RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS1-7.9-7", "Battlesystem 7.9",
     "The pivot of a wheel is a corner of the unit; the figure farthest from that pivot is the one whose travel is charged.", RULES_DEFINITION,
     RULES_SAYS_ADVISORY, "ILLEGAL_WHEEL", RULES_IN_MOVEMENT, false, check_wheel_pivot},
    {"BS1-7.9-8", "Battlesystem 7.9",
     "Units in closed or open formation may change facing; the only facing changes are right face, left face (90 degrees) and about face (180 "
     "degrees). Mobs have none (they are not in the list).",
     RULES_LIMIT, RULES_SAYS_ILLEGAL, "ILLEGAL_FACING", RULES_IN_MOVEMENT, false, check_facing},
    {"BS1-7.9-9", "Battlesystem 7.9",
     "A right or left face turns all figures of the unit, or only some of them, by 90 degrees in place and costs 1/3 of the unit's movement rate.",
     RULES_COST, RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS1-7.9-10", "Battlesystem 7.9",
     "An about face turns all figures, or only some, by 180 degrees in place and costs 1/2 of the unit's movement rate.", RULES_COST,
     RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS1-7.9-11", "Battlesystem 7.9", "The full facing cost (1/3 or 1/2) is due even when only some of the figures turned.", RULES_COST,
     RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS1-7.9-12", "Battlesystem 7.9",
     "A facing change leaves the positions of the figures in the unit unchanged; only the headings turn (the printed diagram is wrong).",
     RULES_DEFINITION, RULES_SAYS_ILLEGAL, "RELATIVE_POSITION_BROKEN", RULES_IN_MOVEMENT, false, check_facing_positions},
    {"BS1-7.10-1", "Battlesystem 7.10", "Frontage is the count of figures along the front side; closed, open and mob units have one.",
     RULES_DEFINITION, RULES_SAYS_NOTHING, "", RULES_IN_MOVEMENT, false, NULL},
    {"BS1-7.10-2", "Battlesystem 7.10", "Units in skirmish formation have no frontage (frontage rules and costs do not apply to them).",
     RULES_DEFINITION, RULES_SAYS_NOTHING, "", RULES_IN_MOVEMENT, false, NULL},
    {"BS1-7.10-3", "Battlesystem 7.10",
     "Frontage is changed by moving figures up from the rear ranks into the front or back from the front to the rear ranks.", RULES_PROCEDURE,
     RULES_SAYS_ADVISORY, "ILLEGAL_FRONTAGE_CHANGE", RULES_IN_MOVEMENT, false, check_frontage_line},
    {"BS1-7.10-4", "Battlesystem 7.10", "Changing frontage costs 1\" of movement.", RULES_COST, RULES_SAYS_ILLEGAL, "OVER_DISTANCE",
     RULES_IN_MOVEMENT, false, check_frontage_reading},
};

static const char *const phases[] = {"movement", "melee", "rally", NULL};
static const char *const moving[] = {"movement", NULL};
static const char *const actions[] = {
    "charge",          "forced-march", "wrap-around", "fighting-withdrawal", "follow-up", "stay", "flee",  "break-through", "change-formation",
    "change-frontage", "left-face",    "right-face",  "about-face",          "advance",   "halt", "shoot", "rally",         NULL};
static const char *const checks[] = {"morale", "discipline", "rally", NULL};
// The terrain table is the second edition's; what costs movement is a house rule (BS1-7.0-5).
static const char *const terrain[] = {"light-woods", "dense-woods", "swamp", "deep-water", "shallow-water", "water",      "obstacle", "rough",
                                      "brush",       "hill",        "cliff", "road",       "trail",         "impassable", NULL};
static const char *const traits[] = {"chaotic", "low-intelligence", "never-checks-morale", NULL};
static const unit_type types[] = {UNIT_REGULAR, UNIT_SKIRMISH, UNIT_MOB, UNIT_INDIVIDUAL};

// Sections that stand in files of their own.
static const rules_rows *const more[] = {
    &battlesystem_1e_7_11,
    &battlesystem_1e_7_13,
    &battlesystem_1e_7_15,
    NULL,
};

// Terrain tables for the intermediate game (BS1-7.0-5).
static const rules_attachment tables[] = {{"terrain_costs_enabled", "terrain_table", "bs2", &battlesystem_2e_terrain},
                                          {"terrain_costs_enabled", "terrain_table", "chainmail", &chainmail_terrain},
                                          {"terrain_costs_enabled", "terrain_table", "custom", &custom_terrain}};

const rules_ruleset battlesystem_1e = {
    .key = "battlesystem-1e",
    .title = "Battlesystem, first edition",
    .parent = &common_rules,
    .phases = phases,
    .moving = moving,
    .actions = actions,
    .checks = checks,
    .terrain = terrain,
    .traits = traits,
    .unit_types = types,
    .unit_type_count = 4,
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .more = more,
    .parameters = battlesystem_1e_parameters,
    .parameter_count = BATTLESYSTEM_1E_PARAMETERS,
    .hooks = &battlesystem_1e_hooks,
    .attachments = tables,
    .attachment_count = sizeof tables / sizeof *tables,
};
