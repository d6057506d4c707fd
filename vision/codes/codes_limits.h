// vision/codes/codes_limits -- the numbers by which rim codes are found, read and placed: what each is, its unit, how it was found, what being wrong
// costs.
//
// "Hand-set" means chosen by reasoning while the search was built; the bench (vedette_bench_vision rims) judges all of them together, none alone.
#ifndef VEDETTE_VISION_CODES_CODES_LIMITS_H
#define VEDETTE_VISION_CODES_CODES_LIMITS_H

#include "core/geom.h"

// ---- one place, looked at closely (verify.c)

// Least agreement of a place's grid of cells, 0..1. Hand-set. Too large: half covered bases are lost. Too small: time.
#define RIM_LEAST_AGREEMENT 0.10
// The same where a base is expected. Hand-set.
#define RIM_EXPECTED_AGREEMENT 0.08
// Share of it that is enough where a frame is looked for farther off: half of its sides show. Hand-set.
#define RIM_FAR_SHARE 0.6
// The same of a place that is tried beside another, for a code that slipped by a cell. Hand-set.
#define RIM_SLIP_AGREEMENT 0.06
// Least agreement of an expected word's cells with the picture, 0..1. Hand-set.
#define RIM_SOUGHT_AGREEMENT 0.2
// Uncertainty of an expected heading beyond which any turn is tried, rad. Hand-set. Saves time alone.
#define RIM_MOST_SLACK_RAD 0.6
// Share of its word's agreement that a slip must have to be tried. Hand-set. Too large: slipped frames keep a wrong place.
#define RIM_SLIP_SHARE 0.7
// Log odds (ln) below which no word is followed up. Hand-set. Saves time.
#define RIM_LEAST_LOOK_ODDS 1.0
// Log odds (ln) of a word over all other words from which it is reported. Rings: found by reading 170,000 bases, a third of them unregistered
// (tests/vision/rim_stress.h): of wrong readings half to two thirds go with each unit. Too small: wrong names. Too large: covered bases are lost.
#define RIM_SURE_ODDS 14.5
// Log odds (ln) over chance that a ring's word needs with half of its cells in view; RIM_RING_SEEN_WORTH for each further share. What is read from
// half of a base is often parts of two neighbours. Found with RIM_SURE_ODDS.
#define RIM_RING_WORTH 6.0
// The same of a frame. An unregistered oblong, slipped by a cell and a half, reached 9.7 among 40,000 bases; of 65,000 squares of 20 mm, half of
// them unregistered and nine of ten expectations wrong, none reached more than 10.0.
#define RIM_FRAME_WORTH 10.5
// The same of rings of fewer than 32 cells: any word is like some other. Found with RIM_SURE_ODDS.
#define RIM_FEW_CELLS_WORTH 6.5
// See RIM_RING_WORTH.
#define RIM_RING_SEEN_WORTH 7.0
// See RIM_FRAME_WORTH.
#define RIM_FRAME_SEEN_WORTH 15.0
// Log odds (ln) over chance of a word of 32 cells: ln(1e-2 / 1e-6), where a hundredth of all bases is unregistered and one in a million may get
// a name. 24 cells can't reach it among 100 ids; 48 need no more than their worth.
#define RIM_OVER_CHANCE 9.2
// Log odds (ln) over chance from which no slip of a frame is tried: of 17,000 unregistered frames none reached more than 13 where it had slipped.
#define RIM_PLAIN_OVER_CHANCE 18.0
// The same of a ring: of 170,000 none reached more than 9.
#define RIM_RING_PLAIN_OVER_CHANCE 12.0
// Most variance left when a word is fitted, of the contrast squared: 1 of 100 right ones has 0.027. Too large: wrong words of like cells.
#define RIM_MOST_VARIANCE 0.03
// What an expected word needs beyond, ln: its prior, which may be wrong, is in its odds. Origin not recorded.
#define RIM_EXPECTED_WORTH 3.2
// The same of a frame.
#define RIM_FRAME_EXPECTED_WORTH 1.6
// Least share of the cells in view. Hand-set. Too small: a neighbour's cells are read.
#define RIM_LEAST_SEEN 0.4
// Share in view from which no slip of a ring is tried. Hand-set.
#define RIM_PLENTY_SEEN 0.62
// The same of a frame: one that slipped by a cell along two of its sides still shows two thirds of itself.
#define RIM_FRAME_SEEN 0.85
// Sigma of a step's slope as the edges measure it, px. Hand-set.
#define RIM_SLOPE_BLUR_PX 0.6
// Size of a cell from which cells are clear, px. Hand-set.
#define RIM_CLEAR_CELL_PX 2.9
// A place that moves no farther is settled, in. Hand-set. Saves time.
#define RIM_STILL_IN (0.01 * IN_PER_MM)
// Reach of the search about a settled place, in. Hand-set.
#define RIM_FINE_IN (0.7 * IN_PER_MM)

