// vision/paint/paint_limits -- the numbers that decide in following painted rims: what each is, its unit, how it was found, what a wrong
// value costs.
//
// "Hand-set": no measurement is recorded. Shares and marks run from 0 to 1; codes are the camera's, 0..255.
#ifndef VEDETTE_VISION_PAINT_PAINT_LIMITS_H
#define VEDETTE_VISION_PAINT_PAINT_LIMITS_H

#include "core/geom.h"

// ---- the model of a painted base (rim.h)

// Width of the painted band, in. Game files and the hobby both say "about 3 mm". Wrong: the band's edges don't fit.
#define RIM_WIDTH_IN (3.0 * IN_PER_MM)
// Width of the front mark, in. Hand-set. Wrong: marks are missed or read in part.
#define MARK_WIDTH_IN (3.0 * IN_PER_MM)

// ---- the model of a painted base (rim.c)

// How far outside the band the picture is compared with the model, in. Hand-set. Too large: neighbouring bases disturb the fit.
#define PAINT_RIM_OUTSIDE_IN (0.8 * IN_PER_MM)
// The same inside the band, in.
#define PAINT_RIM_INSIDE_IN (2.2 * IN_PER_MM)

// ---- the search (search.h)

// How far a fit may move from its start, in: the piece of the picture that is prepared. Hand-set. Too small: fits end at its border.
#define SEARCH_WANDER_IN (3.5 * IN_PER_MM)

// ---- light, print and errors (bases.c)

// Change of the ground's colour below which the light counts as unchanged, codes a channel. Hand-set. Too small costs time.
#define PAINT_BASES_SAME_CODE 2.0
// How long learned light stays in use, s. Hand-set. Too small costs time; too large: slow changes of the light are missed.
#define PAINT_BASES_LIGHT_KEPT_S 1.0
// Largest scale of a picture, px/in: beyond any camera, so that sizes stay within an int.
#define PAINT_BASES_MOST_PX_PER_IN 2000.0
// Brightness of the ground over that of paper from which the ground counts as white, such as snow. Hand-set. Too small: cards are bases.
#define PAINT_BASES_SNOW_OF_WHITE 0.6
// Front mark from which it is believed: on a round base nothing else gives the heading. Hand-set. Too small: wrong headings.
#define PAINT_BASES_CLEAR_MARK 0.5
// Largest share of paper inside a painted rim. Hand-set. Too large: cards and markers are bases.
#define PAINT_BASES_MOST_INSIDE 0.6
// Largest share of paper, or of ink, around a rim that looks like print. Hand-set. Too large: print is taken for bases.
#define PAINT_BASES_MOST_ABOUT 0.16
// Share of the rim's colour outside a dark rim from which the rim may be a black square of print. Hand-set.
#define PAINT_BASES_BLACK_ABOUT 0.7
// Share of light pixels inside such a rim from which it is print. Hand-set. Too small: dark bases are lost.
#define PAINT_BASES_LEAST_FRAMED 0.35
// Share of the rim's colour that blur alone lays outside the edge. Hand-set. Too small: sigmas are too large.
#define PAINT_BASES_BLUR_AROUND 0.3
// Error of a fit whose rim and surroundings differ by PAINT_BASES_AT_CODES, px. Fitted to 6000 rendered bases of all liveries to hold 95 %. Too
// small: poses claim more than they know.
#define PAINT_BASES_ERROR_PX 0.18
// See PAINT_BASES_ERROR_PX, codes.
#define PAINT_BASES_AT_CODES 32.0
// Exponent by which that error grows as the difference shrinks. Fitted with PAINT_BASES_ERROR_PX.
#define PAINT_BASES_POWER 2.5
// Difference below which that error grows no more, codes. Fitted with PAINT_BASES_ERROR_PX.
#define PAINT_BASES_LEAST_CODES 27.0
// Growth of that error with the share of the band that has no edge inside. Fitted with PAINT_BASES_ERROR_PX.
#define PAINT_BASES_UNEDGED 2.0
// Difference from the surroundings beyond which a shaded side is told from the rim ever better, codes. Hand-set. Too small: poses claim more than
// they know.
#define PAINT_BASES_TOLD_CODES 20.0
// Distance of the places from which a fit is begun again, in. Hand-set. Wrong: fits that a figure drew aside stay there.
#define PAINT_BASES_ASIDE_IN (1.8 * IN_PER_MM)
// Share of the band that needs no new beginning. Hand-set. Larger costs time.
#define PAINT_BASES_ENOUGH_SHOWN 0.8
// What a new beginning must gain, share of the band. Hand-set. Too small: noise decides.
#define PAINT_BASES_BETTER 0.06
// Weight of the mark beside the band's share in that comparison. Hand-set.
#define PAINT_BASES_MARK_WORTH 0.25
// Number of expected bases from which the paints are learned. Hand-set. Larger costs time.
#define PAINT_BASES_ENOUGH_EXPECTED 40
// Largest number of rounds in which doubtful bases are dropped and the choice is made again. Hand-set. Larger costs time.
#define PAINT_BASES_REFUSALS 3

