// The small games whose markers are printed in these tests.
#ifndef VEDETTE_TESTS_CALIB_SHEET_GAME_H
#define VEDETTE_TESTS_CALIB_SHEET_GAME_H

#include "calib/print.h"

// A game whose only unit, with the marker tag36h11 60 of 31 mm, has the figures in `list` (JSON objects); table markers and further members of the
// root as given. Fails the test where it is no game.
game *sheet_game(const char *list, const char *markers, const char *more);
// Its sheets. Fails the test where they can't be laid out.
print_sheets sheet_layout(const game *g, print_paper paper);

#endif