// ---- the search (find.c, seek.c)

// Log odds (ln) from which two readings of one id are both reported, as a duplicate marker. Hand-set. Too small: a misreading hides a figure.
#define RIM_PLAIN_ODDS 24.0
// Agreement of an outline from which a base that can't be read is reported, 0..1. Hand-set. Too small: scenery is reported as bases.
#define RIM_SURE_OUTLINE 0.42
// By how much bases seem to overlap for errors alone, in. Hand-set. Too small: close neighbours are dropped. Too large: one base is two.
#define RIM_OVERLAP_IN (1.2 * IN_PER_MM)
// Log odds (ln) by which chance cells explain a base better than any word of the game, from which it is unregistered: so seemed 10 of 3,916 bases
// of games, and two thirds of 369 with words of no table.
#define RIM_UNREGISTERED_ODDS 8.0
// Share of unregistered ones among the readable bases from which each that is not expected may be one. Hand-set.
#define RIM_MANY_UNREGISTERED 0.1
// Log odds (ln) over chance that a ring needs there: of unregistered rings 8 in a million still get a name, without it 37.
#define RIM_OVER_CHANCE_AMONG_UNREGISTERED 8.0
// Reach about a candidate of the plane of edges, in. Hand-set: about a cell. Larger costs time, smaller loses bases.
#define RIM_COLD_REACH_IN (2.0 * IN_PER_MM)
// Reach about an expected place without a search, in. Hand-set.
#define RIM_NEAR_REACH_IN (2.2 * IN_PER_MM)
// Reach about what was found before, in. Hand-set.
#define RIM_FINE_REACH_IN (0.5 * IN_PER_MM)
// Size of the cells for which the plane of edges is made, in: about a code's.
#define RIM_PLANE_CELL_IN (1.8 * IN_PER_MM)
// Distance of the places that are tried for an expected word, cells: so far off a word still agrees with itself.
#define RIM_SEEK_STEP_CELLS 0.5
// Least mean agreement of a ring's way with the plane of edges, below which nothing is looked at. Hand-set. Saves time; too large loses bases.
#define RIM_RING_LEAST_SCORE 0.03f
// The same of a frame.
#define RIM_FRAME_LEAST_SCORE 0.03f
// The same of a frame at its best place and turn. Hand-set.
#define RIM_CLIMBED_LEAST_SCORE 0.046f
// Least agreement of all edges in a frame over the root of its area. Hand-set. Saves time.
#define RIM_BOX_LEAST 0.25
// Squared slope that is noise, levels squared: a clean picture's. Hand-set.
#define RIM_SLOPE_NOISE2 60.0f

// ---- what cells show (tones.c, ring.c)