// ---- the last weighing (believe.c)

// Distance within which a fit of the same look supports another, in: figures of a unit stand so near. Hand-set. Too large: strangers support each
// other.
#define PAINT_BELIEVE_NEAR_IN 4.0
// Number of neighbours beyond which more add no evidence. Hand-set. Too large: rows of false fits support each other.
#define PAINT_BELIEVE_MOST_NEAR 4.0
// Share of the covering that is assumed while no covering is known. Hand-set.
#define PAINT_BELIEVE_UNKNOWN_COVER 0.3

// ---- bases in line (blocks.c)

// Usual gap between bases that are pushed together, in. Hand-set. Wrong: neighbours are sought in the wrong place.
#define PAINT_BLOCKS_GAP_IN (0.4 * IN_PER_MM)
// Largest turn between bases of one block, rad. Hand-set. Too small: loose blocks are not continued.
#define PAINT_BLOCKS_TURNED_RAD (8 * RAD_PER_DEG)

// ---- the choice (choose.c)

// Least share of the band (search_shown) of a base that stands alone. Hand-set. Too small: false bases. Too large: covered bases are lost.
#define PAINT_CHOOSE_ALONE_SHOWN 0.57
// The same beside another base of its kind: monsters hide most of their own bases.
#define PAINT_CHOOSE_BESIDE_SHOWN 0.42
// The same without a mark.
#define PAINT_CHOOSE_UNMARKED_SHOWN 0.55
// The same where the mark may be hidden and no neighbour stands near.
#define PAINT_CHOOSE_OUTLINED_ALONE 0.66
// Least edged share over the seen share of a base whose mark may be hidden. Hand-set. Too small: tokens are bases.
#define PAINT_CHOOSE_OUTLINED_EDGED 0.8
// Least edged share of a base that is certain. Hand-set. Too small: false bases.
#define PAINT_CHOOSE_ALONE_EDGED 0.5
// Least mark of a base that is certain. Hand-set.
#define PAINT_CHOOSE_ALONE_MARK 0.5
// Least mark of a base that is likely in a unit. Hand-set.
#define PAINT_CHOOSE_LIKELY_MARK 0.4
// Mark below which a base counts as unmarked. Hand-set. Too small: noise is a mark.
#define PAINT_CHOOSE_LEAST_MARK 0.25
// Weight of the mark beside the band in PAINT_CHOOSE_ALONE_SUM. Hand-set.
#define PAINT_CHOOSE_MARK_WORTH 0.35
// Least sum of band and weighted mark of a base that is certain. Hand-set. Too small: false bases.
#define PAINT_CHOOSE_ALONE_SUM 0.88
// Mark from which a figure's clothes may fill the inside. Hand-set. Too small: clothes are bands.
#define PAINT_CHOOSE_CLEAR_MARK 0.5
// Least edged share over the seen share of a band. Hand-set. Too small: skin, clothes and roofs are bands.
#define PAINT_CHOOSE_EDGED_SHARE 0.78
// The same with a clear mark.
#define PAINT_CHOOSE_CLEAR_EDGED_SHARE 0.46
// The same where a block also predicts the base.
#define PAINT_CHOOSE_IN_LINE_EDGED_SHARE 0.36
// Mark from which PAINT_CHOOSE_IN_LINE_EDGED_SHARE is in force. Hand-set.
#define PAINT_CHOOSE_CLEAR_MARK_IN_LINE 0.75
// Distance within which bases of a look are in company, in: figures of a unit stand so near. Hand-set.
#define PAINT_CHOOSE_COMPANY_IN 4.0
// Share of the mark in what a base explains. Hand-set.
#define PAINT_CHOOSE_MARK_SHARE 0.45
// Share of a band that shows by chance. Hand-set. Too small: large outlines win over small bases.
#define PAINT_CHOOSE_BY_CHANCE 0.35
// Factor on what a base explains when it faces as its neighbours in a block do. Hand-set.
#define PAINT_CHOOSE_IN_LINE_GAIN 1.25
// Overlap that two chosen bases may have, in: the error of two places. Hand-set. Too small: touching bases are lost.
#define PAINT_CHOOSE_OVERLAP_ALLOWED_IN (1.2 * IN_PER_MM)
// The same as a share of the size: the error of two headings.
#define PAINT_CHOOSE_OVERLAP_ALLOWED_SHARE 0.035
// Largest number of rounds of the choice. Hand-set. Larger costs time.
#define PAINT_CHOOSE_SWAP_ROUNDS 8
// Largest number of rounds that raise the prices of looks. Hand-set. Larger costs time.
#define PAINT_CHOOSE_PRICE_ROUNDS 9
// Gain below which a step of the choice is undone, in of band. Excludes rounding errors alone.
#define PAINT_CHOOSE_LEAST_GAIN (1e-9)
// By how much less of its band a rival may show than the base that it replaces, share. Hand-set. Too large: scraps that fit around a base replace it.
#define PAINT_CHOOSE_AS_GOOD 0.15
// Distance within which two fits of a round base are one base, in. Hand-set.
#define PAINT_CHOOSE_SAME_PLACE_IN (2.5 * IN_PER_MM)
// Turn beyond which they have different headings, rad. Hand-set.
#define PAINT_CHOOSE_ANOTHER_WAY_RAD (30 * RAD_PER_DEG)
// Difference of marks below which two headings are equally good. Hand-set. Too small: wrong headings claim to be sure.
#define PAINT_CHOOSE_ABOUT_AS_GOOD 0.15
// Difference of marks from which the other heading is chosen. Hand-set.
#define PAINT_CHOOSE_MUCH_BETTER 0.25
// Step of a look's price, share of what its heaviest base explains. Hand-set. Too large: good bases are given up.
#define PAINT_CHOOSE_PRICE_SHARE 0.12
// Share of one colour inside from which a weak rim frames bare ground. Hand-set. Too small: bases with plain covering are lost.
#define PAINT_CHOOSE_GROUND_FLAT 0.9
// The same from which an unmarked rim is a token.
#define PAINT_CHOOSE_FACE_FLAT 0.75
// The same from which a base with a weak mark and no company is a token.
#define PAINT_CHOOSE_ALONE_FLAT 0.78
// Edged share over the seen share below which a rim is weak. Hand-set.
#define PAINT_CHOOSE_FRAMED_EDGED 0.68
// Mark below which a mark is weak. Hand-set.
#define PAINT_CHOOSE_WEAK_MARK 0.65
// Evidence (log odds) below which a base is refused before the closer look. Hand-set. Too large: true bases are refused.
#define PAINT_CHOOSE_CLEARLY_NONE 0.0
// Evidence (log odds) from which a base is believed in the end. Hand-set. Too small: false bases. Too large: misses.
#define PAINT_CHOOSE_BELIEVED 0.5

