// referee/flips_limits -- the grids and reaches of the search for flips.
#ifndef VEDETTE_REFEREE_FLIPS_LIMITS_H
#define VEDETTE_REFEREE_FLIPS_LIMITS_H

#define FLIP_NEAR_SHARE 0.9  // a legal move this near to a limit, as a share of it, is worth a word

// Grids on which values are told: as fine as players measure.
#define FLIP_STEP_IN 0.05
#define FLIP_STEP_DEG 0.5
#define FLIP_STEP 0.01  // shares and factors

#define FLIP_RATE_MOST_IN 60.0  // no unit of any ruleset is as fast

// How far from a value others are tried, as shares of it, or of so many steps where it is small: the nearest before the others, so that the change
// told is a small one. More than twice the rate is no slip of the tape. A legal move is asked only what little would make it illegal.
static const double flip_reaches[] = {0.05, 0.15, 0.3, 0.6, 1};
#define FLIP_REACHES 5
#define FLIP_NEAR_REACHES 2  // so many of them for a legal move
#define FLIP_REACH_STEPS 10.0

#endif
