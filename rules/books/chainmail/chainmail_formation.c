// Chainmail, "Formation and Facing": what a change of either costs. One row a rule of the catalogue.
//
// A row without a check is a cost that the explanation of the move charges (rules/books/chainmail/chainmail_explain.c).
#include "rules/books/books.h"
#include "rules/books/chainmail/checks_chainmail.h"

static const rules_row rows[] = {
    {"CM-FF-1", "Chainmail, Formation and Facing", "A unit pays a movement penalty to change its formation and/or its facing.", RULES_COST,
     RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, chainmail_check_move},
    {"CM-FF-2", "Chainmail, Formation and Facing", "Changing from column to line costs one move (the unit's whole movement of one turn).", RULES_COST,
     RULES_SAYS_ILLEGAL, "FORMATION_COST", RULES_IN_MOVEMENT, false, chainmail_check_column_line},
    {"CM-FF-3", "Chainmail, Formation and Facing", "Changing from line to column costs one move.", RULES_COST, RULES_SAYS_ILLEGAL, "FORMATION_COST",
     RULES_IN_MOVEMENT, false, chainmail_check_line_column},
    {"CM-FF-4", "Chainmail, Formation and Facing", "Changing from column to square costs one move.", RULES_COST, RULES_SAYS_ILLEGAL, "FORMATION_COST",
     RULES_IN_MOVEMENT, false, chainmail_check_column_square},
    {"CM-FF-5", "Chainmail, Formation and Facing", "Changing from line to square costs two moves.", RULES_COST, RULES_SAYS_ILLEGAL, "FORMATION_COST",
     RULES_IN_MOVEMENT, false, chainmail_check_line_square},
    {"CM-FF-6", "Chainmail, Formation and Facing", "Only foot may form square.", RULES_PROHIBITION, RULES_SAYS_ILLEGAL, "WRONG_FORMATION",
     RULES_IN_MOVEMENT, false, chainmail_check_square},
    {"CM-FF-7", "Chainmail, Formation and Facing", "A unit caught in melee while it is changing formation counts as flanked.", RULES_STATE_CHANGE,
     RULES_SAYS_NOTHING, "", RULES_IN_MOVEMENT, false, NULL, .due = chainmail_due_flanked},
    {"CM-FF-8", "Chainmail, Formation and Facing", "An oblique change of facing/direction costs movement depending on its angle.", RULES_COST,
     RULES_SAYS_ADVISORY, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, chainmail_check_oblique},
    {"CM-FF-9", "Chainmail, Formation and Facing", "A left or right face costs 1/3 of a move.", RULES_COST, RULES_SAYS_ILLEGAL, "OVER_DISTANCE",
     RULES_IN_MOVEMENT, false, NULL},
    {"CM-FF-10", "Chainmail, Formation and Facing", "An about face costs 1/2 of a move.", RULES_COST, RULES_SAYS_ILLEGAL, "OVER_DISTANCE",
     RULES_IN_MOVEMENT, false, NULL},
    {"CM-FF-11", "Chainmail, Formation and Facing", "Poorly trained troops pay double all these formation and facing penalties.", RULES_COST,
     RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"CM-FF-12", "Chainmail, Formation and Facing", "Swiss, Landsknechte and horse pay half of all these formation and facing penalties.", RULES_COST,
     RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
};

const rules_rows chainmail_formation_rows = {rows, sizeof rows / sizeof *rows};
