// referee/referee_limits -- the numbers by which the referee decides: value, unit, origin, and what a wrong value costs.
//
// "Hand-set" means chosen by reasoning and never measured. Rule numbers are not here: they are parameters of the rulebook.
#ifndef VEDETTE_REFEREE_REFEREE_LIMITS_H
#define VEDETTE_REFEREE_REFEREE_LIMITS_H

#include "core/geom.h"

// Putting figures back (guide) ---------------------------------------------------------------------------------------------------------------

// A figure nearer than this to its place stands there. No hand puts a base back to 2 mm, and a tenth of an inch changes no ruling.
// Too small: a guide never ends.
#define GUIDE_PLACE_IN (2.5 * IN_PER_MM)
// A figure turned by less than this faces as it did. Hand-set, for the same reason.
#define GUIDE_TURN_DEG 5.0
// An equal figure's place counts as so much farther than a figure's own. Hand-set. Too small: equal figures change places without need.
#define GUIDE_OWN_IN 0.15
// Greatest residual of figures that moved as one body. Hand-set. Too large: the guide of a tray misplaces single figures.
#define GUIDE_BODY_IN 0.15
// Longer pushes are stated in inches, shorter ones in millimetres. Changes words alone.
#define GUIDE_INCHES_FROM_IN 1.5
// Entered places farther off the table than this are refused. Hand-set.
#define GUIDE_OFF_TABLE_IN 12.0

// Implausible places (places) ----------------------------------------------------------------------------------------------------------------

// A base a metre off the table is an error of entry. Smaller: routers beyond the edge are refused.
#define PLACES_OFF_TABLE_IN (1000 * IN_PER_MM)
// A figure nearer than this to its last valid place has not come from elsewhere. Hand-set.
#define PLACES_STIRRED_IN 0.25
// Share of the narrower base's width: centres nearer than this can't both be right. Hand-set. Too large: a packed melee is refused.
#define PLACES_OVERLAP 0.25

// Alerts, gaps, ambiguous identity -----------------------------------------------------------------------------------------------------------

// A breach that was not found for so long is over; shorter is the flicker of measurement. Hand-set. Too small: alerts repeat.
#define REPEATS_CLEARED_S 0.5
// A move first seen so soon after a restart may have been made while nothing was recorded. Hand-set. Too small: a false accusation.
#define GAP_FOUND_AFTER_S 10.0
// A figure placed within this of a group member's place stands there. Hand-set. Too large: an identity is settled wrongly.
#define AMBIGUITY_PLACE_REACH_IN 1.0

#endif
