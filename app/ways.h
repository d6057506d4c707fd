// app/ways -- the few seconds of each move as pictures: taken while a hand is at the unit or it goes on, handed over when the move is judged.
#ifndef VEDETTE_APP_WAYS_H
#define VEDETTE_APP_WAYS_H

#include "app/pictures.h"
#include "calib/camera.h"
#include "core/frame.h"

#define WAY_PICTURES_MAX 24

typedef struct ways ways;

// STATUS_MEMORY. Borrows g.
status ways_create(const game *g, ways **out, fault *fault);
void ways_destroy(ways *w);
// Takes the frame's pictures of the units that are being moved: about four a second of each. handled: an occluder is at that unit's figures.
void ways_frame(ways *w, const calibration *c, session *s, const frame *f, const bool *handled);
// The unit's move was judged: gives its pictures to p.
void ways_judged(ways *w, int unit, int move, unsigned use, pictures *p);

#endif
