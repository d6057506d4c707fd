// record/writer -- rows into an open record, each with its hash. Internal to record/.
#ifndef VEDETTE_RECORD_WRITER_H
#define VEDETTE_RECORD_WRITER_H

#include "record/store.h"

// Room for the seals in each page of a database that has no page yet, or gets new ones by VACUUM.
void writer_reserve_seals(sqlite3 *db);
// Reads the end of the record (r->added, r->flushed, r->last_t_s) and prepares the statements.
status writer_prepare(record *r, fault *fault);
void writer_finish(record *r);
// Appends a row within the transaction that is open.
status writer_put(record *r, const record_entry *e, fault *fault);
// The same of a row about the record itself: {"kind":KIND,"t":T,members}.
status writer_keep(record *r, double t_s, const char *kind, fault *fault, const char *members, ...) __attribute__((format(printf, 5, 6)));

#endif
