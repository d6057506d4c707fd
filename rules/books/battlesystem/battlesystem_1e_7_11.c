// Battlesystem, first edition, sections 7.11 (wrap-around movement) and 7.12 (fighting withdrawal). One row a rule of the catalogue.
//
// A row without a check is a definition, a permission, or a cost that the explanation of the move charges (rules/measure/maneuver/explain.h).
#include "rules/books/battlesystem/checks_rout.h"
#include "rules/books/books.h"

static const rules_row rows[] = {
    // id, citation, the rule, kind, severity, name of the breach, in force, judged while moving, check
    {"BS1-7.11-1", "Battlesystem 7.11",
     "A wrap-around is open only to a unit that starts its own Movement Phase in base contact with an enemy unit, and only in that phase.",
     RULES_PROHIBITION, RULES_SAYS_ILLEGAL, "WRAP_NOT_ALLOWED", RULES_ALWAYS, false, check_wrap_engaged},
    {"BS1-7.11-2", "Battlesystem 7.11", "In a wrap-around the unit widens its frontage and wheels the ends of its line inward round the enemy.",
     RULES_DEFINITION, RULES_SAYS_ADVISORY, "ILLEGAL_WRAP", RULES_IN_MOVEMENT, false, check_wrap_inward},
    {"BS1-7.11-3", "Battlesystem 7.11", "Both the right and the left end may wheel inward in one wrap-around.", RULES_PERMISSION, RULES_SAYS_NOTHING,
     "", RULES_IN_MOVEMENT, false, NULL},
    {"BS1-7.11-4", "Battlesystem 7.11",
     "A wrap-around costs the frontage expansion plus the wheels of the ends, all added; the total counts against the movement rate.", RULES_COST,
     RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS1-7.11-5", "Battlesystem 7.11", "No single figure may travel more than its full movement rate during a wrap-around.", RULES_LIMIT,
     RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, check_wrap_walker},
    {"BS1-7.11-6", "Battlesystem 7.11", "When the melee is over, a unit that used a wrap-around counts as being in open formation.",
     RULES_STATE_CHANGE, RULES_SAYS_NOTHING, "", RULES_ALWAYS, false, NULL},
    {"BS1-7.11-7", "Battlesystem 7.11", "The usual 1/2\" spacing of open formation is waived for a unit that has wrapped around.", RULES_PERMISSION,
     RULES_SAYS_NOTHING, "", RULES_ALWAYS, false, NULL},
    {"BS1-7.11-8", "Battlesystem 7.11", "Initiative is not needed for a wrap-around.", RULES_PERMISSION, RULES_SAYS_NOTHING, "", RULES_IN_MOVEMENT,
     false, NULL},
    {"BS1-7.11-9", "Battlesystem 7.11", "To wrap around, the unit must have at least one figure that is not yet in base contact with the enemy.",
     RULES_PROHIBITION, RULES_SAYS_ILLEGAL, "WRAP_NOT_ALLOWED", RULES_IN_MOVEMENT, false, check_wrap_free_figure},
    {"BS1-7.11-10", "Battlesystem 7.11", "To wrap around, there must be room to expand the unit's frontage.", RULES_PROHIBITION, RULES_SAYS_ILLEGAL,
     "WRAP_NOT_ALLOWED", RULES_IN_MOVEMENT, false, check_wrap_room},
    {"BS1-7.11-11", "Battlesystem 7.11", "Only figures that start the phase out of base contact may take part in the wrap-around.", RULES_PROHIBITION,
     RULES_SAYS_ILLEGAL, "WRAP_NOT_ALLOWED", RULES_IN_MOVEMENT, false, check_wrap_held_figure},
    {"BS1-7.11-12", "Battlesystem 7.11",
     "A unit that an initiative winner moved into contact with may wrap around in its own following Movement Phase of the same Game Round, which "
     "comes before the melee phase.",
     RULES_PERMISSION, RULES_SAYS_NOTHING, "", RULES_IN_MOVEMENT, false, NULL},
    {"BS1-7.11-13", "Battlesystem 7.11", "A unit attacked from the rear may not wrap around.", RULES_PROHIBITION, RULES_SAYS_ILLEGAL,
     "WRAP_NOT_ALLOWED", RULES_IN_MOVEMENT, false, check_wrap_rear},
    {"BS1-7.12-1", "Battlesystem 7.12",
     "Only a unit in base contact with an enemy unit at the start of its own Movement Phase may make a fighting withdrawal.", RULES_PROHIBITION,
     RULES_SAYS_ILLEGAL, "WITHDRAWAL_NOT_ALLOWED", RULES_IN_MOVEMENT, false, check_withdrawal_engaged},
    {"BS1-7.12-2", "Battlesystem 7.12", "The unit must currently have a movement rate of at least 3\".", RULES_PROHIBITION, RULES_SAYS_ILLEGAL,
     "WITHDRAWAL_NOT_ALLOWED", RULES_IN_MOVEMENT, false, check_withdrawal_rate},
    {"BS1-7.12-3", "Battlesystem 7.12", "A fighting withdrawal is a move of 3\" straight backward, away from the enemy unit in contact.", RULES_LIMIT,
     RULES_SAYS_ILLEGAL, "BAD_WITHDRAWAL", RULES_IN_MOVEMENT, false, check_withdrawal_way},
    {"BS1-7.12-4", "Battlesystem 7.12", "The withdrawing unit may not finish in base contact with another enemy unit.", RULES_PROHIBITION,
     RULES_SAYS_ILLEGAL, "BAD_WITHDRAWAL", RULES_IN_MOVEMENT, false, check_withdrawal_contact},
    {"BS1-7.12-5", "Battlesystem 7.12",
     "Right away the enemy may either stay or advance 3\" so as to stay in contact, even when it has already used all its movement in that Game "
     "Round.",
     RULES_PERMISSION, RULES_SAYS_ILLEGAL, "BAD_FOLLOW_UP", RULES_ALWAYS, false, check_follow_up, .due = due_follow_up},
    {"BS1-7.12-6", "Battlesystem 7.12",
     "If the enemy are creatures of low intelligence or chaotic alignment they take a Discipline Check: success lets them choose, failure makes them "
     "advance automatically.",
     RULES_PROCEDURE, RULES_SAYS_ILLEGAL, "MANDATORY_FOLLOW_UP_MISSED", RULES_ALWAYS, false, NULL, .act = act_follow_up_missed,
     .due = due_follow_up_discipline},
    {"BS1-7.12-7", "Battlesystem 7.12", "An enemy unit that chose to stay may not charge the withdrawn unit for the rest of that Game Round.",
     RULES_PROHIBITION, RULES_SAYS_ILLEGAL, "CHARGE_NOT_ALLOWED", RULES_ALWAYS, false, check_charge_after_stay, .act = act_charge_after_stay},
};

const rules_rows battlesystem_1e_7_11 = {rows, sizeof rows / sizeof *rows};
