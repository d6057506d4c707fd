// Reading a record: all logs in their one order.
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "record/store.h"

// Record rows of all schemas look alike to who reads them.
static const char *rows_of(int schema) {
    return schema == 1 ? "SELECT seq, t, '', json, 0, '' FROM observations WHERE seq >= ?1 UNION ALL "
                         "SELECT seq, t, kind, json, 1, '' FROM conclusions WHERE seq >= ?1 ORDER BY 1"
                       : "SELECT seq, t, kind, json, log, origin, hash FROM entries WHERE seq >= ?1 ORDER BY seq";
}

static status prepare_rows(record *r, fault *fault) {
    static const char bytes[] = "SELECT bytes FROM pictures WHERE seq = ?1";
    bool ready = sqlite3_prepare_v2(r->db, rows_of(r->schema), -1, &r->rows, NULL) == SQLITE_OK &&
                 (r->schema == 1 || sqlite3_prepare_v2(r->db, bytes, -1, &r->bytes, NULL) == SQLITE_OK);
    if (!ready) return store_failed(r->db, r->path, fault);
    sqlite3_bind_int64(r->rows, 1, INT64_MIN);
    r->last_seq = INT64_MIN;
    return STATUS_OK;
}

static bool add_meta(record *r, const char *key, const char *value) {
    record_meta_row *grown = realloc(r->meta, (size_t)(r->meta_count + 1) * sizeof *grown);
    if (!grown) return false;
    r->meta = grown;
    record_meta_row *row = &r->meta[r->meta_count++];
    *row = (record_meta_row){strdup(key), strdup(value)};
    return row->key && row->value;
}

static status load_meta(record *r, fault *fault) {
    enum { META_MAX = 64 };  // rows; more are no program's that is known here
    sqlite3_stmt *q = NULL;
    status s = STATUS_OK;
    int code = sqlite3_prepare_v2(r->db, "SELECT key, value FROM meta", -1, &q, NULL);
    if (code != SQLITE_OK) s = store_failed(r->db, r->path, fault);
    while (s == STATUS_OK && r->meta_count < META_MAX && (code = sqlite3_step(q)) == SQLITE_ROW) {
        const char *key = (const char *)sqlite3_column_text(q, 0), *value = (const char *)sqlite3_column_text(q, 1);
        if (!add_meta(r, key ? key : "", value ? value : "")) s = fault_set(fault, STATUS_MEMORY, "%s: out of memory", r->path);
    }
    if (s == STATUS_OK && code != SQLITE_DONE && code != SQLITE_ROW) s = store_failed(r->db, r->path, fault);
    sqlite3_finalize(q);
    return s;
}

// How a record of the first schema ended stands in its meta.
static void read_old_end(record *r) {
    const char *closed = record_meta_text(r, "closed"), *t = record_meta_text(r, "lost_t");
    r->closed = closed && strcmp(closed, "yes") == 0;
    r->cut = closed && strcmp(closed, "cut") == 0;
    r->lost_t_s = t ? strtod(t, NULL) : 0;
}

static status read_end(record *r, fault *fault) {
    static const char end[] = "SELECT kind IN ('closed', 'signature') AND log = 5 FROM entries ORDER BY seq DESC LIMIT 1";
    static const char loss[] = "SELECT t, kind FROM entries WHERE log = 5 AND kind = 'lost' ORDER BY t LIMIT 1";
    static const char last[] = "SELECT hash FROM entries ORDER BY seq DESC LIMIT 1";
    sqlite3_stmt *q = NULL;
    int64_t closed = 0;
    status s = store_number(r->db, r->path, end, 0, &closed, fault);
    r->closed = closed != 0;
    if (s == STATUS_OK && sqlite3_prepare_v2(r->db, loss, -1, &q, NULL) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW) {
        r->cut = true;
        r->lost_t_s = sqlite3_column_double(q, 0);
    }
    sqlite3_finalize(q);
    q = NULL;
    if (s == STATUS_OK && sqlite3_prepare_v2(r->db, last, -1, &q, NULL) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW) {
        const void *hash = sqlite3_column_blob(q, 0);
        if (hash && sqlite3_column_bytes(q, 0) == RECORD_HASH_BYTES) memcpy(r->flushed.hash.bytes, hash, RECORD_HASH_BYTES), r->flushed.seq = 1;
    }
    sqlite3_finalize(q);
    return s;
}

status record_open(const char *path, record **out, fault *fault) {
    record *r = calloc(1, sizeof *r);
    if (!r || !(r->path = strdup(path)) || sodium_init() < 0) {
        store_free(r);
        return fault_set(fault, STATUS_MEMORY, "%s: out of memory", path);
    }
    status s = store_open(r, fault);
    if (s == STATUS_OK) s = load_meta(r, fault);
    if (s == STATUS_OK) s = prepare_rows(r, fault);
    if (s == STATUS_OK && r->schema == 1) read_old_end(r);
    if (s == STATUS_OK && r->schema > 1) s = read_end(r, fault);
    if (s == STATUS_OK)
        *out = r;
    else
        store_free(r);
    return s;
}

