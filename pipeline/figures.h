// pipeline/figures -- what perception knows of each figure, one struct a figure. Places are the tracker's; nothing here moves one.
#ifndef VEDETTE_PIPELINE_FIGURES_H
#define VEDETTE_PIPELINE_FIGURES_H

#include "formation/track/track.h"

// A figure while something changes about it. Looks are those at changes.
typedef struct {
    bool on;           // something changed about it in the last look
    bool has_step;     // and it went a step from the look before
    bool asked;        // it was looked for in the last look
    bool carried;      // its place is predicted from the rest of its unit
    bool rests;        // nothing moves about it
    bool was_covered;  // in the last look
    bool uncovered;    // since it was last found; the picture may soon be as it was, and then nothing is looked at here
    int lost;          // looks in a row that did not find it
    int unseen;        // looks in a row that gave no evidence on its place
    vec2 tracked_at;   // where it was tracked before this look
    vec2 step_in;      // of its last move
    double step_rad;
} follow_memory;

typedef struct {
    unsigned searches;   // that can find it: EYE_* (pipeline/eye.h)
    bool known, hidden;  // it has a place; it can't be found there now
    bool met;            // the camera has found it at some time
    bool absent;         // taken off the table
    bool awaited;        // known from before a gap in the game, and not seen since
    bool hides_its_tag;  // only the search for tags under miniatures found it last
    bool has_rested;     // it stood where it is tracked when its unit was last seen at rest
    bool is_reported;
    pose at;             // where it is tracked
    pose sought;         // where it is looked for: a hidden one where the rest of its unit went
    pose place;          // where it was taken to be at the last look at changes
    pose reported;       // where the last event had it
    double covered;      // share of its base under a hand or a thing, in this frame
    double hand_in;      // from its base to the nearest hand; 0: under it; INFINITY: none
    double still_for_s;  // nothing has moved for so long where it was last known
    int empty_looks;     // of a hidden one: looks that saw its place, and not it
    follow_memory follow;
} figure_state;

// Takes places from the tracker; to be called whenever it has changed.
void figures_read(figure_state *figures, int count, const formation *f);
// The figure is known, seen, and was met by the camera.
static inline bool figure_stands(const figure_state *f) { return f->known && !f->hidden && f->met; }
// It is looked for where it is known to have stood, not where the rest of its unit went.
bool figure_is_sought_in_place(const figure_state *f);
// Its place was seen empty: it may be anywhere.
bool figure_has_left(const figure_state *f);
// It counts as hidden though nothing covers it any more: it may have come into view again while there was no time to search.
bool figure_may_be_back(const figure_state *f);
// It was followed to where it is tracked and has not rested there. Where the picture is as it was before it came, it has gone on, unless a look finds
// it.
bool figure_may_have_gone_on(const figure_state *f);
// The searches that some figure is missing to: not seen now and not taken off the table.
unsigned figures_missing_searches(const figure_state *figures, int count);

#endif
