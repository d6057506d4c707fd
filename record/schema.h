// record/schema -- the tables and views of a record, and how older ones become present ones. Internal to record/.
//
// Schema 2: meta (key, value) never changes after the beginning; entries has one row for each thing recorded; pictures has the bytes of evidence. The
// views are for people with the plain sqlite3 tool: observations, conclusions, moves, findings, entries_by_people, rulings, alerts, nudges, health,
// evidence, amendments, keeping.
// Schema 1 (version 0.1.0): tables observations and conclusions, no hashes; meta had "closed" and "lost_t" too.
#ifndef VEDETTE_RECORD_SCHEMA_H
#define VEDETTE_RECORD_SCHEMA_H

#include "record/store.h"

#define SCHEMA_APPLICATION 0x56445454  // "VDTT": SQLite's application_id

// Makes tables and views in an empty database, within the caller's transaction.
status schema_create(sqlite3 *db, const char *path, fault *fault);
// STATUS_INVALID: no record, or of a schema that is not known; *schema is its number.
status schema_check(sqlite3 *db, const char *path, int *schema, fault *fault);
// *own false: the database has something that no record has (a trigger, another table), or lacks something. For schemas 2 and 3.
status schema_is_own(sqlite3 *db, const char *path, bool *own, fault *fault);
// Brings a record of an older schema, open for writing without a batch, to the present one. All or nothing. STATUS_IO, STATUS_MEMORY.
status schema_migrate(record *r, fault *fault);

#endif
