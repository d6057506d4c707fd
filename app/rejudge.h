// app/rejudge -- judges a game's history again on a thread of its own, while the game goes on.
#ifndef VEDETTE_APP_REJUDGE_H
#define VEDETTE_APP_REJUDGE_H

#include "app/history.h"
#include "app/seat.h"

typedef struct rejudge rejudge;

// Begins with the events of h that are not undone; h keeps their lines, and may get more. Borrows g. STATUS_MEMORY.
status rejudge_begin(const game *g, const history *h, const seat_listeners *l, rejudge **out, fault *fault);
// True when the thread is through.
bool rejudge_is_done(const rejudge *r);
// Waits for the thread, and feeds what h got meanwhile. *out: the seat, which the caller takes over; the history's events say then which of them are
// left aside now, and *news (NULL: none) is the first entry that was not left aside before. Frees r. STATUS_MEMORY.
status rejudge_finish(rejudge *r, history *h, double t_s, seat **out, const past_event **news, fault *fault);
// Ends it early.
void rejudge_drop(rejudge *r);

#endif