// ---- likeness to a paint (colour.c)

// Gray that any paint in the open reflects, share of paper's light. Hand-set. Wrong: pale paints are missed.
#define PAINT_COLOUR_DULL 0.1
// Light that a dark spot receives from its surroundings by blur, share of paper's light. Hand-set. Too small: dark marks are missed.
#define PAINT_COLOUR_BLURRED 0.08
// Codes by which one paint differs from itself. Hand-set. Too small: noise makes holes in rims.
#define PAINT_COLOUR_NOISE 10.0

// ---- uneven light (even.c)

// Least number of places on the ground for a fit of the light. Hand-set. Too small: a poor fit.
#define PAINT_EVEN_LEAST_SAMPLES 300
// Unevenness from which the light is corrected: log of codes, between the tenths with least and most light. Hand-set. Too small costs time.
#define PAINT_EVEN_UNEVEN 0.22
// Largest difference of the ground's ratios of channels. Hand-set. Too large: other things count as ground.
#define PAINT_EVEN_SAME_HUE 0.16
// Step between two tables of codes, log of codes. Hand-set. Larger shows steps in the corrected picture.
#define PAINT_EVEN_LEVEL_STEP 0.015
// Largest correction of codes, log. Hand-set. Too large: noise is amplified.
#define PAINT_EVEN_MOST_LOG 0.9
// Residual beyond which a sample has no weight in the first round of the fit, log of codes. Hand-set.
#define PAINT_EVEN_GATE_FROM 1.2
// The same in the last round. Too small: the true surface is cut away.
#define PAINT_EVEN_GATE_TO 0.3

// ---- what lies inside a rim (face.c)

