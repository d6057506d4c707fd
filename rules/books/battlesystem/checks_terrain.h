// rules/books/battlesystem/checks_terrain -- the checks of terrain. Each sees the case alone and measures; the engine judges.
#ifndef VEDETTE_RULES_CHECKS_TERRAIN_H
#define VEDETTE_RULES_CHECKS_TERRAIN_H

#include "rules/case/case.h"

// Battlesystem, second edition.
rules_check check_light_woods_closed;
rules_check check_dense_woods_closed;
rules_check check_cliff;
rules_check check_swamp_closed;
rules_check check_deep_water;
rules_check check_water_depth;
rules_check check_formed_at_obstacle;
rules_check check_rough_closed;
rules_check check_bridge;
rules_check check_trail_cavalry;
rules_check check_trail_width;
rules_check check_formed_in_terrain;
rules_check check_reform_place;
rules_check check_facing_price;
rules_check check_favored_terrain;
#endif
