// second_legs -- the least total length of advance legs that add up to a displacement, where each leg keeps within a cone about one of the headings
// that the unit had (docs/geometry.md section 6, "Oblique" and "Wheel + advance"). Part of the second opinion: shares no code with rules/.
#ifndef TESTS_RULES_SECOND_LEGS_H
#define TESTS_RULES_SECOND_LEGS_H

#include "core/geom.h"

// Which legs are admitted: cone_rad, how far from straight ahead; free_in, how short a whole way is dressing, which may lead anywhere.
typedef struct {
    double cone_rad, free_in;
} second_latitude;

// Legs may be taken in the cones about any of the n > 0 headings[], each as often as wanted. INFINITY where no legs add up to d.
// With slack_in > 0: what no legs that end within slack_in of d can be shorter than.
double second_legs(vec2 d, const double *headings, int n, second_latitude l, double slack_in);
// The same without dressing and slack, by trying every pair of directions of a grid with `steps` directions a cone: never less than second_legs.
double second_legs_by_force(vec2 d, const double *headings, int n, double cone_rad, int steps);

#endif
