// Battlesystem as it is printed beside Chainmail: the first edition, but for formation and frontage. One row a rule of the catalogue.
#include "rules/books/books.h"
#include "rules/books/chainmail/chainmail_parameters.h"
#include "rules/books/chainmail/checks_chainmail.h"

static const rules_row rows[] = {
    {"CB-FORM-1", "Battlesystem, Changing Formation", "A voluntary change of formation costs 1/3 of the unit's movement rate.", RULES_COST,
     RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"CB-FRONT-1", "Battlesystem, Changing Frontage", "Changing frontage costs 1\" for every figure added to or taken from the frontage.", RULES_COST,
     RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"CB-FRONT-2", "Battlesystem, Changing Frontage",
     "The frontage of a mob changes only by figures moving forward as the mob takes losses; it may not be widened or narrowed voluntarily.",
     RULES_PROHIBITION, RULES_SAYS_ADVISORY, "ILLEGAL_FRONTAGE_CHANGE", RULES_IN_MOVEMENT, false, chainmail_check_mob_frontage},
    {"CB-FRONT-3", "Battlesystem, Changing Frontage", "A unit may not both expand and contract its frontage in one Movement Phase.",
     RULES_PROHIBITION, RULES_SAYS_ILLEGAL, "ILLEGAL_FRONTAGE_CHANGE", RULES_IN_MOVEMENT, false, chainmail_check_both_ways},
    {"CB-FRONT-4", "Battlesystem, Changing Frontage", "No figure may come into base contact with an enemy unit while it is changing frontage.",
     RULES_PROHIBITION, RULES_SAYS_ILLEGAL, "FRONTAGE_CONTACT", RULES_IN_MOVEMENT, false, chainmail_check_frontage_contact},
    {"CB-WRAP-1", "Battlesystem, Wrap-Around Movement",
     "With the per-figure frontage cost, the wrap-around total is 1\" per figure of expansion plus the wheels of both ends.", RULES_COST,
     RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"CB-BASE-1", "Battlesystem, as printed with Chainmail",
     "Seed 001 refers to [7.11], [7.12], [8.8] without printing 7.12 to 7.15, 7.7 or the Q&A: everything it does not change is taken from "
     "battlesystem-1e (profile inheritance).",
     RULES_DEFINITION, RULES_SAYS_NOTHING, "", RULES_IN_MOVEMENT, false, NULL,
     .why_not = "A statement about the profile, tested by unit tests of the loader."},
};

static const rules_parameter parameters[] = {
    NUMBER("formation_change_fraction", 1.0 / 3, 0, 1, "of the rate", "cost of a change of formation", "CB-FORM-1"),
    WORD("frontage_cost_mode", "per_figure", "flat|per_figure", "a change of frontage costs so much, or so much for each figure", "CB-FRONT-1"),
    NUMBER("frontage_cost_in", 1.0, 0, 10, "in", "cost of a change of frontage", "CB-FRONT-1"),
    FLAG("mob_voluntary_frontage", false, "mobs may change their frontage", "CB-FRONT-2"),
    NUMBER("mob_front_depth", 1.0, 0.1, 5, "base depths", "how far behind its foremost figures the front of a mob reaches", "CB-FRONT-2"),
    FLAG("frontage_contact_exempt_wrap", true, "a wrap-around may bring figures into contact", "CB-FRONT-4"),
    WORD("wrap_formations", "closed,open", "closed,open,mob|closed,open", "formations that may wrap around", "CB-WRAP-1"),
    FLAG("inherit_battlesystem_1e", true, "what this page does not print is taken from Battlesystem, first edition", "CB-BASE-1"),
    FLAG("use_column_line_square", false, "changes between column, line and square cost whole moves, as in Chainmail", "CB-FORM-1, CM-FF-2"),
    FLAG("training_multipliers_enabled", false, "poorly trained troops pay double, Swiss, Landsknechte and horse half", "CM-FF-11, CM-FF-12"),
    CHAINMAIL_FORMATION_PARAMETERS,
};

static const char *const dropped[] = {"BS1-7.6-4", "BS1-7.10-4", NULL};
static const char *const traits[] = {"chaotic", "low-intelligence", "never-checks-morale", "poorly-trained", "swiss", "landsknecht", NULL};

const rules_ruleset chainmail_battlesystem = {
    .key = "chainmail-battlesystem",
    .title = "Battlesystem as printed with Chainmail",
    .parent = &battlesystem_1e,
    .traits = traits,
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .parameters = parameters,
    .parameter_count = sizeof parameters / sizeof *parameters,
    .dropped = dropped,
    .hooks = &chainmail_battlesystem_hooks,
};
