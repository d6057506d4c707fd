// pipeline/first_picture -- whether a hand may lie over the table in the picture that all others are compared with: an arm comes in over an edge of
// the table, and there it is of another colour than the table on both sides of it.
#ifndef VEDETTE_PIPELINE_FIRST_PICTURE_H
#define VEDETTE_PIPELINE_FIRST_PICTURE_H

#include "calib/camera.h"
#include "core/frame.h"
#include "core/game.h"
#include "pipeline/figures.h"

// False where no arm reaches in over the table's edge. What the game states to lie there is left out; anything else there (a book, a cloth) may be
// one.
bool first_picture_may_hold_hand(const game *g, const calibration *c, const figure_state *figures, const frame *f);

#endif
