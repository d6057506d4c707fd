// pipeline/pipeline_limits -- the numbers by which perception decides: value, unit, origin, and what a wrong value costs.
//
// "Hand-set" means that no measurement of the number itself is on record, in code or history.
#ifndef VEDETTE_PIPELINE_PIPELINE_LIMITS_H
#define VEDETTE_PIPELINE_PIPELINE_LIMITS_H

#include "core/game.h"

// Capacities.
#define RECTS_MAX 24                        // rectangles of one look; more are joined, which searches more than need be
#define DUPLICATE_PLACES 4                  // of one duplicate marker
#define DUPLICATE_MARKERS 4                 // at a time; further ones are left out of the health line
#define UNREGISTERED_MAX 16                 // bases on the table that belong to no figure; further ones are not reported
#define SEEN_MAX (GAME_MAX_FIGURES + 1024)  // bases of one look: the largest roster and what is no figure

// A frame's course (pipeline, plan).
#define STILL_S 0.6            // s; without motion for so long the picture is at rest. Hand-set. Too small: hands that pause count as gone.
#define FRESH_LOOKS 4          // looks; whole pictures searched at the start, averaged by the tracker. Hand-set. More: a slower start.
#define REACH_IN 0.25          // in; how far an expected base may be from where it is looked for. Hand-set. Too small: fast moves are lost.
#define REACH_AT_REST_IN 0.05  // in; the same where nothing changed. Hand-set. Too large: a base is confused with its neighbour.
#define MARGIN_MM 25.0         // mm; margin about what changed, a base's width. Hand-set. Too small: bases across its edge are missed.

// What came to rest (rest, plan_regions).
#define SETTLE_LOOKS 3     // looks; a changed region is searched so often before it settles. Hand-set. Fewer: a missed base settles unseen.
#define CALM_S 0.2         // s; what has not moved for so long came to rest, whatever moves beside it. Hand-set. Too small: looks under a slow hand.
#define STILL_HAND_S 3.0   // s; as STILL_S, under a hand that lies still. Hand-set. Too small: a resting hand becomes table.
#define SETTLE_PX 90000.0  // px; searched by all searches in one frame: 7 ms at the nominal costs. Too large: frames cost too much.
// share of a base's place that would not stay the same if it came there. Hand-set: a figure covers the middle of its base, whatever that is painted
// like. Low: bases like the ground are not found where they were put down; high: figures are found in what always lay there.
#define LIES_SHARE 0.33

// Occlusion.
#define UNCOVERED_SHARE 0.3    // of a base; with less under a hand it can be found. Hand-set. Wrong: looks in vain, or late finds.
#define COVERED_SHARE 0.9      // of a base; with more it can't. Hand-set. Too small: hidden figures are called missing.
#define CLEAR_SHARE 0.05       // of a base; one that was missed with more under a hand is looked for when the hand has gone. Hand-set.
#define MINIATURE_IN 1.4       // in; height of a miniature of 28 to 32 mm with its base. Hand-set from common sizes.
#define MINIATURE_OF_BASE 1.6  // widths of the base; larger bases carry miniatures as high as this. Hand-set.
#define MINIATURE_SHARE 0.8    // of the base's width; arms and weapons stand out so far at the top. Hand-set.
#define OCCLUSION_SAMPLES 5    // along each edge of a base. Resolution of the covered share: 1/25.
#define HAND_TOP_IN 4.0        // in; a hand that handles figures is no higher. Hand-set. Too small: a hand is taken to be farther than it is.
#define HAND_HEIGHTS 3         // heights from 0 to HAND_TOP_IN at which a hand's outline is projected
#define HAND_NEAR_IN 6.0       // in; farther off a hand's distance is not computed exactly, which no decision needs
#define THING_STILL_S 1.0      // s; a thing is reported once it has lain so long. Hand-set. Too small: edges of moving figures are reported.
#define NAMED_MAX 4            // figures named in one sentence

