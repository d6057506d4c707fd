// rules/books/terrain/checks_chainmail_terrain -- the checks of Chainmail's terrain. Each sees the case alone and measures; the engine judges.
#ifndef VEDETTE_RULES_CHECKS_CHAINMAIL_TERRAIN_H
#define VEDETTE_RULES_CHECKS_CHAINMAIL_TERRAIN_H

#include "rules/rules.h"

rules_check check_charge_ground;
rules_check check_charge_rough;
rules_check check_formed_in_woods;
rules_check check_heavy_in_marsh;
rules_check check_crossing_known;
rules_check check_river;

#endif
