#include "record/store.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/schema.h"
#include "record/writer.h"

status store_failed(sqlite3 *db, const char *path, fault *fault) {
    switch (sqlite3_errcode(db) & 0xff) {
        case SQLITE_NOMEM:
            return fault_set(fault, STATUS_MEMORY, "%s: out of memory", path);
        case SQLITE_FULL:
            return fault_set(fault, STATUS_IO, "%s: the disk is full: free some space or record elsewhere", path);
        case SQLITE_READONLY:
        case SQLITE_PERM:
        case SQLITE_AUTH:
        case SQLITE_CANTOPEN:
            return fault_set(fault, STATUS_IO, "%s: cannot be opened or written: does its folder exist, and may you write there?", path);
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return fault_set(fault, STATUS_IO, "%s: another program is writing it: wait or end that one", path);
        case SQLITE_NOTADB:
            return fault_set(fault, STATUS_INVALID, "%s: no record of a game: name a file that `vedette watch --record` made", path);
        case SQLITE_INTERRUPT:  // store_distrust
        case SQLITE_CORRUPT:
            return fault_set(fault, STATUS_IO, "%s: damaged: take a copy that is whole", path);
        case SQLITE_IOERR:
            return fault_set(fault, STATUS_IO, "%s: the disk failed or went away: see that it is there, works and has room", path);
        default:
            return fault_set(fault, STATUS_IO, "%s: reading or writing failed: %s", path, sqlite3_errmsg(db));
    }
}

status store_run(sqlite3 *db, const char *path, const char *sql, fault *fault) {
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK ? STATUS_OK : store_failed(db, path, fault);
}

status store_number(sqlite3 *db, const char *path, const char *sql, int64_t otherwise, int64_t *out, fault *fault) {
    sqlite3_stmt *q = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &q, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(q);
    *out = code == SQLITE_ROW && sqlite3_column_type(q, 0) != SQLITE_NULL ? sqlite3_column_int64(q, 0) : otherwise;
    status s = code == SQLITE_ROW || code == SQLITE_DONE ? STATUS_OK : store_failed(db, path, fault);
    sqlite3_finalize(q);
    return s;
}

// Pages of a crafted file may name each other so often that a walk through all of them would take years.
#define STEPS_A_CALL 10000
#define STEPS_A_BYTE 64       // of SQLite's machine: a row of the least length takes a third of it
#define STEPS_LEAST 10000000  // half a second

static int count_steps(void *context) {
    record *r = context;
    r->steps += STEPS_A_CALL;
    return r->steps > r->steps_most;
}

static void limit_steps(record *r, sqlite3 *db) {
    struct stat info;
    r->steps = 0;
    r->steps_most = STEPS_LEAST + (stat(r->path, &info) == 0 ? STEPS_A_BYTE * (int64_t)info.st_size : 0);
    sqlite3_progress_handler(db, STEPS_A_CALL, count_steps, r);
}

void store_trust(record *r) { sqlite3_progress_handler(r->db, 0, NULL, NULL); }

void store_distrust(record *r, sqlite3 *db) {
    limit_steps(r, db);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)NULL);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 64 * 1024 * 1024);
    sqlite3_busy_timeout(db, 2000);
}

// "file:PATH?immutable=1" with all but the plainest characters escaped.
static char *immutable_uri(const char *path) {
    static const char digits[] = "0123456789ABCDEF";
    static const char tail[] = "?immutable=1";
    char *uri = malloc(5 + 3 * strlen(path) + sizeof tail), *u = uri;
    if (!uri) return NULL;
    memcpy(u, "file:", 5);
    u += 5;
    for (const unsigned char *c = (const unsigned char *)path; *c; c++) {
        bool plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') || *c == '/' || *c == '.' || *c == '_';
        if (plain) {
            *u++ = (char)*c;
            continue;
        }
        *u++ = '%';
        *u++ = digits[*c >> 4];
        *u++ = digits[*c & 15];
    }
    memcpy(u, tail, sizeof tail);
    return uri;
}

// tail: "-wal" or "-journal".
static bool has_log(const char *path, const char *tail) {
    struct stat info;
    char *log = sqlite3_mprintf("%s%s", path, tail);
    bool has = log && stat(log, &info) == 0 && info.st_size > 0;
    sqlite3_free(log);
    return has;
}

// A program that was killed while it closed the record left a change half made. Who may write takes it back.
static status take_back_change(record *r, fault *fault) {
    const char *path = r->path;
    sqlite3 *db = NULL;
    status s = sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK ? STATUS_OK : store_failed(db, path, fault);
    if (s == STATUS_OK) {
        store_distrust(r, db);
        s = store_run(db, path, "SELECT count(*) FROM sqlite_schema", fault);
    }
    sqlite3_close(db);
    if (s != STATUS_OK && has_log(path, "-journal"))
        return fault_set(fault, STATUS_IO, "%s: was not closed, and cannot be written: copy it with its -journal file to another folder", path);
    return s;
}

// A record in a folder that can't be written (a CD, a share): SQLite can't make its lock files there and must open it as a file that does not change.
static status open_immutable(record *r, sqlite3 **db, fault *fault) {
    const char *path = r->path;
    if (has_log(path, "-wal"))
        return fault_set(fault, STATUS_IO, "%s: was not closed, and its folder can't be written: copy it with its -wal file to another folder", path);
    char *uri = immutable_uri(path);
    if (!uri) return fault_set(fault, STATUS_MEMORY, "%s: out of memory", path);
    sqlite3_close(*db);
    int code = sqlite3_open_v2(uri, db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
    free(uri);
    if (code != SQLITE_OK) return store_failed(*db, path, fault);
    store_distrust(r, *db);
    return schema_check(*db, path, &r->schema, fault);
}

status store_open(record *r, fault *fault) {
    const char *path = r->path;
    struct stat info;
    sqlite3 *db = NULL;
    if (stat(path, &info) != 0) return fault_set(fault, STATUS_INVALID, "%s: no such record", path);
    if (!S_ISREG(info.st_mode)) return fault_set(fault, STATUS_INVALID, "%s: not a file: name a record", path);
    if (info.st_size == 0) return fault_set(fault, STATUS_INVALID, "%s: empty: no record of a game", path);
    status s = has_log(path, "-journal") ? take_back_change(r, fault) : STATUS_OK;
    if (s == STATUS_OK && sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) s = store_failed(db, path, fault);
    if (s == STATUS_OK) {
        store_distrust(r, db);
        s = schema_check(db, path, &r->schema, fault);
        if (s == STATUS_IO && (sqlite3_errcode(db) & 0xff) == SQLITE_CANTOPEN) s = open_immutable(r, &db, fault);
    }
    if (s != STATUS_OK) {
        sqlite3_close(db);
        return s;
    }
    r->db = db;
    return STATUS_OK;
}

void store_free(record *r) {
    if (!r) return;
    writer_finish(r);
    sqlite3_finalize(r->rows);
    sqlite3_finalize(r->bytes);
    sqlite3_close(r->db);
    if (r->lock > 0) close(r->lock);  // not before SQLite's own locks are gone: closing any descriptor of a file drops them all
    for (int i = 0; i < r->meta_count; i++) {
        free(r->meta[i].key);
        free(r->meta[i].value);
    }
    free(r->meta);
    signing_free(r->key);
    free(r->path);
    free(r);
}