// Sigma of a pixel, levels: a camera's in poor light. Hand-set. Too small: noise is evidence.
#define RIM_PIXEL_NOISE 6.0f
// Least contrast of the two paints, levels. Hand-set. Too large: dark pictures are not read.
#define RIM_LEAST_CONTRAST 14.0f
// Sigma of a cell's tone from blur, pose and print, share of the contrast; and of its colour, but no more than so many levels: pictures carry colour
// at half the size of light, so that a cell's is its neighbours' too. With 0.15, 0.13, 10 levels and a gain of 2.6 cells in plain view were taken for
// hidden: of 590 codes on 37 tuning tables 412 were read, with these 473 (by an ideal reader that knows the pose: 450), of 1,996 on 97 others 1,837
// (1,787). A tone of 0.15 to 0.22, a colour of 0.3 to 0.6 and gains of 1.8 to 2.4 read 461 to 475, none wrong but with a tone of 0.15. Too small:
// cells are lost, and wrong ones certain.
#define RIM_TONE_SPREAD 0.18f
#define RIM_COLOUR_SPREAD 0.4f
#define RIM_COLOUR_MOST 31.0f
// Most of a cell's tone that may come from the cell on one side: from a quarter on it can't be told apart.
#define RIM_MOST_LEAK 0.2
// Log density (ln) of a paint's tone where it shows over that of an occluder, in gray. Hand-set. Too large: occluders are read as cells.
#define RIM_GAIN_GRAY 1.7f
// The same in colour.
#define RIM_GAIN_COLOUR 2.0f
// Least evidence of a cell, ln: what looks like neither paint is hidden. Hand-set.
#define RIM_LEAST_EVIDENCE -5.0f
// So near to a frame's corner nothing is straight, in. Hand-set: within the blur of the corner. Larger: less of a frame is used.
#define RIM_CORNER_IN (2.0 * IN_PER_MM)

// ---- which word it is (read.c)

// Likelihood that the cell after one in view is hidden. Hand-set: runs of 17 cells. What the chain costs where it is wrong: covered bases.
#define RIM_HIDES 0.06
// Likelihood that the cell after a hidden one is in view. Hand-set: figures hide runs of 10 cells.
#define RIM_SHOWS 0.10
// Most that one cell says, nats. Hand-set. Too large: one glint decides a name.
#define RIM_MOST_EVIDENCE 8.0f
// Prior odds of the expected word over all others together. Hand-set. Too large: an exchange of two bases is missed.
#define RIM_EXPECTED_ODDS 9.0
// Share of the expected word's prior that is turned elsewhere than expected. Hand-set.
#define RIM_STRAY 0.02
// Share of cells in view in the long run: RIM_SHOWS / (RIM_HIDES + RIM_SHOWS).
#define RIM_IN_VIEW_SHARE 0.625
// An occluder may look like one of the paints and goes on so for some cells: share of occluders that look like neither. Hand-set. Too large: a dark
// cloak is read as dark cells.
#define RIM_HIDES_UNLIKE 0.7
// Share that looks like the dark paint; like the light one: RIM_HIDES_LIKE_LIGHT.
#define RIM_HIDES_LIKE_DARK 0.15
// See RIM_HIDES_LIKE_DARK.
#define RIM_HIDES_LIKE_LIGHT 0.15
// Likelihood that the next hidden cell is hidden by another colour: one lasts for five cells, 7 mm of a figure. Hand-set.
#define RIM_RECOLOURED 0.2
// Prior of a base with a word that is not in the list. Hand-set. Too small: unregistered bases get names.
#define RIM_UNREGISTERED_PRIOR 0.005
// Nats behind the best from which a word is not summed: e^-45 of the odds. Saves time alone.
#define RIM_NO_MATTER 45.0f

// ---- the pose of a base (pose.c)

