// vision/tags/tags_limits -- the numbers by which tags are found, read and placed: what each is, its unit, how it was found, what being wrong costs.
//
// "Hand-set" means chosen by reasoning while the search was built; the bench (vedette_bench_vision tags) judges all of them together, none alone.
#ifndef VEDETTE_VISION_TAGS_TAGS_LIMITS_H
#define VEDETTE_VISION_TAGS_TAGS_LIMITS_H

#include "core/geom.h"

// ---- the whole-picture search (tag_search.c, mask.c)

// A random square reads as one of the family more often: the family is weak, and its tags must fit their print well. Share of squares. Hand-set.
// Too small: chance squares are tags. Too large: covered tags of good families are lost.
#define TAGS_WEAK_CHANCE 5e-5
// Most misfit of a weak family's tag to its print, RMS, of the step from ink to paper. Rendered tags: 0.01 to 0.05 in full view, to 0.14 under a
// figure; other things 0.16 and more. Too large: false tags. Too small: noisy pictures lose tags.
#define TAGS_WEAK_MISFIT 0.1
// The same of the other families, where the code is proof enough.
#define TAGS_STRONG_MISFIT 0.25
// Factor on sigma of a tag that was read with hidden cells: what hides it is now and then as light as the print. Origin not recorded. Too small:
// covered tags claim more than they know.
#define TAGS_HIDDEN_ERROR 1.45
// Log odds from which a code with hidden cells is believed. One wrong id was seen at 14; of 4500 prints of other codes, half under figures, a
// dozen reach 18 to 24, where half of the true ones at 60 % hidden lie. Too small: wrong ids. Too large: covered tags are lost.
#define TAGS_HIDDEN_ODDS 18.0
// The same where cells of both colours contradict the code: mirrored tags in full view reach 24.
#define TAGS_CONTRADICTED_ODDS 25.0
// Edge from which a tag is also looked for in the picture at half and quarter size, px. Hand-set. Smaller costs time for squares that the full
// size finds; larger loses tags out of focus.
#define TAGS_LEAST_SOFT_PX 36.0
// Codes between ink and paper without which no border is to be seen. Follows from codes being whole numbers.
#define TAGS_LEAST_STEPS 4
// Range of codes about a tag over the picture's noise. Hand-set. Too small: noise is outlined, at a cost in time. Too large: dark pictures lose tags.
#define TAGS_RANGE_NOISES 5.5
// The same over the lightest paper: what is fainter is no print. Hand-set: libapriltag asks for 5 codes of 255, OpenCV for 7. Too small: time.
#define TAGS_RANGE_OF_PAPER 0.02
// The range that is enough in any noise, codes. Hand-set. Smaller costs time in noisy pictures; larger loses pale tags in them.
#define TAGS_MOST_RANGE 14
// Lightest thing about a tag that is looked for with the lower limit, of the picture's lightest. Paper in the shade beside lit paper has 0.4 (a
// sixth of the light) to 0.7: at 0.75 a photograph gave 4 of 25 tags, at 0.5 and less all but one. Smaller costs time: a fifth of the search at 0.
#define TAGS_NARROW_LEAST_HIGH 0.4
// Sigma of a corner by the library readers for a camera's unmeasured tone curve, px. Hand-set. Too small: corners claim more than they know.
#define TAGS_TONE_SIGMA_PX 0.15

// ---- the cells of a square (decode.c)

// Least step from ink to paper, of the least range of brightness about a tag in the picture. Hand-set. Too small: time. Too large: pale tags are
// lost.
#define DECODE_LEAST_CONTRAST 0.7F
// The same where paper is known from the code's own cells alone.
#define DECODE_WITHIN_CONTRAST 1.4F
// Least half step at any cell, of that range: else light ends within the tag.
#define DECODE_LEAST_HALF 0.07F
// Least decision margin, of half the step from ink to paper, by the bits of the family's codes: lone cells of a tag with a blur of 0.4 cells keep
// 0.2. Set so that such tags are read; what reads by chance, the fit of the print refuses. Too small: time, and false ids of the weak families.
#define DECODE_MARGIN_36_BITS 0.12
// From 25 to 35 bits.
#define DECODE_MARGIN_25_BITS 0.15
// Fewer.
#define DECODE_MARGIN_FEW_BITS 0.2

// ---- codes with hidden cells (soft.c)

