// formation/shape/shape_limits -- the numbers by which the form of a unit is decided. Internal to formation/ (identify/ reads bases as ranks, too).
//
// Each line says what the number is and its unit, how it was found, and what a wrong one costs. "Bench" is vedette_bench_formation shape: 500 random
// units of each sort, all seen and with 30 % of their figures hidden; the share with formation, ranks, files and frontage right.
//   [rule]  the rulebook's, by way of docs/geometry.md; the ruleset's parameter of the same name stands over it.
//   [hand]  set by hand in the commit named, with the bench's total in view; no sweep over the number itself is recorded.
//   [prior] a chance or odds of how players set up units; an estimate, not counted on tables. The bench draws its units by distributions of its own.
//   [fit]   likeliest on the pictures that are named.
//   [work]  bounds memory or time, and decides nothing before it is reached.
#ifndef VEDETTE_FORMATION_SHAPE_SHAPE_LIMITS_H
#define VEDETTE_FORMATION_SHAPE_SHAPE_LIMITS_H

#include "core/pose.h"

// Defaults of shape_limits, in inches [rule: docs/geometry.md, sections 2 to 4] ----------------------------------------------------------------

#define SHAPE_CLOSED_GAP_MAX_IN 0.15   // both median gaps up to here: closed. Wrong: closed units are doubtful, or open ones are closed
#define SHAPE_OPEN_LOW_IN 0.25         // from here: open; in between: doubt
#define SHAPE_OPEN_HIGH_IN 0.80        // up to here: open
#define SHAPE_SKIRMISH_GAP_MIN_IN 1.0  // least gap of skirmishers. Too low: skirmishers too close are not in doubt
#define SHAPE_NEIGHBOUR_GAP_IN 0.20    // a figure has a neighbour so near
#define SHAPE_FORMED_GAP_MAX_IN 0.5    // lateral gap below which a column, line or square holds together
#define SHAPE_STANDS_LOW_IN 0.75       // units on stands, 1" apart, in place of the open ones
#define SHAPE_STANDS_HIGH_IN 1.25
// of the rank pitch: a figure farther off its rank's line stands in no rank. Low: ragged ranks fall apart; high: loose figures count
#define SHAPE_RANK_TOL 0.35
#define SHAPE_NEIGHBOUR_SHARE 0.8  // of a closed unit's figures have a close neighbour
#define SHAPE_DISORDER_IN 0.3      // off its rank's line by more: not in order
#define SHAPE_OUTWARD_SHARE 0.8    // of a square's outer figures look outward (section 7.5)

// Ranks and facing (ranks.c, facing.c, wrap.c) ---------------------------------------------------------------------------------------------