// Codes by which one surface differs from itself: the constant part. Hand-set. Too large: coverings look flat.
#define PAINT_FACE_FLAT_NOISE 12.0
// The same as a share of the code.
#define PAINT_FACE_FLAT_TEXTURE 0.14
// Brightness over that of paper from which the inside is light: paper, as far as blur leaves it. Hand-set.
#define PAINT_FACE_OF_WHITE 0.6
// Codes by which a covering differs from itself: the constant part. Hand-set. Too large: anything is covering.
#define PAINT_FACE_COVER_NOISE 10.0
// The same as a share of the code.
#define PAINT_FACE_COVER_TEXTURE 0.12

// ---- the front side (fronts.c)

// Difference of marks within which another side is a rival of the front. Hand-set. Too small: wrong fronts claim to be sure.
#define PAINT_FRONTS_RIVAL_NEAR 0.3
// Least mark of a rival. Hand-set. Too small: noise makes fronts ambiguous.
#define PAINT_FRONTS_RIVAL_LEAST 0.15
// Mark from which a front is sure. Hand-set. Too small: wrong fronts.
#define PAINT_FRONTS_SURE_MARK 0.5
// Least share of the band's paint beside a mark. Hand-set. Too small: a helmet over the band is a mark.
#define PAINT_FRONTS_LEAST_FLANK 0.25
// Reach of the neighbours that vote, in longer edges of the base: about two rows. Hand-set.
#define PAINT_FRONTS_COMPANY_REACH 2.3
// Largest turn of a neighbour that votes for a side, rad. Hand-set.
#define PAINT_FRONTS_SAME_WAY_RAD (20 * RAD_PER_DEG)

// ---- colours of the paints (learn.c)

// Share of the table's pixels that paper has at least: the brightest are sampled. Hand-set. Too large: bright ground is paper.
#define PAINT_LEARN_PAPER_SHARE 0.004
// Largest ratio of paper's strongest channel to its weakest. Hand-set. Too large: yellow things are paper.
#define PAINT_LEARN_MOST_COLOURED 1.8
// Difference from which two colours can be told from each other, codes. Hand-set. Too small: rims are confused with their surroundings.
#define PAINT_LEARN_LEAST_APART 20.0
// Tolerance around a learned colour, share of its distance to the nearest other colour. Hand-set. Too large: other things look like the paint.
#define PAINT_LEARN_SPREAD_SHARE 0.45
// Least tolerance around a learned colour, codes. Hand-set. Too small: noise makes holes in rims.
#define PAINT_LEARN_LEAST_SPREAD 13.0
// Share by which the weakest channel lies below the strongest from which a colour has a hue. Hand-set.
#define PAINT_LEARN_COLOURED 0.35
// Light on a base's side over that on its top. Hand-set. Wrong: the edge of the top is sought at the side's foot.
#define PAINT_LEARN_OF_SIDE 0.47
// Least share of the votes for a covering. Hand-set. Too small: parts of figures are coverings.
#define PAINT_LEARN_COVER_SHARE 0.1
// Least number of certain bases from which a look's covering is learned. Hand-set.
#define PAINT_LEARN_COVER_BASES 2
// Least share of glossy points on the band from which gloss is learned. Hand-set.
#define PAINT_LEARN_GLOSS_SHARE 0.1
// Largest difference of a glossy point from the paint's own gloss line, codes. Hand-set. Too large: other colours are gloss.
#define PAINT_LEARN_OFF_AXIS 14.0
// Least gloss of a point, codes. Hand-set. Too small: noise is gloss.
#define PAINT_LEARN_GLOSS_FROM 8.0
// Least number of finds that show a paint in another light than the usual one. Hand-set. Too small: a chance find decides.
#define PAINT_LEARN_LEAST_FINDS 3
// Least number of points of the band from which a rim's colour is learned. Hand-set. Too small: noise decides.
#define PAINT_LEARN_LEAST_RIM 40
// Least number of marks from which a mark's colour is learned. Hand-set.
#define PAINT_LEARN_LEAST_MARK 2
// Tolerance around a mark's colour, codes. Hand-set. Too small: marks in the shade are missed.
#define PAINT_LEARN_MARK_SPREAD 60.0
// Tolerance around a rim's colour, codes: noise, gloss, chroma that the codec blurs. Hand-set.
#define PAINT_LEARN_RIM_SPREAD 38.0
// Factor on the difference between rim and ground: the ground lies beside one edge of the band alone. Hand-set.
#define PAINT_LEARN_GROUND_SHARE 1.2
// Difference that is assumed of a rim that is not learned, and the least reported, codes: it leaves the full doubt. Hand-set.
#define PAINT_LEARN_UNKNOWN_CODES 20.0

