// referee/referee_limits -- the numbers by which the referee decides: value, unit, origin, and what a wrong value costs.
//
// "Hand-set" means chosen by reasoning and never measured. Rule numbers are not here: they are parameters of the rulebook.
#ifndef VEDETTE_REFEREE_REFEREE_LIMITS_H
#define VEDETTE_REFEREE_REFEREE_LIMITS_H

#include "core/geom.h"

// Putting figures back (guide).
#define GUIDE_PLACE_IN \
    (2.5 * IN_PER_MM)       // in; a hand does not put a base back to 2 mm, and a tenth of an inch changes no ruling. Too small: a guide never ends.
#define GUIDE_TURN_DEG 5.0  // degrees; hand-set, for the same reason. Too small: a guide never ends.
#define GUIDE_OWN_IN 0.15   // in; of two places as near its own is preferred: an equal figure's counts as so much farther. Hand-set.
#define GUIDE_BODY_IN 0.15  // in; greatest residual of figures that moved as one body. Hand-set. Too large: a tray's guide misplaces figures.
#define GUIDE_INCHES_FROM_IN 1.5  // in; longer pushes are stated in inches, shorter ones in millimetres. Changes words alone.
#define GUIDE_OFF_TABLE_IN 12.0   // in; entered places farther off the table than this are refused. Hand-set.

// Implausible places (places).
#define PLACES_OFF_TABLE_IN \
    (1000 * IN_PER_MM)          // in; a base a metre off the table is an error of entry. Smaller would refuse routers beyond the edge.
#define PLACES_STIRRED_IN 0.25  // in; a figure nearer than this to its last valid place has not come from elsewhere. Hand-set.
#define PLACES_OVERLAP \
    0.25  // of the narrower base's width; centres nearer than this cannot both be right. Hand-set. Too large: a packed melee is refused.

// Alerts, gaps, ambiguous identity.
#define REPEATS_CLEARED_S \
    0.5  // s; a breach not found for so long was over, shorter is the flicker of measurement. Hand-set. Too small: alerts repeat.
#define GAP_FOUND_AFTER_S \
    10.0  // s; a move first seen so soon after a restart may have been made while nothing was recorded. Too small: a false accusation.
#define AMBIGUITY_PLACE_REACH_IN \
    1.0  // in; a figure placed within this of a group member's place stands there. Hand-set. Too large: an identity is wrongly settled.

#endif
