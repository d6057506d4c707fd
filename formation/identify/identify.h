// formation/identify/identify -- which seen base is which figure of the roster, from one picture.
//
// The input is the bases of one look and the knowledge of the past; the output is the same bases with their figures. Nothing is remembered.
//
// Equal bases are distinguished only by continuity and by their place in the formation. No rule may therefore depend on which of two equal bases of
// a unit is which. Inches and radians. One thread a call.
#ifndef VEDETTE_FORMATION_IDENTIFY_IDENTIFY_H
#define VEDETTE_FORMATION_IDENTIFY_IDENTIFY_H

#include "core/game.h"
#include "formation/arena.h"

// Prior knowledge of one figure. identify_unknown() is the value to begin with.
typedef struct {
    bool known;         // `at` is valid
    bool absent;        // taken off the table: not looked for among plain bases
    bool searched;      // its last place was looked at; else it stands there unless a base says otherwise
    bool unmoved;       // nothing changed near it, so it was not searched for: it stands where it stood
    bool found_lately;  // the last look found it: it is less likely to appear far away than a figure hidden for several looks
    bool gone;          // its place was seen empty since it was found there last
    bool still;         // nothing has moved at its place since it was found there last
    bool stands;        // its unit stands in ranks, and nothing has moved there since: it has not left, only a look may have slipped
    bool layout_known;
    pose at;          // where it is expected
    pose stood;       // where it was seen last; `at` may be where its unit's motion would have carried it
    pose layout;      // its place in its unit, as seen last from the middle of the unit's front edge: at.x forward, at.y left
    double reach_in;  // how far it may have gone since; INFINITY: anywhere
    double here_s;    // the figure was seen elsewhere then, so a base that lay unnamed before then is not it; -INFINITY: not known
    double left_s;    // the figure was seen elsewhere then and left since, so a thing that has not moved since before is not it; -INFINITY: not known
    double found_s;   // when it was found last; -INFINITY: not known
} identify_figure;

// Nothing is known; the figure may be anywhere.
identify_figure identify_unknown(void);

typedef enum { IDENTIFY_HAND_UNKNOWN, IDENTIFY_HAND_AWAY, IDENTIFY_HAND_HERE } identify_hand;

typedef struct {
    identify_hand hand;  // at the unit now: doubts may resolve when the hand has gone
    bool lost;           // carried on unseen, not known how far; found again only as a body of which most is seen
    bool marker_lies;    // its marker lies where it was read last: what looks like a base there is its print
    pose marker;
} identify_unit;

// What the picture shows of the table. shows NULL: not known.
typedef struct {
    const void *context;
    bool (*shows)(const void *context, int figure, pose at);  // true where a base of the figure, were it there, would lie in sight
} identify_sight;

typedef struct {
    const identify_figure *figures;  // per game figure; NULL: nothing is known
    const identify_unit *units;      // per unit; NULL: nothing is known
    const double *since_s;           // per base of the call: when it was first seen where it is; a figure seen elsewhere since is another. NULL: now
    const double *still_s;           // per base: since when nothing has moved there; a figure that left another place since is another. NULL: now
    double t_s;                      // now
    identify_sight sight;            // of the picture in which the bases were seen
} identify_past;

// Fills figure and unit of bases[0..count) where they can be identified, and leaves -1 where a base fits no figure. No figure is named twice. Of two
// sightings of one code in one place the one with the better score keeps it. A code in two places is believed in neither, and its figure is searched
// for nowhere else. Bases that came with a figure keep it. Unit markers stay as they are.
// - Bases that the past explains: a rigid motion carries each unit's last layout to the seen bases, then single figures are matched by least
//   distance. A start stands in for a missing past, but does not bind. Figures near their places, carried units, and single figures are each matched
//   all at once, at the least total cost.
// - Bases that no past explains are a cold start. If a unit marker was seen, its tray's layout is used: a base of the right form in its place there
//   is the figure, whatever its paint was taken for, unless another figure was known there. Else bases of one kind (shape, size, rim colour) are
//   clustered by their gaps, and the clusters are matched to the units by count, formation, start and loose marker at the least cost. Inside a unit
//   the figures follow in the roster's order from the left end of the front rank.
// - Of a body that is seen in part, ranks that would lie in sight (past->sight), or where other units stand, tell where it is.
// - Fronts that were not seen are taken from the unit's marker, if it shows the facing, or from the sure fronts of the others in its ranks.
// `past` may be NULL. Allocates its working memory. STATUS_MEMORY.
status formation_identify(const game *g, base_sighting *bases, int count, const identify_past *past, fault *fault);
// The same without an allocation: takes what it needs of `a` and gives it back. STATUS_MEMORY: too little is left.
status formation_identify_in(arena *a, const game *g, base_sighting *bases, int count, const identify_past *past, fault *fault);
// Bytes that formation_identify_in takes of an arena at most for up to `count` bases.
size_t formation_identify_size(const game *g, int count);

// Places the figures that no base of bases[0..count) shows, of units with a seen unit marker. The marker must have an offset and be seen in one place
// only. The layout is laid behind the marker and then fitted to the unit's seen bases, which outweigh the marker where they disagree. The layout is
// that of the past, of the starts, of the array, or of a full closed block if base and tray sizes (or a marker close to the block) leave only one,
// and no base of the unit stands otherwise. Writes
// at most `capacity` sightings (by SEEN_BY_UNIT_MARKER, errors grown by the lever arm) to out, which is the caller's, and returns their number.
int formation_lay_trays(const game *g, const base_sighting *bases, int count, const identify_past *past, base_sighting *out, int capacity);

// The layout of the unit as formation_lay_trays would lay it: at.x forward and at.y left of the middle of the front edge, heading relative to the
// facing. poses[] runs over the unit's figures. False: it is not known.
bool formation_unit_layout(const game *g, int unit, const identify_past *past, pose *poses);

// True where a base of this shape, size and rim colour may be that of figure f.
bool formation_base_fits(const game *g, int figure, const base_sighting *b);

#endif
