// stream/line_parts -- what many lines hold: places, headings, figures and units by their ids. Internal to stream/.
#ifndef VEDETTE_STREAM_LINE_PARTS_H
#define VEDETTE_STREAM_LINE_PARTS_H

#include "stream/json_text.h"
#include "stream/stream.h"

// {"kind":kind,"t":t_s: a line begins, and is left open.
void emit_line(json_text *j, const char *kind, double t_s);
// A key with [x, y].
void emit_key_point(json_text *j, const char *key, vec2 p);
// A key with a heading, in degrees.
void emit_key_degrees(json_text *j, const char *key, double rad);
// A key with a word; nothing where there is none.
void emit_key_word(json_text *j, const char *key, const char *word);
// [x, y, heading].
void emit_pose(json_text *j, vec2 at, double heading_rad);
// [degrees]: the headings that the front of a pose may have, evenly about a full turn, its own first.
void emit_fronts(json_text *j, pose p, int decimals);
// "figures":[ids]; indices that are no figure's are left out.
void emit_key_figures(json_text *j, const game *g, const int *figures, int count);
// "unit":id,"side":id of its side; nothing where there is no such unit.
void emit_key_unit(json_text *j, const game *g, int unit);
// A key with {id: [x, y, heading]}.
void emit_key_places(json_text *j, const game *g, const char *key, const int *figures, const pose *at, int count);
// The keys of a nudge, in a line of its own or in the state, with n->number under number_key.
void emit_nudge(json_text *j, const game *g, const stream_nudge *n, const char *number_key);

#endif