// Blur of optics, pixels and sampling between them, sigma in px. Origin not recorded. Wrong by more than
// FOLLOW_FREE_BLUR_PX: tags are found late or not at all.
#define FOLLOW_USUAL_BLUR_PX 0.82
// Prior sigma of the blur where the lens's is known, px. Hand-set. Too large: scenery may look like a blurred tag.
#define FOLLOW_HELD_BLUR_PX 0.04
// Least size of a cell that is read with others hidden, px. Hand-set. Smaller cells leave no evidence each.
#define SOFT_LEAST_CELL_PX 1.2
// Log odds beyond FOLLOW_BELIEVED, which is for one code in one place: here as many codes as there are stand to be mistaken. Set for one error
// in a million squares by its own account; thousands of rendered squares reached 14, so tag_search asks for TAGS_HIDDEN_ODDS.
#define SOFT_MORE_ODDS 2.3
// Log odds by which the best code leads the next. Hand-set. Too small: one of two like codes is picked.
#define SOFT_LEAST_AHEAD 6.0
// Log odds from which only the next best code is laid over the picture too. Saves time alone.
#define SOFT_PLAIN_ODDS 30.0
// Log odds of the likeliest code below which no other was ever believed; over which pictures is not recorded. Saves time alone.
#define SOFT_WORTH_MORE 8.0
// Least sum of the cells' leans, nats: less than any believed code had. Saves time. Too large: covered tags are lost.
#define SOFT_LEAST_LEAN 2.5F
// Lead of the leans from which no other code is asked, nats. Saves time. Hand-set.
#define SOFT_CLEAR_LEAD 8.0f

// ---- tags that are expected (follow.c)

// Least size of a cell that is followed, px. Hand-set; below, neighbours blur into each other.
#define FOLLOW_LEAST_CELL_PX 0.9
// Share of the cells in view from which a tag counts as all seen. Hand-set. Changes the word PARTLY, and that a masked fit follows.
#define FOLLOW_ALL_SHOWN 0.96
// Share from which a tag's blur is taken for the lens's. Hand-set. Too small: an occluder's edge makes the lens seem blurred.
#define FOLLOW_BLUR_SHOWN 0.7
// Prior sigma of a blur that is found with the tag, px. Hand-set.
#define FOLLOW_FREE_BLUR_PX 0.25
// Log odds from which a tag in full view is believed without a second look. Saves time alone. Hand-set.
#define FOLLOW_PLAIN_ODDS 45.0
// Log odds from which no other candidate place is tried. Saves time alone. Hand-set.
#define FOLLOW_SURE_ODDS 30.0
// Log odds with a tag's own blur below which the lens's is not tried: of 600 such places none came above -7 with it. Saves time alone.
#define FOLLOW_HOPELESS_ODDS -15.0
// A tag is bent from one frame to the next by no more than this, px, plus FOLLOW_BENT_SHARE of its edge: perspective and a lens do less.
// Hand-set. Too small: true poses are refitted. Too large: an occluder drags a corner along.
#define FOLLOW_BENT_PX 0.15
// See FOLLOW_BENT_PX.
#define FOLLOW_BENT_SHARE 0.004
// Most RMS of a quick look's points, of the step from black to white. Hand-set. Too large: a tag partly covered is taken for all seen.
#define FOLLOW_QUICK_RESIDUAL 0.06
// The same of its worst cell.
#define FOLLOW_QUICK_WORST 0.3
// Two candidate places nearer than this are one, cells. Hand-set. Saves time alone.
#define FOLLOW_SAME_PLACE_CELLS 0.5
// A cell from which on its light is nearer to the wrong colour, of the step. By definition the middle.
#define FOLLOW_PLAINLY_OTHER 0.5
// How much sigma grows with the hidden share: what hides a tag also pulls a little at the rest. Hand-set; bench tags --seed 41: the
// 95 % ellipses of followed tags hold 94 to 96 %.
#define FOLLOW_HIDDEN_ERRS 1.0
// Distance of the places that are tried about an expected one, cells. Follows from cells agreeing within half of one. Larger: places are missed.
#define FOLLOW_STEP_CELLS 0.5
// Share of the most gain from neighbouring cells from which a place is a candidate. Hand-set. Too large: half covered tags are lost. Too small: time.
#define FOLLOW_LEAST_GAIN 0.42

// ---- the fit of a tag that is expected (follow_fit.c)

