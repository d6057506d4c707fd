// vision/bases/bases_limits -- the numbers of the search for bases. Units, how each was found, and what a wrong value costs.
#ifndef VEDETTE_VISION_BASES_BASES_LIMITS_H
#define VEDETTE_VISION_BASES_BASES_LIMITS_H

#define BASES_MAX_PROPOSALS 2048
#define BASES_MAX_SUPPOSED 8192
#define BASES_MAX_FORMS 256

// mm about a rectangle that the finder sees with it: its outputs depend on some 100 mm around, those near the edge would change with the rectangle.
#define BASES_AROUND_MM 64
// Chance from which a peak is proposed. Hand-set: the close look refuses what is none, and a base not proposed is lost.
#define BASES_LEAST_LIKELY 0.12
// px between two proposals of one base from overlapping rectangles. Hand-set.
#define BASES_REPEAT_PX 3
// ln of size: how the finder's sizes scatter about the true ones. From train/finder.py's losses.
#define BASES_FINDER_SIZE_LOG 0.1
// A form is tried on what was seen if its shape has at least this chance, and if neither side differs by more than this from what the first look
// measured (ln). Hand-set: some five times the scatter of such a measurement; wider costs time only.
#define BASES_LEAST_SHAPE 0.002
#define BASES_MOST_SIZE_LOG 0.3
// ln by which an oblong base is longer than what the finder takes for one of its ends. Hand-set: half of a base of 25 x 50 mm is 0.69 short.
#define BASES_END_LOG 0.3
// Chance of a tag from which what was seen may be the tag on a base, and ln by which the base is larger. Hand-set: tags are at most 0.9 of a base.
#define BASES_TAG_CHANCE 0.3
#define BASES_TAG_LOG 0.1
// ln odds of a find whose place is not looked at again as a part of another base. Hand-set: what is surer stands there.
#define BASES_PART_TAKEN_ODDS 3.0
// in beyond the table's edge where a base's middle may still be. Hand-set.
#define BASES_BEYOND_IN 0.25
// ln odds from which a place is looked at a second time, and with which it is kept.
#define BASES_WORTH_ODDS (-4)
#define BASES_LEAST_ODDS (-3)
// ln odds from which a find is looked at from all its sides before anything is chosen. On the 57 ready-made tables it found 0.7 % more of the bases,
// and 0.37 false ones a table for 0.60. And how far behind the likeliest of its place it may be: a place's other forms are not chosen then. On 27
// tables that no network was trained on, 2 found 1,971 of 2,026 bases with 6 false ones, 1 the same with 7, all forms 1,970 with 6. Crowded tables
// take up to 8 % less time with 2, 9 to 15 % with 1.
#define BASES_AROUND_ODDS (-1.5)
#define BASES_AROUND_BEHIND 2.0
// Codes of ink and of paper where no marker has told them, and the least difference. As in training.
#define BASES_INK_CODE 20
#define BASES_PAPER_CODE 225
#define BASES_LEAST_TONES 30

