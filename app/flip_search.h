// app/flip_search -- what would make the verdict of a live move another, found on a thread of its own and shown on the page when it is found.
#ifndef VEDETTE_APP_FLIP_SEARCH_H
#define VEDETTE_APP_FLIP_SEARCH_H

#include "app/desk.h"

typedef struct flip_search flip_search;

// Borrows d. STATUS_INVALID, STATUS_MEMORY.
status flip_search_begin(desk *d, flip_search **out, fault *fault);
// A session_judged: takes a copy of the case, where the verdict is not legal. Never waits; s NULL: nothing happens.
void flip_search_take(flip_search *s, const session_case *c);
// Ends the thread; what still waits is not searched.
void flip_search_end(flip_search *s);

#endif
