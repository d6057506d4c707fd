// formation/moves/follow_back -- a block that was named rightly at last, followed back on its path. Internal to formation/moves/.
#ifndef VEDETTE_FORMATION_MOVES_FOLLOW_BACK_H
#define VEDETTE_FORMATION_MOVES_FOLLOW_BACK_H

#include "formation/moves/path.h"

// Figures of a unit as they stand now.
typedef struct {
    const vec2 *now;
    const bool *seen;  // stands there as far as is known
} body_end;

// p's first sample has the figures at rest, in `end` they stand as they do now, and the others were perhaps named wrongly. Where they went as one
// body, `room` (as large as p) becomes p with each sample's bases given to the figures that the body, as it lay a sample later, has nearest to them.
// False, and room is not to be used, where fewer than MOVES_SHIFTED_LEAST figures have both places, or they went as no body.
bool follow_back(const path *p, const body_end *end, path *room);

// How long the figures' ways are to where they stand now: by p before sample `from`, by `named` from it on.
double follow_back_length(const path *p, const path *named, int from, const body_end *end);

#endif
