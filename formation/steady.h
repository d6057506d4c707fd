// formation/steady -- the place of one figure, averaged while it stands still. Internal to formation/.
//
// Inches and radians. An average never says it is better than a third of one measurement's variance: so much may be common to all of them
// (contracts/vocabulary.md, `sigma_in`).
#ifndef VEDETTE_FORMATION_STEADY_H
#define VEDETTE_FORMATION_STEADY_H

#include "core/pose.h"

// Differences of place below this are never motion, however small the stated error: half a millimetre of rim paint, twice.
#define STEADY_GATE_IN 0.06
#define STEADY_GATE_RAD (3 * RAD_PER_DEG)

typedef struct {
    pose mean;  // with the errors of the average; as stated (even 0) while there is one measurement
    double weight_at, weight_heading;
    int count;
} steady;

typedef struct {
    double sigma_in, sigma_rad;  // taken where a measurement states none
} steady_defaults;

// A new average of one measurement.
steady steady_start(pose p, steady_defaults d);
// Takes p in; true: p lies farther off than the error allows, and the average was begun anew with it.
bool steady_add(steady *s, pose p, steady_defaults d);
// True where a and b differ by more than their errors: 3.5 sigma of each coordinate's difference, times sqrt 2 for the two of them.
bool steady_differ(pose a, pose b, steady_defaults d);

#endif
