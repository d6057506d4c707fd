// formation/identify/identify_limits -- the numbers by which bases are assigned to figures. Internal to formation/identify/.
//
// Each line says what the number is and its unit, how it was found, and what a wrong one costs. Unless a line says otherwise a number is
//   [hand]  set by hand in the commit named, with the total of a bench in view; no sweep over the number itself is recorded. The benches:
//           vedette_bench_formation cold (plain bases named by the roster alone: units named, named wrongly, left open) for the cold start, and
//           vedette_bench_follow simulated (moves of random plays reported right) for figures that were known before.
//   [work]  bounds memory or time, and decides nothing before it is reached.
// Costs of a cold start are counted in figures (a missing one costs 1); costs of matching are negative logarithms of likelihoods.
#ifndef VEDETTE_FORMATION_IDENTIFY_IDENTIFY_LIMITS_H
#define VEDETTE_FORMATION_IDENTIFY_IDENTIFY_LIMITS_H

#include "core/pose.h"

// A base and a figure of the roster (identify.c) ---------------------------------------------------------------------------------------------

// share of a side, and in: what a camera misjudges of a base's size. 28b468b. Low: figures go unnamed; high: bases of another size are taken for
// them.
#define IDENTIFY_SIZE_TOL 0.10
#define IDENTIFY_SIZE_TOL_IN 0.06
// share of a side: two sightings of one code farther apart are two bases. 93fce05. Low: a base seen twice is a duplicate; high: a duplicate goes
// unseen.
#define IDENTIFY_SAME_BASE 0.5
// in from a start: a base so near faces as the game file has it there, where the picture leaves that open. Half a small base, hand-set. Low: fronts
// at the start stay open; high: a base beside a start is turned as that has it.
#define IDENTIFY_AT_START_IN 0.5

// Figures near their places (match.c) --------------------------------------------------------------------------------------------------------

// share of a base's lesser side, and in at least and at most: how far a figure is found from its place at once. 28b468b. Low: pushed figures wait for
// the later steps; high: neighbours are exchanged.
#define IDENTIFY_GATE 0.35
#define IDENTIFY_GATE_LEAST_IN 0.12
#define IDENTIFY_GATE_MOST_IN 0.4
// rad between a heading expected and one seen of the same base. 28b468b. Low: turned figures are lost; high: headings tell neighbours apart no more.
#define IDENTIFY_TURN_MAX_RAD (50 * RAD_PER_DEG)
// bases at most that are near one figure's place. [work]
#define IDENTIFY_RIVALS 6
// cost of a base at the edge of the gate (two standard deviations), and of one turned as far as it may be. d35d99d.
#define IDENTIFY_AT_GATE 2.0
#define IDENTIFY_AT_TURN_MAX 0.5
// cost of a figure whose base is not found: one in fifty (e^-4) is hidden or missed where it was looked for. d35d99d. Low: carried units are
// explained by missing figures; high: by wrong bases.
#define IDENTIFY_MISSING 4.0
// rad by which hands turn a block at most in so many s. [hand] Low: a block turned quickly under a hand is not found again until the hand has gone;
// high: a block of like figures, some of which a blurred look misses, is turned about.
#define IDENTIFY_HASTY_TURN_RAD (100 * RAD_PER_DEG)
#define IDENTIFY_HASTY_S 1.5
// cost of a base of a carried unit that shows its front on another side than the unit was turned to: one in eight (e^-2) is misread. Low: a
// block is turned about for a few more of its figures; high: misread fronts turn it.
#define IDENTIFY_FRONT 2.0
// cost of a motion by which most of a unit's figures leave places where nothing moved in the picture since they were seen there: in one of a thousand
// looks (e^-7) names or places were wrong by as much. Low: a look that misses a block's end moves the block by a file; high: a block whose names are
// a file off stays so until it moves.
#define IDENTIFY_STILL 7.0

// Units carried as bodies (match_carried.c) --------------------------------------------------------------------------------------------------

