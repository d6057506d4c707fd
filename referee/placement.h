// referee/placement -- rejects implausible places: a metre off the table, or on top of another figure. Remembers the last valid place of each figure.
//
// A figure on its way may pass over another; only one that came to rest there is wrong. It then goes back to its last valid place and counts as
// hidden, so that nothing is held against its unit until it is seen apart again.
#ifndef VEDETTE_REFEREE_PLACEMENT_H
#define VEDETTE_REFEREE_PLACEMENT_H

#include "core/event.h"
#include "formation/moves/segment.h"
#include "rules/rules.h"

typedef struct placement placement;

// Called once for each implausible place, and again after it has changed.
typedef void placement_report(void *context, const char *text);

// Borrows g. STATUS_MEMORY.
status placement_create(const game *g, double settle_s, placement_report *say, void *context, placement **out, fault *fault);
void placement_destroy(placement *p);

// Returns the event without implausible poses. Its arrays belong to p until the next call. Only `observe` and `place` change.
event placement_sift(placement *p, const rules_state *s, const event *e);
// True where figures of the unit rest on top of others by the time of e, the next event (NULL: the stream ends). *out is then an observation that
// corrects them, to be taken before e. Its arrays belong to p until the next call.
bool placement_untangle(placement *p, const rules_state *s, const segmenter *moves, int unit, const event *e, event *out);
// Notes the event that was taken in the end.
void placement_note(placement *p, const event *e);

#endif