// rad within which headings are of one crowd. [hand, 4c43ff5; of wings b430a07] Low: units with headings seen badly have no facing; high: wings
// count.
#define SHAPE_CROWD_RAD (30 * RAD_PER_DEG)
// rad, one sigma: no row of figures is straighter. [hand, 202e715] Low: rows overrule good headings.
#define SHAPE_SKEW_ERROR_RAD (0.3 * RAD_PER_DEG)
// rad, one sigma, and inches: how figures of a unit are set down against each other, before it is seen how its own are. [prior] Low: three figures
// by chance in line overrule all headings; high: well dressed lines count for little.
#define SHAPE_HEADING_HANDS_RAD (2 * RAD_PER_DEG)
#define SHAPE_HEADING_HANDS_ROUND_RAD (8 * RAD_PER_DEG)  // of round bases, which have no edges to set straight
#define SHAPE_PLACE_HANDS_IN 0.03
#define SHAPE_PRIOR 2  // figures that this counts for
// in, one sigma: figures that stand farther off their ranks or files make no lines. [hand] High: scattered figures are turned until they look
// ordered.
#define SHAPE_DRESSED_IN 0.12
// rad, one sigma: no lines of figures tell the facing better. [hand] Low: a tidy block that stands askew to its headings is sure of it.
#define SHAPE_LINE_ERROR_RAD (0.15 * RAD_PER_DEG)
// share of the headings' stated errors that is alike in all of a unit: its bases look alike, and are seen from one side. [as LATTICE_COMMON of
// vision] Low: fronts that were all misread alike turn a tidy block; high: its lines turn a unit that stands askew.
#define SHAPE_HEADINGS_COMMON 0.6
#define SHAPE_FACING_PASSES 3  // of weighing headings and lines. [work]
// rad: rows turned more than this against the headings are no rows; and those of discs. [hand, 4c43ff5; discs: of 1,092 units on 125 photo-realistic
// tables two more right and none less]
#define SHAPE_SKEW_MAX_RAD (12 * RAD_PER_DEG)
#define SHAPE_SKEW_MAX_ROUND_RAD (24 * RAD_PER_DEG)
// chance that a unit's rows stand askew to its headings, anyhow. [prior] Low: a wide block set askew is read as one deep rank; high: neighbours that
// stand by chance in line make rows.
#define SHAPE_ASKEW 0.01
#define SHAPE_SKEW_SAME_RAD (0.01 * RAD_PER_DEG)  // rad: rows no farther apart are the same. [work]
#define SHAPE_ROWS_STARTS 2  // errors to either side of the neighbours' rows at which rows are sought where no good ones were found. [work]
#define SHAPE_ROWS_PASSES 4  // times that bases are sorted into rows and the rows turned by them. [work]
// share of a base's depth: a shorter step between lines is no rank. [hand, 9ab703c]
#define SHAPE_RANK_STEP 0.9
// of the rank pitch: takes in any figure, where ranks are not asked for.
#define SHAPE_ANY_RANK_TOL 0.5
// share of a base's depth: a figure so far ahead of the front rank stands in none. [hand, 9ab703c] Low: ragged fronts lose figures; high: leaders
// make a rank.
#define SHAPE_AHEAD 0.4
// rad off the unit's facing: a figure turned more looks elsewhere.
#define SHAPE_ELSEWHERE_RAD (PI / 4)

// Sides that bases leave open (sides.c, still.c) ----------------------------------------------------------------------------------------------
// A facing so chosen is said to be doubtful: a wrong number here convicts nobody.

// ln a place: what an empty place within a block costs, and a figure in no rank. [prior: casualties leave the last rank, BS1-7.1] Low: a short
// last rank is taken for the front; high: one figure that was not found turns the unit about.
#define SHAPE_UNFILLED_COST 3.0
#define SHAPE_LINE_TIMES 4.0  // times likelier: a unit at least as wide as deep. [prior]
// What the figures' looks say of the front counts as (ln) worth / (1 + common x (n - 1)) times its sum over the n bases; and the least chance that a
// look gives a side. [fit: 171 units whose fronts nothing marks, of 107 tables below seed 5000, 16 of which the close look was trained on: 154 right,
// with 0.96 and 0.64, which suited the one before it, 150]
#define SHAPE_LOOKS_WORTH 0.8
#define SHAPE_LOOKS_COMMON 0.3
#define SHAPE_LEAST_LOOK 0.002
#define SHAPE_SAID_FIRST 0.7  // chance of the side that is said first, where no looks are known. [prior]
// ln: how much likelier than across it a unit looks as its figures told each other, as the game file has it, within so many inches of its start, and
// towards the enemy; twice that, than away. [prior; the first: surely]
#define SHAPE_TOLD_WORTH 20.0
#define SHAPE_START_WORTH 4.0
#define SHAPE_AT_START_IN 0.5
#define SHAPE_ENEMY_WORTH 1.5

// Fronts that a unit's figures tell each other (still_fronts.c) ----------------------------------------------------------------------------------

