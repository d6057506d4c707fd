// Writing a record: batches of rows, committed about twice a second.
#include "record/record.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/clock.h"
#include "record/store.h"

#define BATCH_S 0.5

static status set_meta(record *r, const char *key, const char *value, fault *fault) {
    sqlite3_stmt *q = NULL;
    bool done = sqlite3_prepare_v2(r->db, "INSERT OR REPLACE INTO meta VALUES (?1, ?2)", -1, &q, NULL) == SQLITE_OK &&
                sqlite3_bind_text(q, 1, key, -1, SQLITE_STATIC) == SQLITE_OK &&
                sqlite3_bind_text(q, 2, value ? value : "", -1, SQLITE_STATIC) == SQLITE_OK && sqlite3_step(q) == SQLITE_DONE;
    status s = done ? STATUS_OK : store_failed(r->db, r->path, fault);
    sqlite3_finalize(q);
    return s;
}

static status write_meta(record *r, const record_meta *m, fault *fault) {
    const char *const rows[][2] = {{"game", m->game_text},  {"calibration", m->calibration_text},
                                   {"ruleset", m->ruleset}, {"program", m->program_version},
                                   {"source", m->source},   {"made", m->made},
                                   {"schema", "1"},         {"closed", "no"}};
    status s = STATUS_OK;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && s == STATUS_OK; i++) s = set_meta(r, rows[i][0], rows[i][1], fault);
    return s;
}

// A checkpoint each 200 pages (800 KB) keeps most of the game in the main file even where the -wal file gets lost.
static const char open_log[] = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 200";

static status lay_out(record *r, const record_meta *m, fault *fault) {
    status s = store_run(r->db, r->path, open_log, fault);
    if (s == STATUS_OK) s = store_run(r->db, r->path, "BEGIN IMMEDIATE", fault);
    if (s == STATUS_OK)
        s = store_run(r->db, r->path,
                      "PRAGMA application_id = 1447318612; PRAGMA user_version = 1;"
                      "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
                      "CREATE TABLE observations (seq INTEGER PRIMARY KEY, t REAL NOT NULL, json TEXT NOT NULL);"
                      "CREATE TABLE conclusions (seq INTEGER PRIMARY KEY, t REAL NOT NULL, kind TEXT NOT NULL, json TEXT NOT NULL);"
                      "CREATE INDEX observations_by_time ON observations (t)",
                      fault);
    if (s == STATUS_OK) s = write_meta(r, m, fault);
    return s == STATUS_OK ? store_run(r->db, r->path, "COMMIT", fault) : s;
}

static status prepare_writing(record *r, fault *fault) {
    bool ready = sqlite3_prepare_v3(r->db, "INSERT INTO observations VALUES (?1, ?2, ?3)", -1, SQLITE_PREPARE_PERSISTENT, &r->add_observation,
                                    NULL) == SQLITE_OK &&
                 sqlite3_prepare_v3(r->db, "INSERT INTO conclusions VALUES (?1, ?2, ?4, ?3)", -1, SQLITE_PREPARE_PERSISTENT, &r->add_conclusion,
                                    NULL) == SQLITE_OK;
    return ready ? STATUS_OK : store_failed(r->db, r->path, fault);
}

static void remove_unbegun(const char *path) {
    static const char *const tails[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; i < sizeof tails / sizeof tails[0]; i++) {
        char *name = sqlite3_mprintf("%s%s", path, tails[i]);
        if (name) unlink(name);
        sqlite3_free(name);
    }
}

static record *begin_writing(const char *path, fault *fault) {
    record *r = calloc(1, sizeof *r);
    if (r && (r->path = strdup(path))) {
        r->writing = true;
        return r;
    }
    free(r);
    fault_set(fault, STATUS_MEMORY, "%s: out of memory", path);
    return NULL;
}

