// vision/tagged/tagged_limits -- the numbers that decide in the search for bases with hidden tags: what each is, its unit, how it was found, what
// a wrong value costs.
//
// "Hand-set": no measurement is recorded. Shares run from 0 to 1; evidence is the natural logarithm of a likelihood ratio.
#ifndef VEDETTE_VISION_TAGGED_TAGGED_LIMITS_H
#define VEDETTE_VISION_TAGGED_TAGGED_LIMITS_H

#include "core/geom.h"

// ---- rounds of the fit (tagged.h)

// Rounds of a quick fit to the edges. Hand-set. Larger costs time.
#define TAGGED_FEW_ROUNDS 2
// Rounds of a full fit to the edges. Hand-set. Larger costs time; smaller leaves poses unsettled.
#define TAGGED_ALL_ROUNDS 5
// Evidence of a code that can't be on the base, natural logarithm. Follows from its use: far below any sum of cells.
#define TAGGED_NEVER (-100.0f)

// ---- tones (tones.c)

// Least gray of white paper, codes: below it next to nothing can be seen. Hand-set. Too large: dark pictures are not searched.
#define TAGGED_TONES_LEAST_WHITE 60.0

// ---- outlines (scan.c)

// Brightness over that of white paper from which a pixel may be a white border, also under a figure's shadow. Hand-set. Too large: shaded tags are
// lost.
#define TAGGED_SCAN_LEAST_BRIGHT 0.55
// Least range of gray in a block that counts, share of white paper. Hand-set. Too small costs time.
#define TAGGED_SCAN_BLOCK_STEP 0.22
// Least share of such blocks in a tag's square. Hand-set. Too large: covered tags are lost. Too small costs time.
#define TAGGED_SCAN_BRIGHT_SHARE 0.22
// Least share of edges that point one of four ways; below it no direction is assumed. Hand-set. Larger costs time.
#define TAGGED_SCAN_LEAST_ORDER 0.15
// Least cosine of four times the difference between a heading and that direction: 13 degrees. Hand-set. Larger loses headings.
#define TAGGED_SCAN_SAME_WAY 0.6
// Least gray step between the two points of a pair, share of white paper. Hand-set. Too large: blurred tags are lost.
#define TAGGED_SCAN_LEAST_STEP 0.17
// Edge of a patch in which the picture counts as flat, in. Hand-set. Too large: perspective bends the patch.
#define TAGGED_SCAN_PATCH_IN 2.0
// Least edge of a cell, px: smaller ones blur into each other. Hand-set.
#define TAGGED_SCAN_LEAST_CELL_PX 1.6
// Number of blocks over which paper counts as equally bright. Hand-set. Smaller costs time.
#define TAGGED_SCAN_ALIKE 32

// ---- the fit (fit.c)

// Error that the edges of a side have in common, px at a cell of one pixel; it falls with the cell's size. Measured; the cases are not recorded. Too
// small: poses claim more than they know.
#define TAGGED_FIT_COMMON_PX 0.2
// Share of that error that turns the base. Measured; the cases are not recorded.
#define TAGGED_FIT_COMMON_TURN 0.5
// Sigma of a place that was found in steps alone, cells. Hand-set. Too small: poses claim more than they know.
#define TAGGED_FIT_CLIMBED_CELLS 0.15

// ---- reading the code (read.c)

// Least chance that a cell does not show what the code says. Hand-set. Too small: one bad cell rejects the true code.
#define TAGGED_READ_LEAST_HIDDEN 0.05
// Largest such chance. Hand-set. Too large: good cells have no weight.
#define TAGGED_READ_MOST_HIDDEN 0.93
// Sigma of the gray of a visible cell, share of the step from black to white. Hand-set. Too small: shaded tags are rejected.
#define TAGGED_READ_GRAY_SIGMA 0.13
// Density of occluders at black, since shadows and figures are rather dark. Hand-set. Too small: shadows count as black cells.
#define TAGGED_READ_DARK_HIDES 1.5
// The same at white.
#define TAGGED_READ_BRIGHT_HIDES 0.35
// Height of a 28 mm miniature, in. Hand-set. Wrong: the wrong cells count as hidden.
#define TAGGED_READ_FIGURE_HEIGHT_IN 1.1
// Radius of such a miniature with helmet and shoulders, in. Hand-set.
#define TAGGED_READ_FIGURE_RADIUS_IN 0.12