// Blur of the picture and of the sampling between pixels, sigma in px. Hand-set.
#define RIM_BLUR_PX 0.78
// Farthest that a fit may move a base, in. Hand-set: beyond a cell it is another place.
#define RIM_FARTHEST_IN (2.2 * IN_PER_MM)
// Farthest that a fit may turn a base, rad. Hand-set.
#define RIM_FARTHEST_RAD 0.12
// On either side of an edge where its two grays are taken, px. Hand-set: about two blurs.
#define RIM_EDGE_REACH_PX 1.5
// Prior sigma of the start, in. Hand-set. Too small: a fit stays short of the truth where little shows.
#define RIM_HELD_IN (1.5 * IN_PER_MM)
// Prior sigma of the start's heading, rad. Hand-set.
#define RIM_HELD_RAD 0.1
// Weight of an edge beside a transition: what lies beyond the edge pulls at it. Hand-set.
#define RIM_EDGE_WEIGHT 0.5
// By how much a cell may differ from its paint, share of the contrast. Hand-set.
#define RIM_MOST_TONE 0.3
// A gate that no misfit reaches, in.
#define RIM_UNGATED_IN 1e3
// A step by edges alone that is the last, px. Hand-set. Saves time.
#define RIM_EDGES_SETTLED_PX 0.06
// A step that is the last, px. Hand-set. Saves time.
#define RIM_SETTLED_PX 0.03
// Expected misfit of a sample, share of the contrast. Hand-set; scales the priors.
#define RIM_RESIDUAL 0.1
// Sigma that is left without noise, px. Hand-set; zero would state certainty.
#define RIM_MODEL_PX 0.002
// The same of a frame whose cells are small, px times the size of a cell in px: what stands over a side of it and the blur pull all of the side's
// cells one way. On 37 tuning tables and 14 at 4K and 12 MP the stated ellipse held 84.0 % of 206 frames below 1.3 px/mm and 94.4 % of 249 above
// without it, and holds 93.7 and 97.6.
#define RIM_FRAME_MODEL_PX2 0.4
// A step that is smaller leads to where the cells lie beside their own bounds, px. Hand-set: then tones may be taken from the cells.
#define RIM_NEAR_PX 0.5
// By how much a base is laid aside to see what then pulls at it, px. Hand-set: within the blur, beyond rounding.
#define RIM_ASIDE_PX 0.3
// Bounds in a row that may err together, as edges do along a side. Hand-set. Too small: sigmas are too small.
#define RIM_IN_COMMON 4

// ---- codes on bases of unknown size (free*.c)

