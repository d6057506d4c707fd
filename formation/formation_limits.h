// formation/formation_limits -- the numbers by which several folders decide: averages, bodies in motion, what it costs to be carried. Internal to
// formation/.
//
// Each line says what the number is and its unit, how it was found, and what a wrong one costs.
//   [hand] set by hand in the commit named and kept since; only the whole was measured (vedette_bench_follow simulated: moves right, late
//   verdicts).
#ifndef VEDETTE_FORMATION_FORMATION_LIMITS_H
#define VEDETTE_FORMATION_FORMATION_LIMITS_H

#include "core/pose.h"

// rows or columns of an assignment that is exact; a larger one takes the cheapest column that is left for each row in turn. Bounds time, which grows
// with the cube. 28b468b
#define ASSIGN_EXACT_MOST 400

// Averages (steady.c) ------------------------------------------------------------------------------------------------------------------------

// measurements: long enough to halve the noise, short enough to follow a table that warms. [hand, e699a45]
#define STEADY_MEMORY 16
// in, rad: no measurement is exact, whatever is stated; keeps weights finite. 1c92e54
#define STEADY_SIGMA_LEAST 1e-6
// sigmas of each coordinate's difference, times sqrt 2 for the two of them: farther off is motion. Of Gaussian errors one look in
// 200,000 at a base at rest. Low: phantoms; high: nudges go unseen.
#define STEADY_SIGMAS 3.5
// Measurements that are held together against those before them, at least and at most. Hand-set: a settled place is looked at three times. More at
// least: small shifts are dragged into the average; more at most: a shift in the middle of them is seen later.
#define STEADY_LATELY_LEAST 2
#define STEADY_LATELY_MOST 6

// Bodies in motion (body_motion.c) [hand, 066626c] -----------------------------------------------------------------------------------------

// in: bases slide about on a tray by less. Low: sliding figures are strays; high: strays turn the body.
#define BODY_AGREE_IN 0.3
// times the median distance: a figure farther off than both is left aside.
#define BODY_AGREE_MEDIANS 1.5
// rounds of leaving figures aside.
#define BODY_TRIMS 4
// share of the figures found that must agree, or be where the motion had them.
#define BODY_AGREE_SHARE 0.6
// s that a motion may be thought to go on unseen. Low: units in hands are lost; high: they are looked for beyond where they stopped.
#define BODY_GO_ON_S 0.25
// s: two sights farther apart say nothing of the rate.
#define BODY_RATE_S 0.5
// in: the noise of few figures is no motion, and one of them that was knocked aside turns no body. 5d67c14
#define BODY_RESTS_IN 0.15

// Fronts that the picture leaves open (fronts.c) [hand] -------------------------------------------------------------------------------------
// Low: one misread front turns a unit without a word of doubt; high: fronts stay doubtful that anybody can tell.

// figures of a unit, and share of those seen, whose fronts are sure, before they tell those of the others.
#define FRONTS_LEAST 2
#define FRONTS_SHARE 0.25
// rad: bases of one unit in ranks face the same way within it; half of what would let a quarter turn fit as well.
#define FRONTS_SAME_WAY_RAD (22.5 * RAD_PER_DEG)

// Looks that slip along a block [hand] ------------------------------------------------------------------------------------------------------
// Low: a place that was wrong is mended late; high: a neighbour's place is taken for it.

// share of a base's lesser side; farther off it is another base of the rank.
#define SLIP_MOST 0.9

// Ways that nothing was seen of: an exponential prior with these means [hand, d35d99d]. Wrong: equal units carried together get each other's names
// --------

#define CARRY_FAR_IN 4.0                   // in that units go unseen
#define CARRY_TURN_RAD (60 * RAD_PER_DEG)  // rad that they turn

// A figure that one hand set down (way.h) ---------------------------------------------------------------------------------------------------

// in a rad: to be turned by an eighth is as unlikely as to be carried an inch and a half farther; and the turn beyond which the front may be misread.
// Hand-set. Low: figures that face different ways are asked about; high: one misread front names two figures wrong.
#define WAY_OF_TURN_IN 2.0
#define WAY_OF_TURN_MOST_RAD (50 * RAD_PER_DEG)

// s that a hand takes at least to take up a figure, carry it to a place of its own and put it down. Hand-set. Low: a figure that a hand begins to
// cover is thought to be the one that it has just put down; high: quick moves are named late, quick exchanges go unreported.
#define CARRY_LEAST_S 0.8

#endif