// ---- names (block.c)

// Chance that a base beside another has its kind and heading. Hand-set. Too large: wrong neighbours give wrong names.
#define TAGGED_BLOCK_ALIKE 0.85
// Gap beyond which two bases are not neighbours, sides of the base. Hand-set.
#define TAGGED_BLOCK_NEAR_SIDES 1.2
// Largest turn between neighbours, beside quarter turns, rad. Hand-set.
#define TAGGED_BLOCK_ALIGNED_RAD (12 * RAD_PER_DEG)
// Posterior from which a name or kind is given. Hand-set. Too small: wrong names. Too large: covered bases stay unnamed.
#define TAGGED_BLOCK_LEAST_CERTAINTY 0.97
// Correlation of the evidence of neighbours whose codes are not read. Hand-set. Too small: a block under figures of one sculpt tells a front that
// none of its bases shows; too large: fronts that a block does tell are held back.
#define TAGGED_BLOCK_COMMON 0.3
// Least likelihood of a neighbour's cells under a kind and front, of the largest: it may be of another unit. Hand-set.
#define TAGGED_BLOCK_LEAST_OWN 0.01
// Evidence of a base's own cells below which TAGGED_BLOCK_LITTLE_CERTAINTY is in force. Hand-set.
#define TAGGED_BLOCK_LITTLE_EVIDENCE 4.0
// Posterior from which such a base is named: the other names may be wrong. Hand-set.
#define TAGGED_BLOCK_LITTLE_CERTAINTY 0.99
// The same of a base that was looked at closely: what its cells say is calibrated (bases/train/cells.py), and it is a base.
#define TAGGED_LOOKED_CERTAINTY 0.99
// The same without its neighbours: figures of one sculpt hide the same cells, and err together. Of some 150 names each on tables that no network was
// trained on, one was wrong with 0.94 alone, one with 0.98. A film is looked at many times, and a wrong name carries a figure away.
#define TAGGED_LOOKED_ALONE 0.9995
// Odds, against all codes together, that the base carries none of them. Hand-set. Too small: wrong names.
#define TAGGED_BLOCK_ODDS_OF_NONE 0.1
// Least evidence of a base with one neighbour at most: two figures of one sculpt hide and show the same cells, and agree in an error. Hand-set.
#define TAGGED_BLOCK_ALONE_EVIDENCE 8.0
// Least evidence of a name, even where one name alone is left. Hand-set.
#define TAGGED_BLOCK_NAME_EVIDENCE 0.0
// Least support of a kind without a name, natural logarithm. Hand-set. Too small: wrong kinds.
#define TAGGED_BLOCK_LEAST_SUPPORT 5.0
// Least support of a name, natural logarithm. Hand-set. Too small: wrong names.
#define TAGGED_BLOCK_LEAST_SUPPORT_NAMED 6.0
// Least agreement of the borders for a name. Hand-set. Too small: wrong names on chance outlines.
#define TAGGED_BLOCK_LEAST_AGREEING 0.3
// Least that one base adds to the support, natural logarithm. Hand-set: one base must not veto its block.
#define TAGGED_BLOCK_LEAST_OF_ONE (-1.0)
// Most that one base adds to the support, natural logarithm. Hand-set: one base must not decide for its block.
#define TAGGED_BLOCK_MOST_OF_ONE 3.0

// ---- expected bases (expect.c)

