// app/flip_line -- what would change a verdict, as a line of JSON (docs/stream.md, "flip").
#ifndef VEDETTE_APP_FLIP_LINE_H
#define VEDETTE_APP_FLIP_LINE_H

#include "referee/flips.h"

// behaviour: how the finding that it is about is passed on. The caller frees it; NULL: out of memory.
char *flip_line(const game *g, const flip *f, behaviour how);

#endif