// Figures that can't be found (lost). All hand-set. Too small: every passing hand is reported; too large: nothing is said of a figure for so long.
#define LOST_S 2.0               // s; one that was found before, with no hand over the table
#define LOST_FIRST_S 5.0         // s; one that was never found: the first searches take so long
#define LOST_BESIDE_HAND_S 10.0  // s; while a hand is over the table, which may be carrying it
#define LOST_MANY_S 5.0    // s; the same of more of a unit than LOST_HAND_HOLDS: pushed as a block or carried on a tray they are put down sooner
#define LOST_HAND_HOLDS 5  // figures
#define LOST_LOOK_S 10.0   // s; between two measurements of the picture's sharpness and light, which cost a frame some milliseconds

// Following what is expected (plan_follow, follow).
#define STEP_MAX_IN 1.5     // in; from one look to the next. More is a leap and predicts nothing. Hand-set.
#define STEP_LEAST_IN 0.05  // in; less is a measurement's error. Hand-set. Too large: what goes slowly and is lost is sought a look later.
#define NEAR_IN 0.1         // in; a sighting so near the tracked place is this figure's. Hand-set. Too large: a neighbour is taken for it.
#define NEAR_OF_BASE 0.2    // of the base's width; the same for large bases
#define LOST_LOOKS 2        // looks; a base missed more often lies hidden and is looked for less often. Hand-set.
#define EMPTY_LOOKS 2       // looks; a place seen empty so often has been left. Hand-set. Low: misses move figures; high: what is gone is seen there.
#define SELDOM_LOOKS 4      // looks; hidden bases are looked for in one of so many. Hand-set. Larger: found late.
#define RETRY_LOOKS 32      // looks; after so many a tag under a miniature is tried by following again. Hand-set.
#define PROBES 4            // figures of a unit that begins to move; they tell where the others went. Hand-set.

// Searching for what is lost (plan_search).
#define FRESH_EVERY_S 0.06     // s; between two searches of what hands have just left: two frames of a fast camera. Hand-set.
#define FIRST_OF_MANY_PARTS 2  // from the third sort of search on every second frame is left to following. Hand-set.
// Frames between two searches that found nothing, by sort: tags, painted rims, rim codes, tags under miniatures. Dearer searches wait longer.
// Hand-set. Too long: what reappears elsewhere is found late.
#define SEARCH_WAITS \
    { 4, 8, 16, 16 }

// Where nothing changes (plan_idle).
#define SWEEP_PX 190000.0  // px; one slice of the background sweep, a 64th of 12 megapixels. Larger: dearer idle frames.
#define SWEEP_EVERY 4      // frames between two slices where every figure is seen. Hand-set. Larger: a slower sweep.
#define SWEEP_MISSING 2    // the same where one is missing
#define SWEEP_VAIN 8       // the same where it was searched for in vain. Smaller: idle frames cost more for nothing.
#define VAIN_ROUNDS 2      // rounds of the sweep after which a search counts as in vain. Hand-set.
#define VERIFY_EVERY 2     // frames between two looks at known bases. Hand-set.

