// calib/print_draw -- draws one laid-out sheet. Internal to this folder and its tests.
#ifndef VEDETTE_CALIB_PRINT_DRAW_H
#define VEDETTE_CALIB_PRINT_DRAW_H

#include <cairo.h>

#include "calib/print.h"

// Draws sheet 0 <= sheet < p->sheet_count in black, gray and the paints of its rim codes; one unit of cr is a millimetre. The background is not
// painted. Failures are in cairo_status(cr).
void print_draw_sheet(const print_sheets *p, int sheet, cairo_t *cr);

// Draws a rim code: the band in its two paints, cut lines along both of its edges, and inside of it an arrow to the front and the id.
void print_draw_rim(cairo_t *cr, const print_item *i);

// The colour and dashes of cut lines.
void print_begin_cut_line(cairo_t *cr);

// Copies text as UTF-8 that cairo accepts: anything that is no text character becomes '?'. Cuts between characters where `capacity` is too small.
void print_clean_text(const char *text, char *out, size_t capacity);

#endif
