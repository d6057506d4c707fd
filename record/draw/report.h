// record/draw/report -- the report of a game as PDF: what it was, totals, all rulings. Internal to record/draw/.
#ifndef VEDETTE_RECORD_DRAW_REPORT_H
#define VEDETTE_RECORD_DRAW_REPORT_H

#include <cairo.h>
#include <stdio.h>

#include "record/draw/stage.h"

// s stands at the beginning. The PDF goes to `write`. STATUS_END: stopped.
status report_write(stage *s, const record_export_options *o, cairo_write_func_t write, FILE *out, fault *fault);

#endif