// What a find must be worth (ln odds of being a base of its kind rather than nothing) to be chosen. in of a look's error from which it costs, and ln
// that each e times more does: of 8,904 bases chosen at -3 on 107 tables (the ready-made ones, stills 4930 to 4945, photoreal 4946 to 4979) the 66
// false ones had .052 in the middle (the geometric mean), true ones .009. By maximum likelihood 4, but that lost 1 % of the bases: units are less
// sharp where they are blurred. With 0, 1 and 1.5, and -.5, -1.5 and -1.5 asked, 8,833, 8,838 and 8,827 of 8,912 were found, with 41, 36 and 33 false
// ones, and 829, 832 and 827 of 873 units right. What is followed lies under hands, which blur it: there -0.5 is asked and no sharpness. Where whole
// arrangements are compared, nothing counts as -0.5: with -1.5 too, the 16 stills lost two bases and two units.
#define BASES_LEAST_WEIGHT (-1.5)
#define BASES_NOTHING_WEIGHT (-0.5)
#define BASES_LEAST_FOLLOWED (-0.5)
#define BASES_SHARP_IN 0.02
#define BASES_UNSHARP_COST 1.0
// What the parts of a weight count: the close look's ln odds, ln of what it carries, ln density of its paint about what the game file states and
// about others of the kind, less what a painted base's are worth in the mean, ln of one and the bases that look as it does (their paints within
// BASES_ALIKE_SIGMA, share of white) within so many in. By maximum likelihood of what stands at 3,787 places of 37 tables that no network was
// trained on (stills 4930 to 4945, photoreal 4930 to 4950), the paints' also of 60 photo-realistic ones: .25 and .48 as stated, .18 and .09 by
// others. What it carries is worth 2.7 by that, but then one picture's error counts in each of its bases: with 1.8 the same tables lose 0.2 %
// fewer bases and have no more false ones. How well the size fits says nothing beyond the odds. Before, a paint was as near as its distance in any
// direction, and as it had been seen most: two units of one form whose paints anybody tells apart were exchanged, since paints seem lighter and
// darker by 0.2 and redder by 0.04. On these 97 tables 728 of 856 units were right, and are 747.
#define BASES_ODDS_WORTH 1.24
#define BASES_CARRIES_WORTH 1.8
#define BASES_STATED_WORTH 0.5
#define BASES_OTHERS_WORTH 0.12
#define BASES_PAINTED_COST 2.8
#define BASES_CELLS_COST 2.2
#define BASES_ALIKE_WORTH 1.2
#define BASES_ALIKE_SIGMA 0.08
#define BASES_COMPANY_IN 8
// Share of white by which a rim is lighter than stated, in each colour, where varnish shines over it; the least ln that what such a base shows, its
// paint and what it carries, counts against a kind: it is white by its shine and tells no kind. Hand-set. Of 28 stills (2800 to 2827) 2,049 bases of
// 2,062 were found for 2,044, with as many false ones; with -3 for all rims other tables lost some.
#define BASES_WASHED_OUT 0.2
#define BASES_WASHED_LEAST (-3)
// ln by which groups must be likelier as other kinds to be taken for these; how alike finds of one group look; how much less than a find must be
// worth one counts for whose place shows nothing that may be the other kind. Hand-set. On the 97 tables 750 of 856 units are right then, 8,037 bases
// found for 8,030, and 56 false ones for 60.
// COMMON: share of what a find says of its kind that all of its group say alike, as their paint shines alike. Hand-set: of how paints scatter about
// what is stated nine tenths is common to a unit (above), of what bases seem to carry less.
#define REGROUP_COMMON 0.5
#define REGROUP_GAIN 1.0
#define REGROUP_ALIKE 0.3
#define REGROUP_UNSEEN_COST 3.0
// ln by which all that is taken must be likelier to be rearranged, and how much less it may be on the way; ln that a base is worth that stands beside
// another as hands dress bases in a block, and mm that it may be off. On the 18 tables 0, 1, 1.5 and 2.5 had 147, 153, 156 and 153 of 182 units
// right.
#define REARRANGE_GAIN 0.05
#define REARRANGE_MOST_LOST 6.0
#define REARRANGE_BESIDE_WORTH 1.5
#define REARRANGE_OFF_IN (2 * IN_PER_MM)
// Least ln that an overlap costs to be heard.
#define REARRANGE_LEAST_COST 0.1
// ln by which a base where none was expected is less likely than its look says, and an unpainted one without a print: nothing tells that from other
// things of its shape. By the same fit.
#define BASES_UNEXPECTED_COST 2.0
#define BASES_PLAIN_COST 0.65
// ln that a base costs where none was expected, on ground that the game file says is impassable: figures are there against the rules only, and what
// ruins and rocks show in the place of bases is alike, so company says nothing. And how much more in woods, where trees stand that look like bases.
// Hand-set. Of 29 things that were taken for bases on 119 tables 9 stand in woods, ten times what their area would have, and 11 more had been on
// impassable ground; of 10,073 true bases none does (the generators put none there, games do). Were all ground of 30 tables impassable, 97.4 % of
// their 2,259 bases would still be found, and were it woods 98.5 %, for 99.5 %.
#define BASES_BARRED_COST 5.0
#define BASES_WOODS_COST 1.5
// ln that it costs to be of a kind of which the game's all stand elsewhere untouched. Hand-set: a base that nobody knows of is put down in one game
// of many, one that a hand took up in each move; but it must be seen if it is.
#define BASES_ELSEWHERE_COST 4.0
// A close look's odds count up to this: what it carries and its paint must still be heard.
#define BASES_MOST_ODDS 6
// Least chance of what a base carries: the network's are no surer.
#define BASES_LEAST_CARRIES 0.02
// Chance that what is seen is neither what the game's bases carry nor told by what the network knows.
#define BASES_CARRIES_ELSE 0.1
// Bases after which what a kind seems to carry counts as much as what it carries.
#define BASES_LOOKS_PRIOR 4
// ln that each round of choosing asks for less than the next one.
#define BASES_EACH_ROUND 1.0
// ln of size: scatter of a close look about the true size, where codes and tags ask how likely a find is (base_find_likely).
#define BASES_SIZE_LOG 0.06
// mm inside the outline of a base's top between which its rim is painted, whatever the width of its band (2.4 to 3); its edge is smeared by a pixel.
// Fewest places that tell a paint; sigma of one that nothing told.
#define BASES_BAND_FROM_MM 0.6
#define BASES_BAND_TO_MM 2.2
#define BASES_BAND_LEAST 12
#define BASES_UNSEEN_SIGMA 1.0F
// By how much paints look warmer than white paper makes expect (blue, green, red, shares of white; paper is bluish), how they scatter about what the
// game file states, and about one another within a unit (paint.h). By maximum likelihood on 97 tuning tables of both generators (99 units of 37
// tables, 255 of 60): light .25 and .36, shine .24 and .22, each .037 and .029; within units .020 and .025, .033 and .032, .006 and .007. `each` is
// more here, as whoever writes a game file picks its colours by eye; with 0.033 the same tables' figures are the same.
#define BASES_PAINT_WARMER \
    { -0.04F, 0.01F, 0.03F }
