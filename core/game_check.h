// core/game_check -- the rest of the game file's reader: units with their figures, and what must hold between the parts. Private.
#ifndef VEDETTE_CORE_GAME_CHECK_H
#define VEDETTE_CORE_GAME_CHECK_H

#include "core/game_json.h"

// Reads `units` with their figures or arrays; sides must have been read.
bool game_read_units(json_reader *r, const json_node *root, game *g);
// Reads a marker { family, id, size_mm } that is no rim code and warns of keys that are not in the list; sized: size_mm must be there.
bool game_read_marker(json_reader *r, const json_node *n, const char *const *keys, bool sized, marker *m);
// Reads a figure's marker of the family "rim" { family, id, cells }, which must be an object: cells as stated, else what the base has room for.
bool game_read_rim_marker(json_reader *r, const json_node *n, base b, marker *m);
// Checks that the unit's paints differ enough where its figures carry rim codes. The figures have been read.
bool game_rim_colours_differ(json_reader *r, const json_node *unit, const game *g, const game_unit *u);
// Index of a size class; absent: left as it is.
bool game_read_size(json_reader *r, const json_node *n, int *out);
// Ids and markers used twice, places off the table.
bool game_check(json_reader *r, const game *g);

#endif
