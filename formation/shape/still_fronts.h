// formation/shape/still_fronts -- which way bases look where the picture of each leaves it open, by the others of their unit. Internal to
// formation/shape/.
//
// A unit has one facing, and its figures look that way but for how hands set them down: a chance over the headings of each base, by its mark, its
// tag and its figure, is weighed against those of the others. Radians. Pure.
#ifndef VEDETTE_FORMATION_SHAPE_STILL_FRONTS_H
#define VEDETTE_FORMATION_SHAPE_STILL_FRONTS_H

#include "core/game.h"
#include "core/sighting.h"

// Tells the fronts of those of the unit among bases[0..count), named, that carry one and leave it open; `stands`: the unit's formation. Sure ones are
// told as such, likely ones as doubtful with all headings that each may have, and a disc of which none is likelier than all others together not at
// all. In ranks and in open order a front that was told and that the others contradict becomes doubtful; in looser ones no front becomes sure, and
// other bases than discs stay as they are. front_by_unit says which were told by others too.
void still_fronts_tell(const game *g, int unit, formation_kind stands, base_sighting *bases, int count);

#endif
