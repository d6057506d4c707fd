// formation/steady -- the place of one figure, averaged while it stands still. Internal to formation/.
//
// Inches and radians.
#ifndef VEDETTE_FORMATION_STEADY_H
#define VEDETTE_FORMATION_STEADY_H

#include "core/pose.h"

typedef struct {
    double sigma_in, sigma_rad;  // taken where a measurement states none
    double gate_in, gate_rad;    // smaller differences are never motion, however small the stated errors
    double common;               // share of one measurement's variance that is common to all of a base at rest: no average is better
    double alike;                // share of it, at most a half, that two places of a base have in common where it is asked whether they differ
} steady_terms;

typedef struct {
    pose mean;  // with the errors of the average; as stated (even 0) while there is one measurement
    double weight_at, weight_heading;
    int count;
} steady_average;

typedef struct {
    pose mean;    // of all since it came to rest
    pose anchor;  // where it was when it was last seen to move
    double weight_at, weight_heading;
    int count;
    pose came_from;  // where it was before it moved last
    // The last few measurements, held together against the average before them: they tell a shift that is within the error of each.
    pose before;
    steady_average lately;
} steady;

// A new average of one measurement.
steady steady_start(pose p, steady_terms t);
// True where p lies farther off than the errors allow: from the average, or, while the figure has hardly come to rest, from the anchor.
bool steady_moved(const steady *s, pose p, bool at_rest, steady_terms t);
// Something may have shifted it: what comes now is held against what was measured until now.
void steady_disturb(steady *s);
typedef enum {
    STEADY_STANDS,
    STEADY_MOVED,     // p lies elsewhere: all begins anew with it
    STEADY_HAD_MOVED  // the last few measurements together tell that it had moved before them: all begins anew with those
} steady_news;

// Takes p in. At rest p is averaged in; a figure that has hardly come to rest is where it was seen last, so that a creeping end of a motion doesn't
// drag on the average.
steady_news steady_add(steady *s, pose p, bool at_rest, steady_terms t);
// True where a and b differ by more than their errors: 3.5 sigma of each coordinate's difference, times sqrt 2 for the two of them. Of the lesser
// variance t.alike is in both, and not in their difference.
bool steady_differ(pose a, pose b, steady_terms t);

#endif