// Least step of light from black to white, of full light. Hand-set; less is no contrast.
#define FOLLOW_LEAST_STEP 0.03
// Least light of paper over that of ink, even in a glossy print. Hand-set. Too large: glossy tags are lost. Too small: shadows look like ink.
#define FOLLOW_LEAST_RATIO 2.2
// Prior sigma of the light's slope across a tag, of the step. Hand-set.
#define FOLLOW_LEAN_SIGMA 0.12
// Prior sigma of a corner's move by change of shape, px, beside FOLLOW_SHAPE_SHARE of half the edge. Hand-set. Too large: occluders bend tags.
#define FOLLOW_SHAPE_PX 0.12
// See FOLLOW_SHAPE_PX.
#define FOLLOW_SHAPE_SHARE 0.006
// Prior sigma of a tag's size from one frame to the next, a share. Hand-set. Too large: an occluder
// that hides one side shrinks the tag.
#define FOLLOW_SIZE_SHARE 0.03
// Least blur, sigma in px. Hand-set; a pixel and the sampling between pixels alone make nearly as much.
#define FOLLOW_LEAST_BLUR_PX 0.45
// Most blur, px. Hand-set. Larger: scenery may look like a blurred tag.
#define FOLLOW_MOST_BLUR_PX 1.5
// Blur beyond which the template is made anew, px. Hand-set; the linear correction is good within it.
#define FOLLOW_SAME_BLUR_PX 0.15
// A step of the corners that is the last, px. Below the error of a tag of 16 px (0.024 px, bench tags --seed 41). Smaller costs time.
#define FOLLOW_SETTLED_PX 0.02
// A step after which a few more are allowed, px. Hand-set. Saves time alone.
#define FOLLOW_FAR_PX 0.06
// Log odds that a cell is hidden, before its neighbours are considered. Hand-set. What a wrong field costs: covered tags that are lost, or ids that
// are believed too early.
#define FOLLOW_LONE_HIDDEN -1.0F
// What a hidden neighbour by a side adds, nats. Hand-set.
#define FOLLOW_HIDDEN_BESIDE 0.9F
// What a hidden neighbour by a corner adds, nats. Hand-set.
#define FOLLOW_HIDDEN_ACROSS 0.4F
// What the middle of the tag adds, where a figure stands, nats. Hand-set.
#define FOLLOW_HIDDEN_MIDDLE 2.5F
// Weight of cells that are the same on all tags of a family, and on many other things. Hand-set. Too large: plain squares look like tags.
#define FOLLOW_FIXED_SHARE 0.3F
// Likelihood of being hidden below which a cell counts as seen. By definition the middle.
#define FOLLOW_SEEN_LIMIT 0.5F

// ---- the exact place of a tag that was read (place.c)

// Edge from which pixels are picked at the print's edges, and the lens bends the print, px. Hand-set. Smaller: too few pixels hold the bend.
#define PLACE_LARGE_PX 48.0
// Prior of the blur, sigma in px: optics and pixel without sampling between pixels. Origin not recorded. Its sigma is PLACE_BLUR_SIGMA_PX.
#define PLACE_USUAL_BLUR_PX 0.8
// Least light from ink to paper, of full light: three codes of 255 at the dark end are more. Smaller: division by noise.
#define PLACE_LEAST_STEP 1e-4
// Least variance of the print's light over the pixels: less is a print of one colour. Hand-set.
#define PLACE_LEAST_VARIANCE 1e-3
// Prior sigma of the blur, px. Hand-set. Too small: soft pictures place corners outward.
#define PLACE_BLUR_SIGMA_PX 0.3
// Prior sigma of the tone curve's bend, of the step. Hand-set. Too small: cameras with a straight tone curve
// place corners inward or outward.
#define PLACE_TONE_SIGMA 0.6
// Prior sigma of a large print's bends, half edges. Hand-set. Too large: noise bends tags.
#define PLACE_BEND_SIGMA 0.02
// Most error where all edges cross the pixel grid in the same way, px: the error is the smaller of this and PLACE_ALIKE_CELL / cell^2, the cell's
// edge in px. Measured on rendered tags with cells two pixels wide. Too small: such tags claim more than they know.
#define PLACE_ALIKE_MOST_PX 0.04
// See PLACE_ALIKE_MOST_PX.
#define PLACE_ALIKE_CELL 0.15
// How nearly the light beyond a narrow margin is known, of the step. Hand-set. Too small: corners near clutter claim more than they know.
#define PLACE_BEYOND_SIGMA 0.3
// Tails of the blur beyond so many sigmas are not counted. They hold 0.1 %.
#define PLACE_FAR_SIGMAS 3.0
// Where beyond a margin its light is taken, px. Hand-set: the paper's own is nearly gone there.
#define PLACE_BEYOND_PX 1.2
// How far a corner may lie from where the outline had it: the larger of this, px, and PLACE_MOVED_CELLS cells. Noise and a blur of a third of a
// cell move outlines by up to 0.42 cells (rendered tags). Too small: blurred tags are lost. Too large: the fit may end a cell off.
#define PLACE_MOVED_PX 1.5
// See PLACE_MOVED_PX.
#define PLACE_MOVED_CELLS 0.5
// Gate of Tukey's weights in the last rounds of the fit, of the step from ink to paper. Hand-set; no measurement recorded. Too large: occluders bias
// the corners. Too small: noisy pixels of the tag itself are left out.
#define PLACE_LAST_GATE 0.4F
#endif
