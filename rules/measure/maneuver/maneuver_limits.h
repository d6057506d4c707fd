// rules/measure/maneuver/maneuver_limits -- the numbers by which moves are explained and priced: value, unit, origin, and what a wrong value costs.
//
// "Hand-set": neither code nor history records a measurement of the number itself, only of the whole (tests/rules: random moves judged right, the
// cases of the catalogue); the commit that set it follows.
#ifndef VEDETTE_RULES_MANEUVER_LIMITS_H
#define VEDETTE_RULES_MANEUVER_LIMITS_H

#include "rules/state/state_limits.h"

// Where a unit stood on its way (stands, straight, path).
#define STILL_S 1.5           // s; no figure moved for so long: it stood. As settle_s (docs/stream.md), d7bdde9. Low: a pause is a stand.
#define FOLLOWED_STEP_IN 1.0  // in; places of a record no farther apart follow a unit as a camera does. Hand-set, d7bdde9. High: corners are lost.
#define RESTS_IN 0.1          // in; less between two samples is rest. Hand-set. Low: noise moves; high: a slow hand rests.
#define FIGURE_WOBBLE_IN 0.5  // in; a hand carries no figure straighter. Hand-set, 282b5f4. Low: every path has corners; high: a detour is straight.
#define UNIT_WOBBLE_IN 0.25   // in; nor a unit. Hand-set. Likewise.
#define CORRECTION_IN 1.0     // in; a step back shorter than this puts right a leg that went too far. Hand-set, 282b5f4. High: a real leg is dropped.
#define STRAIGHT_RAD (5 * RAD_PER_DEG)  // rad; changes of direction up to this bend no line. Hand-set. High: a wheel is part of a straight charge.
#define BODY_FIGURES 200                // figures that tell whether the unit stands as a body; more are not asked. Capacity of a stack array.

// How alike is the same (explain, reshape, price; docs/geometry.md sections 5, 6 and 8).
#define SMALL_TURN (3 * RAD_PER_DEG)  // rad; a body that turned less did not wheel (docs/geometry.md section 5). Low: noise wheels.
#define CLASS_GAP 0.2  // in; so much more between gaps than between errors is another formation. Hand-set, 6daee12. Low: open ranks close by noise.
#define FIT_SIGMAS 2   // sigmas of a place that a figure of a body may be off, beyond the dressing of ranks. Hand-set. Low: bodies break.
#define BETTER_FIT_IN 0.05    // in, rms; a turn that fits no better than this is as good as the one before. Hand-set. Low: noise chooses the turn.
#define IN_LINE_FROM 0.5      // in; shorter ways beyond the common one have no direction (section 8). Low: noise is oblique.
#define ANGLES_FROM 1.0       // in; nor have shorter ways of a body (section 6). Likewise.
#define DIRECTION_MOST 0.2    // rad; most that a sigma of direction widens the cone of an advance. Hand-set. High: any way is an advance.
#define PIVOT_SLACK 0.15      // in; a centre of rotation so far beyond the corner figure's base is at it (section 6). Low: wheels are refused.
#define UNKNOWN_ERROR_IN 0.1  // in; error of a cost that nothing measured. Hand-set. Low: breaches without proof.

// Which sequence was made (price, program, trace).
#define FAR_DEARER 1.0   // in; a wheel with legs so much dearer than another sequence is not what was done. Hand-set, d9282e4.
#define SIMPLER 0.05     // in; a single wheel is named rather than a cleverer sequence that saves less. Hand-set, 282b5f4. Only names change.
#define TOO_SHORT 0.05   // in, rad; smaller legs and turns are noise and are not named. Hand-set, 282b5f4. Only names change.
#define NEARLY_SIGMAS 4  // sigmas; readings so near to the cheapest are kept. Likewise.
#define PROVEN_IN 0.01   // in; the search for the cheapest sequence stops this near to what it proves. Low: time; high: an illegal move is doubtful.
#define LEAST_CELL_RAD 2e-4           // rad; smaller ranges of an angle move an end by less than it is measured. Low: time.
#define NEAR_RAD (0.5 * RAD_PER_DEG)  // rad; a sequence that is fitted anew turns about so much more or less. Low: errors come out too large.
#define REFINEMENTS 14                // halvings of a range of angles: 90 deg / 2^14 moves a cost by less than 0.001".
#define BOTH_WAYS (60 * RAD_PER_DEG)  // rad; larger turns are tried the other way round too. Hand-set, 282b5f4. High: long wheels are missed.

// Ways round others (way_round, outline).
#define SLACK_IN 0.15  // in; bases that stand together are dressed no better. Hand-set, b528b29. Low: a way between comrades is refused.
#define GRAZE 1e-6     // in; a way along an outline does not cross it. Arithmetic.

#endif
