// formation/track/track -- the memory: where each figure stands, through hands and noise.
//
// The input is the bases that single pictures show (formation_view); the output is `observe` and `place` events. A figure that is not found where
// nothing changed stays. A figure that is not found where something changed is hidden until it is found again. It is never deleted, and never moved
// to its expected place. Poses at rest are averaged.
//
// Inches, radians, seconds of the frames; no clock. One thread a tracker.
#ifndef VEDETTE_FORMATION_TRACK_TRACK_H
#define VEDETTE_FORMATION_TRACK_TRACK_H

#include "core/event.h"
#include "formation/identify/identify.h"

typedef struct formation formation;

typedef struct {
    double report_s;         // least time between two samples of a unit in motion
    double floor_in;         // no average claims a smaller error of a place,
    double floor_rad;        // or of a heading
    double still_s;          // a unit without change for so long has settled and is reported once, cleanly
    double hand_speed_in_s;  // how fast figures are carried at most
    int misses_hidden;       // a figure is hidden after so many looks that miss it where its place changed
} formation_options;

// What one picture shows. Borrowed for the call.
typedef struct {
    double t_s;
    const base_sighting *bases;  // bases seen and unit markers; only those in parts of the picture that were searched
    int base_count;
    const bool *searched;  // per game figure: its place was looked at. NULL: the whole table was searched
    // Per game figure: something changed near its place since the table last stood still, so it is there only if it is found. NULL: near the figures
    // that were searched for only.
    const bool *touched;
    const double *covered;  // per game figure: share (0..1) of its base, where it was last known, under an occluder. NULL: none
    const double
        *hand_in;  // per game figure: from its base, where it was last known, to the nearest hand; 0: under it; INFINITY: none. NULL: not known
    const double *base_hand_in;       // per base seen: from its edge to the nearest hand, likewise. NULL: not known
    const double *still_for_s;        // per base seen: for so long nothing has moved in the picture where it lies. NULL: not known
    const double *lies_for_s;         // per base seen: it has been there for so long, whatever passed over it. NULL: as still_for_s
    const double *place_still_for_s;  // per game figure: the same where it was last known. NULL: not known
    identify_sight sight;             // what the picture shows of any place
    bool hand;                        // an occluder moves in the picture
} formation_view;

formation_options formation_default_options(void);

// Makes a tracker of game g, which is borrowed, const, and must outlive it. At first only the starts of figures are known. STATUS_MEMORY.
status formation_create(const game *g, const formation_options *o, formation **out, fault *fault);
// Frees the tracker; NULL is fine.
void formation_destroy(formation *f);

// Takes one picture's worth. Times must not run backwards. Fills *out, whose arrays belong to f until the next call:
// - EVENT_PLACE with the figures that were found for the first time. A figure's first place is no move.
// - Else EVENT_OBSERVE with the figures whose known pose changed and those that became hidden. No poses and no hidden figures: nothing is new.
// Each pose states for how long nothing has moved at its place (event_pose.still_for_s). A figure that is found or named late came when the picture
// last moved there. It came no earlier than it was last seen elsewhere. If nothing has moved there since, another figure was taken for it, and that
// limit does not hold. `nudged`: figures displaced by 2 mm or more while no hand was moving them. Each is reported once, with its new pose, as soon
// as the hand that may have caused it has left its unit; until then a displacement that may be a nudge is not reported at all. In doubt it is
// reported as any other. `mixed`: groups of figures with an identity that became ambiguous, and groups that lost a figure that was identified. A
// figure is in one group at most: the last one that named it; one alone in its group has been told apart. Equal bases of one unit in ranks are listed
// only if one of them is its leader or reference figure, or may be another unit's. A code that is read, a `place`, and motion with a unit identify
// figures. Equal units that were carried unseen at one time are compared as wholes. If the second likeliest assignment of the found places is not
// twenty times less likely than the first, all their figures are one group, with each unit's first figures first, until a code, a unit's own marker
// or a `place` decides. STATUS_MEMORY. Allocates only if a view has more bases than any before and more than the capacity of formation_create (256
// and the game's figures).
status formation_see(formation *f, const formation_view *v, event *out, fault *fault);
// Takes a place, remove or observe that was entered from outside.
void formation_place(formation *f, const event *e);
// The last known pose of a game figure; never NULL. *known: it has one; *hidden: it can't be found now. Both may be NULL.
const pose *formation_pose(const formation *f, int figure, bool *known, bool *hidden);

// Where the figure is to be looked for: one that can't be found now where the rest of its unit's body says that it went, any other where it is known
// to stand.
pose formation_sought(const formation *f, int figure);

// The figure stood where it is known to stand when its unit was last seen at rest, or has not moved since it was first found.
bool formation_has_rested(const formation *f, int figure);

// Unregistered bases: they stand on the table, were seen at rest in several looks and belong to no figure. They may prove to be figures that can't be
// found now. Writes at most `capacity` of them; returns their number.
int formation_unregistered(const formation *f, base_sighting *out, int capacity);

#endif
