// formation/track/track_limits -- the numbers by which the tracker decides. Internal to formation/track/.
//
// Each line says what the number is and its unit, how it was found, and what a wrong one costs.
//   [hand]   set by hand when its part was written (the commit is named where the part came later than the tracker, 066626c) and kept since. Only the
//            whole was measured: moves, phantoms, nudges, ambiguous groups and late verdicts of random plays (vedette_bench_follow simulated,
//            and rendered for pictures). No sweep over the number itself is recorded.
//   [camera] follows from the error of measurement: a base is seen to about 0.5 mm (0.02"), which the same bench gives as the mean error of places.
//   [memory] bounds memory or work, and decides nothing before it is reached.
#ifndef VEDETTE_FORMATION_TRACK_TRACK_LIMITS_H
#define VEDETTE_FORMATION_TRACK_TRACK_LIMITS_H

#include "core/pose.h"

// Measurement and rest -------------------------------------------------------------------------------------------------------------------

// in, one sigma of a sighting that states no error. [camera] Low: noise is motion; high: nudges of 2 mm go unseen.
#define TRACK_SIGMA_IN 0.02
// rad, likewise. [hand]
#define TRACK_SIGMA_RAD (2 * RAD_PER_DEG)
// in: a smaller difference is never motion; half a millimetre of rim paint, three times. [camera] Low: figures at rest seem to move; high: nudges
// start late.
#define TRACK_GATE_IN 0.06
// rad, likewise. [hand]
#define TRACK_GATE_RAD (3 * RAD_PER_DEG)
// share of the variance of a look that is common to all looks at a base at rest: they see the same light, paint and edges, of film the same blocks.
// Of 1,594 rests in 16 tuning films, half of them at 0.5 Mbit/s, 0.65 to 0.8, of places and of headings, of codes and of rims. Low: a blurred look
// that was repeated is held against a sharp one, and what corrects it is a move; high: nudges of blurred bases go unseen.
#define TRACK_COMMON 0.7
// share of the lesser variance that is taken to be common to two looks where it is asked whether the base moved between them. [hand] In the same
// films looks of like sharpness differed by 0.13 to 0.37 of a look's variance, also where the picture had changed between them: 0.8 and more is
// common. But some slip by far more than they say. Low: blurred bases begin to move late, and are lost; high: slips are moves.
#define TRACK_ALIKE 0.2
// s since a figure last moved: from then on its place is averaged. [hand] Low: the slow end of a move drags on the average; high: places stay noisy
// longer.
#define TRACK_AT_REST_S 0.25
// share of a base under a hand: beyond it the figure is not reported as gone. [hand, 1552ff2] Low: figures under fingers hide late; high: they hide
// wrongly.
#define TRACK_COVERED_SHARE 0.3

// Defaults of formation_options ----------------------------------------------------------------------------------------------------------

// s between two samples of a unit in motion. [hand] Low: more events; high: coarser paths, on which maneuvers are judged.
#define TRACK_REPORT_S 0.1
// in, rad: no average claims a smaller error. [hand] Low: verdicts trust places too much; high: more of them are doubtful.
#define TRACK_FLOOR_IN 0.008
#define TRACK_FLOOR_RAD (0.25 * RAD_PER_DEG)
// s without change until a unit has settled for the tracker and is reported cleanly. [hand] Low: reported before the last push; high: later, never
// wrong.
#define TRACK_STILL_S 0.4
// in/s at which hands carry figures at most. [hand] Low: carried figures are not found again; high: more bases may be taken for one.
#define TRACK_HAND_SPEED_IN_S 30
// looks in vain before a figure is hidden. [hand] Low: a missed look hides figures; high: the place of a figure taken up is kept too long.
#define TRACK_MISSES_HIDDEN 3

// Reports --------------------------------------------------------------------------------------------------------------------------------

// in, rad: a known pose that changed by less is not reported. [camera] Low: more events; high: stale places.
#define TRACK_REPORT_IN 0.03
#define TRACK_REPORT_RAD (2.5 * RAD_PER_DEG)
// times: unless its error is so many times smaller now. [hand] Low: more events; high: verdicts keep the larger error.
#define TRACK_BETTER 1.5
// s, at rest, between two corrections of one unit's poses. [hand] Low: more events; high: stale places.
#define TRACK_CORRECT_S 1.0
// sightings of a figure before its first place is reported. [hand] Low: a noisy first place, later a false nudge; high: a late one.
#define TRACK_FIRST_LOOKS 4
// s reported at most as the time that a figure has stood still: more than any settle time. [hand] No other cost than a larger number.
#define TRACK_STILL_MOST_S 60.0

