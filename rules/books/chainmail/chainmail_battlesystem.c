// Battlesystem as it is printed beside Chainmail: the first edition, but for formation and frontage. One row a rule of the catalogue.
#include "rules/books/battlesystem/battlesystem.h"
#include "rules/books/chainmail/chainmail.h"
#include "rules/books/chainmail/chainmail_areas.h"
#include "rules/books/chainmail/checks_chainmail.h"
#include "rules/state/state.h"

static const rules_row rows[] = {
    {.id = "CB-FORM-1",
     .citation = "Battlesystem, Changing Formation",
     .text = "A voluntary change of formation costs 1/3 of the unit's movement rate.",
     .kind = RULES_COST,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT},
    {.id = "CB-FRONT-1",
     .citation = "Battlesystem, Changing Frontage",
     .text = "Changing frontage costs 1\" for every figure added to or taken from the frontage.",
     .kind = RULES_COST,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT},
    {.id = "CB-FRONT-2",
     .citation = "Battlesystem, Changing Frontage",
     .text = "The frontage of a mob changes only by figures moving forward as the mob takes losses; it may not be widened or narrowed voluntarily.",
     .kind = RULES_PROHIBITION,
     .severity = RULES_SAYS_ADVISORY,
     .violation = "ILLEGAL_FRONTAGE_CHANGE",
     .force = RULES_IN_MOVEMENT,
     .check = chainmail_check_mob_frontage},
    {.id = "CB-FRONT-3",
     .citation = "Battlesystem, Changing Frontage",
     .text = "A unit may not both expand and contract its frontage in one Movement Phase.",
     .kind = RULES_PROHIBITION,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "ILLEGAL_FRONTAGE_CHANGE",
     .force = RULES_IN_MOVEMENT,
     .check = chainmail_check_both_ways},
    {.id = "CB-FRONT-4",
     .citation = "Battlesystem, Changing Frontage",
     .text = "No figure may come into base contact with an enemy unit while it is changing frontage.",
     .kind = RULES_PROHIBITION,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "FRONTAGE_CONTACT",
     .force = RULES_IN_MOVEMENT,
     .check = chainmail_check_frontage_contact},
    {.id = "CB-WRAP-1",
     .citation = "Battlesystem, Wrap-Around Movement",
     .text = "With the per-figure frontage cost, the wrap-around total is 1\" per figure of expansion plus the wheels of both ends.",
     .kind = RULES_COST,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT},
    {.id = "CB-BASE-1",
     .citation = "Battlesystem, as printed with Chainmail",
     .text = "Seed 001 refers to [7.11], [7.12], [8.8] without printing 7.12 to 7.15, 7.7 or the Q&A: everything it does not change is taken from "
             "battlesystem-1e (profile inheritance).",
     .kind = RULES_DEFINITION,
     .severity = RULES_SAYS_NOTHING,
     .violation = "",
     .force = RULES_IN_MOVEMENT,
     .why_not = "A statement about the profile, tested by unit tests of the loader."},
};

#define HOUSE_AT(field) AREA_OFFSET(tuning, AREA_OF_HEIR, chainmail_tuning, field)
static const rules_parameter parameters[] = {
#define HOUSE_RULES "rules/books/chainmail/chainmail_battlesystem.def"
#include "rules/state/house_rows.h"
#define HOUSE_RULES "rules/books/chainmail/chainmail_formation.def"
#include "rules/state/house_rows.h"
};

static const char *const dropped[] = {"BS1-7.6-4", "BS1-7.10-4", NULL};
static const char *const traits[] = {"chaotic", "low-intelligence", "never-checks-morale", "poorly-trained", "swiss", "landsknecht", NULL};

const rules_ruleset chainmail_battlesystem = {
    .key = "chainmail-battlesystem",
    .title = "Battlesystem as printed with Chainmail",
    .parent = &battlesystem_1e,
    .declarations = chainmail_declarations,
    .traits = traits,
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .parameters = &(const rules_parameters){parameters, sizeof parameters / sizeof *parameters},
    .dropped = dropped,
    .hooks = &chainmail_battlesystem_hooks,
};
