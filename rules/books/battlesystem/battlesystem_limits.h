// rules/books/battlesystem/battlesystem_limits -- the numbers by which the checks of Battlesystem decide: unit, meaning, origin, and what a wrong
// value costs.
//
// "Hand-set": no measurement of the number itself is recorded, neither in the code nor in its history. The commit that set it follows.
#ifndef VEDETTE_RULES_BATTLESYSTEM_LIMITS_H
#define VEDETTE_RULES_BATTLESYSTEM_LIMITS_H

#include "core/geom.h"

// Charges (charge_facts, act_charge).

// rad to either side of the way; an enemy in this cone lies on the way (BS1-7.13-11). Hand-set, 085b3c8.
// Low: an enemy that was met goes unnoticed. High: an enemy beside the way counts.
#define AHEAD (45 * RAD_PER_DEG)

// in; how far the target of a charge is searched for: no table is so wide (docs/game-file.md: 600). Low: a far target has no gap.
#define FARTHEST_IN 1000.0

// Wrap-arounds (wrap, check_wrap).

// rad; figures that turned less still stand in the line. Hand-set, b528b29.
// Low: a careless heading counts as an end that wheeled. High: an end that wheeled a little counts as line.
#define TURNED_FROM (12 * RAD_PER_DEG)

// rad; figures of one wheeled end differ in their turn by no more. Hand-set, b528b29. Low: an end is not recognised. High: a scatter of figures is
// one.
#define ALIKE (20 * RAD_PER_DEG)

// in; of a figure from its place in the wheeled end: dressing, and a base pushed up to the enemy's. Hand-set, b528b29.
// Low: a clumsy wrap-around is not recognised. High: figures out of line count as an end.
#define OFF_IN 0.55

// in; an overlap of bases up to this is the error of two edges, since bases cannot overlap. Hand-set, b528b29.
// Low: bases that touch are called a breach. High: lack of space goes unnoticed.
#define OVERLAP_IN 0.1

// Fighting withdrawals (withdrawal).

// in; a unit in contact that went back less was pushed about. Hand-set, b528b29. Low: a push is a withdrawal. High: a short withdrawal is missed.
#define BACK_FROM 1.0

// rad from straight back; within it the unit meant to withdraw. Hand-set, b528b29.
// Low: a crooked withdrawal is judged as another move. High: a sidestep is a withdrawal.
#define BACK_WITHIN (60 * RAD_PER_DEG)

// in aside; about 10 degrees of 3" (docs/geometry.md section 8). Low: a careful withdrawal is no withdrawal. High: an oblique one passes.
#define ASIDE_IN 0.5

// Routs (rout_run, check_rout, check_rout_course, act_rout).

// in; the nearest enemy within it is taken for the cause of a rout that names none (BS1-7.15-4).
// Low: the course goes unjudged. High: it is judged by an enemy that had no part in it.
#define CAUSE_WITHIN_IN 12.0

// in; shorter ways have no direction worth testing (docs/geometry.md section 6). Low: noise is a course.
#define COURSE_FROM_IN 1.0

// in; half the gap that lets a figure through. Hand-set, 0b52deb. Low: routers are sent through gaps that are too narrow.
#define CLEAR_IN 0.5

// in; an obstacle so near ahead of a unit is one that it would run into. Hand-set, 0b52deb.
// Low: a unit that stopped before an obstacle is short. High: a unit that stopped early is excused.
#define AHEAD_IN 1.0

// in; half the width of what escapes: the gap alone counts, whatever the base (BS1-7.15-13). Low: the way out is too short.
#define ESCAPER_IN 0.5

// in; of a path between two tests. Hand-set, 282b5f4. High: a narrow obstacle is stepped over. Low: only time.
#define STEP_IN 0.25

// in; of ground that costs others movement: a shorter way through it explains no shortfall. Hand-set, 0b52deb.
// Low: the advice names ground that was merely brushed.
#define THROUGH_IN 0.5

// in beyond half a base; a figure so near the edge of ground closed to it has reached it. Hand-set, 0b52deb.
// Low: its run along the edge goes unjudged. High: the run is judged from too early a place.
#define AT_EDGE_IN 0.7

// in; nearer to where it came from a unit has no course to it worth testing. Hand-set, 0b52deb. Low: noise is a course.
#define FAR_HOME_IN 6.0

// in; shorter ways have no direction worth testing, as COURSE_FROM_IN. Hand-set, 0b52deb. Low: noise is a direction.
#define FLANK_FROM_IN 1.0

// s; time to put the rout marker down before it falls due. Hand-set, 0b52deb. Low: players are hurried.
#define MARKER_S 60.0

// Turns after contact (check_contact).

// chance that, of a contact and a turn that no picture shows one after the other, the turn came first. Hand-set: nothing tells. Low: a judge is asked
// about little turns, too. High: nobody is asked.
#define TURNED_FIRST 0.5

// Whether a unit is shut in (escape).

// in; farther obstacles shut no unit in. Hand-set, 0b52deb. Low: a wide ring is missed. High: only time.
#define REACH_IN 40.0

// in; the widest gap of a ring worth reporting. Hand-set, 0b52deb. Low: a loose ring goes unreported.
#define SEEK_IN 6.0

// halvings of SEEK_IN: to 0.002". Low: the reported gap is coarse.
#define RING_HALVINGS 12

// in; links along the side of a base do not go through it. Hand-set, 0b52deb. Low: a link that grazes a base is dropped.
#define GRAZE_IN 0.2

// Mobs in ranks (check_formation).

// in; comrades that stand so exactly beside or behind each other were dressed. Hand-set, e62fb98.
// Low: ranks of a mob are missed. High: chance makes ranks.
#define IN_LINE_IN 0.08

// share of the figures; with more of them in line a mob stands in ranks. Hand-set, e62fb98. Low: an irregular mob is called tidy.
#define TIDY_SHARE 0.8

// Terrain (battlesystem_2e_terrain, check_terrain).

// inches of movement for an inch of brush, read kindly: "3 per 2", were 3 per 1 a misprint (BS2-TER-23).
// Wrong: a move through brush is doubtful that is not, or the reverse.
#define BRUSH_KINDLY 1.5

// in; cavalry that merely crosses a trail goes no farther on it. Hand-set, 4d30ed5. Low: a crossing is remarked on.
#define CROSSED_IN 3.0

#endif