// What a look costs, in microseconds of one core (costs). Nominal: measured with bench/steady.c at 12 megapixels on one machine, rounded.
// Live sources replace them by what is measured while running. Wrong nominal values make frames dear, or finds late.
#define COST_FRAME_US 5500.0    // for looking, in one frame: with comparing and tracking a frame stays within 10 ms
#define COST_FOLLOW_SHARE 0.12  // of the time between frames, for following, where that is more. Hand-set. Small: what goes fast is lost from sight.
#define COST_FRAME_MOST_US 25000.0  // for following, however seldom frames come. Hand-set. Large: a verdict waits for it.
#define COST_FRAME_LEAST_US 1500    // however little is free: with fewer looks moving units would be lost. Hand-set.
#define COST_FRAME_SHARE 0.5        // of the time between frames that perception may take; the rest is for decoding, judging and the page. Hand-set.
#define COST_TAG_US 250.0           // following one tag
#define COST_HIDDEN_TAG_US 1000.0   // reading one tag under a miniature where it is expected
#define COST_PAINT_US 250.0         // following one painted rim
#define COST_RIM_US 200.0           // following one rim code
#define COST_LOST_RIM_US 1000.0     // the same, missed in the last look: its neighbourhood is searched
#define COST_SEARCH_US 2000.0       // the part of a search that one frame makes beside following
#define COST_VERIFY_US 600.0        // known bases that are verified in one frame where nothing changes
#define COST_TAGS_PX_PER_US 300.0   // searched for tags
#define COST_PLAIN_PX_PER_US 200.0  // for painted rims
#define COST_RIMS_PX_PER_US 25.0    // for rim codes
#define COST_HIDDEN_TAGS_PX_PER_US 30.0  // for tags under miniatures
// How costs are learned. Hand-set; tests/pipeline/test_costs shows convergence on made-up durations.
#define COST_LEARN_SHARE 0.05  // of a sample's error that is taken over. Larger: restless budgets; smaller: a slow start on a slow machine.
#define COST_OUTLIER 4.0       // a sample counts at most as so many times the prediction: the scheduler may have taken the core away
#define COST_RANGE 16.0        // learned costs stay within this factor of the nominal ones

// The table's place (table).
#define TABLE_CHECK_S 2.0      // s; at rest, between two looks at the table's markers. Hand-set. Larger: a slow shift goes on unseen.
#define TABLE_MOVED_IN 0.06    // in; most markers off by so much: camera or table have moved. Hand-set. Too large: judged in a shifted table.
#define TABLE_STEADY_IN 0.01   // in; off by the same within this: at rest again. Hand-set.
#define TABLE_STEADY_S 0.5     // s; for so long. Hand-set. Too small: a swing through the old place counts as rest.
#define TABLE_LEAST_MARKERS 3  // markers read before a shift is believed; a calibration anew needs 4
#define TABLE_ANEW_MARKERS 4
#define HANDS_UNKNOWN_S 10.0  // s; a hand in the first picture has moved or gone by then. Hand-set. Too small: a resting arm becomes table.
#define ODD_FRAMES 15         // frames of another size before the table is searched in them, and between two searches. Hand-set.
#define SAME_SHAPE 0.01       // of a picture's proportions; within it the lens's calibration scales. Hand-set.

// An arm in the first picture (first_picture). All hand-set: missing one lets a hand become bare table for up to 10 s.
#define FIRST_STEP_IN 0.25            // in; between samples along a table's edge
#define FIRST_STEPS_MAX 640           // samples; a table's edge of 160"
#define FIRST_NEAR_IN 0.75            // in; inset of the outer of two lines that an arm crosses
#define FIRST_FAR_IN 2.5              // in; inset of the inner one
#define FIRST_ASIDE_IN 4.0            // in; an arm may cross them aslant by so much
#define FIRST_ARM_LEAST_IN 1.25       // in; an arm's least width
#define FIRST_GAP_IN 0.5              // in; folds that look like the table
#define FIRST_WINDOW 36               // samples to either side; what is commonest there is table
#define FIRST_LEAST_LEVEL 20          // gray levels; least difference from the table, in one colour
#define FIRST_SPREAD 7.0              // medians of the table's own differences: 5 sigma
#define FIRST_MARKER_MARGIN_IN 1.0    // in; white paper about a table marker
#define FIRST_TERRAIN_MARGIN_IN 0.75  // in; banks and hedges beside terrain
#define FIRST_BASE_REACH_IN 3.0       // in; a base with the miniature on it