// rad, one sigma: how figures look about their unit's facing, on square and oblong bases and on discs; and the chance that one looks anywhere. [fit:
// the truth of 17,700 figures of 200 photo-realistic tables below seed 5000: 1.0 and 2.5 degrees (rms), discs 4.3 and 10.4, skirmishers 28, mobs 39;
// of 2,485 discs in closed ranks one looks more than 20 degrees aside] Low: a figure that was turned is said to look as the others do; high: the
// others tell less than they could.
#define SHAPE_CLOSED_LOOK_RAD (1.2 * RAD_PER_DEG)
#define SHAPE_OPEN_LOOK_RAD (3 * RAD_PER_DEG)
#define SHAPE_CLOSED_DISCS_LOOK_RAD (4.4 * RAD_PER_DEG)
#define SHAPE_OPEN_DISCS_LOOK_RAD (10 * RAD_PER_DEG)
#define SHAPE_SKIRMISH_LOOK_RAD (28 * RAD_PER_DEG)
#define SHAPE_LOOSE_LOOK_RAD (40 * RAD_PER_DEG)
#define SHAPE_CLOSED_LOOK_ELSEWHERE 0.0005
#define SHAPE_LOOK_ELSEWHERE 0.003
// chance that a front as the picture has it is none: of a mark that was looked at or a front that was told, and of a tag that was not read. [hand]
// Low: one misread front overrules its unit.
#define SHAPE_FRONT_ERRS 0.002
#define SHAPE_TAG_LOOK_ERRS 0.03
// what n others say counts as 1 / (1 + common x (n - 1)) times their sum. [fit: of 0, 0.3 and 1 the chances came true best with 0.3: of 302 discs
// told with 0.997 or more one was turned, with 0.999 none of 240] Low: a unit misread as a whole is sure of it.
#define SHAPE_FRONTS_COMMON 0.3
// rad off which a front counts as turned; least error of a heading so found; chance from which it is sure; from which it is told at all; below which
// one that was told becomes doubtful; from which a further way is listed. [hand, but for the third]
#define SHAPE_TURNED_RAD (20 * RAD_PER_DEG)
#define SHAPE_LOOK_LEAST_RAD (0.8 * RAD_PER_DEG)
#define SHAPE_SURE_WAY 0.999
#define SHAPE_LIKELY_WAY 0.5
#define SHAPE_STAYS_TOLD 0.9
#define SHAPE_MAY_LOOK 0.01

// Files (lattice.c, classify.c) ------------------------------------------------------------------------------------------------------------

// in: ranks or files closer than this are not open. [rule: as SHAPE_OPEN_LOW_IN] Their files are not open either, and figures of their ends may have
// gone about an enemy's flanks.
#define SHAPE_NOT_OPEN_IN 0.25
// in: the gap of closed figures that hands put side by side. [hand, 9ab703c] Wrong: hidden files are miscounted in units of which few files are seen.
#define SHAPE_USUAL_GAP_IN 0.06
// shares of a base's width, and of one file's step, between which a step is one of one file. [hand, 9ab703c]
#define SHAPE_STEP_LOW 0.7
#define SHAPE_STEP_HIGH 1.5
// share of a file: a last rank farther off whole files stands half a file aside. [hand, 9ab703c]
#define SHAPE_HALF_FILE 0.25
// share of a file's width: a figure so far off its file, as its neighbour has it, stands in none. [hand, ba9159c] Low: ragged units are irregular;
// high: scattered figures are ranks.
#define SHAPE_UNEVEN 0.25
// share of a file: the figure behind another, where figures are hidden, stands no farther to its side. [hand, 9ab703c]
#define SHAPE_BEHIND 0.75
// share of a unit's figures that stand in ranks, or else its gaps are those to the nearest figure. [hand] Low: a few figures that happen to lie in
// line open a block that was turned in place.
#define SHAPE_IN_RANKS 0.75
// share of a base's width: two figures of one rank nearer than this stand in no files. [hand, 9ab703c]
#define SHAPE_OVERLAP 0.7
// figures out of order that an empty place before the last rank counts for. [hand] Low: scattered figures that a turn brings into lines are ranks;
// high: losses not yet filled up break a block.
#define SHAPE_EMPTY_TELLS 0.5
// share of a unit's figures out of order: irregular, where that may be. [hand, 9ab703c]
#define SHAPE_DISORDER_SHARE 0.2

// Squares (array.c) [rule: section 7.5] --------------------------------------------------------------------------------------------------

