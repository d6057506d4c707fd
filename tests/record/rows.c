#include "tests/record/rows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <sqlite3.h>

void add_row(record *r, record_log log, double t_s, const char *kind, const char *json) {
    fault fault = {""};
    if (record_add(r, &(record_entry){.log = log, .t_s = t_s, .kind = kind, .json = json}, &fault) != STATUS_OK) fail_msg("%s", fault.text);
}

void run_sql(const char *path, const char *sql) {
    sqlite3 *db;
    char *error = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &error) != SQLITE_OK) fail_msg("%s", error);
    sqlite3_close(db);
}
