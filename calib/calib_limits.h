// calib/calib_limits -- the numbers by which lens and table pose are fitted, and by which markers are legible: what each is, its unit, how it was
// found, what being wrong costs.
//
// "Hand-set" means chosen by reasoning and never measured.
#ifndef VEDETTE_CALIB_CALIB_LIMITS_H
#define VEDETTE_CALIB_CALIB_LIMITS_H

// ---- the lens (opencv.cpp)

// Sigma of a focal length, a share, from which a lens's fit is refused. Hand-set. Too large: places in the corners err. Too small: good boards are
// refused.
#define LENS_MOST_FOCAL_SIGMA 0.02
// RMS of a board's view, px, over the median of all, from which the view is left out, and the least that is left out at all. Hand-set. Too small:
// views from far aslant, which hold the lens best, go first. Too large: a board that was bent or misread bends the lens.
#define LENS_VIEW_OF_MEDIAN 3
#define LENS_VIEW_LEAST_PX 0.3

// ---- the table's pose (table_fit.c, pose_fit.c)

// Sigma of a marker's corner that is not stated, px: of a printed tag in an ordinary picture. Hand-set. Too small: noise makes a marker look moved.
// Too large: errors are stated too large.
#define POSE_DEFAULT_SIGMA_PX 0.3
// Steps after which a fit is given up. Hand-set. Saves time alone.
#define POSE_MAX_ROUNDS 50
// Damping: at the start, its least, and from where on a fit gives up; a tenth or ten times a step. Hand-set; the method's source
// stands in pose_fit.h. They change the number of steps, not where a fit ends.
#define POSE_FIRST_DAMPING 1e-3
#define POSE_LEAST_DAMPING 1e-12
#define POSE_MOST_DAMPING 1e8
// Gain of a step over the cost from which it is the last, a share. Hand-set: far below what noise leaves open.
#define POSE_SETTLED_GAIN 1e-10
// Trials with three or four markers. More cost time; all choices of three among 13 markers are 286.
#define CALIB_MAX_TRIALS 300
// A marker farther off than this in a trial contradicts it, in: misplaced by some 4 mm. Hand-set. Too small: good tables of carelessly measured
// markers are refused. Too large: a moved marker bends the table.
#define CALIB_KNOWN_LENS_IN 0.15
// The same where the lens's distortion is not known and moves what is seen. Hand-set.
#define CALIB_PLAIN_LENS_IN 0.75
// A marker this far from where all the others expect it was moved, in. Hand-set: 3 mm. Costs as CALIB_KNOWN_LENS_IN.
#define CALIB_MOVED_IN 0.12
// The same where only three others are left, which prove less. Hand-set.
#define CALIB_MOVED_OF_FOUR_IN 0.25
// Sigma of a lens's focal length about calib_plain_lens, a share. Hand-set. Too small: long and wide lenses get a wrong height of the camera.
#define CALIB_FOCAL_SIGMA 0.3
// Sigma of k1 of usual lenses without fisheyes. Hand-set. Too small: wide lenses stay bent. Too large: misplaced markers bend the picture.
#define CALIB_BEND_SIGMA 0.15

// ---- the least that is read (legible.c), for a blur of 0.7 px and noise of 6/255
//
// Too small: a camera is approved that can't read its table. Too large: one is refused that can.

// A cell of a tag, px: 12 px for tag36h11, where AprilTag 3 without decimation begins to read.
#define LEGIBLE_TAG_CELL_PX 1.5
// A cell of a tag under a figure, px: vision/tagged/scan.c looks for none smaller.
#define LEGIBLE_COVERED_TAG_CELL_PX 1.6
// A cell of a rim code along the way, px: 0.5 % of the cells are read wrongly (tests/calib/test_legible_limits.c).
#define LEGIBLE_RIM_CELL_PX 2.2
// The same of 32 cells where only 24 would be clear: from here on they still name twice as many bases as those and more, for 24 cells tell too few
// figures apart (docs/rim-code.md).
#define LEGIBLE_RIM_CELL_OF_32_PX 1.7
// The width of a rim, coded or painted, px. Origin not recorded.
#define LEGIBLE_BAND_PX 2.0
// Unpainted bases, sought by their outlines, px/mm: of 382 bases of 25 mm, half covered, 76 % were found at 0.56, 91 % at 0.64, 98 % at 0.79
// (tests/vision/field.h, bare; seeds 51001 to 51005).
#define LEGIBLE_BARE_PX_MM 0.67
// Two paints of plain rims closer than this in CIELAB (CIE 1976 difference) are taken for each other where light is poor. An assumption: the eye
// tells 2.3 apart, and lamps of different colour over one table shift a paint by about 10.
#define LEGIBLE_PAINT_DISTANCE 20.0

#endif
