// Rows of a record as a test puts them: added through its interface, or changed behind its back.
#ifndef VEDETTE_TESTS_RECORD_ROWS_H
#define VEDETTE_TESTS_RECORD_ROWS_H

#include "record/record.h"

// Adds a row; the test fails where the record refuses it.
void add_row(record *r, record_log log, double t_s, const char *kind, const char *json);
// Runs SQL in the database at `path`, as someone would who changes a record; the test fails where SQLite refuses it.
void run_sql(const char *path, const char *sql);

#endif
