// pipeline/marker_means -- what the `means` of a declaration marker says, by the ruleset's words. Pure; see pipeline/declared_markers.h for the
// words.
#ifndef VEDETTE_PIPELINE_MARKER_MEANS_H
#define VEDETTE_PIPELINE_MARKER_MEANS_H

#include "core/event.h"

typedef enum { MEANS_NOTHING, MEANS_PHASE, MEANS_DECLARE, MEANS_STATUS } means_kind;

typedef struct {
    means_kind kind;
    char word[EVENT_WORD_MAX];  // phase, action or key of the status
    int first, last;            // places of the phase in the ruleset's turn (rules_phase_span)
    int side;                   // of the phase; -1: of all sides
    bool value, ends;           // of the status while the marker lies; the opposite holds when it is taken away
} marker_means;

// STATUS_INVALID: the game's ruleset lacks the word; the fault lists the words that it has.
status marker_means_read(const game *g, const char *text, marker_means *out, fault *fault);

#endif
