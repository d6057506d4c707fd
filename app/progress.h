// app/progress -- one line on the terminal during long work: its name and how far it is. Nothing is written where stderr is no terminal.
#ifndef VEDETTE_APP_PROGRESS_H
#define VEDETTE_APP_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

// Work begins that `what` names, as "pictures"; the text is borrowed until progress_end. quiet: nothing is shown.
void progress_begin(const char *what, bool quiet);
// So much of `all` is done; all <= 0: it is not known how much there is. Cheap: the line is written a few times a second.
void progress_show(int64_t done, int64_t all);
// Takes the line away before something else is written; the next progress_show brings it back.
void progress_clear(void);
// The work is over.
void progress_end(void);

#endif
