// app/replay -- what `vedette replay` is asked.
#ifndef VEDETTE_APP_REPLAY_H
#define VEDETTE_APP_REPLAY_H

#include <stdbool.h>

#include "app/listen.h"

typedef struct {
    const char *record, *format, *out;
    listen_options page_options;
    int move;  // 0: all
    double speed;
    bool linger, quiet;
} replay_arguments;

// Shows the record on the page until a signal comes. Returns the exit code. Needs the full program.
int replay_show(const replay_arguments *a);

#endif
