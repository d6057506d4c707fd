// referee/conclusions -- what the judge said of a whole game, kept in short, and what two of them differ in.
#ifndef VEDETTE_REFEREE_CONCLUSIONS_H
#define VEDETTE_REFEREE_CONCLUSIONS_H

#include "referee/session.h"

typedef struct conclusion conclusion;

typedef struct {
    conclusion *at;
    long count, room;
    bool failed;  // memory ran out: told by conclusions_compare
} conclusions;

// Keeps a verdict, act, alert or obligation; anything else is passed over.
void conclusions_add(conclusions *c, const game *g, const said *what);
void conclusions_free(conclusions *c);

// Prints a line on standard output for each move, act, alert and obligation that differs, in order of time, and returns their number; -1: out of
// memory. Moves and acts are held to be the same by unit and time of the event that ended them, alerts and obligations by unit, time and rule:
// {"kind":"change","of":"move","t":..,"move":..,"unit":..,"was":{..},"is":{..}}; was or is null: there was none before, or is none any more.
// Orders both lists.
long conclusions_compare(conclusions *was, conclusions *is);

#endif
