// Battlesystem, first edition, section 7.15 (routing). One row a rule of the catalogue.
//
// A row without a check is a definition, a permission, or a cost that the explanation of the move charges (rules/measure/maneuver/explain.h).
#include "rules/books/battlesystem/checks_rout.h"
#include "rules/books/books.h"

static const rules_row rows[] = {
    // id, citation, the rule, kind, severity, name of the breach, in force, judged while moving, check
    {"BS1-7.15-1", "Battlesystem 7.15", "A unit in open or skirmish formation that fails a Morale Check routs, and a rout marker is placed on it.",
     RULES_STATE_CHANGE, RULES_SAYS_ADVISORY, "ROUT_MARKER_MISSING", RULES_ALWAYS, false, NULL, .act = act_failed_in_closed_ranks,
     .due = due_rout_marker},
    {"BS1-7.15-2", "Battlesystem 7.15", "On breaking, the unit at once moves its movement rate plus 1/3 of it (4/3 of the rate) away from the enemy.",
     RULES_OBLIGATION, RULES_SAYS_ILLEGAL, "ROUT_DISTANCE", RULES_ALWAYS, false, check_first_run, .due = due_first_run},
    {"BS1-7.15-3", "Battlesystem 7.15", "The routing unit finishes its rout move with its back to the enemy.", RULES_OBLIGATION, RULES_SAYS_ADVISORY,
     "ROUT_FACING", RULES_ALWAYS, false, check_rout_facing},
    {"BS1-7.15-4", "Battlesystem 7.15", "The direction of a rout is always away from the thing that triggered the Morale Check.", RULES_OBLIGATION,
     RULES_SAYS_ILLEGAL, "ROUT_DIRECTION", RULES_ALWAYS, false, check_rout_direction, .due = due_rout_cause},
    {"BS1-7.15-5", "Battlesystem 7.15", "If possible a unit routs towards its own lines.", RULES_OBLIGATION, RULES_SAYS_ADVISORY, "ROUT_DIRECTION",
     RULES_ALWAYS, false, check_rout_own_lines},
    {"BS1-7.15-6", "Battlesystem 7.15",
     "If a routing unit runs into a friendly unit that has not routed, that unit must at once take a Morale Check.", RULES_OBLIGATION,
     RULES_SAYS_ADVISORY, "MORALE_CHECK_DUE", RULES_ALWAYS, false, NULL, .due = due_check_of_friend},
    {"BS1-7.15-7", "Battlesystem 7.15", "If that friendly unit routs too, it moves ahead of the unit that forced its check.", RULES_OBLIGATION,
     RULES_SAYS_ADVISORY, "ROUT_ORDER", RULES_ALWAYS, false, check_rout_order},
    {"BS1-7.15-8", "Battlesystem 7.15",
     "If the friendly unit stands, the routing unit breaks round it, re-forms on the far side and continues its movement.", RULES_PROCEDURE,
     RULES_SAYS_ADVISORY, "PASS_THROUGH", RULES_ALWAYS, false, check_break_round, .act = act_not_broken_round},
    {"BS1-7.15-9", "Battlesystem 7.15", "A routing unit may pass through a friendly skirmish unit, which must still take the Morale Check.",
     RULES_PERMISSION, RULES_SAYS_ADVISORY, "MORALE_CHECK_DUE", RULES_ALWAYS, false, NULL, .due = due_check_of_skirmishers},
    {"BS1-7.15-10", "Battlesystem 7.15",
     "The owner may try to rally routed units in the Rally Phase [6.0]; without an attempt, or if it fails, the unit goes on routing.",
     RULES_STATE_CHANGE, RULES_SAYS_ADVISORY, "RALLY_STATE_UNKNOWN", RULES_ALWAYS, false, NULL, .act = act_rally_unknown},
    {"BS1-7.15-11", "Battlesystem 7.15",
     "In the Movement Phase that follows, a unit still routing moves its full movement rate in the direction it was already moving.",
     RULES_OBLIGATION, RULES_SAYS_ILLEGAL, "ROUT_DISTANCE", RULES_ALWAYS, false, check_later_run},
    {"BS1-7.15-12", "Battlesystem 7.15", "A routing unit that leaves the table or the battlefield edge is removed from play.", RULES_STATE_CHANGE,
     RULES_SAYS_ILLEGAL, "REMOVED_UNIT_RETURNED", RULES_ALWAYS, false, check_returned, .act = act_returned, .due = due_removal},
    {"BS1-7.15-13", "Battlesystem 7.15",
     "A unit that should rout but is completely surrounded by enemies in closed or open formation (and impassable terrain), with no gap of passable "
     "terrain of 1\" or more through which a figure could escape, is destroyed and removed.",
     RULES_STATE_CHANGE, RULES_SAYS_ADVISORY, "SURROUNDED_NOT_REMOVED", RULES_ALWAYS, false, check_run_when_surrounded, .act = act_perhaps_surrounded,
     .due = due_destruction},
    {"BS1-7.15-14", "Battlesystem 7.15",
     "If there is such a gap, the whole unit may rout through it, but no single figure may move more than its rout rate while doing so.", RULES_LIMIT,
     RULES_SAYS_ILLEGAL, "ROUT_DISTANCE", RULES_ALWAYS, false, check_farthest_router},
    {"BS1-7.15-15", "Battlesystem 7.15",
     "Optional (campaign): a player whose unit completely surrounds a unit that would rout may capture it; he must name one of his figures as guard "
     "for every four prisoners, otherwise they escape automatically and count as routed.",
     RULES_PERMISSION, RULES_SAYS_ADVISORY, "TOO_FEW_GUARDS", RULES_ALWAYS, false, NULL, .act = act_guards},
    {"BS1-7.15-16", "Battlesystem 7.15",
     "Captured figures give twice the usual experience points, may be ransomed, and may be exchanged for prisoners if both players agree.",
     RULES_PERMISSION, RULES_SAYS_NOTHING, "", RULES_ALWAYS, false, NULL,
     .why_not = "Campaign bookkeeping after the game; nothing on the table shows it."},
    {"BS1-7.15-17", "Battlesystem 7.15",
     "Routing units follow the path of least resistance away from the cause, going round obstacles and enemy units towards the point where they "
     "entered the playing area (not towards heroes or commanders).",
     RULES_PROCEDURE, RULES_SAYS_ADVISORY, "ROUT_DIRECTION", RULES_ALWAYS, false, check_rout_entry_point},
    {"BS1-7.15-18", "Battlesystem 7.15",
     "On reaching terrain it cannot enter, a routing unit moves along the edge of that terrain in the direction that leads away from the enemy.",
     RULES_PROCEDURE, RULES_SAYS_ADVISORY, "ROUT_DIRECTION", RULES_ALWAYS, false, check_rout_along_edge},
    {"BS1-7.15-19", "Battlesystem 7.15",
     "A unit that wrapped around and then routs goes as a whole in one direction, without paying to unwrap: the main body goes straight away from "
     "the enemy and the flank figures follow.",
     RULES_PROCEDURE, RULES_SAYS_ADVISORY, "ROUT_DIRECTION", RULES_ALWAYS, false, check_rout_as_one},
    {"BS1-7.15-20", "Battlesystem 7.15", "A rout ends only when the unit rallies or leaves the board.", RULES_PROHIBITION, RULES_SAYS_ILLEGAL,
     "ROUT_STOPPED", RULES_ALWAYS, false, NULL, .act = act_rout_stopped},
    {"BS1-7.15-21", "Battlesystem 7.15", "Routing units do not pay for turning their backs to the enemy.", RULES_COST, RULES_SAYS_ADVISORY,
     "ROUT_DISTANCE", RULES_ALWAYS, false, check_rout_about_face},
    {"BS1-7.15-22", "Battlesystem 7.15", "Routing units ignore terrain costs as long as the terrain is passable.", RULES_COST, RULES_SAYS_ADVISORY,
     "ROUT_DISTANCE", RULES_ALWAYS, false, check_rout_terrain},
    {"BS1-7.15-23", "Battlesystem 7.15", "Only one attempt to rally a given unit may be made per Rally Phase, however many commanders are near.",
     RULES_LIMIT, RULES_SAYS_ILLEGAL, "SECOND_RALLY_ATTEMPT", RULES_ALWAYS, false, NULL, .act = act_second_rally},
    {"BS1-7.15-24", "Battlesystem 7.15",
     "Cases not covered are settled by players and referee with common sense: a routing unit wants to get away from the cause and leave the "
     "battlefield where it entered.",
     RULES_PROCEDURE, RULES_SAYS_NOTHING, "", RULES_ALWAYS, false, NULL, .why_not = "It is an instruction to the referee to use judgement."},
};

const rules_rows battlesystem_1e_7_15 = {rows, sizeof rows / sizeof *rows};
