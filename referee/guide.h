// referee/guide -- the way back: which way and how far to push each figure so that it stands again where it stood. Pure.
//
// Table inches and radians inside; millimetres, inches, edges of the table and hours of a clock in the words for players.
#ifndef VEDETTE_REFEREE_GUIDE_H
#define VEDETTE_REFEREE_GUIDE_H

#include "core/game.h"

typedef struct {
    double place_in;  // nearer than this to its place a figure stands there
    double turn_rad;  // turned by less than this it faces as it did
} guide_tolerance;

// 2.5 mm and 5 degrees: a base is not put back on the same spot to 2 mm by hand, and a tenth of an inch changes no ruling.
guide_tolerance guide_default_tolerance(void);

// The way back of one figure.
typedef struct {
    int figure;         // of the game; -1: all figures of the guide as one body
    pose now;           // last seen place
    pose goal;          // the place that it goes to: its own, or that of an equal figure
    bool seen;          // visible now; else `now` is old
    bool done;          // it stands there, and is seen there
    double push_in;     // from now to goal, of the middle of its base
    double toward_rad;  // direction of the push
    double turn_rad;    // to be turned by, counter-clockwise positive; 0 where a heading is unknown
} guide_step;

// Fills out[0..count), one for each of figures[0..count), whose places were goals[0..count); now[] is where each is (or was last seen: seen[] false).
// Equal figures may stand in each other's place: those of one unit on equal bases, neither of them its leader or the figure that a mob is measured
// at. Of all ways to share the places among them the one with the least sum of squared pushes is taken; a figure's own place is preferred to an
// equal one as near. STATUS_MEMORY.
status guide_find(const game *g, const int *figures, const pose *goals, const pose *now, const bool *seen, int count, guide_tolerance t,
                  guide_step *out);
bool guide_done(const guide_step *steps, int count);
// The way back of all of them as one body (a tray, a unit pushed whole): *out is the push of their middle and the turn about it. False: fewer than
// two are visible, they did not move as one, or the push is within the tolerance.
bool guide_as_one(const guide_step *steps, int count, guide_tolerance t, guide_step *out);

// "R1-3: 4 mm toward the north edge (12 o'clock), turn 10 degrees left"; the hour is as seen from the home edge of the figure's side,
// and is left out where none is stated. `unit`: of the body, where step->figure is -1.
void guide_describe(const game *g, const guide_step *step, int unit, char *out, size_t capacity);

#endif