// Two writers would each number their rows for themselves. SQLite's own locks are held from batch to batch only. A file system that knows no such
// locks has none.
static status keep_others_away(record *r, fault *fault) {
    r->lock = open(r->path, O_RDWR | O_CLOEXEC);
    if (r->lock < 0 || flock(r->lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return STATUS_OK;
    return fault_set(fault, STATUS_INVALID, "%s: another program records into it just now: end that one, or name a new file", r->path);
}

status record_create(const char *path, const record_meta *m, record **out, fault *fault) {
    struct stat info;
    bool there = stat(path, &info) == 0;
    if (there && !S_ISREG(info.st_mode)) return fault_set(fault, STATUS_INVALID, "%s: not a file: name a new one for the record", path);
    if (there && info.st_size > 0)
        return fault_set(fault, STATUS_INVALID,
                         "%s: exists already: name a new file, or go on with its game (watch --continue); a record is never overwritten", path);
    record *r = begin_writing(path, fault);
    if (!r) return STATUS_MEMORY;
    status s =
        sqlite3_open_v2(path, &r->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) == SQLITE_OK ? STATUS_OK : store_failed(r->db, path, fault);
    if (s == STATUS_OK) s = lay_out(r, m, fault);
    if (s == STATUS_OK) s = keep_others_away(r, fault);
    if (s == STATUS_OK) s = prepare_writing(r, fault);
    if (s == STATUS_OK) {
        *out = r;
        return STATUS_OK;
    }
    store_free(r);
    if (!there) remove_unbegun(path);
    return s;
}

// A record that is read for what it is and holds.
static status read_past(const char *path, const record_meta *m, record_past *past, fault *fault) {
    record *r = NULL;
    double lost_t_s;
    status s = record_open(path, &r, fault);
    if (s != STATUS_OK) return s;
    const char *its_game = record_meta_text(r, "game"), *its_calibration = record_meta_text(r, "calibration"), *made = record_meta_text(r, "made");
    *past = (record_past){.closed_cleanly = record_closed_cleanly(r)};
    snprintf(past->made, sizeof past->made, "%s", made ? made : "");
    if (!its_game || strcmp(its_game, m->game_text ? m->game_text : "") != 0)
        s = fault_set(fault, STATUS_INVALID, "%s: of another game: its game file is not the one that is given now; name a new file", path);
    else if (strcmp(its_calibration ? its_calibration : "", m->calibration_text ? m->calibration_text : "") != 0)
        s = fault_set(fault, STATUS_INVALID, "%s: its game was watched by another calibration than the one that is given now; name a new file", path);
    else if (record_was_cut(r, &lost_t_s))
        s = fault_set(fault, STATUS_INVALID,
                      "%s: recording failed, and what came from %.1f s on is missing: the game can't go on from it; name a new file", path, lost_t_s);
    record_close(r, NULL);
    return s;
}

static status find_end(record *r, record_past *past, fault *fault) {
    static const char sql[] =
        "SELECT max(coalesce((SELECT max(seq) FROM observations), 0), coalesce((SELECT max(seq) FROM conclusions), 0)),"
        " max(coalesce((SELECT max(t) FROM observations), 0), coalesce((SELECT max(t) FROM conclusions), 0)), (SELECT count(*) FROM conclusions)";
    sqlite3_stmt *q = NULL;
    bool read = sqlite3_prepare_v2(r->db, sql, -1, &q, NULL) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW;
    if (read) r->last_seq = sqlite3_column_int64(q, 0), past->last_t_s = sqlite3_column_double(q, 1), past->conclusions = sqlite3_column_int64(q, 2);
    status s = read ? STATUS_OK : store_failed(r->db, r->path, fault);
    sqlite3_finalize(q);
    return s;
}

status record_continue(const char *path, const record_meta *m, record_past *past, record **out, fault *fault) {
    status s = read_past(path, m, past, fault);
    if (s != STATUS_OK) return s;
    record *r = begin_writing(path, fault);
    if (!r) return STATUS_MEMORY;
    s = keep_others_away(r, fault);
    if (s == STATUS_OK && sqlite3_open_v2(path, &r->db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK) s = store_failed(r->db, path, fault);
    if (s == STATUS_OK) s = store_run(r->db, r->path, open_log, fault);
    if (s == STATUS_OK) s = find_end(r, past, fault);
    if (s == STATUS_OK) s = prepare_writing(r, fault);
    if (s == STATUS_OK) s = set_meta(r, "closed", "no", fault);
    if (s == STATUS_OK)
        *out = r;
    else
        store_free(r);
    return s;
}

static status begin_batch(record *r, double t_s, fault *fault) {
    if (r->in_batch) return STATUS_OK;
    status s = store_run(r->db, r->path, "BEGIN IMMEDIATE", fault);
    r->in_batch = s == STATUS_OK;
    r->batch_t_s = t_s;
    r->batch_began_s = clock_monotonic_s();
    return s;
}

static void lose(record *r, double t_s) {
    if (!r->failed || t_s < r->lost_t_s) r->lost_t_s = t_s;
    r->failed = true;
}

static status append(record *r, sqlite3_stmt *add, double t_s, const char *kind, const char *json, fault *fault) {
    if (!isfinite(t_s)) return fault_set(fault, STATUS_INVALID, "%s: a row without a time was not recorded", r->path);
    status s = begin_batch(r, t_s, fault);
    if (s != STATUS_OK) {
        lose(r, t_s);
        return s;
    }
    bool bound = sqlite3_bind_int64(add, 1, r->last_seq + 1) == SQLITE_OK && sqlite3_bind_double(add, 2, t_s) == SQLITE_OK &&
                 sqlite3_bind_text(add, 3, json, -1, SQLITE_STATIC) == SQLITE_OK &&
                 (!kind || sqlite3_bind_text(add, 4, kind, -1, SQLITE_STATIC) == SQLITE_OK);
    if (!bound || sqlite3_step(add) != SQLITE_DONE) {
        s = store_failed(r->db, r->path, fault);
        lose(r, sqlite3_get_autocommit(r->db) ? r->batch_t_s : t_s);  // a full disk may have ended the batch
    } else {
        r->last_seq++;
    }
    sqlite3_reset(add);
    sqlite3_clear_bindings(add);
    r->in_batch = !sqlite3_get_autocommit(r->db);
    if (s == STATUS_OK && clock_monotonic_s() - r->batch_began_s >= BATCH_S) s = record_flush(r, fault);
    return s;
}

status record_observation(record *r, double t_s, const char *json, fault *fault) { return append(r, r->add_observation, t_s, NULL, json, fault); }

status record_conclusion(record *r, double t_s, const char *kind, const char *json, fault *fault) {
    return append(r, r->add_conclusion, t_s, kind, json, fault);
}

status record_flush(record *r, fault *fault) {
    if (!r->in_batch) return STATUS_OK;
    status s = store_run(r->db, r->path, "COMMIT", fault);
    if (s != STATUS_OK) lose(r, r->batch_t_s);
    r->in_batch = !sqlite3_get_autocommit(r->db);
    return s;
}

// Lost rows stay lost even if the last rows could be written. A check of the record must report them.
static status mark_closed(record *r, fault *fault) {
    char t[40];
    snprintf(t, sizeof t, "%.3f", r->lost_t_s);
    status s = r->failed ? set_meta(r, "lost_t", t, fault) : STATUS_OK;
    return s == STATUS_OK ? set_meta(r, "closed", r->failed ? "cut" : "yes", fault) : s;
}

status record_close(record *r, fault *fault) {
    status s = STATUS_OK;
    if (!r) return s;
    if (r->writing) {
        s = record_flush(r, fault);
        // On a full disk the log's room, once emptied, is what the last words are written in.
        if (r->failed) sqlite3_wal_checkpoint_v2(r->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
        if (s == STATUS_OK) s = mark_closed(r, fault);
        // One file from now on, readable where nothing can be written. A reader that is at it just now prevents that, and no harm is done.
        if (s == STATUS_OK) sqlite3_exec(r->db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    }
    store_free(r);
    return s;
}