// pairs of figures from which a unit's motion is guessed, and of them those tried even where one explains the whole unit: an equal unit may lie
// elsewhere. 28b468b, d35d99d. Low: units half under a hand are not found; high: time.
#define IDENTIFY_PAIRS 8
#define IDENTIFY_PAIRS_LEAST 3
// in by which the distance of a pair may change while it is carried. 28b468b.
#define IDENTIFY_PAIR_TOL_IN 0.15
// cost, besides, of a figure whose base is not found though its place lies in plain sight: one in five (e^-1.5) is missed so, since what hides one
// base from the finder hides its neighbours too. Low: a block half under a hand may be a rank off and is not named; high: a few bases missed in sight
// throw a whole block out of its place. And of one where another figure stands: one in fifty (e^-4) of those is misplaced. Low: a block stands within
// its enemy; high: a figure placed wrong drives a block away. And the share of the lesser side by which no two bases overlap.
#define IDENTIFY_GAP 1.5
#define IDENTIFY_TAKEN 4.0
#define IDENTIFY_TAKEN_DEEP 0.4
// share of a unit that must fit for its place to be sure; where it is known about where it is; and that explains it wholly. 22a978f. Low: units are
// found in wrong places; high: units half hidden are lost.
#define IDENTIFY_FIT_MOST 0.7
#define IDENTIFY_FIT_SOME 0.3
#define IDENTIFY_FIT_WHOLE 0.95
// of a figure: shares are rounded.
#define IDENTIFY_ROUNDING 0.5
// share of a base's lesser side: a part of a block fits in many places, since ranks and files repeat; only one nearer than this is believed. 22a978f.
#define IDENTIFY_REPEAT_NEAR 0.6
// rad: half of the quarter turn after which a square array fits its own places.
#define IDENTIFY_REPEAT_TURN_RAD (PI / 4)
// cost by which a part of a block must be likelier in one place than in those next to it: twenty times (e^3). Low: a block seen in part slips by a
// file; high: it is lost until it is seen whole. And times the distance of two neighbours: places as far apart are next to each other.
#define IDENTIFY_REPEAT_MARGIN 3.0
#define IDENTIFY_REPEAT_NEXT 1.6
// share of a base's lesser side, and in at least and at most: how far figures lie off their places in a carried body. 28b468b.
#define IDENTIFY_BODY_TOL 0.3
#define IDENTIFY_BODY_TOL_LEAST_IN 0.12
#define IDENTIFY_BODY_TOL_MOST_IN 0.35
// comparisons spent on one unit: some 20 ms, ten times what a unit of 40 among 100 bases of its kind takes; and on all of a picture. [work, 71b7f3a]
#define IDENTIFY_UNIT_BUDGET 4e6
#define IDENTIFY_ALL_BUDGET 2e7
// motions kept for each unit, and choices of all units' motions that are looked at. [work, d35d99d]
#define IDENTIFY_MOTIONS 6
#define IDENTIFY_CHOICES 20000
// share of their bases by which two motions lead to one place. d35d99d.
#define IDENTIFY_SHARED 0.5
// cost of a figure as far off its place as it may be: two standard deviations. d35d99d.
#define IDENTIFY_OFF_AT_TOL 2.0

// Single figures (match_singles.c) -----------------------------------------------------------------------------------------------------------

