// formation/shape/still -- how units stand in a picture that nothing came before. Pure functions; inches and radians.
//
// A unit's bases may leave its front open. Then its block, its figures and the way to the enemy tell which side it likely is (shape/sides.h): said
// first, and said to be doubtful. Figures that were not found are taken for unseen so far as they leave holes in the ranks; others may be off the
// table.
#ifndef VEDETTE_FORMATION_SHAPE_STILL_H
#define VEDETTE_FORMATION_SHAPE_STILL_H

#include "core/sighting.h"
#include "formation/shape/shape.h"

// The base was named as one of the unit's figures.
static inline bool still_is_of(const game *g, int unit, const base_sighting *b) { return b->figure >= 0 && g->figures[b->figure].unit == unit; }

// The form of the unit whose figures are among `count` named bases. poses[] and present[] are out, over the unit's figures in the roster's order,
// with room for GAME_MAX_FIGURES; none present: form.figures 0. Fronts that the unit told (front_by_unit) count as open, and tell the side to which
// it looks.
unit_form formation_still_form(const game *g, int unit, const base_sighting *bases, int count, pose *poses, bool *present);

// Tells fronts that named bases leave open by the others of their unit (still_fronts.h). Of the sides that stay open then the one first said is that
// to which their unit in ranks likely looks.
void formation_still_face(const game *g, base_sighting *bases, int count);

#endif
