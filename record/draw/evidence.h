// record/draw/evidence -- a picture that a record holds, as cairo puts it into a PDF. Internal to record/draw/.
#ifndef VEDETTE_RECORD_DRAW_EVIDENCE_H
#define VEDETTE_RECORD_DRAW_EVIDENCE_H

#include <cairo.h>

#include "record/record.h"

// The JPEG of the row, undecoded: the surface only says how large it is, and a PDF takes the bytes as they are. The caller destroys it. NULL: row 0,
// no JPEG, or out of memory.
cairo_surface_t *evidence_picture(record *r, int64_t seq);

#endif
