// app/words -- the judge's reports in words for people at a terminal.
#ifndef VEDETTE_APP_WORDS_H
#define VEDETTE_APP_WORDS_H

#include <stdio.h>

#include "referee/session.h"

// One or a few lines for a report; a state or nudge has none. `colour`: with ANSI colours. Control characters never pass.
void words_print(FILE *out, const game *g, const report *what, bool colour);

#endif