// ---- print (printed.c)

// Least code of paper over that of the learned white. Hand-set. Too large: shaded paper is missed.
#define PAINT_PRINTED_OF_WHITE 0.68
// How far paper lies above the ground, share of the step from ground to white. Hand-set.
#define PAINT_PRINTED_ABOVE_GROUND 0.3

// ---- the fit of a painted base (rim_fit.c)

// Prior sigma of the band's width around RIM_WIDTH_IN, in. Hand-set. Too large: figures widen the band.
#define PAINT_RIM_FIT_WIDTH_SIGMA_IN (0.3 * IN_PER_MM)
// Number of samples that count as one against that prior, since samples err together. Hand-set.
#define PAINT_RIM_FIT_WIDTH_WEIGHT 30.0
// Error of a likeness, to weigh the data against the priors. Hand-set.
#define PAINT_RIM_FIT_NOISE 0.2
// How far a fit may end from its start, in. Hand-set. Too large: fits move to neighbours.
#define PAINT_RIM_FIT_FARTHEST_IN (3.0 * IN_PER_MM)
// The same of its turn, rad.
#define PAINT_RIM_FIT_FARTHEST_RAD (14 * RAD_PER_DEG)
// Number of samples in the first rounds of a quick fit. Hand-set. Larger costs time.
#define PAINT_RIM_FIT_FIRST_SAMPLES 320
// Number of samples in the later rounds of a quick fit. Hand-set. Larger costs time.
#define PAINT_RIM_FIT_QUICK_SAMPLES 700
// Number of samples of the mark in a quick fit. Hand-set. Larger costs time.
#define PAINT_RIM_FIT_QUICK_MARKS 60
// Largest number of rounds of a fit. Hand-set. Larger costs time.
#define PAINT_RIM_FIT_ROUNDS 6
// Share of the band that shows its colour below which a fit ends. Hand-set. Larger loses covered bases.
#define PAINT_RIM_FIT_LEAST_SHARE 0.35

// ---- errors of the fit (rim_judge.c)

// Least error of a coordinate, px. The least at which the ellipses of rendered red and blue bases hold the truth at 1080 lines and at 12 MP. Too
// small: poses claim more than they know.
#define PAINT_RIM_JUDGE_FLOOR_PX 0.015
// The same on the table, in: shade and gloss that differ between the sides of a rim.
#define PAINT_RIM_JUDGE_FLOOR_IN (0.028 * IN_PER_MM)
// The same of one end of a base, for its turn, px.
#define PAINT_RIM_JUDGE_EDGE_FLOOR_PX 0.055
// Error of the outline outward all round, px: shade, gloss and blur that the paint does not have. Fitted to rendered bases of all liveries.
#define PAINT_RIM_JUDGE_GROWN_PX 0.2
// The same on the table, in.
#define PAINT_RIM_JUDGE_GROWN_IN (0.2 * IN_PER_MM)

// ---- candidates to learn from (sample.c)

// Least share of the band with one colour for a candidate. Hand-set. Too small: wrong colours are learned.
#define PAINT_SAMPLE_LEARN_FROM 0.45
// The same over that of the best candidate of the paint.
#define PAINT_SAMPLE_LEARN_SHARE 0.75
// Difference within which two colours are one paint: the constant part, noise, codes. Hand-set.
#define PAINT_SAMPLE_ALIKE_CODES 9.0
// The same as a share of the code: what one paint differs by on a base and between bases.
#define PAINT_SAMPLE_ALIKE_SHARE 0.1
// Distance from the band's middle to where a neighbour's band has not begun, in. Hand-set.
#define PAINT_SAMPLE_BESIDE_IN (RIM_WIDTH_IN / 2 + 1.2 * IN_PER_MM)
// Likeness to the stated paint from which a colour may be it, of 255. Hand-set. Too large: paints in odd light are not learned.
#define PAINT_SAMPLE_POSSIBLE 40
// Tolerance for other light than that on the paper, log of codes. Hand-set: most bases stand in much the same light.
#define PAINT_SAMPLE_LIGHT_DIFFERS 0.35
// By how much paint in the open is lighter than its sample, all channels, share of paper's code. Hand-set.
#define PAINT_SAMPLE_SHEEN 0.2
// Share by which the weakest channel lies below the strongest from which a colour has a hue. Hand-set.
#define PAINT_SAMPLE_COLOURED 0.35
// Least light on a base over the usual light. Hand-set. Too small: other paints are the same paint in the shade.
#define PAINT_SAMPLE_DEEPEST 0.45

#endif
