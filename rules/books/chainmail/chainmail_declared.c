// Declarations of Chainmail that may be taken back, beside those of its parents.
#include "rules/books/chainmail/chainmail.h"
#include "rules/books/chainmail/chainmail_areas.h"

const rules_declaration chainmail_declarations[] = {
    {.action = "charge", .flag = AREA_OFFSET(unit_state, AREA_OF_HEIR, chainmail_entered, charge)},
    {.action = "advance", .flag = AREA_OFFSET(unit_state, AREA_OF_HEIR, chainmail_entered, plain)},
    {.action = "halt", .flag = AREA_OFFSET(unit_state, AREA_OF_HEIR, chainmail_entered, plain)},
    {.action = "charge-if-charged", .flag = AREA_OFFSET(unit_state, AREA_OF_HEIR, chainmail_entered, cic)},
    {0},
};
