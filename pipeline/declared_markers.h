// pipeline/declared_markers -- what the declaration markers on the table mean: a marker laid beside a unit is an event for it and ends when it is
// taken away; a phase marker begins a phase. Pure: sightings and places in, events and questions out; time is the pictures'. Sees no picture and
// judges nothing.
//
// `means` of a marker in the game file:
//   a word of the ruleset's declarations ("charge", "forced-march", "dig-in", ...): `declare` for the unit, once, when it is laid. Taken away before
//     the unit has stirred and within the phase: the same with "withdrawn": true, which the rules take where they let go of it
//     (rules/engine/retract.h). Taken away later it says nothing: players clear the table of markers that have done their work. One left lying says
//     nothing new in later phases.
//   "rout", "out-of-command", "fleeing", "disrupted", "concealed", "captured" or any such key of `status` ("moved-compulsorily"): `status`, and the
//     opposite when it is taken away, whenever that is. ("out-of-command" is in_command false. "rally" sets rallied, and taken away says nothing.)
//   "phase:PHASE" or "phase:PHASE:SIDE": wherever on the table it lies, that phase begins (of that side; without one, of all). It is a new turn
//     where the ruleset's first phase comes again for the same side. Taken away it says nothing.
// A marker counts once it has lain still for a while, seen in several pictures; it is gone once its place was seen without it for a while, nothing
// moving there: under a passing hand that is not known. Laid anew beside the same unit it says nothing new; beside another one it ends for the first.
// Off the table it lies idle. It belongs to the nearest unit, edge to edge, within LAID_BESIDE_IN and clearly nearer than any other's; else it is
// asked, and the answer is an entry of the same meaning for any unit.
#ifndef VEDETTE_PIPELINE_DECLARED_MARKERS_H
#define VEDETTE_PIPELINE_DECLARED_MARKERS_H

#include "core/event.h"

typedef struct declared_markers declared_markers;

typedef struct {
    int marker;  // index into game.declarations
    vec2 at;     // of its middle
} marker_sighting;

// One picture's worth.
typedef struct {
    double t_s;
    const marker_sighting *seen;  // seen_count of them, each marker once at most
    int seen_count;
    const bool *looked;   // by marker: where it lay was looked at, nothing moves there, no hand is over it
    const pose *figures;  // by figure, where `known`: where it stands
    const bool *known;
} markers_view;

// A marker with an ambiguous unit.
typedef struct {
    int marker;
    vec2 at;
    int units[2];  // candidates; -1: none near
    double t_s;
} marker_question;

// Where a marker lies, for display.
typedef struct {
    int marker;
    vec2 at;
    int unit;  // the unit it was assigned to; -1: none, or a phase
    bool asked;
    int units[2];  // where it is asked: candidates; -1: none near
} marker_place;

// Borrows g. declared_markers_fault reports a meaning that the ruleset lacks; its marker has no effect. STATUS_MEMORY.
status declared_markers_create(const game *g, declared_markers **out, fault *fault);
void declared_markers_destroy(declared_markers *d);
// The first meaning that is not known, "declaration_markers[2].means: ..."; false where all are.
bool declared_markers_fault(const game *g, fault *fault);

void declared_markers_see(declared_markers *d, const markers_view *v);
// An event that came from elsewhere: the phase, or an answer. In a game that is continued, the earlier events, passed before the first sighting:
// what the markers on the table have declared already.
void declared_markers_enter(declared_markers *d, const event *e);
// The next event that follows from what was seen, oldest first; its arrays belong to d until the next call. False: no more.
bool declared_markers_next(declared_markers *d, event *out);
bool declared_markers_next_question(declared_markers *d, marker_question *out);
// The markers that lie on the table; at most max into out. Returns their number.
int declared_markers_list(const declared_markers *d, marker_place *out, int max);

#endif
