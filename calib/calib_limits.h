// calib/calib_limits -- the thresholds for fitting lens and table pose, and for the legibility of markers: the meaning of each, its unit, how it was
// found, what a wrong value costs.
//
// "Hand-set" means chosen by reasoning and never measured.
#ifndef VEDETTE_CALIB_CALIB_LIMITS_H
#define VEDETTE_CALIB_CALIB_LIMITS_H

// ---- the lens (opencv.cpp)

// Relative sigma of a focal length from which a lens's fit is refused. Hand-set. Too large: places in the corners err. Too small: good boards are
// refused.
#define LENS_MOST_FOCAL_SIGMA 0.02
// A view of a board is left out if its RMS exceeds both LENS_VIEW_OF_MEDIAN times the median RMS of all views and LENS_VIEW_LEAST_PX, px. Hand-set.
// Too small: strongly tilted views, which determine the lens best, are lost first. Too large: a bent or misread board falsifies the lens.
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
// Relative gain of a step below which the step is the last. Hand-set: far below the noise.
#define POSE_SETTLED_GAIN 1e-10
// Trials with three or four markers. More cost time; all choices of three among 13 markers are 286.
#define CALIB_MAX_TRIALS 300
// A marker farther off than this in a trial contradicts it, in: misplaced by some 4 mm. Hand-set. Too small: good tables of carelessly measured
// markers are refused. Too large: a moved marker bends the table.
#define CALIB_KNOWN_LENS_IN 0.15
// The same where the lens's distortion is not known and displaces the markers in the picture. Hand-set.
#define CALIB_PLAIN_LENS_IN 0.75
// A marker counts as moved from this distance to the place that all the others predict, in. Hand-set: 3 mm. Costs as CALIB_KNOWN_LENS_IN.
#define CALIB_MOVED_IN 0.12
// The same where only three others are left, which is weaker evidence. Hand-set.
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
// The same for codes of 32 cells at a resolution at which only 24 cells would be clear: from this value on 32 cells still identify at least twice as
// many bases, since 24 cells distinguish too few figures (docs/rim-code.md).
#define LEGIBLE_RIM_CELL_OF_32_PX 1.7
// The width of a rim, coded or painted, px. Origin not recorded.
#define LEGIBLE_BAND_PX 2.0
// Unpainted bases, sought by their outlines, px/mm: of 382 bases of 25 mm, half covered, 76 % were found at 0.56, 91 % at 0.64, 98 % at 0.79
// (tests/vision/field.h, bare; seeds 51001 to 51005).
#define LEGIBLE_BARE_PX_MM 0.67
// Two paints of plain rims closer than this in CIELAB (CIE 1976 difference) are confused where light is poor. An assumption: the eye distinguishes
// 2.3, and lamps of different colour over one table shift a paint by about 10.
#define LEGIBLE_PAINT_DISTANCE 20.0
// Share of the table that may look like a rim's paint. Hand-set. Low: a coloured hedge is warned of; high: rims that vanish on the ground are not.
#define LEGIBLE_GROUND_SHARE 0.25

// ---- files (file.c, ros.c)

// Bytes of a *.cal.json. Hand-set; no measurement recorded. Too small: good files are refused. Too large: a wrong file takes memory.
#define CALIB_FILE_MAX_BYTES (1 << 20)
// The same of a camera_info file of ROS.
#define ROS_FILE_MAX_BYTES (1 << 16)

#endif
