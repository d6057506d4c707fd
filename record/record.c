// Writing a record: rows in batches, each batch one transaction.
#include "record/record.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/schema.h"
#include "record/seal.h"
#include "record/writer.h"

// A checkpoint each 200 pages (800 KB) keeps most of the game in the main file even where the -wal file gets lost.
static const char open_log[] = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 200";

static status set_meta(record *r, const char *key, const char *value, fault *fault) {
    sqlite3_stmt *q = NULL;
    bool done = sqlite3_prepare_v2(r->db, "INSERT INTO meta VALUES (?1, ?2)", -1, &q, NULL) == SQLITE_OK &&
                sqlite3_bind_text(q, 1, key, -1, SQLITE_STATIC) == SQLITE_OK &&
                sqlite3_bind_text(q, 2, value ? value : "", -1, SQLITE_STATIC) == SQLITE_OK && sqlite3_step(q) == SQLITE_DONE;
    status s = done ? STATUS_OK : store_failed(r->db, r->path, fault);
    sqlite3_finalize(q);
    return s;
}

static status write_meta(record *r, const record_meta *m, fault *fault) {
    char schema[8];
    snprintf(schema, sizeof schema, "%d", RECORD_SCHEMA);
    const char *const rows[][2] = {{"game", m->game_text},  {"calibration", m->calibration_text},
                                   {"ruleset", m->ruleset}, {"program", m->program_version},
                                   {"source", m->source},   {"made", m->made},
                                   {"schema", schema}};
    status s = STATUS_OK;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && s == STATUS_OK; i++) s = set_meta(r, rows[i][0], rows[i][1], fault);
    return s;
}

// Tables, meta and the first row, in a database that nothing else has open.
static status lay_out(record *r, const record_meta *m, fault *fault) {
    writer_reserve_seals(r->db);
    status s = store_run(r->db, r->path, "PRAGMA synchronous = FULL; BEGIN IMMEDIATE", fault);
    if (s == STATUS_OK) s = schema_create(r->db, r->path, fault);
    if (s == STATUS_OK) s = write_meta(r, m, fault);
    return s == STATUS_OK ? store_run(r->db, r->path, "COMMIT", fault) : s;
}

static void remove_with_logs(const char *path) {
    static const char *const tails[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; i < sizeof tails / sizeof tails[0]; i++) {
        char *name = sqlite3_mprintf("%s%s", path, tails[i]);
        if (name) unlink(name);
        sqlite3_free(name);
    }
}

// The new name is on the disk too.
static void sync_folder_of(const char *path) {
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    int at = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (at >= 0) fsync(at), close(at);  // what can't be synced is as safe as the file system makes it
    free(folder);
}

