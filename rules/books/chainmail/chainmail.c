// Chainmail: the system of simultaneous movement. One row a rule of the catalogue; formation and facing, and terrain, have tables of their own.
#include "rules/books/battlesystem/checks.h"
#include "rules/books/books.h"
#include "rules/books/chainmail/checks_chainmail.h"

static const rules_row rows[] = {
    {"CM-SIM-1", "Chainmail, Simultaneous Movement",
     "Both sides write exact orders for each of their units (a unit = a group of figures of like type) before movement, including direction of "
     "movement and facing.",
     RULES_OBLIGATION, RULES_SAYS_ADVISORY, "ORDER_MISSING", RULES_IN_MOVEMENT, false, chainmail_check_order_missing, .due = chainmail_due_order},
    {"CM-SIM-2", "Chainmail, Simultaneous Movement",
     "Units are moved according to their written orders: the executed direction, distance and facing must be the ordered ones.", RULES_OBLIGATION,
     RULES_SAYS_ILLEGAL, "ORDER_NOT_FOLLOWED", RULES_IN_MOVEMENT, false, chainmail_check_order, .act = chainmail_act_order},
    {"CM-SIM-3", "Chainmail, Simultaneous Movement", "Movement is made in two parts: first both sides make one half of the move.", RULES_LIMIT,
     RULES_SAYS_ILLEGAL, "OVER_HALF_MOVE", RULES_IN_MOVEMENT, false, chainmail_check_half},
    {"CM-SIM-4", "Chainmail, Simultaneous Movement",
     "At the half-move it is checked whether opponent movement has led to melee contact that was not ordered.", RULES_PROCEDURE, RULES_SAYS_ADVISORY,
     "CONTACT_CHECK_DUE", RULES_IN_MOVEMENT, false, NULL, .act = chainmail_act_contact, .due = chainmail_due_contact},
    {"CM-SIM-5", "Chainmail, Simultaneous Movement",
     "At the half-move split-moves and missile fire are carried out and pass-through fire is taken; only then is the rest of the movement completed "
     "as ordered, within the remaining half.",
     RULES_PROCEDURE, RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, chainmail_check_rest},
    {"CM-SIM-6", "Chainmail, Simultaneous Movement",
     "After movement come artillery fire, then missile fire, then melee, in this order; no movement belongs to these steps.", RULES_PROCEDURE,
     RULES_SAYS_ADVISORY, "OUT_OF_PHASE_MOVE", RULES_OUT_OF_MOVEMENT, false, check_out_of_phase},
    {"CM-SIM-7", "Chainmail, Simultaneous Movement", "Cavalry (only) may be given the order \"Charge if Charged\" (CIC).", RULES_PERMISSION,
     RULES_SAYS_ILLEGAL, "CIC_NOT_ALLOWED", RULES_IN_MOVEMENT, false, NULL, .act = chainmail_act_cic},
    {"CM-SIM-8", "Chainmail, Simultaneous Movement", "The CIC order can serve the cavalry itself or support a friendly unit near it.",
     RULES_PERMISSION, RULES_SAYS_ADVISORY, "CIC_NOT_TRIGGERED", RULES_IN_MOVEMENT, false, chainmail_check_cic_trigger},
    {"CM-SIM-9", "Chainmail, Simultaneous Movement", "CIC movement does not begin before the half-move point.", RULES_LIMIT, RULES_SAYS_ILLEGAL,
     "CIC_TOO_EARLY", RULES_IN_MOVEMENT, false, chainmail_check_cic_early},
    {"CM-SIM-10", "Chainmail, Simultaneous Movement",
     "CIC movement is at most half of a normal charge move (medium horse supporting archers: up to 12\").", RULES_LIMIT, RULES_SAYS_ILLEGAL,
     "OVER_DISTANCE", RULES_IN_MOVEMENT, false, chainmail_check_cic_length},
    {"CM-SIM-11", "Chainmail, Simultaneous Movement",
     "Morale checks are not a step of either movement system; they must be taken in whichever segment (fire, melee) the rules call for them.",
     RULES_PROCEDURE, RULES_SAYS_ADVISORY, "MORALE_CHECK_DUE", RULES_ALWAYS, false, NULL},
};

static const rules_rows *const more[] = {&chainmail_formation_rows, NULL};
static const char *const phases[] = {"orders", "first-half", "second-half", "missile", "melee", NULL};
static const char *const moving[] = {"first-half", "second-half", NULL};
static const char *const actions[] = {"charge", "change-formation",  "left-face",  "right-face", "about-face", "advance",
                                      "halt",   "charge-if-charged", "split-move", "shoot",      NULL};
static const char *const checks[] = {"morale", NULL};
static const char *const terrain[] = {"hill", "woods", "marsh", "rough", "ditch", "rampart", "stream", "river", "road", "impassable", NULL};
static const char *const traits[] = {"poorly-trained", "swiss", "landsknecht", "catapult", "heavy-equipment", NULL};
static const unit_type types[] = {UNIT_REGULAR, UNIT_SKIRMISH, UNIT_MOB, UNIT_INDIVIDUAL};

const rules_ruleset chainmail = {
    .key = "chainmail",
    .title = "Chainmail",
    .parent = &chainmail_terrain,
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
    .parameters = chainmail_parameters,
    .parameter_count = CHAINMAIL_PARAMETERS,
    .hooks = &chainmail_hooks,
};
