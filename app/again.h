// app/again -- what a correction of a live game changes: which entries hold, and which conclusions are to be said again.
#ifndef VEDETTE_APP_AGAIN_H
#define VEDETTE_APP_AGAIN_H

#include "app/desk.h"
#include "app/entry_list.h"
#include "referee/conclusions.h"

// Marks that entry as undone; where it is an undo itself, the entry that it undid holds again.
void again_mark(entry_list *l, int number);

// Keeps in the record what differs, as `judge RECORD --amend` does, and says it to everybody: a move whose verdict is another as `move` with the same
// number and "again":true; what is concluded no more as it was said, with "again":true and "gone":true. Orders both lists. STATUS_MEMORY.
status again_report(desk *d, conclusions *was, conclusions *is, int moves, double t_s, fault *fault);

#endif
