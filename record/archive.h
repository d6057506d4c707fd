// record/archive -- a record as one JSON text, from which a page shows the game as it stood at any moment. The html export embeds it, and
// `vedette replay` serves it. Never judges.
//
// {"version":1, "made":"..", "program":"..", "head":"..", "game":{..},
//  "figures":[id, ..],                      the frames name figures by their place in this list
//  "frames":[[dt, f, dx, dy, dh, f, ..], ..],  what changed since the frame before: dt in 0.01 s; f is 4 x figure + 0 (seen), 1 (hidden) or 2 (not on
//                                           the table); dx, dy in 0.01 inch and dh in 0.1 degree, as differences to the figure's last place. Before
//                                           the first frame all are at 0, 0, 0 and off the table
//  "phases":[[t, turn, phase, side or null], ..],
//  "log":[{"kind":"..","data":{..}}, ..],     conclusions, judges' rulings, challenges and health, in order; after a correction what it changed,
//  again "statistics":{..},                        of the whole game, as statistics_json has it "duration":s, "damage":"..",             what is
//  missing or wrong, for people, and what record_verify finds; "": nothing
//  "evidence":[{"seq":..,"t":..,"move":..,"unit":"..","what":"before","width":..,"height":..,"box":[x0,y0,x1,y1],"src":"data:.."}, ..]}
//
// A row whose time lies outside 0 .. RECORD_T_MAX_S is left out, and counted in "damage". The text holds no '<', so that it can stand inside a page.
#ifndef VEDETTE_RECORD_ARCHIVE_H
#define VEDETTE_RECORD_ARCHIVE_H

#include <stddef.h>

#include "core/game.h"
#include "record/record.h"

// Makes the archive of r, whose game g is; the caller frees *json, which ends with a NUL behind *length bytes. Pictures ("src") are put in while the
// whole stays within `most` bytes: those of illegal and doubtful moves first, the others spread evenly over the game; 0: none. Rows are read from the
// start; the place of reading is moved. STATUS_MEMORY, STATUS_IO.
status archive_make(record *r, const game *g, size_t most, char **json, size_t *length, fault *fault);
// The same, without pictures, of a record that is still being written: that it is not closed, and what a check of the whole file would find, is not
// said.
status archive_make_live(record *r, const game *g, char **json, size_t *length, fault *fault);

#endif