// Least evidence of its own code for an expected base whose tag could not be followed. Hand-set. Too small: another base is taken for it.
#define TAGGED_EXPECT_LEAST_EVIDENCE 3.0
// Least agreement of the borders for such a base. Hand-set.
#define TAGGED_EXPECT_LEAST_AGREEING 0.35
// Log odds from which a tag is believed at the place where it was. Hand-set. Too small: occluders are taken for the tag.
#define TAGGED_EXPECT_THERE_ODDS 5.0
// The same near that place.
#define TAGGED_EXPECT_NEAR_ODDS 7.0
// Log odds from which a name is compared with others in a second look. Hand-set. Too large: a rival is not compared and a wrong name looks clear.
#define TAGGED_EXPECT_WORTH_ASKING (-20.0)
// Log odds from which a second look gives a name, beyond the logarithm of the number of names. Too small: wrong names. In a clip of 0.5 Mbit/s
// (game 4102) a wrong one of 36 had 12.5 and was 9 ahead: the blocks of the codec err together, not cell by cell.
#define TAGGED_EXPECT_TOLD_ODDS 14.0
// Lead over the next name in log odds. Hand-set. Too small: one of two like codes is picked.
#define TAGGED_EXPECT_TOLD_AHEAD 10.0
// Least chance that a base stands turned against what its own cells and its block's say. Hand-set. Too large: wrong names; too small: bases that were
// knocked round are not named.
#define TAGGED_EXPECT_LEAST_TURNED 1e-5
// Error by edges of shadows that no slope of the light explains, px. Hand-set. Too small: poses claim more than they know.
#define TAGGED_EXPECT_SHADOW_SIGMA_PX 0.06
// Error of the print's place on its base and of the camera's model, in. Hand-set.
#define TAGGED_EXPECT_BASE_SIGMA_IN (0.02 * IN_PER_MM)

// ---- the choice (tagged.c)

// Agreement of the borders from which an outline is examined. Hand-set. Smaller costs time; larger loses covered bases.
#define TAGGED_LEAST_SHOWN 0.28
// Posterior from which a heading is reported as sure. Hand-set. Too small: wrong headings.
#define TAGGED_SURE_HEADING 0.98
// The same of a base that was looked at closely: beside a block of the enemy's, neighbours mislead. With 0.990 one was turned on ten tables that no
// network was trained on (photoreal 4941 to 4950); the others' blocks are surer. Of 3,000 fronts of any sort on 75 tuning tables one was turned with
// 0.995 and 73 not told, none with 0.998 and 70 not told, none with 0.9995 and 89 not told.
#define TAGGED_LOOKED_HEADING 0.998
// Least chance of a quarter turn that is listed as a possible front: a quarter of what the likeliest may lack. Hand-set; low: sides that are
// surely not the front are listed, high: the true one may be left out.
#define TAGGED_LEAST_FRONT 0.005
// Least share of the bright points of the white border that are without colour. Hand-set. Too small: other bright things are bases.
#define TAGGED_LEAST_PAPER 0.6
// Least share of the points of the black border that are dark and without colour. Hand-set.
#define TAGGED_LEAST_INK 0.12
// Agreement of the borders from which an outline without a name is a base. Hand-set. Too small: false bases.
#define TAGGED_SURE_SHOWN 0.6
// Farthest of a base from the place that its block predicts, cells. Hand-set. Too large: other outlines fill the gap.
#define TAGGED_BESIDE_CELLS 0.6
// The same of its turn, rad.
#define TAGGED_BESIDE_RAD (3 * RAD_PER_DEG)
// Agreement of the borders from which an outline in a block is a base. Hand-set. Too small: false bases.
#define TAGGED_BLOCK_SHOWN 0.42
// What evidence beyond chance adds to a fit's rank, share of the borders a unit of the natural logarithm. Hand-set. Too small: tags of one size on
// other bases are confused.
#define TAGGED_RANK_EACH 0.05
// Most that the evidence adds to a fit's rank, share of the borders. Hand-set. Too large: borders have no weight.
#define TAGGED_RANK_MOST 0.8
// Of bases that were found before they were read (vision/bases): chance of standing there, chance of carrying a tag; how
// many cells the borders may draw them away.
#define TAGGED_FOUND_LIKELY 0.8
#define TAGGED_LEAST_CARRIED 0.25F
#define TAGGED_FOUND_CELLS 0.7

#endif