// Jumps and searches ---------------------------------------------------------------------------------------------------------------------

// in: one figure alone farther from where it should be must be seen there again. [hand] Low: quick moves come late; high: false finds move figures.
#define TRACK_JUMP_IN 1.0
// looks in a row that are believed. [hand] Low: a false find moves a figure; high: a figure put far away is found late.
#define TRACK_JUMP_LOOKS 2
// likewise for one that left its rank while the others are followed and a hand is at it: fingers over a rim look like bases, too. [hand, 0358fe4]
// And for one far from a unit in ranks that stands.
#define TRACK_JUMP_LOOKS_RANKED 6
// in from the nearest figure of such a unit: so far off none of it stands. [hand] Low: one taken out of its rank is believed late; high: false
// finds.
#define TRACK_STRAY_IN 8.0
// s; one that has been missed for longer was taken off the table: no plain base so far off is known to be it. [hand] Low: one that is carried for
// long stays missed; high: false finds.
#define TRACK_STRAY_S 5.0
// in from a base's edge to a hand: fingers are no farther off it. [hand, ad81904] Low: fingers are believed; high: moved figures wait four looks
// more.
#define TRACK_FINGERS_IN 1.0
// share of a unit: so many jumps in one look are a unit carried. [hand] Low: several false finds are believed; high: a carried unit comes a look
// late.
#define TRACK_JUMP_SHARE 0.3
// in: two jumps nearer together are to one place. [hand] Low: a figure in a moving hand is not believed; high: two false finds confirm each other.
#define TRACK_JUMP_SAME_IN 0.4
// of a base's lesser side from which on a figure is found aside though nothing moved (up to SLIP_MOST), and the looks in a row that are then
// believed. [hand] Narrow, or few looks: a slip of the look is a move. Wide, or many: a place that was wrong is mended late.
#define TRACK_SLIP_LEAST 0.3
#define TRACK_SLIP_LOOKS 8
// times by which a look is sharper than what placed a figure, so that this had slipped; or what placed a mate is sharper than a look that lies over
// it. [hand] Low: slips move figures; high: they are mended late.
#define TRACK_FAR_SHARPER 2.0
// share of a base's lesser side: no two bases stand nearer, so that they are one. [hand] Low: two figures in one place; high: a neighbour is evicted.
#define TRACK_SAME_PLACE 0.5
// likewise: bases that overlap by more can't both stand there. [hand] Low: errors of two places evict a neighbour; high: a base that was found
// between two others stays there after they have been found.
#define TRACK_INSIDE_SHARE 0.2
// s after a hand was near a unit until its bases have been looked at without it. [hand, 67d20c1] Low: figures are named under the hand; high: late
// verdicts.
#define TRACK_BUSY_S 0.2
// s between two views in which a hand can come, take a unit away and be gone. [hand, 28817e3] Low: pauses widen every search; high: a unit carried
// off in a pause is read as a short move (5.5" were read as 2.5").
#define TRACK_UNWATCHED_S 1.0
// s before a figure was seen last in which a hand near it may still have carried it off. [hand, 67d20c1] Low: figures lost for good; high: wider
// searches.
#define TRACK_LATELY_S 3.0
// s without being found, where something has moved since, until a figure is hidden whatever there was time to look for. [hand, e555546] Low: a busy
// table hides figures that stand; high: a figure moved under a busy hand is left where it stood.
#define TRACK_UNFOUND_S 0.8
// in that any figure may be off its place when it is looked for, besides what a hand may have carried it. [hand] Low: knocked figures are lost.
#define TRACK_FIRST_REACH_IN 1.0
// bases that are no figure's in one view before memory grows. [memory]
#define TRACK_OTHERS_SEEN 256

// Units carried as bodies (bodies.c, ambiguity.c, whole_units.c) ---------------------------------------------------------------------------

// s unfollowed until a carried unit in ranks may be anywhere. [hand, 22a978f] Low: half-seen blocks are found in wrong places; high: found late.
#define TRACK_LOST_S 0.3
// s after which a settled unit with hidden figures is taken as it is seen. [hand, 05e2636] Low: the old order is given up under a resting hand; high:
// a unit formed anew is searched for in its old order.
#define TRACK_BODY_LATE_S 5.0
// in that a figure of a carried body slides from its place in it. [hand, b8b66d8] Low: sliding figures are taken for strayed ones; high: strayed
// figures count as carried, and equal figures change names.
#define TRACK_BODY_OFF_IN 0.4
// share of a unit's figures that must be in sight for its old order to tell which is which. [hand] Low: a part of a block fits its places in several
// ways; high: one figure under a hand leaves the others with each other's names.
#define TRACK_ORDER_SHARE 0.7
// share of a unit that must be seen to tell where it is carried. [hand] Low: a few wrong finds move the unit; high: units under hands are lost.
#define TRACK_BODY_SHARE 0.2
// share of a base's lesser side: nearer to where a figure is expected than to where its neighbour would be. [hand, f3f97d4]
#define TRACK_EXPECTED_NEAR 0.25

