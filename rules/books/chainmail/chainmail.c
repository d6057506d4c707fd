// Chainmail: the system of simultaneous movement. One row a rule of the catalogue; formation and facing, and terrain, have tables of their own.
#include "rules/books/chainmail/chainmail.h"
#include "rules/books/battlesystem/checks.h"
#include "rules/books/chainmail/checks_chainmail.h"
#include "rules/books/terrain/terrain_tables.h"
#include "rules/engine/answers.h"
#include "rules/state/state.h"

static const rules_answer order_answers[] = {{"Its order", "order"}, {"It charges if charged", "declare charge-if-charged"}, {0}};
static const rules_answer contact_answers[] = {{"They fight", "status engaged_with"}, {"It charged", "declare charge"}, {0}};
static const rules_answer support_answers[] = {{"It supports", "declare charge-if-charged"}, {0}};

static const rules_row rows[] = {
    {.id = "CM-SIM-1",
     .citation = "Chainmail, Simultaneous Movement",
     .text = "Both sides write exact orders for each of their units (a unit = a group of figures of like type) before movement, including direction "
             "of movement and facing.",
     .kind = RULES_OBLIGATION,
     .severity = RULES_SAYS_ADVISORY,
     .violation = "ORDER_MISSING",
     .force = RULES_IN_MOVEMENT,
     .check = chainmail_check_order_missing,
     .due = chainmail_due_order,
     .answers = order_answers},
    {.id = "CM-SIM-2",
     .citation = "Chainmail, Simultaneous Movement",
     .text = "Units are moved according to their written orders: the executed direction, distance and facing must be the ordered ones.",
     .kind = RULES_OBLIGATION,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "ORDER_NOT_FOLLOWED",
     .force = RULES_IN_MOVEMENT,
     .check = chainmail_check_order,
     .act = chainmail_act_order},
    {.id = "CM-SIM-3",
     .citation = "Chainmail, Simultaneous Movement",
     .text = "Movement is made in two parts: first both sides make one half of the move.",
     .kind = RULES_LIMIT,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_HALF_MOVE",
     .force = RULES_IN_MOVEMENT,
     .check = chainmail_check_half,
     .answers = answers_charge},
    {.id = "CM-SIM-4",
     .citation = "Chainmail, Simultaneous Movement",
     .text = "At the half-move it is checked whether opponent movement has led to melee contact that was not ordered.",
     .kind = RULES_PROCEDURE,
     .severity = RULES_SAYS_ADVISORY,
     .violation = "CONTACT_CHECK_DUE",
     .force = RULES_IN_MOVEMENT,
     .act = chainmail_act_contact,
     .due = chainmail_due_contact,
     .answers = contact_answers},
    {.id = "CM-SIM-5",
     .citation = "Chainmail, Simultaneous Movement",
     .text = "At the half-move split-moves and missile fire are carried out and pass-through fire is taken; only then is the rest of the movement "
             "completed as ordered, within the remaining half.",
     .kind = RULES_PROCEDURE,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT,
     .check = chainmail_check_rest,
     .answers = answers_charge},
    {.id = "CM-SIM-6",
     .citation = "Chainmail, Simultaneous Movement",
     .text = "After movement come artillery fire, then missile fire, then melee, in this order; no movement belongs to these steps.",
     .kind = RULES_PROCEDURE,
     .severity = RULES_SAYS_ADVISORY,
     .violation = "OUT_OF_PHASE_MOVE",
     .force = RULES_OUT_OF_MOVEMENT,
     .check = check_out_of_phase},
    {.id = "CM-SIM-7",
     .citation = "Chainmail, Simultaneous Movement",
     .text = "Cavalry (only) may be given the order \"Charge if Charged\" (CIC).",
     .kind = RULES_PERMISSION,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "CIC_NOT_ALLOWED",
     .force = RULES_IN_MOVEMENT,
     .act = chainmail_act_cic},
    {.id = "CM-SIM-8",
     .citation = "Chainmail, Simultaneous Movement",
     .text = "The CIC order can serve the cavalry itself or support a friendly unit near it.",
     .kind = RULES_PERMISSION,
     .severity = RULES_SAYS_ADVISORY,
     .violation = "CIC_NOT_TRIGGERED",
     .force = RULES_IN_MOVEMENT,
     .check = chainmail_check_cic_trigger,
     .answers = support_answers},
    {.id = "CM-SIM-9",
     .citation = "Chainmail, Simultaneous Movement",
     .text = "CIC movement does not begin before the half-move point.",
     .kind = RULES_LIMIT,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "CIC_TOO_EARLY",
     .force = RULES_IN_MOVEMENT,
     .check = chainmail_check_cic_early},
    {.id = "CM-SIM-10",
     .citation = "Chainmail, Simultaneous Movement",
     .text = "CIC movement is at most half of a normal charge move (medium horse supporting archers: up to 12\").",
     .kind = RULES_LIMIT,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT,
     .check = chainmail_check_cic_length},
    {.id = "CM-SIM-11",
     .citation = "Chainmail, Simultaneous Movement",
     .text = "Morale checks are not a step of either movement system; they must be taken in whichever segment (fire, melee) the rules call for them.",
     .kind = RULES_PROCEDURE,
     .severity = RULES_SAYS_ADVISORY,
     .violation = "MORALE_CHECK_DUE",
     .force = RULES_ALWAYS},
};

static const rules_rows *const more[] = {&chainmail_formation_rows, &chainmail_change_rows, &chainmail_facing_rows, NULL};
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
    .declarations = chainmail_declarations,
    .traits = traits,
    .unit_types = types,
    .unit_type_count = 4,
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .more = more,
    .parameters = &chainmail_parameters,
    .hooks = &chainmail_hooks,
};
