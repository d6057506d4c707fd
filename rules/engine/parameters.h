// rules/engine/parameters -- how a rulebook's table of numbers, switches and words is written.
#ifndef VEDETTE_RULES_ENGINE_PARAMETERS_H
#define VEDETTE_RULES_ENGINE_PARAMETERS_H

#include "rules/rules.h"

#define NUMBER(name, value, least, most, unit, meaning, by) \
    { name, OPTION_NUMBER, value, 0, false, NULL, NULL, least, most, unit, meaning, by }
#define RANGE(name, low, high, least, most, unit, meaning, by) \
    { name, OPTION_RANGE, low, high, false, NULL, NULL, least, most, unit, meaning, by }
#define FLAG(name, value, meaning, by) \
    { name, OPTION_FLAG, 0, 0, value, NULL, NULL, 0, 0, "", meaning, by }
#define WORD(name, value, choices, meaning, by) \
    { name, OPTION_TEXT, 0, 0, false, value, choices, 0, 0, "", meaning, by }

#endif