// Fronts -------------------------------------------------------------------------------------------------------------------------------------

// looks in a row before a turn in place is believed. [hand, 74df46e] Low: a mark misread turns figures; high: a turn on the spot comes late.
#define TRACK_TURNED_LOOKS 6
// share of a unit's figures in sight that must be read as turned before one in its ranks is. [hand] Low: a mark that a blurred picture shows on the
// wrong side turns a figure; high: a unit whose figures are turned one by one is seen to turn late.
#define TRACK_TURNED_SHARE 0.5
// share of a unit's sure fronts that face one way, so that one which the first look shows otherwise was misread. [hand] Low: a unit that is being
// turned is read as not turned; high: a block of few figures is told with one turned.
#define TRACK_RANKS_AGREE 0.75
// share of a base's lesser side within which the next one of its rank or file stands.
#define TRACK_BESIDE 1.3
// share of a base's lesser side from look to look: farther, it may be another base that is named so now. [hand, 04c57f8]
#define TRACK_LEAPT 0.3
// share of the turn from side to side, about the middle between two: what is expected tells neither side there. [hand, 04c57f8]
#define TRACK_HALFWAY 0.25
// rad that a round base turned at once, so that its heading is not believed. [hand, 74df46e] Low: quick turns lose their heading; high: misread marks
// count.
#define TRACK_SPUN_RAD (50 * RAD_PER_DEG)
// rad: sigma of the heading of a figure that shows none and was carried with its unit, or stands where the game file placed it. Bases in ranks keep
// to each other by a few degrees. [hand] Low: verdicts trust facings too much; high: more of them are doubtful.
#define TRACK_FACED_RAD (3 * RAD_PER_DEG)
// s out of sight after which the old heading tells nothing. [hand, 74df46e]
#define TRACK_EXPECTED_FOR_S 3.0
// in from where the game file places it: a figure that is found so near for the first time faces as the game file says, where the picture leaves its
// front open. [hand] Low: fronts stay doubtful; high: a figure that was put down anew is read as deployed.
#define TRACK_AT_START_IN 1.0

// Bases that are no figure's -------------------------------------------------------------------------------------------------------------

// in between two sightings of one base at rest. [camera]; five sigma of 0.02". Low: one base is two; high: a base pushed a little is the old one.
#define TRACK_LOOSE_SAME_IN 0.1
// s that a base is remembered unseen, and while a hand is about that may have moved it on. [hand, 5d67c14] Low: hidden figures are not found as it;
// high: they are found where nothing stands any more.
#define TRACK_LOOSE_KEPT_S 6.0
#define TRACK_LOOSE_KEPT_UNDER_HAND_S 1.0
// looks before a remembered base counts: fingers over a rim look like a base once. [hand, 5d67c14]
#define TRACK_LOOSE_LOOKS 2
// looks, and s at rest, before a base is reported as one that is no figure's. [hand, 5d67c14] Low: fingers are reported; high: late warnings.
#define TRACK_STRANGER_LOOKS 5
#define TRACK_STRANGER_S 2.0
// remembered at one time. [memory]
#define TRACK_LOOSE_MOST 256

// Equal bases that may have been exchanged -------------------------------------------------------------------------------------------------

// s out of sight, from which an absence counts: a look or two that missed a base hide no exchange. [hand, d35d99d] Low: false groups; high: missed
// ones.
#define TRACK_GAP_S 0.25
// s for which two absences must overlap. [hand, d35d99d] Likewise.
#define TRACK_OVERLAP_S 0.25
// s under one hand together: time enough to exchange two neighbours that were never seen apart. [hand, ba576d2] Low: false groups; high: missed ones
// (vedette_bench_follow identity counts both).
#define TRACK_EXCHANGE_S 1.2
// s likewise where one of them is ambiguous already. [hand, f47106e]; second exchanges inside a wrong block went unreported before.
#define TRACK_EXCHANGE_AGAIN_S 0.4
// in between such neighbours. [hand, ba576d2]
#define TRACK_NEIGHBOURS_IN 4.0
// in, rad: no hand puts a base, or a whole unit, back so exactly. 2 mm: what hands do when they put figures back. [hand, ba576d2; the unit's turn
// d35d99d] Low: figures that only lay under an arm are grouped; high: exchanges go unreported.
#define TRACK_IN_PLACE_IN 0.08
#define TRACK_IN_PLACE_RAD (8 * RAD_PER_DEG)
#define TRACK_UNIT_IN_PLACE_RAD (2 * RAD_PER_DEG)
// looks that show a place empty, those in full view counted twice, before the figure surely left it. [hand, f47106e]
#define TRACK_EMPTY_LOOKS 4
// share of a base under a hand up to which its place is in full view. [hand, ba576d2]
#define TRACK_FULL_VIEW_SHARE 0.05
// in: of two ways to name figures whose distances differ by less both are likely. [hand, ba576d2] Low: wrong names; high: needless `ask` verdicts.
#define TRACK_IN_DOUBT_IN 1.0
// in that a unit's motion must go to tell which figures go with it. [hand, ba576d2]
#define TRACK_WENT_FAR_IN 1.0

