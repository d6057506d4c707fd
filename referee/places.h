// referee/places -- where no figure can stand: a metre off the table, or in one place with another. Remembers where each figure last stood well.
//
// A figure on its way may pass over another; only one that came to rest there is wrong. It is then put back where it stood last and counts as hidden:
// nobody knows where it is, so that nothing is held against its unit until it is seen apart again.
#ifndef VEDETTE_REFEREE_PLACES_H
#define VEDETTE_REFEREE_PLACES_H

#include "core/event.h"
#include "formation/moves/segment.h"
#include "rules/rules.h"

typedef struct places places;

// Told of each thing that can't be, once until it has changed.
typedef void places_say(void *context, const char *text);

// Borrows g. STATUS_MEMORY.
status places_create(const game *g, double settle_s, places_say *say, void *context, places **out, fault *why);
void places_destroy(places *p);

// The event without the poses that can't be; its arrays are p's until the next call. Only observations and placings change.
event places_sift(places *p, const rules_state *s, const event *e);
// True where figures of the unit have come to rest in one place with others by the time of e, the next event (NULL: the stream ends): *out is an
// observation that puts them right, to be taken before e. Its arrays are p's until the next call.
bool places_untangle(places *p, const rules_state *s, const segmenter *moves, int unit, const event *e, event *out);
// What was taken in the end.
void places_note(places *p, const event *e);

#endif
