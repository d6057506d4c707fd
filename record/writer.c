#include "record/writer.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "record/seal.h"

void writer_reserve_seals(sqlite3 *db) {
    int bytes = SEAL_BYTES;
    sqlite3_file_control(db, "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes);  // without it the record bears no seals, and no harm is done
}

static status hash_meta(record *r, record_hash *out, fault *fault) {
    sqlite3_stmt *q = NULL;
    int code = sqlite3_prepare_v2(r->db, "SELECT key, value FROM meta ORDER BY key", -1, &q, NULL);
    *out = (record_hash){{0}};
    while ((code == SQLITE_OK || code == SQLITE_ROW) && (code = sqlite3_step(q)) == SQLITE_ROW) {
        const char *key = (const char *)sqlite3_column_text(q, 0), *value = (const char *)sqlite3_column_text(q, 1);
        *out = chain_meta(out, key ? key : "", value ? value : "");
    }
    status s = code == SQLITE_DONE ? STATUS_OK : store_failed(r->db, r->path, fault);
    sqlite3_finalize(q);
    return s;
}

static status read_end(record *r, fault *fault) {
    sqlite3_stmt *q = NULL;
    r->added = (record_end){0};
    int code = sqlite3_prepare_v2(r->db, "SELECT seq, hash, (SELECT max(t) FROM entries) FROM entries ORDER BY seq DESC LIMIT 1", -1, &q, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(q);
    if (code == SQLITE_ROW) {
        r->added.seq = sqlite3_column_int64(q, 0);
        const void *hash = sqlite3_column_blob(q, 1);
        if (hash && sqlite3_column_bytes(q, 1) == RECORD_HASH_BYTES) memcpy(r->added.hash.bytes, hash, RECORD_HASH_BYTES);
        r->last_t_s = sqlite3_column_double(q, 2);
    }
    status s = code == SQLITE_ROW || code == SQLITE_DONE ? STATUS_OK : store_failed(r->db, r->path, fault);
    sqlite3_finalize(q);
    return s == STATUS_OK && code == SQLITE_DONE ? hash_meta(r, &r->added.hash, fault) : s;
}

status writer_prepare(record *r, fault *fault) {
    static const char row[] = "INSERT INTO entries VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)", bytes[] = "INSERT INTO pictures VALUES (?1, ?2)";
    status s = read_end(r, fault);
    if (s != STATUS_OK) return s;
    r->flushed = r->added;
    bool ready = sqlite3_prepare_v3(r->db, row, -1, SQLITE_PREPARE_PERSISTENT, &r->add_row, NULL) == SQLITE_OK &&
                 sqlite3_prepare_v3(r->db, bytes, -1, SQLITE_PREPARE_PERSISTENT, &r->add_bytes, NULL) == SQLITE_OK;
    return ready ? STATUS_OK : store_failed(r->db, r->path, fault);
}

void writer_finish(record *r) {
    sqlite3_finalize(r->add_row);
    sqlite3_finalize(r->add_bytes);
    r->add_row = r->add_bytes = NULL;
}

static bool insert_row(record *r, int64_t seq, const record_entry *e, const record_hash *hash) {
    sqlite3_stmt *q = r->add_row;
    bool done = sqlite3_bind_int64(q, 1, seq) == SQLITE_OK && sqlite3_bind_int(q, 2, (int)e->log) == SQLITE_OK &&
                sqlite3_bind_double(q, 3, e->t_s) == SQLITE_OK && sqlite3_bind_text(q, 4, e->kind, -1, SQLITE_STATIC) == SQLITE_OK &&
                sqlite3_bind_text(q, 5, e->origin, -1, SQLITE_STATIC) == SQLITE_OK &&
                sqlite3_bind_text(q, 6, e->json, -1, SQLITE_STATIC) == SQLITE_OK &&
                sqlite3_bind_blob(q, 7, hash->bytes, RECORD_HASH_BYTES, SQLITE_STATIC) == SQLITE_OK && sqlite3_step(q) == SQLITE_DONE;
    return done;
}

static bool insert_bytes(record *r, int64_t seq, const record_entry *e) {
    sqlite3_stmt *q = r->add_bytes;
    return !e->bytes || (sqlite3_bind_int64(q, 1, seq) == SQLITE_OK && sqlite3_bind_blob64(q, 2, e->bytes, e->length, SQLITE_STATIC) == SQLITE_OK &&
                         sqlite3_step(q) == SQLITE_DONE);
}

static status put(record *r, const record_entry *e, fault *fault) {
    int64_t seq = r->added.seq + 1;
    record_hash hash = chain_row(&r->added.hash, seq, e);
    status s = insert_row(r, seq, e, &hash) && insert_bytes(r, seq, e) ? STATUS_OK : store_failed(r->db, r->path, fault);
    sqlite3_reset(r->add_row);
    sqlite3_clear_bindings(r->add_row);
    sqlite3_reset(r->add_bytes);
    sqlite3_clear_bindings(r->add_bytes);
    if (s != STATUS_OK) return s;
    r->added = (record_end){seq, hash};
    r->last_t_s = fmax(r->last_t_s, e->t_s);
    return STATUS_OK;
}

// The bytes are in the chain too: their hash is a member of the row.
static status put_with_bytes(record *r, const record_entry *e, fault *fault) {
    char hex[CHAIN_HEX];
    record_hash hash = chain_bytes(e->bytes, e->length);
    chain_hex(&hash, hex);
    record_entry whole = *e;
    char *json = sqlite3_mprintf("%.*s,\"hash\":\"%s\"}", (int)strlen(e->json) - 1, e->json, hex);
    if (!json) return fault_set(fault, STATUS_MEMORY, "%s: out of memory", r->path);
    whole.json = json;
    status s = put(r, &whole, fault);
    sqlite3_free(json);
    return s;
}

status writer_put(record *r, const record_entry *e, fault *fault) { return e->bytes ? put_with_bytes(r, e, fault) : put(r, e, fault); }

status writer_keep(record *r, double t_s, const char *kind, fault *fault, const char *members, ...) {
    char more[1024], json[1200];
    va_list args;
    va_start(args, members);
    vsnprintf(more, sizeof more, members, args);
    va_end(args);
    snprintf(json, sizeof json, "{\"kind\":\"%s\",\"t\":%.3f,%s}", kind, t_s, more);
    return writer_put(r, &(record_entry){.log = RECORD_KEEPING, .t_s = t_s, .kind = kind, .origin = "", .json = json}, fault);
}