// Duplicate markers and unregistered bases.
#define DUPLICATE_LOOKS 3           // looks that must see a marker twice: a code may be misread. Hand-set. Fewer: false reports.
#define UNREGISTERED_LOOKS 3        // looks that must see it: fingers look like bases, too. Hand-set. Fewer: false reports.
#define UNREGISTERED_REST_S 1.0     // s; without motion before it is reported. Hand-set. Too small: a unit's own bases under hands are reported.
#define UNREGISTERED_OWN_SHARE 0.6  // of a base's width; nearer to a figure's place it may be that figure. Hand-set.
#define UNREGISTERED_MARGINS 4      // search margins, an inch each; larger things are no bases
#define UNREGISTERED_SAME_IN 0.3    // in; it stands where it stood. Hand-set.

// Readings in other light (relit). Hand-set. Wrong: a change of light reports nudges, or a nudge goes unreported.
#define RELIT_S 10.0          // s; after the light changed, places are reported anew
#define RELIT_NO_HAND_S 3.0   // s; and no hand was seen for so long
#define RELIT_READING_IN 0.1  // in; readings differ by less, nudges by more
#define RELIT_READING_RAD (10 * RAD_PER_DEG)

// Gaps between pictures (report).
#define GAP_REPORTED_S 2.0  // s; after a gap, a base carried far in it is found by a search and not in the first look. Hand-set.

// Declaration markers in the picture (declared_watch).
#define DECLARED_AGAIN_EVERY 8     // frames between two looks at a marker about which nothing changes. Hand-set.
#define DECLARED_UNDER_IN 0.4      // in; a base seen so near its middle is its tile. Hand-set.
#define DECLARED_COVER_SIZE 2      // of its box; larger things hide it. Hand-set.
#define DECLARED_FORGET_LOOKS 300  // looks that missed it in its place: it is gone and is read anew where it is laid. Hand-set.

// Which frames are judged (intake).
#define INTAKE_BACK_FRAMES 15     // frames with earlier times in a row: the clock was set back. Hand-set: half a second to a second.
#define INTAKE_FPS_SHARE 0.05     // of the average of frames a second, each frame. Smoothing alone.
#define INTAKE_SAMPLED 4096       // pixels of a picture that are sampled, about. More: dearer frames.
#define INTAKE_OUT_LEVEL 20       // gray; the brightest hundredth is darker: white paint looks like black. Hand-set.
#define INTAKE_DARK_LEVEL 48      // gray; the upper quartile is darker: noise is a tenth of it. Hand-set. Wrong: a false or a missing warning.
#define INTAKE_BRIGHT_LEVEL 250   // gray; at the sensor's limit
#define INTAKE_BRIGHT_SHARE 0.25  // of the picture at the limit. Hand-set. Wrong: a false or a missing warning.
#define INTAKE_STEP 0.12          // natural log of each quartile's change between frames: the light changed; no hand does that. Hand-set.
#define INTAKE_LEVEL_FLOOR 8      // gray; darker levels change by more for less
#define INTAKE_STEADY_S 0.3       // s; after the light's last step. Hand-set. Too small: frames of a fading lamp are judged.
// Light that drifts by more than INTAKE_DRIFT / (INTAKE_DRIFT_SLOW_S - INTAKE_DRIFT_FAST_S), 5 % a second. Slower clouds are followed, and a lamp's
// flicker averages out. Hand-set. Too small: clouds stop the judging; too large: places drift unnoticed.
#define INTAKE_DRIFT 0.04
#define INTAKE_DRIFT_SLOW_S 1.0
#define INTAKE_DRIFT_FAST_S 0.2
#define INTAKE_DRIFT_FROM_S 2.0  // s; places that a hand left or came to since are no longer compared after so long. Hand-set.
#define INTAKE_LEVEL_MARGIN 5    // gray; hysteresis of dark and out
#define INTAKE_SLOW_S 0.15       // s between pictures; ten a second follow hands, five don't. Hand-set. Wrong: a false or a missing warning.
#define INTAKE_GAP_S 0.25        // s without a picture; a hand carries a figure by inches meanwhile. Too large: moves are judged unseen.
#define INTAKE_SLOW_FRAMES 10    // more late frames than timely ones: no single pause. Hand-set.
#define INTAKE_SLOW_MOST 20      // and it is over after so many fewer
#define INTAKE_FROZEN_S 3.0      // s of pictures without a single sample's noise between them. Hand-set. Too small: a still film is called frozen.
#define INTAKE_FROZEN_FRAMES 10