// Least half size of a frame's way, px. Hand-set. Smaller costs time for what can't be read.
#define FREE_LEAST_FRAME_PX 11.5
// The same of a ring.
#define FREE_LEAST_PX 9.0
// Most half size, px. Hand-set.
#define FREE_MOST_PX 420.0
// Ratio of the sizes that are tried. Hand-set. Larger: sizes between are missed. Smaller costs time.
#define FREE_STEP 1.07
// Least agreement of a ring's edges. Hand-set. Saves time; too large loses bases.
#define FREE_RING_LEAST_SCORE 0.08f
// The same of a frame.
#define FREE_FRAME_LEAST_SCORE 0.08f
// Blur of the picture and of the sampling, sigma in px. Hand-set.
#define FREE_BLUR_PX 0.8
// Prior sigma of the start, px. Hand-set.
#define FREE_HELD_PX 2.5
// Prior sigma of stretch, shear and turn. Hand-set.
#define FREE_HELD_RATE 0.06
// Blur of an edge in the first round, cells: from afar a sharp edge is not felt. Hand-set.
#define FREE_WIDEST 0.35
// Sigma of the band's ends, px. Hand-set.
#define FREE_BAND_PX 0.08
// Where the band's ends are looked for, from and to, shares of the way's half size. Hand-set.
#define FREE_BAND_FROM 0.72
// See FREE_BAND_FROM.
#define FREE_BAND_TO 1.28
// Least agreement of the grid of cells, 0..1. Hand-set. Saves time; too large loses bases.
#define FREE_LEAST_AGREEMENT 0.12
// Log odds (ln) over chance below which no word is followed up. Hand-set. Saves time.
#define FREE_LEAST_OVER_CHANCE -4.0
// RIM_GAIN_COLOUR where no base is known: with 2.0 a word must be in plainer view to be as sure, and of 36 rings of 32 cells 33 are read.
#define FREE_GAIN_COLOUR 2.4f
// Log odds (ln) below which nothing is reported. Origin not recorded. Too small: scenery gets ids.
#define FREE_SURE_ODDS 17.0
// The same of a frame.
#define FREE_SURE_OF_FRAME 20.0
// Log odds (ln) of a word over chance cells. Origin not recorded.
#define FREE_SURE_OVER_CHANCE 3.0
// The same of 24 cells.
#define FREE_SURE_OF_FEW 5.0
// Least share of the cells in view. Hand-set.
#define FREE_LEAST_SEEN 0.5
// One of so many cells in view may show the other paint. Hand-set.
#define FREE_MOST_AGAINST 16
// Least reach of the band outwards and inwards of its middle, share of the way's half size. Hand-set. What lies outside is no rim.
#define FREE_BAND_LEAST 0.02
// The same, most.
#define FREE_BAND_MOST 0.22
// Most difference of the two, share of their sum. Hand-set.
#define FREE_BAND_UNEVEN 0.45
// Least agreement of all edges in a square over the root of its area. Hand-set. Saves time.
#define FREE_BOX_LEAST 0.7
// The same over its area.
#define FREE_BOX_SHARE 0.02
// Share of the agreement at one turn from which the turns beside it are tried. Hand-set. Saves time.
#define FREE_TURN_WORTH 0.75f
// Share of a place's agreement from which the places beside it are tried. Hand-set. Saves time.
#define FREE_PLACE_WORTH 0.7f
// Of bases that were found before they were read (vision/bases): chance of carrying a code from which one that can't be read is still taken for one;
// chance of standing there; how far a code may lie from the find, in its sigmas, and how far a frame may be turned.
#define RIM_LEAST_CARRIED 0.4F
#define RIM_FOUND_LIKELY 0.9
#define RIM_FOUND_REACH_SIGMAS 3
#define RIM_FOUND_TURN_RAD 0.06
// Step between the places about a find that are read, cells. Hand-set: what a fit then follows. Smaller costs time.
#define RIM_FOUND_STEP_CELLS 0.22
// How far about it they lie, in its sigmas: of 1,463 finds that could be read 90 of 100 lay within 2.8, and a fit goes on from there.
#define RIM_FOUND_SIGMAS 2
// And most steps either way, of place and of turn. Hand-set. Larger costs time.
#define RIM_FOUND_MOST_STEPS 3
#define RIM_FOUND_MOST_TURNS 2
// Log odds (ln) from which no other blur is tried. Hand-set. Saves time.
#define RIM_FOUND_PLAIN_ODDS 20.0
// Log odds (ln) of a word over all other words from which a find in company is named; and by how much its lead over chance may then be smaller than
// that of a base alone. Of 506 bases on 138 tables for tuning, of both tracers, that came so far, faced as their company did and had a word of their
// own, none was misread, and of 514 with a lead smaller by 5 none either; of those read as missing in their unit, 107 of 107 were right.
#define RIM_FOUND_ODDS 9.0
#define RIM_COMPANY_WORTH 3.0
// How far off the bases are that keep it company, sides of a base. Hand-set: two ranks or files, and where none stand so near, what skirmishers keep.
#define RIM_COMPANY_SIDES 2.5
#define RIM_COMPANY_FAR_SIDES 8
// Log odds (ln) over chance that bases of one unit show together from which they are the game's: chance shows one word of 20 so plainly once in 1,000
// times, and of the same unit in two bases once in a million. Hand-set.
#define RIM_COMPANY_EVIDENCE 14.0
// How many there must be before a find is read as one that is missing, the log odds (ln) that it then needs, and rounds in which such are sought. Of
// 1,691 codes on 117 tuning tables 28 had odds of 8 to 10, all right; from 5 on one was misread.
#define RIM_COMPANY_LEAST 2
#define RIM_MISSING_ODDS 10.0
#define RIM_MISSING_ROUNDS 4
// Where the bases about it are so surely the game's (ln), one more is rather a member of their unit than one of random cells, by so much (ln): of 31
// on 37 tuning tables that read so, 11 of them by this alone, none was misread.
#define RIM_MEMBER_EVIDENCE 14.0
#define RIM_MEMBER_WORTH 5.0
// Length of the mean of their headings' directions from which they are dressed, and how far one more may be turned, rad.
#define RIM_COMPANY_DRESSED 0.95
#define RIM_COMPANY_TURN_RAD 0.3

#endif