#define BASES_PAINT_STATED \
    { .light = 0.3, .shine = 0.22, .each = 0.05, .rim = 0.1 }
#define BASES_PAINT_OTHERS \
    { .light = 0.022, .shine = 0.033, .each = 0.006, .rim = 0.065 }
// Share of the way from one colour of a code's cells to the other by which the mixture scatters about the middle. Of 1,118 codes the middle half lay
// between 0.32 and 0.67.
#define BASES_CELLS_SPAN 0.25
// ln that a base of the expected kind at its place is worth; and at an empty site among a block's bases. Of such sites with nothing beside on the
// same tables, 15 of 17 that looked like bases with odds of -5 to 0 were some, 32 of 33 that did with more, and none of 14 that did with less.
#define BASES_EXPECTED_WORTH 3
#define BASES_SITE_WORTH 4
// ln that a find off its block's site costs: the site's own look is taken in its place if that sees a base nearly as well.
#define BASES_SLIPPED_COST 1.0
// in from where it was expected to where it may be found without being proposed.
#define BASES_EXPECTED_REACH_IN 0.4
// How often the sites beside what was chosen are looked at, each time beside what the last look found; share of the shorter side within which two are
// one. Hand-set; on the 97 tables 2, 4 and 8 find the same but for one base, and 8,077 bases for 8,037, 760 units for 750, 52 false ones for 56.
#define BASES_BESIDE_PASSES 4
#define BASES_SAME_SITE 0.3
// Share of a base's sides by which places about a proposal, or about a find of weight below SURE, lie from it; ln odds from which what is seen there
// is kept; in between two finds that are one. Hand-set: on 18 hard tuning tables of 1,793 bases .2, .25, .3 and .35 found 1,692, 1,710, 1,710 and
// 1,704, with 43, 38, 40 and 46 false ones.
#define BASES_ABOUT 0.25
#define BASES_ABOUT_SURE 5.0
#define BASES_ABOUT_ODDS (-1.0)
#define BASES_SAME_IN (1.5 * IN_PER_MM)
// Neighbours whose fronts are heard lie within so many of its longer sides; so many count.
#define BASES_BESIDE 1.6
#define BASES_MOST_BESIDE 4
// What looks and blocks say of the error of a place is drawn to the middle, as every estimate is that errs itself: sharp pictures err by less,
// blurred ones by more. Places err by the 1.5th power of what is said, as much as is said at BASES_TRUE_AT_IN, and by BASES_COMMON_IN, which is alike
// in all looks of a picture. Fitted to 7,729 places of 120 tuning tables (powers of 1.4) and to 11,385 of 54 tuning films at 0.5 Mbit/s (1.53); with
// one factor of 1.3 for all, errors were 0.6 times what was said where that was least and 1.7 times where it was most, and four sigmas were too few
// for 11 % there.
#define BASES_TRUE_AT_IN 0.0091
#define BASES_COMMON_IN (0.12 * IN_PER_MM)
// How much larger the error of a round base's heading is than its look says: on 17 tuning tables 1.96 sigmas held 86.9 % of 122, with it 95.9 %.
#define BASES_TRUE_SIGMA_RAD 1.3
// Share of the shorter side by which two bases may seem to overlap.
#define BASES_OVERLAP 0.2
// Degrees of freedom of Student's t by which followed bases that overlap are the less likely: few, as some looks err by far more than they say. Of
// what was not followed most that overlaps are true bases with no better look: with this cost six tuning sets of 9,977 bases have 9,880 found for
// 9,892, 33 false ones for 27, 920 units for 923.
#define BASES_OVERLAP_FREEDOM 3.0
// rad within which neighbours are aligned; how much of a neighbour's evidence for its front counts for this one; least chance of a side, as the
// network is no surer, and with what its mark says; the chance from which a front is told: of 1,523 painted rims on 65 tables 9 are not told and 7
// told wrong with .997, 10 and 3 with .9995, 13 and none with .9999; nothing is surer than that. What is followed is looked at again and again, and
// the looks are weighed together: there more doubt loses more than it saves (in 13 coarse films three false nudges more, and a true one lost).
#define BASES_ALIGNED_RAD 0.1
#define BASES_HEARD 0.3
#define BASES_LEAST_FRONT 0.002
#define BASES_LEAST_MARKED 0.0001
#define BASES_SURE_FRONT 0.9999
#define BASES_SURE_FOLLOWED 0.997
// rad by which a front is off that counts as turned.
#define BASES_TURNED_RAD (20 * RAD_PER_DEG)
// Chance from which a side is named among those that may be the front. Hand-set.
#define BASES_MAY_BE_FRONT 0.01

