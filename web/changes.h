// web/changes -- what changed from one state to the next, for viewers who have the one before. Pure. Internal to web/.
#ifndef VEDETTE_WEB_CHANGES_H
#define VEDETTE_WEB_CHANGES_H

#include <cJSON.h>
#include <stdint.h>

// The patch that makes `before` into `after`, as RFC 7396 merges: a key has its new value, null removes it. Of "figures" and "fronts" only the
// members that changed are named, of "units" (a list of objects with "id") only the units that did, as {id: unit}. The caller deletes it; NULL: out
// of memory.
cJSON *changes_between(const cJSON *before, const cJSON *after);
// {"from":..,"to":..,"patch":..} as text, which the caller frees; takes the patch over. NULL: out of memory.
char *changes_text(uint64_t from, uint64_t to, cJSON *patch);
// The state with "version" added, as text, which the caller frees; NULL: out of memory.
char *changes_whole(const cJSON *state, uint64_t version);

#endif
