#include "record/schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/writer.h"

#define AS_TEXT_(x) #x
#define AS_TEXT(x) AS_TEXT_(x)

static const char *const statements[] = {
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE entries (seq INTEGER PRIMARY KEY, log INTEGER NOT NULL, t REAL NOT NULL, kind TEXT NOT NULL, origin TEXT NOT NULL, "
    "json TEXT NOT NULL, hash BLOB NOT NULL)",
    "CREATE TABLE pictures (seq INTEGER PRIMARY KEY, bytes BLOB NOT NULL)",
    "CREATE VIEW observations AS SELECT seq, t, json FROM entries WHERE log = 0",
    "CREATE VIEW conclusions AS SELECT seq, t, kind, json FROM entries WHERE log = 1",
    "CREATE VIEW moves AS SELECT json ->> 'move' AS move, t, json ->> 'turn' AS turn, json ->> 'phase' AS phase, json ->> 'side' AS side, "
    "json ->> 'unit' AS unit, json ->> 'ruling' AS ruling, json ->> 'cost_in' AS cost_in, json ->> 'allowance_in' AS allowance_in, "
    "json ->> 'taken_back' AS taken_back, seq FROM entries WHERE log = 1 AND kind = 'move'",
    "CREATE VIEW findings AS SELECT e.json ->> 'move' AS move, e.t, e.json ->> 'unit' AS unit, f.value ->> 'ruling' AS ruling, "
    "f.value ->> 'rule' AS rule, f.value ->> 'violation' AS violation, f.value ->> 'message' AS message, f.value ->> 'measured' AS measured, "
    "f.value ->> 'allowed' AS allowed, f.value ->> 'sigma' AS sigma, f.value ->> 'p_illegal' AS p_illegal, e.seq "
    "FROM entries e, json_each(e.json, '$.findings') f WHERE e.log = 1",
    "CREATE VIEW entries_by_people AS SELECT seq, t, origin, json ->> 'kind' AS kind, json FROM entries "
    "WHERE log = 0 AND origin NOT IN ('', 'camera', 'program')",
    "CREATE VIEW rulings AS SELECT json ->> 'move' AS move, t, json ->> 'ruling' AS ruling, json ->> 'by' AS by, json ->> 'note' AS note, seq "
    "FROM entries WHERE log = 0 AND json ->> 'kind' = 'ruling'",
    "CREATE VIEW alerts AS SELECT t, json ->> 'unit' AS unit, json ->> 'rule' AS rule, json ->> 'message' AS message, seq FROM entries "
    "WHERE log = 1 AND kind = 'alert'",
    "CREATE VIEW nudges AS SELECT t, json ->> 'figures' AS figures, json ->> 'distance_in' AS distance_in, seq FROM entries "
    "WHERE log = 1 AND kind = 'nudge'",
    "CREATE VIEW health AS SELECT t, json ->> 'state' AS state, json ->> 'why' AS why, json ->> 'units' AS units, seq FROM entries WHERE log = 2",
    "CREATE VIEW evidence AS SELECT e.t, e.kind, e.json ->> 'move' AS move, e.json ->> 'unit' AS unit, e.json ->> 'what' AS what, "
    "length(p.bytes) AS length, e.seq FROM entries e LEFT JOIN pictures p ON p.seq = e.seq WHERE e.log = 3",
    "CREATE VIEW amendments AS SELECT seq, t, kind, json FROM entries WHERE log = 4",
    "CREATE VIEW keeping AS SELECT seq, t, kind, json FROM entries WHERE log = 5",
    "CREATE VIEW people AS SELECT seq, t, kind, json ->> 'number' AS number, json ->> 'at' AS at, json ->> 'by' AS by, json ->> 'role' AS role, "
    "json ->> 'address' AS address, json ->> 'fate' AS fate, json ->> 'error' AS error, json -> 'event' AS event FROM entries WHERE log = 6",
};

#define STATEMENT_COUNT (sizeof statements / sizeof statements[0])
#define SCHEMA_2_COUNT (STATEMENT_COUNT - 1)  // of them a record of schema 2 has

status schema_create(sqlite3 *db, const char *path, fault *fault) {
    status s = store_run(db, path, "PRAGMA application_id = 1447318612; PRAGMA user_version = " AS_TEXT(RECORD_SCHEMA), fault);
    for (size_t i = 0; i < STATEMENT_COUNT && s == STATUS_OK; i++) s = store_run(db, path, statements[i], fault);
    return s;
}

static const char *tables_of(int64_t schema) {
    return schema == 1 ? "SELECT count(*) = 3 FROM sqlite_schema WHERE type = 'table' AND name IN ('meta', 'observations', 'conclusions')"
                       : "SELECT count(*) = 3 FROM sqlite_schema WHERE type = 'table' AND name IN ('meta', 'entries', 'pictures')";
}

status schema_check(sqlite3 *db, const char *path, int *schema, fault *fault) {
    int64_t application = 0, version = 0, whole = 0;
    status s = store_number(db, path, "PRAGMA application_id", 0, &application, fault);
    if (s == STATUS_OK) s = store_number(db, path, "PRAGMA user_version", 0, &version, fault);
    if (s == STATUS_OK) s = store_number(db, path, tables_of(version), 0, &whole, fault);
    if (s != STATUS_OK) return s;
    if (application != SCHEMA_APPLICATION)
        return fault_set(fault, STATUS_INVALID, "%s: a database, but no record of a game: name a file that `vedette watch --record` made", path);
    if (version > RECORD_SCHEMA)
        return fault_set(fault, STATUS_INVALID, "%s: made by a newer version of this program (schema %d, this one reads %d): update it", path,
                         (int)version, RECORD_SCHEMA);
    if (version < 1 || !whole) return fault_set(fault, STATUS_INVALID, "%s: a record without its logs: it was never begun, or is damaged", path);
    *schema = (int)version;
    return STATUS_OK;
}

static bool is_statement(const char *sql) {
    for (size_t i = 0; i < STATEMENT_COUNT; i++)
        if (strcmp(sql, statements[i]) == 0) return true;
    return false;
}

status schema_is_own(sqlite3 *db, const char *path, bool *own, fault *fault) {
    sqlite3_stmt *q = NULL;
    size_t known = 0, others = 0;
    int code = sqlite3_prepare_v2(db, "SELECT sql FROM sqlite_schema", -1, &q, NULL);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(q);
        const char *sql = code == SQLITE_ROW ? (const char *)sqlite3_column_text(q, 0) : NULL;
        known += sql && is_statement(sql);
        others += code == SQLITE_ROW && !(sql && is_statement(sql));
    }
    status s = code == SQLITE_DONE ? STATUS_OK : store_failed(db, path, fault);
    sqlite3_finalize(q);
    int64_t version = 0;
    if (s == STATUS_OK) s = store_number(db, path, "PRAGMA user_version", 0, &version, fault);
    *own = known == (version == 2 ? SCHEMA_2_COUNT : STATEMENT_COUNT) && others == 0;
    return s;
}