// share of a unit in ranks: fewer missing figures are looked for one by one under a hand. 22a978f. High: figures under hands are guessed.
#define IDENTIFY_FEW 0.2
// share of a base's greater side: a base so near to where a figure was expected is that figure. 5d67c14.
#define IDENTIFY_NEARBY 1.2
// in that a figure counts farther from a base elsewhere if it was found a look ago, or less than CARRY_LEAST_S before the base was seen first.
// bd15800. Low: it changes names with one hidden for longer; high: a quick figure waits.
#define IDENTIFY_HARDLY_GONE_IN 4.0
// in that a hidden figure counts farther from a base elsewhere than one whose place was seen empty: it may lie under the hand where it stood, and
// hands take up one figure after the other. Hand-set. Low: the next figure that the hand covers gets the name of the one put down; high: two that
// were taken up at once change names.
#define IDENTIFY_MAY_BE_THERE_IN 3.0
// in: two ways to name bases whose distances differ by less are both likely. 5d67c14. Low: wrong names under hands; high: names and verdicts come
// late.
#define IDENTIFY_IN_DOUBT_IN 1.5
// share of a base's lesser side: no other base lies so near to one that stands. 87d99c5.
#define IDENTIFY_ROOM_FOR_ONE 0.9
// s: a base that has lain so long is not being carried. c79ff0e. Before it a block whose figures were moved one by one under a resting arm was not
// named for half a minute.
#define IDENTIFY_RESTED_S 1.0
// in: a figure stands at most so far from the start that the game file states. 28b468b. High: starts name other units' bases.
#define IDENTIFY_START_REACH_IN 3.0
// shares of a base's greater side: how far single figures of a carried unit, and of a tray, may be off their places. 28b468b.
#define IDENTIFY_CARRIED_REACH 1.5
#define IDENTIFY_TRAY_REACH 0.6

// Unread bases beside read ones (fill_gaps.c) ------------------------------------------------------------------------------------------------

// share of a base's longer side, centre to centre: stands beside it. 3a46b6e. Low: gaps stay; high: bases of another unit fill them.
#define IDENTIFY_BESIDE 1.5
// figures of the unit that must have been read. 3a46b6e.
#define IDENTIFY_READ_LEAST 2
// places along the roster that a neighbour may stand off; share of a side that each place farther costs; in where no neighbour was read. a26f208.
#define IDENTIFY_ROSTER_REACH 3
#define IDENTIFY_ROSTER_FARTHER 0.2
#define IDENTIFY_STRAY_IN 10.0

// Trays (tray.c) ---------------------------------------------------------------------------------------------------------------------------

// bases by which a tray is larger than the block on it, at most. 28b468b. Wrong: the block on a tray is not found, or two are possible.
#define IDENTIFY_TRAY_SPARE 0.75
// in by which sizes of trays and places of tiles, and of bases in one unit, may be misstated. 28b468b.
#define IDENTIFY_TRAY_MISSTATED_IN 0.1
#define IDENTIFY_TRAY_ALIKE_IN 0.02
// half a tile's width over its tag's edge: the tag and its white margin, as `vedette print` makes them.
#define IDENTIFY_TILE_OF_TAG 0.65
// in: a tile lies at most so far from the block that it belongs to. 28b468b.
#define IDENTIFY_TILE_NEAR_IN 0.6
// in: two markers of one unit farther apart are two, and neither is believed. 93fce05.
#define IDENTIFY_SAME_TILE_IN 0.2
// sigmas within which a base belongs to its place, and never farther than this share of its lesser side: beyond, it might be its neighbour. 93fce05.
#define IDENTIFY_TRAY_SIGMAS 3.5
#define IDENTIFY_TRAY_GATE_MOST 0.45
// in: the error taken for a base that is looked for beside its place. 93fce05.
#define IDENTIFY_TRAY_SEEN_IN 0.02
// rounds of finding bases and fitting the tray to them. [work]
#define IDENTIFY_TRAY_ROUNDS 12

// Fit of a tray (tray_fit.c). 93fce05; the ellipses of laid figures are held by tests/formation/test_trays.c. Low: laid figures claim too small an
// error; high: trays lose bases to their neighbours
// ---------------------------------------------------------------------------------------------------

// in: a base in a block that touches is so far from its place (0.4 mm, what hands leave between bases); and where none holds it. rad: and turned by
// so much.
#define IDENTIFY_PLACED_CLOSED_IN 0.016
#define IDENTIFY_PLACED_OPEN_IN 0.04
#define IDENTIFY_PLACED_RAD (2 * RAD_PER_DEG)
// in, rad: a tile lies so far from where the game file has it.
#define IDENTIFY_LAID_IN 0.01
#define IDENTIFY_LAID_RAD (0.5 * RAD_PER_DEG)
// times: a block is so much wider than its bases (they can touch but not overlap, and hands leave gaps of up to half a millimetre), and one sigma of
// it. 8ef8f9c.
#define IDENTIFY_SWELL 1.006
#define IDENTIFY_SWELL_SIGMA 0.008
// sigmas at which a base has no more weight (Tukey).
#define IDENTIFY_TRAY_BEYOND 4.0
// rounds of Gauss-Newton. [work]
#define IDENTIFY_FIT_ROUNDS 12
// in: no base is seen more exactly. Keeps weights finite.
#define IDENTIFY_SIGMA_LEAST_IN 1e-4

