// formation/shape/still -- how units stand in a picture that nothing came before. Pure functions; inches and radians.
//
// A unit's bases may leave its front open. Then its block, its figures and the way to the enemy tell which side it likely is (shape/sides.h): said
// first, and said to be doubtful. Figures that were not found are taken for unseen so far as they leave holes in the ranks; others may be off the
// table.
#ifndef VEDETTE_FORMATION_SHAPE_STILL_H
#define VEDETTE_FORMATION_SHAPE_STILL_H

#include "core/sighting.h"
#include "formation/shape/shape.h"

// The form of the unit whose figures are among `count` named bases. poses[] and present[] are out, over the unit's figures in the roster's order,
// with room for GAME_MAX_FIGURES; none present: form.figures 0.
unit_form formation_still_form(const game *g, int unit, const base_sighting *bases, int count, pose *poses, bool *present);

// Turns named bases with doubtful fronts so that of the sides that are open the one first said is that to which their unit in ranks likely looks.
// They stay doubtful.
void formation_still_face(const game *g, base_sighting *bases, int count);

#endif
