// rules/measure/maneuver/stands -- where a unit was seen to stand on its way, between its first and its last place.
//
// A hand that holds a tray in the air shifts its apparent place, players wave figures about and put right what went wrong: only where the whole unit
// stood still in sight did it surely stand. Pure.
#ifndef VEDETTE_RULES_STANDS_H
#define VEDETTE_RULES_STANDS_H

#include "core/move.h"

#define STANDS_MAX 16

typedef struct {
    int sample[STANDS_MAX];  // of the path, in order; the first and the last are the move's ends
    int count;
    bool followed;  // the whole unit was seen all the way between them, without a jump
} stands;

// The places where all figures local[0..n) were seen to stand still. What came before the unit last stood at its first place was put back and is left
// out: it has come back where no figure is farther than nudge_in from where it was.
stands stands_find(const move *m, const int *local, int n, double nudge_in);

#endif
