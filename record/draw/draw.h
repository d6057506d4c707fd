// record/draw -- a record as pictures: a diagram of a move or of the whole table, the game's report as PDF, a film. Drawn by cairo.
#ifndef VEDETTE_RECORD_DRAW_DRAW_H
#define VEDETTE_RECORD_DRAW_DRAW_H

#include "record/record.h"

// "svg" and "png": the diagram of o->move, or the last state of the table; "pdf": the report, of all moves or of o->move alone. STATUS_INVALID: no
// such move: the fault names those that there are; STATUS_END: stopped; STATUS_IO, STATUS_MEMORY.
status draw_export(record *r, const char *format, const record_export_options *o, FILE *out, fault *fault);
// The film of the game, or of o->move, into the file `path`. Stretches in which nothing happens are shortened. The same statuses, and STATUS_EXTERNAL
// as film_begin.
status draw_film(record *r, const record_export_options *o, const char *path, fault *fault);

#endif
