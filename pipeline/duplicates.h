// pipeline/duplicates -- markers that lie on the table twice: noted when a look sees one in two places, reported when several looks did, gone when a
// search of all its places sees no more than one. Neither of the bases is believed.
#ifndef VEDETTE_PIPELINE_DUPLICATES_H
#define VEDETTE_PIPELINE_DUPLICATES_H

#include <stddef.h>

#include "pipeline/rects.h"

typedef struct {
    bool on, noted;  // there is one; this look saw it
    char name[128];  // of the marker
    px_rect places[DUPLICATE_PLACES];
    int count;  // of its places
    int looks;  // that saw it: a misread code is no second base
} duplicate_marker;

typedef struct {
    duplicate_marker at[DUPLICATE_MARKERS];
} duplicate_list;

// Before a search of `where`: duplicate markers near by are looked at in all their places, which are added, or one would seem to be gone.
// asked[k]: all places of d->at[k] are looked at.
void duplicates_choose(const duplicate_list *d, rect_list *where, bool asked[DUPLICATE_MARKERS]);
// This look saw the marker of that name twice; once for each of the places.
void duplicates_note(duplicate_list *d, const char *name, px_rect place);
// The look is over: those of which all places were looked at in vain are gone.
void duplicates_end(duplicate_list *d, const bool asked[DUPLICATE_MARKERS]);
// One was seen and not yet often enough to be reported.
bool duplicates_in_doubt(const duplicate_list *d);
// Names all that are sure, for a person; returns their number.
int duplicates_describe(const duplicate_list *d, char *out, size_t capacity);

#endif
