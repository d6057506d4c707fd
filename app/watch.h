// app/watch -- judges a game from a source of pictures, start to end. Behind `vedette watch` and `vedette demo`.
#ifndef VEDETTE_APP_WATCH_H
#define VEDETTE_APP_WATCH_H

#include <stdbool.h>

#include "app/listen.h"

typedef struct {
    const char *game, *source, *calibration, *events, *record, *sign;
    listen_options page_options;
    bool go_on;  // where the record is there already, go on with its game
    bool video;  // keep the pictures too, as films beside the record
    bool page;   // serve the live page (always where page_options.listen is set)
    bool json, states, realtime, quiet;
    bool paced;          // play a clip at its own speed and leave no picture out; a machine that is too slow takes longer, and that is reported
    bool linger;         // when the clip is over go on serving the page until a signal comes
    const char *expect;  // a file of expected verdicts to compare with at the end, or NULL
} watch_options;

// Returns the exit code.
int watch_run(const watch_options *o);

#endif