// ---- what edges say of places (edges_fit.c)

// How much a column's ln density counts: neighbours see nearly the same. Chance that what a column takes for the edge is something else. mm by which
// supposed places scatter, each coordinate. As in training (train/edges.py).
#define EDGES_WORTH 0.1
#define EDGES_ELSE 0.05
#define EDGES_JITTER_MM 1.5
// ln of evidence at which the edges are as likely to show something else. Of 2,849 bases of 37 tables that nothing was trained on, those with more
// than 6 lay 0.20 mm (rms) from the truth, by their looks alone 0.37; with 3 to 4 0.63 and 0.68, and with less no nearer than by these.
#define EDGES_LEAST 3.5

// ---- what rims say of fronts (fronts.c)

// How much the rim's ln chances of a side count beside the close look's. By maximum likelihood on 402 bases of tables that no network was trained on
// (stills 4930 to 4945, photoreal 4930 to 4940): 0.073 of ln a base, 0.081 with 1, 0.212 by the rim alone.
#define RIMS_WORTH 0.75
// rad: least scatter of a round base's front about one of the look's quarters; chance that it is anywhere; least error of a front that was found.
// With them 95 % of 307 headings of the same tables lay within 1.96 stated sigmas.
#define RIMS_LEAST_SPREAD_RAD (8 * RAD_PER_DEG)
#define RIMS_LOOK_ERRS 0.05
#define RIMS_LEAST_SIGMA_RAD (0.8 * RAD_PER_DEG)