void record_head(const record *r, char out[RECORD_HASH_HEX]) {
    out[0] = '\0';
    if (r->flushed.seq > 0) chain_hex(&r->flushed.hash, out);
}

const char *record_meta_text(const record *r, const char *key) {
    for (int i = 0; i < r->meta_count; i++)
        if (strcmp(r->meta[i].key, key) == 0) return r->meta[i].value;
    return NULL;
}

const char *record_file(const record *r) { return r->path; }

bool record_closed_cleanly(const record *r) { return r->closed; }

bool record_was_cut(const record *r, double *lost_t_s) {
    *lost_t_s = r->lost_t_s;
    return r->cut;
}

static const char *text_of(sqlite3_stmt *q, int column) {
    const char *text = (const char *)sqlite3_column_text(q, column);
    return text ? text : "";
}

status record_next(record *r, record_row *out) {
    int code = sqlite3_step(r->rows);
    if (code == SQLITE_DONE) return STATUS_END;
    if (code != SQLITE_ROW) return code == SQLITE_NOMEM ? STATUS_MEMORY : STATUS_IO;
    int64_t log = sqlite3_column_int64(r->rows, 4), seq = sqlite3_column_int64(r->rows, 0);
    if (seq < r->last_seq || (seq == r->last_seq && r->schema > 1)) return STATUS_IO;  // pages of a crafted file that come round again
    r->last_seq = seq;
    *out = (record_row){.log = log >= 0 && log < RECORD_LOG_COUNT ? (record_log)log : RECORD_LOG_COUNT,
                        .seq = sqlite3_column_int64(r->rows, 0),
                        .t_s = sqlite3_column_double(r->rows, 1),
                        .kind = text_of(r->rows, 2),
                        .origin = text_of(r->rows, 5),
                        .json = text_of(r->rows, 3)};
    if (r->row_read) r->row_read(r->context, out->t_s);
    return STATUS_OK;
}

status record_bytes(record *r, int64_t seq, const void **bytes, size_t *length, fault *fault) {
    if (!r->bytes) return STATUS_END;
    sqlite3_reset(r->bytes);
    sqlite3_bind_int64(r->bytes, 1, seq);
    int code = sqlite3_step(r->bytes);
    if (code == SQLITE_DONE) return STATUS_END;
    if (code != SQLITE_ROW) return store_failed(r->db, r->path, fault);
    *bytes = sqlite3_column_blob(r->bytes, 0);
    *length = (size_t)sqlite3_column_bytes(r->bytes, 0);
    return *bytes ? STATUS_OK : STATUS_END;
}

void record_on_row(record *r, record_row_read *row_read, void *context) {
    r->row_read = row_read;
    r->context = context;
}

status record_seek(record *r, double t_s) {
    static const char *const sql[] = {"SELECT min(seq) FROM observations WHERE t >= ?1", "SELECT min(seq) FROM entries WHERE log = 0 AND t >= ?1"};
    sqlite3_stmt *q = NULL;
    int64_t seq = t_s > 0 ? INT64_MAX : INT64_MIN;
    int code = SQLITE_ROW;
    if (t_s > 0) {
        if (sqlite3_prepare_v2(r->db, sql[r->schema > 1], -1, &q, NULL) != SQLITE_OK) return STATUS_IO;
        sqlite3_bind_double(q, 1, t_s);
        code = sqlite3_step(q);
        if (code == SQLITE_ROW && sqlite3_column_type(q, 0) != SQLITE_NULL) seq = sqlite3_column_int64(q, 0);
        sqlite3_finalize(q);
    }
    sqlite3_reset(r->rows);
    sqlite3_bind_int64(r->rows, 1, seq);
    r->last_seq = INT64_MIN;
    r->steps = 0;
    return code == SQLITE_ROW ? STATUS_OK : STATUS_IO;
}

bool record_is_game_time(double t_s) { return t_s >= 0 && t_s <= RECORD_T_MAX_S; }

bool record_is_film_name(const char *file) { return file[0] && file[0] != '.' && !strchr(file, '/') && strlen(file) < 256; }

double record_duration_s(record *r) {
    static const char *const sql[] = {"SELECT max(t) FROM observations", "SELECT max(t) FROM entries WHERE log = 0"};
    sqlite3_stmt *q = NULL;
    double t_s = 0;
    if (sqlite3_prepare_v2(r->db, sql[r->schema > 1], -1, &q, NULL) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW) t_s = sqlite3_column_double(q, 0);
    sqlite3_finalize(q);
    return record_is_game_time(t_s) ? t_s : t_s > 0 ? RECORD_T_MAX_S : 0;
}
