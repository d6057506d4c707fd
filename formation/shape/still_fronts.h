// formation/shape/still_fronts -- which way round bases look where the picture of each leaves it open, by the others of their unit. Internal to
// formation/shape/.
//
// A unit has one facing, and its figures look that way but for how hands set them down: a chance over the headings of each base, by its mark, its
// tag and its figure, is weighed against those of the others. Radians. Pure.
#ifndef VEDETTE_FORMATION_SHAPE_STILL_FRONTS_H
#define VEDETTE_FORMATION_SHAPE_STILL_FRONTS_H

#include "core/game.h"
#include "core/sighting.h"

// Tells the headings of the unit's round bases among bases[0..count) that carry a front, stand so, and have no heading: as sure where they are, else
// as doubtful with all headings that each may have, or not where none is likelier than all others together. A heading that was told and that the
// others contradict becomes doubtful.
void still_fronts_tell(const game *g, int unit, formation_kind stands, base_sighting *bases, int count);

#endif
