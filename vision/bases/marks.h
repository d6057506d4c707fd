// vision/bases/marks -- the front mark on a painted rim: a square of another paint at the middle of the front edge. How much likelier each side shows
// it than the rim's paint, measured in the picture at the place of the base. Source: the marks that docs/game-file.md describes, 3 mm wide.
#ifndef VEDETTE_VISION_BASES_MARKS_H
#define VEDETTE_VISION_BASES_MARKS_H

#include "vision/bases/closer.h"
#include "vision/bases/paint.h"

// What the rim of a base of the form, standing there, says of each quarter turn from its heading. rim, mark: their paints, B, G, R, 0 (ink) .. 1
// (paper). Fills log_odds with ln of: the mark is there, over the rim's paint is; 0 where something else is. For a round base the mark is searched
// for within an eighth of a turn to either side, turn_rad is where; else 0. False where the base can't be seen.
bool marks_weigh(const frame *f, const vision_view *view, const supposed_base *b, const float rim[3], const float mark[3], float log_odds[4],
                 float turn_rad[4]);

#endif