#define SHAPE_OUTWARD_RAD (50 * RAD_PER_DEG)  // off the way from the middle: looks outward
#define SHAPE_SQUARE_LEAST 8                  // figures

// Choosing between readings ----------------------------------------------------------------------------------------------------------------

// sigmas by which a gap must fall short to be in doubt; the same as everywhere two places are compared (docs/stream.md).
#define SHAPE_DOUBT_SIGMAS 3.5
// times likelier: the class that a unit was in, while its gaps leave it open. [prior, 9ab703c] Low: classes flicker; high: a change goes unseen.
#define SHAPE_CLASS_STAYS 3.0
// times likelier: ranks and files as they were, and as the roster has them, than others that hide as much. [prior, 9ab703c; the roster's ba9159c]
// Low: hidden figures change the block; high: a unit formed anew under a hand is read as before.
#define SHAPE_BLOCK_STAYS 25.0
#define SHAPE_ROSTER_TIMES 8.0
// times: readings less likely by more are not reported. [hand, ba9159c] Low: the right runner-up goes unreported.
#define SHAPE_NEAR_ODDS 20.0
// figures, and share of a few, that leave their places in a body: more of them make another body. [hand, ed0ee92] Low: one knocked figure forgets the
// block; high: a unit formed anew is read as it stood.
#define SHAPE_STRAYS 1.0
#define SHAPE_STRAY_SHARE 0.2

// Blocks of which a part is seen (reading.c). Together, with occlusion.c, [bench, ba9159c]: of units never seen before 96 of 100 are right with 30 %
// hidden, 87 before; of units formed anew 93, 82 before. What could be right at best is 97.6 and 96.6 (bench/form_bound)
// --------------------------------

#define SHAPE_LAST_RANK_FULL 0.5  // chance, of units that stand in several ranks. [prior] Wrong: the block is a rank or file off
#define SHAPE_USUAL_FILES 12.0    // hardly any unit is wider. [prior]
#define SHAPE_USUAL_RANKS 6.0     // or deeper. [prior]
#define SHAPE_WRAPPED 0.25        // chance that a closed unit has figures about an enemy's flanks. [prior]
#define SHAPE_WRAPPED_EVENLY 0.6  // and then as many on either flank. [prior]
#define SHAPE_WRAP_MOST 3         // on a flank. [work]
#define SHAPE_LOOSE 0.07          // of a base: the gap that hands leave between wrapped figures. [hand]
#define SHAPE_LEADS 0.8           // chance that a leader stands ahead of the front rank. [prior]
// chance that a unit in ranks stands in no block. [prior, 2c89a13] Low: a group that is none is a unit; high: none is
#define SHAPE_IN_NO_BLOCK 0.001
#define SHAPE_WIDE_MOST 64      // files more than are seen. [work]
#define SHAPE_READINGS_MOST 64  // [work]

// files: a figure about a flank stands no farther off the outermost file. [hand]
#define SHAPE_WRAP_OFF 0.6
// base depths ahead of the front rank: between the first two a leader mostly stands, farther or nearer so much less likely; where a hidden one is
// taken to stand. [prior]
#define SHAPE_LEADER_LOW 0.7
#define SHAPE_LEADER_HIGH 1.8
#define SHAPE_LEADER_ODD 0.1
#define SHAPE_LEADER_AHEAD 1.25

// What hides figures (occlusion.c) [ba9159c, as above] -----------------------------------------------------------------------------------------

#define SHAPE_OCCLUSION_WAYS 5  // chance, a hand, an end, the front, the rear: each as likely. [prior]
#define SHAPE_LEVEL 0.3         // of a pitch: figures no farther apart lie at one level, and which of them is hidden is chance. [hand]
#define SHAPE_LEVEL_HAND 0.12   // the same by their distance from a hand. [hand]
// times likelier every time that another figure is hidden for one that lies nearer. [prior] Low: one odd figure rules out a hand
#define SHAPE_UNTIDY 0.15
#define SHAPE_HANDS_WORK 4096  // figures looked at for all places of a hand, about. [work] Of large units not every place is tried

#endif