// Whole units that may have been exchanged; costs are negative logarithms of likelihoods -----------------------------------------------------

// share of a unit's known figures: with so many in sight it has been found again. [hand, d35d99d] Low: its place is guessed from few; high: it stays
// lost under a hand.
#define TRACK_FOUND_SHARE 0.5
// share of a base's lesser side, one sigma: a figure stands so far from its place in the array, put down anew. [hand, d35d99d]
#define TRACK_PLACE_SIGMA 0.35
// cost at most of another array: units change their formation in the hand. [hand, d35d99d]
#define TRACK_OTHER_ARRAY_MOST 6.0
// cost of the other order: units are put down in the order in which they were taken up seven times in eight. [hand, d35d99d]
#define TRACK_IN_ORDER 2.0
// s: taken up or put down nearer together they have no order. [hand, d35d99d]
#define TRACK_SAME_TIME_S 0.25
// cost: another reading that is not twenty times (e^3) less likely is reported. [hand, d35d99d]; without it 142 of 200 exchanges of equal blocks went
// unreported (tests/formation/test_wholes.c).
#define TRACK_IN_DOUBT 3.0
// s: a unit's marker is seen with it, if not in the same look. [hand, 69fd885]
#define TRACK_MARKED_S 0.5
// units that may have gone round in a ring, and units away at one time. [memory]
#define TRACK_RING_MOST 4
#define TRACK_TOGETHER_MOST 16

// Nudges (all [hand, aa1fe59], held by the nudges of vedette_bench_follow: entered and false ones) --------------------------------------------
// In general: reading a move as a nudge forgives it, reading a nudge as a move charges the unit for it; in doubt it is a move.

// in: 2 mm (docs/stream.md) less what averaging leaves. Low: noise is a nudge; high: nudges of 2 mm go unreported.
#define TRACK_NUDGE_LEAST_IN 0.075
// in: under an arm a base is knocked no farther without being put back.
#define TRACK_NUDGE_SMALL_IN 0.45
// in: a die, or a base that is pushed, sends it no farther.
#define TRACK_NUDGE_FAR_IN 1.5
// s: a knock is over by then; what goes on moving is being moved.
#define TRACK_NUDGE_BRISK_S 0.35
// in from a base's edge: a hand may be at it, or something in the hand may.
#define TRACK_HAND_NEAR_IN 1.0
#define TRACK_HAND_ABOUT_IN 3.0
// s: a hand that is back sooner had not gone.
#define TRACK_VISIT_GAP_S 0.5
// s: a hand that stays longer with a figure that is a unit by itself moves it.
#define TRACK_PASSES_S 1.0
// s: a hand that goes from one figure of a unit to the next has not left the unit.
#define TRACK_HAND_GONE_S 0.8
// s to wait for a hand to leave what it may be moving. High: a nudge under a resting hand is reported late.
#define TRACK_HAND_WAIT_S 12.0
// s: displacements within it belong together.
#define TRACK_SAME_SPELL_S 1.0
// s: two looks or three at ten pictures a second.
#define TRACK_JUST_NOW_S 0.3
// share of a unit: more displaced figures are a unit being moved; and of a unit that another one is pushed into.
#define TRACK_FEW 0.25
#define TRACK_FEW_PUSHED 0.5
// s of rest before a displacement has ended: the slow beginning of a move looks like rest for a while.
#define TRACK_NUDGE_REST_S 0.8
// in between a base that is moved and the one that it pushes, from one look to the next.
#define TRACK_TOUCH_IN 0.12
// figures that a handful of dice may knock about, and share of all on the table: beyond both it was the table that moved.
#define TRACK_AT_ONCE 4
#define TRACK_AT_ONCE_SHARE 0.25

#endif
