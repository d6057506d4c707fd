// formation/identify/match -- figures of which something is known and the bases that may be theirs. Internal to formation/.
//
// Inches and radians. Nothing is matched nearest first: figures near their places, units that were carried off, and single figures are each matched
// all at once, at the least total cost.
#ifndef VEDETTE_FORMATION_IDENTIFY_MATCH_H
#define VEDETTE_FORMATION_IDENTIFY_MATCH_H

#include "formation/identify/identify_limits.h"
#include "formation/identify/work.h"

// True where base i may be figure f's, as far as looks and times tell.
bool match_may_be(const work *w, int f, int i);
// The unit's figures are moved one by one: skirmishers, and those that stand alone.
bool match_moves_alone(const game_unit *u);
// The figure was seen in its place after the base already lay in its own.
bool match_was_elsewhere(const work *w, int f, int i);
// The last look found the figure.
bool match_was_here_just_now(const work *w, int f);
// The base may be figure f's that faces so, as far as its shape and, where figures don't stand in ranks, its front tell.
bool match_headings_agree(const work *w, int f, pose from, const base_sighting *b);
// A figure that is to be found within gate_in of its place.
typedef struct {
    int figure;
    double gate_in;
    bool carried;  // its place is where its unit was carried; else also where it was seen last will do
} match_row;
// Names bases that lie where the rows' figures are expected, so that the sum of squared distances, of headings off and of figures missed is least.
status match_near(work *w, const match_row *rows, int row_count);
void match_measure_near(const work *w);

// Units that left their places as bodies: for each the motions that explain it, then for all of them together the motions that cost least and take no
// base twice.
status match_carried(work *w);
void match_measure_carried(const work *w);

// Single figures go to the bases that are left, all at once.
status match_singly(work *w);
void match_measure_singly(const work *w);

// The unit cannot be followed, and its figures are not looked for one by one.
bool match_is_lost(const work *w, int f);
// From where the figure is expected, or, where no hand is carrying it on or its unit is one of skirmishers, from where it was seen last: inches to
// the base, whichever is less.
double match_away(const work *w, int f, int i);
// The same as a way, with its turn.
double match_way(const work *w, int f, int i);
bool match_is_busy(const work *w, int f);

#endif