// Share of its points' errors that is alike in all of a block: its bases look alike, and so a look errs alike in all. Hand-set.
#define LATTICE_COMMON 0.6
// Fewest bases that make a lattice. Hand-set: of three, one that slipped can't be told.
#define LATTICE_LEAST 4
// in by which hands dress bases of a closed block; the gap that they leave, and how it scatters from block to block. Read off the truth of
// tuning tables: half of all gaps lie between 0.2 and 0.9 mm, and neighbours' ranks within 0.6 mm.
#define LATTICE_DRESSED_IN (0.5 * IN_PER_MM)
#define LATTICE_GAP_IN (0.4 * IN_PER_MM)
#define LATTICE_GAP_SIGMA_IN (0.5 * IN_PER_MM)
// rad by which hands turn bases in a closed block.
#define LATTICE_TURNED_RAD 0.02
// Shares of a pitch by which neighbours may lie off one. Hand-set: a find may slip by a quarter of a base.
#define LATTICE_OFF 0.33
// Sigmas from which a point counts less; how much worse than their errors the points of a lattice may lie.
#define LATTICE_ROBUST 2.0
#define LATTICE_MOST_SCATTER 3.0
// Sigmas off its site from which a find is looked for again at the site.
#define LATTICE_SLIPPED 3.0
// How much likelier a look lies at its site than in any one other place near it, where the base stands there; the share of looks that slip along a
// block, and the sigma at which a quarter of that is reached: sharp looks don't; what the share of a block's bases that stand askew is drawn to, and
// by how many bases. Of looks more than 3 sigmas off, where less than a quarter of the block's were, the site was nearer to the truth in 35 of 47
// unsharp ones (sigma at least 0.02) in eight tuning films at 0.5 Mbit/s and in 2 of 3 on 37 tables, and in 1 of 22 sharp ones, whose bases were
// knocked askew; where a quarter or more were, in none of 179 on these tables: such blocks are none.
#define LATTICE_DRESSED_TIMES 4
#define LATTICE_SLIPS 0.06
#define LATTICE_UNSHARP_IN 0.025
#define LATTICE_ASKEW_PRIOR 0.1
#define LATTICE_ASKEW_OF 2
// in from a site, and from a find, within which a marker's place is that of the same base. Hand-set: less than half of the narrowest base.
#define LATTICE_SUPPOSED_IN 0.1
#define LATTICE_MARKED_IN 0.35
// ln odds from which a look at a block's empty site is kept.
#define LATTICE_SITE_ODDS (-5.0)

// ---- what stands between the sites of a block (between.c)

// ln that a block's bases are worth, in the mean, from which nothing is looked for between them; bases from which a line is compared; ln by which it
// must be likelier between the sites. On 120 tuning tables true blocks were worth 5 to 12 a base, and between their sites less than 2, seldom half as
// much; two ranks that were chosen half a pitch aside 0.5 and 1.9 a base, and between 8.4 and 6.4. Of 9,977 bases 9,892 are found then for 9,889,
// with 27 false ones for 30.
#define BETWEEN_SURE 7.0
#define BETWEEN_LEAST 2
#define BETWEEN_GAIN 6.0

#endif
