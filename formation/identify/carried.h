// formation/identify/carried -- units that left their places as bodies, and the motions that explain where they are. Internal to formation/identify/.
//
// Costs are negative logarithms of likelihoods: IDENTIFY_MISSING for each figure that finds no base, IDENTIFY_GAP more where a base would have been
// seen, IDENTIFY_TAKEN where another stands, the square of how far the others are off their places, and what the way costs (formation/carry_cost.h).
// Inches and radians.
#ifndef VEDETTE_FORMATION_IDENTIFY_CARRIED_H
#define VEDETTE_FORMATION_IDENTIFY_CARRIED_H

#include "formation/identify/identify_limits.h"
#include "formation/identify/match.h"

// A motion and the bases to which it brings the unit's figures.
typedef struct {
    rigid2 motion;
    double cost;
    int found;
    int *base_of;  // per figure of the unit: index of its base, -1
} carried_motion;

// A unit that was not wholly found where it was expected, and the places where it may be.
typedef struct {
    int unit, expected, in_place;  // figures expected, and those that are where they were: found there, or nothing changed about them
    double gaps_cost;              // if it stays: of its figures without a base whose places lie in sight, or are taken
    double tol_in;
    double seen_s;                             // when one of its figures was found last
    carried_motion motions[IDENTIFY_MOTIONS];  // cheapest first
    int motion_count, chosen;                  // -1: it stays
} carried_body;

typedef struct {
    work *w;
    const game_unit *u;
    carried_body *b;
    int *bases, base_count;  // that may be the unit's
    int *taken;              // per base of the list: stamp of the last hypothesis that used it
    int stamp;
    int *hits;                  // per figure: base that the last hypothesis gave it, -1
    double budget, all_budget;  // comparisons of a figure with a base that may still be made: for this unit, for all
} carried_search;

// Takes the search's arrays of w's arena, or measures them.
void carried_take_search(const work *w, carried_search *s);
// Fills b->motions with the motions to the places to which b->unit may have been carried. None if it was not carried, or if that is not clear.
void carried_find_motions(carried_search *s, carried_body *b);
// How well a motion explains the unit; `fitted`: so exactly that it tells how far figures are off their places. Which base it gives to which figure
// is left in s->hits.
carried_motion carried_weigh(carried_search *s, rigid2 m, bool fitted);
// Ranks and files repeat, so that a part of a block fits in many places, also turned about. True if the motion is nearly none from where the body was
// expected, or if it is much likelier than those that bring figures to one another's places.
bool carried_has_one_place(carried_search *s, const carried_motion *v);
// The motion, or, where that is likelier, one that brings each figure to the place of the next one of its rank or file. s->hits as carried_weigh().
carried_motion carried_likeliest_repeat(carried_search *s, const carried_motion *v);
// Fits the motion anew to all the figures that it brings to a base.
rigid2 carried_refine(carried_search *s, const carried_motion *v);
// Something is expected of figure f.
bool carried_is_expected(const work *w, int f);
pose carried_pose(rigid2 m, pose p);

#endif
