// formation/track/track -- the memory: where each figure stands, through hands and noise. Turns what single pictures show into `observe` and `place`
// events.
//
// Inches, radians, seconds of the frames; no clock. A figure not found where nothing changed stays; not found where something changed it is hidden
// until it is found again: never deleted, never moved to where it ought to be. At rest poses are averaged. One thread a tracker.
#ifndef VEDETTE_FORMATION_TRACK_TRACK_H
#define VEDETTE_FORMATION_TRACK_TRACK_H

#include "core/event.h"
#include "formation/identify/identify.h"

typedef struct formation formation;

typedef struct {
    double report_s;  // least time between two samples of a unit in motion
    double floor_in;  // no averaging says it knows a place better than this
    double floor_rad;
    double still_s;          // a unit without change for so long has settled and is reported once, cleanly
    double hand_speed_in_s;  // how fast figures are carried at most
    int misses_hidden;       // pictures in which a figure whose place changed was looked for and not found before it is hidden
} formation_options;

typedef struct {
    double t_s;
    const base_sighting *bases;  // bases seen and unit markers; only those in parts of the picture that were searched
    int base_count;
    const bool *searched;  // per game figure: its place was looked at in this frame. NULL: the whole table was searched
    // Per game figure: something changed about its place since the table last stood still, so that nobody knows whether it is there yet unless it is
    // found. NULL: about those that were searched for only.
    const bool *touched;
    const double
        *covered;  // per game figure: share of its base, where it was last known, under something that is no base (a hand, a cup), 0..1. NULL: none
    const double
        *hand_in;  // per game figure: from its base, where it was last known, to the nearest hand; 0: under it; INFINITY: none. NULL: not known
    const double *base_hand_in;       // per base seen: from its edge to the nearest hand, as hand_in has it. NULL: not known
    const double *still_for_s;        // per base seen: for so long nothing has moved in the picture where it lies. NULL: not known
    const double *place_still_for_s;  // per game figure: the same where it was last known. NULL: not known
    bool hand;                        // something that is no base moves in the picture
} formation_view;

formation_options formation_default_options(void);

// A tracker of game g (borrowed, const, must outlive it). No figure is known at first but by its start. STATUS_MEMORY.
status formation_create(const game *g, const formation_options *o, formation **out, fault *why);
void formation_destroy(formation *f);

// Takes one picture's worth. Fills *out: EVENT_PLACE for figures seen for the first time (where a figure stands when the camera first finds it is no
// move), else EVENT_OBSERVE with the figures whose known pose changed and those that became hidden. pose_count 0 and figure_count 0: nothing to say.
// Each pose with how long its figure has lain there (`lain_s`): who is found or named late, or whose front is told late, came when the picture last
// moved there; but no earlier than he was last seen elsewhere, unless nothing has moved there since, so that another was taken for him.
// `nudged`: figures that were displaced by 2 mm or more while nobody was moving them, said once, with their new pose, as soon as the hand that may
// have done it has left their unit; so long a displacement that may be a nudge is not said at all. In doubt it is said as any other.
// `mixed`: groups of figures that may have been taken for one another just now, and groups that lost one that was told apart. A figure is in one
// group at most: the last one that named it. Equal bases of one unit in ranks are named only where one of them is its leader or reference figure, or
// may be another unit's. A code that is read, `place`, and going with a unit that moves tell apart. Equal units that were carried unseen at one time
// are compared as wholes: where the next likely way to give them the places that were found is not twenty times less likely, all their figures are
// one group, in which each unit's first figures come first, until a code, a unit's own marker or `place` tells. The arrays belong to f until the next
// call. Times must not run backwards. Allocates only where a view has more bases than any before had and formation_create made room for (256 and the
// figures of the game): STATUS_MEMORY.
status formation_see(formation *f, const formation_view *v, event *out, fault *why);
// Takes a place, remove or observe entered from outside.
void formation_place(formation *f, const event *e);
// Last known pose of a game figure. *known: it has one; *hidden: it can't be found now. Both may be NULL. Never NULL.
const pose *formation_pose(const formation *f, int figure, bool *known, bool *hidden);

// Bases that stand on the table and belong to no figure of the game: seen at rest in several looks, and never assigned by force. They may yet turn
// out to be figures that can't be found now. Writes at most `capacity` of them; returns their number.
int formation_strangers(const formation *f, base_sighting *out, int capacity);

#endif