// Cold start: how a group stands (block.c, cluster.c) ----------------------------------------------------------------------------------------

// in, rad: a base so far off its rank's line, or turned so far off the rest, is half out of it: hands leave a third of that. a77e4ac. Round bases
// have no edges to be set straight by.
#define IDENTIFY_LINE_IN 0.2
#define IDENTIFY_TURNED_RAD (12 * RAD_PER_DEG)
#define IDENTIFY_TURNED_ROUND_RAD (3 * IDENTIFY_TURNED_RAD)
#define IDENTIFY_HALF_OUT 0.5
// bases out of line or missing by which one way to face must be better than another where most fronts are doubtful. [hand]
#define IDENTIFY_AMISS_ALIKE 0.1
// in: figures of open units hardly ever stand nearer; figures of closed ones never so far apart, and a gap left by a missing one is wider. 66db885.
#define IDENTIFY_CLOSE_IN 0.15
#define IDENTIFY_HALF_OPEN_LOW_IN 0.3
#define IDENTIFY_HALF_OPEN_HIGH_IN 0.7
// inches of gap that an inch out of rank and file counts as, and at most: a short last rank stands half a file aside. 66db885.
#define IDENTIFY_OUT_OF_LINE 1.0
#define IDENTIFY_OUT_MOST_IN 0.6

// Cold start: gaps expected within a unit, in: the widest, with holes where a base was not found, and the usual ones from and to. 28b468b. Narrow:
// units set up loosely are left open; wide: two units are one.
#define COLD_GAPS_CLOSED \
    { 0.5, 0, 0.25 }
#define COLD_GAPS_OPEN \
    { 1.1, 0.15, 0.9 }
#define COLD_GAPS_RANKED \
    { 1.1, 0, 0.9 }  // closed or open
#define COLD_GAPS_SKIRMISH \
    { 5, 0.7, 5 }
#define COLD_GAPS_MOB \
    { 0.6, 0, 0.3 }
#define COLD_GAPS_ANY \
    { 6, 0, 6 }

// Cold start: what a group costs (cold_cost.c), in figures. Low: units are named that may be others; high: units are left open ---------------------

#define COLD_MISSING 1.0    // a figure without a base
#define COLD_UNEVEN 0.02    // times the square of what is missing: losses spread over the units are likelier than all in one. 28b468b
#define COLD_SURPLUS 1.2    // a base more than the unit has figures. 28b468b
#define COLD_MISFIT 2.0     // a base of the wrong kind. 28b468b
#define COLD_LOOSE 0.9      // a base given to no unit. 28b468b
#define COLD_STRETCH 1.5    // an inch of gap more than the unit's formation has. 28b468b
#define COLD_SPACING 0.5    // an inch by which the usual gap is off, a figure. 28b468b
#define COLD_WRONG_GAP 0.4  // a gap that the formation doesn't have; and one for each of two kinds in one unit. 66db885: wrong units 2.8 % for 7.9 %
#define COLD_OUT_OF_LINE 0.6  // a base out of line, of a unit in ranks. a77e4ac
#define COLD_HOLE 0.6         // a hole in a full rank for which no figure is missing. a77e4ac
#define COLD_OTHER_ARRAY 0.5  // a rank or file more or less than the roster's array has. 1f184ad
#define COLD_ARRAY_MOST 1.5   // units do change their formation. 1f184ad
#define COLD_FROM_OWN 0.3     // an inch from the unit's other figures. 28b468b
#define COLD_FROM_MARKER 0.1  // an inch from the marker that lies beside the unit. 28b468b
#define COLD_AT_START 0.4     // an inch from where the game file has it, near there ... e3cc513
#define COLD_NEAR_START_IN 4.0
#define COLD_FROM_START 0.05  // ... and farther off
#define COLD_FROM_MOST 4.0    // none of these costs more: units do move. a77e4ac
#define COLD_OVERFULL 1.25    // times the unit's figures: a larger group isn't worth a look. [work]

