// app/evidence -- pictures for the record and the page: before and after each move and the few seconds of it, cut to where it was made, and the whole
// table from time to time. The pictures are made JPEGs by a thread of their own (app/pictures.h).
#ifndef VEDETTE_APP_EVIDENCE_H
#define VEDETTE_APP_EVIDENCE_H

#include "app/desk.h"
#include "pipeline/pipeline.h"
#include "pipeline/table_view.h"

typedef struct evidence evidence;

// Borrows d, which records, has a page, or both. STATUS_MEMORY.
status evidence_begin(desk *d, evidence **out, fault *fault);
// Hears of each verdict, besides the desk. evidence NULL: nothing happens, as in all functions here.
void evidence_report(evidence *e, const report *what);
// After each frame. changed: something moved in it.
void evidence_frame(evidence *e, const pipeline *p, session *s, const frame *f, bool changed);
// Keeps what is still to be kept of the last verdicts, and frees e. Before the desk's recording and its page end.
void evidence_end(evidence *e, const session *s);

#endif
