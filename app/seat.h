// app/seat -- a session with all that it concluded. One that judges live passes everything on; one that judges again keeps it to itself.
#ifndef VEDETTE_APP_SEAT_H
#define VEDETTE_APP_SEAT_H

#include "referee/conclusions.h"

// Who hears of a live session: as session_create takes them.
typedef struct {
    bool states;
    session_listener *hear;
    session_note *note, *bad;
    session_judged *judged;
    void *context;  // of all
} seat_listeners;

typedef struct {
    const game *game;
    session *session;
    conclusions said;  // everything that it concluded; empty where `remembers` is false
    seat_listeners listeners;
    bool live, remembers;
    bool aside;  // set where an event was ignored, wholly or in part
} seat;

// remembers: keep what it concludes, to compare it with another judging. Borrows g. As session_create.
status seat_create(const game *g, const seat_listeners *l, bool live, bool remembers, seat **out, fault *fault);
void seat_destroy(seat *s);

#endif