static record *begin_writing(const char *path, fault *fault) {
    record *r = calloc(1, sizeof *r);
    if (r && (r->path = strdup(path)) && sodium_init() >= 0) {
        r->writing = true;
        r->schema = RECORD_SCHEMA;
        return r;
    }
    store_free(r);
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

static status open_database(record *r, int flags, fault *fault) {
    return sqlite3_open_v2(r->path, &r->db, SQLITE_OPEN_READWRITE | flags, NULL) == SQLITE_OK ? STATUS_OK : store_failed(r->db, r->path, fault);
}

static status begin_batch(record *r, fault *fault) {
    if (r->in_batch) return STATUS_OK;
    status s = store_run(r->db, r->path, "BEGIN IMMEDIATE", fault);
    r->in_batch = s == STATUS_OK;
    return s;
}

// The record as it was flushed last; what was added since is to be added again.
static status give_up_batch(record *r, status s) {
    if (!sqlite3_get_autocommit(r->db)) sqlite3_exec(r->db, "ROLLBACK", NULL, NULL, NULL);
    r->in_batch = false;
    r->added = r->flushed;
    return s;
}

static status note_opened(record *r, const record_meta *m, fault *fault) {
    status s = begin_batch(r, fault);
    if (s == STATUS_OK) s = writer_keep(r, r->last_t_s, "opened", fault, "\"program\":\"%s\"", m && m->program_version ? m->program_version : "");
    return s == STATUS_OK ? record_flush(r, fault) : give_up_batch(r, s);
}

// Hands r over, or frees it.
static status begun(record *r, status s, record **out) {
    if (s == STATUS_OK)
        *out = r;
    else
        store_free(r);
    return s;
}

// Nothing but our own tables and views: a trigger would run when a row is added.
static status refuse_strange(record *r, fault *fault) {
    bool own;
    status s = schema_is_own(r->db, r->path, &own, fault);
    if (s != STATUS_OK || own) return s;
    return fault_set(fault, STATUS_INVALID, "%s: has tables or triggers that no record has: it was changed, and nothing is added to it", r->path);
}

static status take_up(record *r, fault *fault) {
    status s = open_database(r, 0, fault);
    if (s != STATUS_OK) return s;
    store_distrust(r, r->db);
    s = schema_check(r->db, r->path, &r->schema, fault);
    if (s == STATUS_OK && r->schema < RECORD_SCHEMA) s = schema_migrate(r, fault);
    r->schema = RECORD_SCHEMA;
    if (s == STATUS_OK) s = refuse_strange(r, fault);
    if (s == STATUS_OK) s = store_run(r->db, r->path, open_log, fault);
    if (s == STATUS_OK) s = writer_prepare(r, fault);
    store_trust(r);
    return s;
}

// Made under another name and renamed when whole: killed at any moment, a record is there or is not.
static status make_file(const char *path, const record_meta *m, fault *fault) {
    char *part = sqlite3_mprintf("%s.part", path);
    if (!part) return fault_set(fault, STATUS_MEMORY, "%s: out of memory", path);
    remove_with_logs(part);
    record *r = begin_writing(part, fault);
    status s = r ? open_database(r, SQLITE_OPEN_CREATE, fault) : STATUS_MEMORY;
    if (s == STATUS_OK) s = lay_out(r, m, fault);
    store_free(r);
    if (s == STATUS_OK && rename(part, path) != 0) s = fault_set(fault, STATUS_IO, "%s: cannot be written: %s", path, strerror(errno));
    if (s == STATUS_OK)
        sync_folder_of(path);
    else
        remove_with_logs(part);
    sqlite3_free(part);
    return s;
}

status record_create(const char *path, const record_meta *m, record **out, fault *fault) {
    struct stat info;
    bool there = stat(path, &info) == 0;
    if (there && !S_ISREG(info.st_mode)) return fault_set(fault, STATUS_INVALID, "%s: not a file: name a new one for the record", path);
    if (there && info.st_size > 0)
        return fault_set(fault, STATUS_INVALID,
                         "%s: exists already: name a new file, or go on with its game (watch --continue); a record is never overwritten", path);
    status s = make_file(path, m, fault);
    if (s != STATUS_OK) return s;
    record *r = begin_writing(path, fault);
    if (!r) return STATUS_MEMORY;
    s = keep_others_away(r, fault);
    if (s == STATUS_OK) s = take_up(r, fault);
    if (s == STATUS_OK) s = note_opened(r, m, fault);
    s = begun(r, s, out);
    if (s != STATUS_OK) remove_with_logs(path);
    return s;
}

static status same_game(const record *r, const record_meta *m, fault *fault) {
    const char *its_game = record_meta_text(r, "game"), *its_calibration = record_meta_text(r, "calibration");
    if (!its_game || strcmp(its_game, m->game_text ? m->game_text : "") != 0)
        return fault_set(fault, STATUS_INVALID, "%s: of another game: its game file is not the one that is given now; name a new file", r->path);
    if (strcmp(its_calibration ? its_calibration : "", m->calibration_text ? m->calibration_text : "") != 0)
        return fault_set(fault, STATUS_INVALID, "%s: its game was watched by another calibration than the one that is given now; name a new file",
                         r->path);
    return STATUS_OK;
}

// A record that is read for what it is and holds.
static status read_past(const char *path, const record_meta *m, record_past *past, fault *fault) {
    record *r = NULL;
    status s = record_open(path, &r, fault);
    if (s != STATUS_OK) return s;
    const char *made = record_meta_text(r, "made");
    *past = (record_past){.closed_cleanly = r->closed, .cut = r->cut, .lost_t_s = r->lost_t_s};
    snprintf(past->made, sizeof past->made, "%s", made ? made : "");
    if (m) s = same_game(r, m, fault);
    record_close(r, NULL);
    return s;
}

// Nothing is added to what was changed, and its seals are left as they are.
static status refuse_damaged(const char *path, fault *fault) {
    record_report report;
    status s = record_verify(path, &report, fault);
    if (s != STATUS_OK || report.damage_count == 0) return s;
    return fault_set(fault, STATUS_INVALID, "%s: damaged: %s; nothing is added to it: take a copy that is whole", path, report.damage[0]);
}

static status continue_record(const char *path, const record_meta *m, record_past *past, record **out, fault *fault) {
    status s = read_past(path, m, past, fault);
    if (s == STATUS_OK) s = refuse_damaged(path, fault);
    if (s != STATUS_OK) return s;
    record *r = begin_writing(path, fault);
    if (!r) return STATUS_MEMORY;
    s = keep_others_away(r, fault);
    if (s == STATUS_OK) s = seal_open(path, fault);
    if (s == STATUS_OK) s = take_up(r, fault);
    past->last_t_s = r->last_t_s;
    if (s == STATUS_OK) s = store_number(r->db, path, "SELECT count(*) FROM entries WHERE log = 1", 0, &past->conclusions, fault);
    if (s == STATUS_OK) s = note_opened(r, m, fault);
    return begun(r, s, out);
}

status record_continue(const char *path, const record_meta *m, record_past *past, record **out, fault *fault) {
    return continue_record(path, m, past, out, fault);
}

status record_append(const char *path, record **out, fault *fault) {
    record_past past;
    return continue_record(path, NULL, &past, out, fault);
}

status record_add(record *r, const record_entry *e, fault *fault) {
    if (!record_is_game_time(e->t_s))
        return fault_set(fault, STATUS_INVALID, "%s: a row at %g s was not recorded: no game is as long", r->path, e->t_s);
    if (!r->db) return fault_set(fault, STATUS_IO, "%s: is not there any more", r->path);
    record_entry whole = *e;
    if (!whole.kind) whole.kind = "";
    if (!whole.origin) whole.origin = "";
    status s = begin_batch(r, fault);
    if (s == STATUS_OK) s = writer_put(r, &whole, fault);
    return s == STATUS_OK ? s : give_up_batch(r, s);
}

int64_t record_last_seq(const record *r) { return r->added.seq; }

// A file that was deleted can be written on and on, and nobody will ever read it.
static bool is_deleted(const record *r) {
    struct stat info;
    return r->lock > 0 && fstat(r->lock, &info) == 0 && info.st_nlink == 0;
}

status record_flush(record *r, fault *fault) {
    if (!r->in_batch) return STATUS_OK;
    if (is_deleted(r)) return give_up_batch(r, fault_set(fault, STATUS_IO, "%s: was deleted: put it back from a copy, or record anew", r->path));
    status s = store_run(r->db, r->path, "COMMIT", fault);
    if (s != STATUS_OK) return give_up_batch(r, s);
    r->in_batch = false;
    r->flushed = r->added;
    return STATUS_OK;
}

// A commit that failed may have reached the disk all the same. Its rows are added again.
static status drop_after(record *r, const record_end *flushed, fault *fault) {
    char sql[160];
    snprintf(sql, sizeof sql, "DELETE FROM entries WHERE seq > %lld; DELETE FROM pictures WHERE seq > %lld", (long long)flushed->seq,
             (long long)flushed->seq);
    status s = r->added.seq > flushed->seq ? store_run(r->db, r->path, sql, fault) : STATUS_OK;
    writer_finish(r);
    return s == STATUS_OK ? writer_prepare(r, fault) : s;
}

status record_reopen(record *r, fault *fault) {
    const record_end flushed = r->flushed;
    struct stat info;
    writer_finish(r);
    sqlite3_close(r->db);
    r->db = NULL;
    if (r->lock > 0) close(r->lock);
    r->lock = 0;
    r->in_batch = false;
    status s = stat(r->path, &info) == 0 ? STATUS_OK : fault_set(fault, STATUS_IO, "%s: is not there any more: %s", r->path, strerror(errno));
    if (s == STATUS_OK) s = keep_others_away(r, fault);
    if (s == STATUS_OK) s = take_up(r, fault);
    if (s == STATUS_OK) s = drop_after(r, &flushed, fault);
    if (s == STATUS_OK && (r->flushed.seq != flushed.seq || !chain_same(&r->flushed.hash, &flushed.hash)))
        s = fault_set(fault, STATUS_INVALID, "%s: what stands there now is not the record of this game", r->path);
    r->added = r->flushed = flushed;
    if (s != STATUS_OK) {
        writer_finish(r);
        sqlite3_close(r->db);
        r->db = NULL;
    }
    return s;
}

status record_sign(record *r, const char *key_path, fault *fault) {
    bool made;
    return signing_read(key_path, &r->key, &made, fault);
}

// One file from now on, readable where nothing can be written. A reader that is at it just now prevents that, and no harm is done.
static bool leave_log(record *r) {
    sqlite3_stmt *q = NULL;
    bool left = sqlite3_prepare_v2(r->db, "PRAGMA journal_mode = DELETE", -1, &q, NULL) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW &&
                strcmp((const char *)sqlite3_column_text(q, 0), "delete") == 0;
    sqlite3_finalize(q);
    return left;
}

static status sign(record *r, fault *fault) {
    char public_hex[SIGNING_PUBLIC_HEX], signature[SIGNING_SIGNATURE_HEX];
    signing_public(r->key, public_hex);
    signing_sign(r->key, r->added.hash.bytes, sizeof r->added.hash.bytes, signature);
    return writer_keep(r, r->last_t_s, "signature", fault, "\"over\":%lld,\"by\":\"%s\",\"signature\":\"%s\"", (long long)r->added.seq, public_hex,
                       signature);
}

static status mark_closed(record *r, fault *fault) {
    status s = begin_batch(r, fault);
    if (s == STATUS_OK) s = writer_keep(r, r->last_t_s, "closed", fault, "\"rows\":%lld", (long long)r->added.seq);
    if (s == STATUS_OK && r->key) s = sign(r, fault);
    return s == STATUS_OK ? record_flush(r, fault) : give_up_batch(r, s);
}

status record_close(record *r, fault *fault) {
    status s = STATUS_OK;
    if (!r) return s;
    bool alone = false;
    if (r->writing && r->db) {
        s = record_flush(r, fault);
        if (s == STATUS_OK) s = mark_closed(r, fault);
        alone = s == STATUS_OK && leave_log(r);
        writer_finish(r);
        if (sqlite3_close(r->db) == SQLITE_OK) r->db = NULL;
        if (alone && !r->db) s = seal_file(r->path, fault);
    } else if (r->writing) {
        s = fault_set(fault, STATUS_IO, "%s: is not there any more", r->path);
    }
    store_free(r);
    return s;
}

void record_leave(record *r) { store_free(r); }