// Cold start: dividing bases among units (choose.c, cut.c, redivide.c) ----------------------------------------------------------------------

#define COLD_EXACT_UNITS 8                       // so many units are chosen for exactly, more one after the other. [work]
#define COLD_CUT_UNITS 6                         // so many units at most are cut out of one group. [work]
#define COLD_GROUP_BUDGET 4000                   // costs asked for in cutting one group. [work, 3c9c010]
#define COLD_CUT_BUDGET 100000                   // and all groups; what isn't settled by then is left open. [work, 3c9c010]
#define COLD_OTHER_BUDGET (3 * COLD_CUT_BUDGET)  // and in looking for other choices. [work, 3c9c010]
#define COLD_PAIR_BUDGET 400                     // and in dividing what two units have, and three. [work, 66db885]
#define COLD_THREE_BUDGET 3000
#define COLD_APART_IN 0.15    // a group may hold several units in contact where the next base is farther by this. a77e4ac
#define COLD_WIDEST_IN 1.5    // and where within it no gap is wider: such ones part units without being cut. 1f184ad
#define COLD_NEAR_IN 1.5      // units no farther apart may have taken bases from one another. 66db885
#define COLD_LEAST_SEEN 0.55  // share of the bases that its units can have. Low: time; high: units half hidden are not cut apart. a77e4ac
#define COLD_MOST_SEEN 0.9    // and of those of COLD_MANY units and more: too many cuts to try where more are missing. 3c9c010
#define COLD_MANY 4
#define COLD_CUT_STEP 0.15  // share of a base's side: files and ranks lie at least so far apart. a77e4ac
#define COLD_ROUNDS 4       // of redividing; more never helped. 66db885
#define COLD_GAIN 1e-6      // a choice must cost less by so much to be another one

// Cold start: when a unit is sure of its bases (cold_certainty.c, cold_names.c) --------------------------------------------------------------

#define COLD_SURE 1.0        // every other choice must cost so much more. 28b468b. Low: units named wrongly; high: units left open
#define COLD_SAME_GROUP 0.9  // share of the bases of two groups that makes them one: they differ by a few that may be missing. 28b468b
// cost of e times less chance to see just these of a unit's block: COLD_SURE is about thirty to one. 2c89a13: twice as many named
#define COLD_TELLS 0.3
#define COLD_IN_LINE 0.2  // share of a ranked unit's bases that may be out of line for it to be identified by its ranks. 1f184ad
#define COLD_TIDY 0.05    // more misfit, a base, and COLD_TIDY_ANY besides, hardly any unit has where hands put it down. 21ca63b
#define COLD_TIDY_ANY 0.3
#define COLD_BEATEN 4        // other choices for a unit that only such chances tell from the best one. [work]
#define COLD_CHANGES 4       // of the choice for that, one after the other; what is unsettled then is left open. [work, 2c89a13]
#define COLD_FITS (1 << 13)  // groups whose stand is kept. [work]

// Ranks that are closed (close_ranks.c) ------------------------------------------------------------------------------------------------------

// share of a side by which two sizes of bases are taken for one another; fewest bases, and share of the unit's, that tell its ranks; by how much more
// they may stand out of line with the base in them, counted in figures; share of the longer side, centre to centre, within which two stand beside
// one another. [hand] Low: a base at the end of a block that was taken for another kind's stays unnamed; high: other things beside a block, and bases
// of the next one, fill its gaps.
#define CLOSE_SIZE 0.2
#define CLOSE_LEAST 3
#define CLOSE_SHARE 0.5
#define CLOSE_WORSE 0.2
#define CLOSE_BESIDE 1.5

#endif