// The old tables' rows, in their order, into the new one.
static status copy_rows(record *r, fault *fault) {
    static const char sql[] =
        "SELECT 0, t, '', json, seq FROM old_observations UNION ALL SELECT 1, t, kind, json, seq FROM old_conclusions ORDER BY 5";
    sqlite3_stmt *q = NULL;
    int code = sqlite3_prepare_v2(r->db, sql, -1, &q, NULL);
    status s = STATUS_OK;
    while (s == STATUS_OK && (code == SQLITE_OK || code == SQLITE_ROW) && (code = sqlite3_step(q)) == SQLITE_ROW) {
        const char *kind = (const char *)sqlite3_column_text(q, 2), *json = (const char *)sqlite3_column_text(q, 3);
        s = writer_put(r,
                       &(record_entry){.log = sqlite3_column_int(q, 0) ? RECORD_CONCLUSION : RECORD_OBSERVATION,
                                       .t_s = sqlite3_column_double(q, 1),
                                       .kind = kind ? kind : "",
                                       .origin = "",
                                       .json = json ? json : ""},
                       fault);
    }
    if (s == STATUS_OK && code != SQLITE_DONE) s = store_failed(r->db, r->path, fault);
    sqlite3_finalize(q);
    return s;
}

static status note_old_loss(record *r, fault *fault) {
    sqlite3_stmt *q = NULL;
    double lost_t_s = -1;
    if (sqlite3_prepare_v2(r->db, "SELECT value FROM old_meta WHERE key = 'lost_t'", -1, &q, NULL) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW)
        lost_t_s = sqlite3_column_double(q, 0);
    sqlite3_finalize(q);
    return lost_t_s >= 0 ? writer_keep(r, lost_t_s, "lost", fault, "\"from\":%.3f", lost_t_s) : STATUS_OK;
}

static status migrate_within(record *r, fault *fault) {
    static const char copy_meta[] =
        "INSERT INTO meta SELECT key, value FROM old_meta WHERE key NOT IN ('closed', 'lost_t', 'schema');"
        "INSERT INTO meta VALUES ('schema', '" AS_TEXT(RECORD_SCHEMA) "')";
    status s = store_run(r->db, r->path,
                         "DROP INDEX IF EXISTS observations_by_time; ALTER TABLE meta RENAME TO old_meta;"
                         "ALTER TABLE observations RENAME TO old_observations; ALTER TABLE conclusions RENAME TO old_conclusions",
                         fault);
    if (s == STATUS_OK) s = schema_create(r->db, r->path, fault);
    if (s == STATUS_OK) s = store_run(r->db, r->path, copy_meta, fault);
    if (s == STATUS_OK) s = writer_prepare(r, fault);
    if (s == STATUS_OK) s = copy_rows(r, fault);
    if (s == STATUS_OK) s = note_old_loss(r, fault);
    if (s == STATUS_OK) s = writer_keep(r, r->last_t_s, "migrated", fault, "\"from\":1");
    return s == STATUS_OK ? store_run(r->db, r->path, "DROP TABLE old_meta; DROP TABLE old_observations; DROP TABLE old_conclusions", fault) : s;
}

// What schema 2 lacks. Its meta, with which the chain of hashes begins, stays as it is.
static status add_people(record *r, fault *fault) {
    char sql[1024];
    snprintf(sql, sizeof sql, "BEGIN IMMEDIATE; %s; PRAGMA user_version = " AS_TEXT(RECORD_SCHEMA) "; COMMIT", statements[SCHEMA_2_COUNT]);
    bool own;
    status s = schema_is_own(r->db, r->path, &own, fault);
    return s == STATUS_OK && own ? store_run(r->db, r->path, sql, fault) : s;
}

status schema_migrate(record *r, fault *fault) {
    if (r->schema == 2) return add_people(r, fault);
    status s = store_run(r->db, r->path, "PRAGMA journal_mode = DELETE; BEGIN IMMEDIATE", fault);
    if (s != STATUS_OK) return s;
    s = migrate_within(r, fault);
    writer_finish(r);
    if (s == STATUS_OK) s = store_run(r->db, r->path, "COMMIT", fault);
    if (s != STATUS_OK) {
        sqlite3_exec(r->db, "ROLLBACK", NULL, NULL, NULL);
        return s;
    }
    writer_reserve_seals(r->db);
    return store_run(r->db, r->path, "VACUUM", fault);  // pages with room for their seals
}
