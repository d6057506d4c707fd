// app/check_picture -- what one picture of the table says before play: light, focus, codec, paints, and which figures are found in it.
#ifndef VEDETTE_APP_CHECK_PICTURE_H
#define VEDETTE_APP_CHECK_PICTURE_H

#include "calib/camera.h"
#include "core/game.h"

// Takes a picture from `source` (as capture_open has it), looks for the game's figures in it and prints what was found of each unit, with reasons and
// remedies for a person. `c` may be NULL: the table's place is then taken from its markers. Returns the exit code: EXIT_NOT_IN_ORDER where something
// is amiss or a figure is not found.
int check_picture(const game *g, const calibration *c, const char *source);

#endif
