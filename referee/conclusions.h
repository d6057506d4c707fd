// referee/conclusions -- a short form of all that was reported of a game, and the differences between two of them.
#ifndef VEDETTE_REFEREE_CONCLUSIONS_H
#define VEDETTE_REFEREE_CONCLUSIONS_H

#include "referee/session.h"

#define CONCLUSION_RULE_MAX 40

typedef struct {
    report_kind kind;
    double t_s;
    const char *unit;                // id; the game's
    char rule[CONCLUSION_RULE_MAX];  // alert, obligation
    int move;                        // its number; 0: no move
    long reported;                   // conclusions kept before it
    char *brief;                     // JSON of what a person compares
    char *line;                      // the whole; "": only the short form is known
} conclusion;

typedef struct {
    conclusion *at;
    long count, capacity;
    bool failed;  // memory ran out: conclusions_compare returns it
} conclusions;

// Keeps a verdict, act, alert or obligation; ignores anything else.
void conclusions_add(conclusions *c, const game *g, const report *what);
// The same of a line of the verdict stream, as a record has it: its kind and the time of the report.
void conclusions_add_line(conclusions *c, const game *g, const char *kind, double t_s, const char *json);
// Applies a line of conclusions_compare: drops what it says that was, and keeps what it says that is, of which the short form alone is known then.
void conclusions_change(conclusions *c, const game *g, const char *json);
const char *conclusion_kind(const conclusion *c);  // "move", "act", "alert", "obligation"
void conclusions_free(conclusions *c);

// Receives both sides of a difference (NULL: there is none) and its line; false: it can't be kept, and the comparison ends.
typedef bool conclusions_changed(void *context, const conclusion *was, const conclusion *is, const char *json);

// Reports each move, act, alert and obligation that differs, in order of time, and returns their number; -1: out of memory, or `changed` said no.
// Moves and acts are matched by unit and time of the event that ended them, alerts and obligations by unit, time and rule:
// {"kind":"change","of":"move","t":..,"move":..,"unit":..,"was":{..},"is":{..}}; was or is null: there was none before, or there is none now. They
// differ where their short forms do; exact: where any byte of their lines does, and "differs" then names the members where the short forms are the
// same. Orders both lists.
long conclusions_compare(conclusions *was, conclusions *is, bool exact, conclusions_changed *changed, void *context);

#endif
