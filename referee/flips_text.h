// referee/flips_text -- a flip as one sentence. Internal to flips*.c.
#ifndef VEDETTE_REFEREE_FLIPS_TEXT_H
#define VEDETTE_REFEREE_FLIPS_TEXT_H

#include "referee/flips.h"

// Fills f->text. meaning: what the house rule is, or NULL; measured: of the finding, or NULL.
void flip_describe(flip *f, const game *g, const char *meaning, const finding *measured);

#endif