// Sharpness and light of single pictures (quality).
#define QUALITY_LINES 400           // rows and columns that are looked along, each. Fewer: a restless estimate.
#define QUALITY_CONTRAST 80         // gray; edges of paint and print have it, cloth and shadows don't. Hand-set.
#define QUALITY_LEAST_EDGES 200     // fewer tell nothing. Hand-set.
#define QUALITY_WIDTH_MAX_PX 40     // px; widest edge at one scale
#define QUALITY_SCALES 4            // each half as fine as the one before: a wide edge is lost in the noise of single pixels
#define QUALITY_BLUR_BORNE_PX 0.77  // px; what calib/legible calls readable is so for a blur of 0.7 px, which reads as this here
#define QUALITY_INK_MOST 64         // gray of black ink beside paper that is just at the limit of 255, lightly printed. Hand-set.
#define QUALITY_BLUR_MAX_PX 2.0     // px; where it is not known what is to be read: half a cell of a tag of 32 px

// Declaration markers beside units (declared_markers). All hand-set; wrong: one is entered twice, late, or for another
// unit.
#define LAID_LOOKS 4                     // pictures that must show it in one place,
#define LAID_S 0.5                       // s; over so long: laid, and not in passing
#define LAID_PATIENCE_S 5.0              // s; while figures are still to be found its unit is not asked for so soon
#define LAID_SHIFT_IN 0.15               // in; moved by more it was laid anew
#define LAID_GONE_S 3.0                  // s; its place was seen without it for so long. Players move a marker along with its unit in less.
#define LAID_BESIDE_IN 2.0               // in; edge to edge, of a marker that lies beside a unit
#define LAID_CLEARLY 2.0                 // another unit is clearly farther at so many times the gap
#define LAID_CLEARLY_IN 0.25             // in; and so much more: hands lay to no better
#define LAID_STIRRED_IN 0.3              // in; a unit whose middle went so far has begun to move
#define LAID_BEFORE_S 5.0                // s; settled so soon after the first picture a marker lay there before
#define LAID_OFF_TABLE_IN 0.5            // in; farther out it lies among the spare ones
#define LAID_MARKER_IN (30 * IN_PER_MM)  // in; edge where the game file states none: as vedette print makes it

// One look (eye).
#define EYE_SIZE_OFF 0.15          // of a tag's stated size; beyond it is no marker of this game. Unknown heights make a few percent.
#define EYE_SAME_PLACE 0.5         // of a base; two sightings of one marker nearer than that are one. Hand-set.
#define EYE_INSIDE_SHARE 0.2       // of a base; bases that overlap by more stand in one place. Hand-set.
#define EYE_REPEAT_PX 3.0          // px; sightings of one tag nearer than that are one
#define EYE_AGREE_SIGMAS 3.0       // within which two measurements of one base are one. Hand-set. Too large: a stray one spoils the place.
#define EYE_MARKER_REACH_IN 0.1    // in; a table marker is followed so far before it is searched. Hand-set.
#define EYE_DECLARED_SAME_IN 0.3   // in; two sightings of a declaration marker nearer than that are one. Hand-set.
#define EYE_DECLARED_REACH_IN 0.1  // in; farther off it is found by a search, as it changed the picture
#define EYE_TILE_OF_TAG 1.3        // edge of a marker's tile over that of its black square, as vedette print makes it
#define EYE_TILE_REACH_PX 2.0      // px; a tile's outline is found to better than this
#define EYE_TILES_MAX 48           // tiles that one marker is held against

#endif
