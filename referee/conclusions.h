// referee/conclusions -- a short form of all that was reported of a game, and the differences between two of them.
#ifndef VEDETTE_REFEREE_CONCLUSIONS_H
#define VEDETTE_REFEREE_CONCLUSIONS_H

#include <stdio.h>

#include "referee/session.h"

typedef struct conclusion conclusion;

typedef struct {
    conclusion *at;
    long count, capacity;
    bool failed;  // memory ran out: conclusions_compare returns it
} conclusions;

// Keeps a verdict, act, alert or obligation; ignores anything else.
void conclusions_add(conclusions *c, const game *g, const report *what);
// The same of a line of the verdict stream, as a record has it: its kind and the time of the report.
void conclusions_add_line(conclusions *c, const game *g, const char *kind, double t_s, const char *json);
void conclusions_free(conclusions *c);

// Prints a line on `out` for each move, act, alert and obligation that differs, in order of time, and returns their number; -1: out of memory. Moves
// and acts are matched by unit and time of the event that ended them, alerts and obligations by unit, time and rule:
// {"kind":"change","of":"move","t":..,"move":..,"unit":..,"was":{..},"is":{..}}; was or is null: there was none before, or there is none now.
// Orders both lists.
long conclusions_compare(conclusions *was, conclusions *is, FILE *out);

#endif
