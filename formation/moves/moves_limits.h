// formation/moves/moves_limits -- the numbers by which the segmenter decides. Internal to formation/moves/; what callers need stands in segment.h.
//
// Each line says what the number is and its unit, how it was found, and what a wrong one costs.
//   [hand] set by hand in the commit named and kept since. Only the whole was measured: moves reported, split moves, phantoms, ways back and nudges
//   of
//          random plays (vedette_bench_follow simulated and rendered). No sweep over the number itself is recorded.
#ifndef VEDETTE_FORMATION_MOVES_MOVES_LIMITS_H
#define VEDETTE_FORMATION_MOVES_MOVES_LIMITS_H

#include "core/pose.h"

// Defaults of segment_options; the ruleset's parameters of the same names stand over them ---------------------------------------------------

// s of stillness until a unit has settled. [hand, e699a45] Low: a player's pause splits a move; high: verdicts come later.
#define MOVES_SETTLE_S 1.5
// in, rad: smaller displacements and turns in place are no moves. [hand, e699a45] Low: nudges are charged; high: short moves cost nothing.
#define MOVES_NUDGE_IN 0.25
#define MOVES_FACING_TOL_RAD (10 * RAD_PER_DEG)
// in, rad: one sigma where an event states none. [hand, e699a45]
#define MOVES_SIGMA_IN 0.01
#define MOVES_SIGMA_RAD (0.5 * RAD_PER_DEG)

// Motion and rest ------------------------------------------------------------------------------------------------------------------------

// in, rad: smaller differences are never motion: no base is put back on the same spot to 2 mm. [hand, e699a45] Low: dressing of ranks begins moves;
// high: moves begin late.
#define MOVES_GATE_IN 0.08
#define MOVES_GATE_RAD (3 * RAD_PER_DEG)
// s: no hand exchanges two bases in so short a time. [hand] Low: bases misnamed under a hand have gone far; high: a quick exchange is overlooked.
#define MOVES_EXCHANGE_S 0.5
// share of the variance of a place that is common to all events of a figure at rest (docs/stream.md, `sigma_in`).
#define MOVES_COMMON (1 / 3.0)
// How many figures of a block under way take one another's places where it is named anew aside, and their share of those that an event moves. [hand]
// Low: ranks that come where the next ones were are taken for it; high: a block named aside seems to have gone there.
#define MOVES_SHIFTED_LEAST 4
#define MOVES_SHIFTED_SHARE 0.6
// s since a figure last moved: from then on its place is averaged. [hand, e699a45] Low: the slow end of a move drags on the average; high: noisier
// places.
#define MOVES_AT_REST_S 0.3
// s: rest poses are averages at least so old. [hand, e75371a] Low: the slow beginning of a move is in the place that it is measured from.
#define MOVES_LATELY_S 0.5
// s: a hand that stays longer over a figure has perhaps not moved it at once, so that its move began later. [hand, a889672]
#define MOVES_TAKEN_UP_S 4
// times settle_s: by then a hand has put a figure down; one hidden for longer lies under something else. [hand, 39475fe] Low: a provisional verdict
// while the figure is in the hand; high: none for long.
#define MOVES_CARRIED 2

// Ends ---------------------------------------------------------------------------------------------------------------------------------------

// in of residual: of a block, what is carried leaves what stands by more, so that it stands torn. [hand, 4ce2c57] Low: blocks wait longer for their
// end; high: a block moved in two parts is two moves.
#define MOVES_TORN_IN 0.5
// in of residual: figures that went as a body keep their places in it so well (docs/geometry.md, section 5). Hidden ones stand there then. [hand,
// a889672]
#define MOVES_BODY_IN 0.3
// figures in sight of ranks, at least, that tell together whether they moved. [hand]
#define MOVES_BODY_LEAST 4

// Ways back ----------------------------------------------------------------------------------------------------------------------------------

// times nudge_in and facing_tol_rad: figures put back by hand after a take-back was entered stand about where they stood. [hand, 7d35a79] Low: the
// way back is a move; high: a new move nearby costs nothing.
#define MOVES_BACK_NUDGES 2.0
#define MOVES_BACK_TURNS 2.0
// sigmas of both places together within which a base stands where it stood. [hand] Low: one blurred look makes a way back a new move; high: a short
// move with poor sight is asked about.
#define MOVES_BACK_SIGMAS 2.5
// one in so many figures that may stand up to twice as far off. [hand] Low: units are asked about that moved a few figures a little; high: one look
// that erred makes a way back a move.
#define MOVES_BACK_ASTRAY 8
// s: hands that carry something away and bring it back take longer; what is away for less was a false find. [hand, e739580]
#define MOVES_AWAY_S 1.0

// Nudges -------------------------------------------------------------------------------------------------------------------------------------

// in, 2 mm: a nudge is reported from here on, of the base's middle or, where it was turned, of its edge (docs/stream.md; the edge fbbc65c).
#define MOVES_NUDGE_LEAST_IN (2 / 25.4)
// in: less so much, the error of two measurements, where an observation says that it was one. [hand, aa1fe59]
#define MOVES_NUDGE_ERROR_IN 0.02

#endif
