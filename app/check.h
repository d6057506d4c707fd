// app/check -- what `vedette check` says of a game file.
#ifndef VEDETTE_APP_CHECK_H
#define VEDETTE_APP_CHECK_H

#include "core/game.h"

// Checks a game file and tells what it holds. *out is the caller's; NULL: it can't be used. Returns the exit code.
int check_game(const char *path, game **out);
// The same, then what its camera can read of it, by the calibration and in a picture from `source`; NULL: not given. Needs the full program.
int check_with_camera(const char *path, const char *calibration_path, const char *source);

#endif
