// Reading a record: both logs in their one order.
#include <stdlib.h>
#include <string.h>

#include "record/store.h"

static status prepare_rows(record *r, fault *fault) {
    static const char sql[] =
        "SELECT seq, t, '', json, 0 FROM observations WHERE seq >= ?1 UNION ALL "
        "SELECT seq, t, kind, json, 1 FROM conclusions WHERE seq >= ?1 ORDER BY 1";
    if (sqlite3_prepare_v2(r->db, sql, -1, &r->rows, NULL) != SQLITE_OK) return store_failed(r->db, r->path, fault);
    sqlite3_bind_int64(r->rows, 1, INT64_MIN);
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

status record_open(const char *path, record **out, fault *fault) {
    record *r = calloc(1, sizeof *r);
    if (!r || !(r->path = strdup(path))) {
        free(r);
        return fault_set(fault, STATUS_MEMORY, "%s: out of memory", path);
    }
    status s = store_open(path, &r->db, fault);
    if (s == STATUS_OK) s = load_meta(r, fault);
    if (s == STATUS_OK) s = prepare_rows(r, fault);
    if (s == STATUS_OK)
        *out = r;
    else
        store_free(r);
    return s;
}

const char *record_meta_text(const record *r, const char *key) {
    for (int i = 0; i < r->meta_count; i++)
        if (strcmp(r->meta[i].key, key) == 0) return r->meta[i].value;
    return NULL;
}

bool record_closed_cleanly(const record *r) {
    const char *closed = record_meta_text(r, "closed");
    return closed && strcmp(closed, "yes") == 0;
}

bool record_was_cut(const record *r, double *lost_t_s) {
    const char *closed = record_meta_text(r, "closed"), *t = record_meta_text(r, "lost_t");
    *lost_t_s = t ? strtod(t, NULL) : 0;
    return closed && strcmp(closed, "cut") == 0;
}

static const char *text_of(sqlite3_stmt *q, int column) {
    const char *text = (const char *)sqlite3_column_text(q, column);
    return text ? text : "";
}

status record_next(record *r, record_row *out) {
    int code = sqlite3_step(r->rows);
    if (code == SQLITE_DONE) return STATUS_END;
    if (code != SQLITE_ROW) return code == SQLITE_NOMEM ? STATUS_MEMORY : STATUS_IO;
    *out = (record_row){.log = sqlite3_column_int(r->rows, 4) ? RECORD_CONCLUSION : RECORD_OBSERVATION,
                        .seq = sqlite3_column_int64(r->rows, 0),
                        .t_s = sqlite3_column_double(r->rows, 1),
                        .kind = text_of(r->rows, 2),
                        .json = text_of(r->rows, 3)};
    if (r->row_read) r->row_read(r->context, out->t_s);
    return STATUS_OK;
}

void record_on_row(record *r, record_row_read *row_read, void *context) {
    r->row_read = row_read;
    r->context = context;
}

status record_seek(record *r, double t_s) {
    sqlite3_stmt *q = NULL;
    int64_t seq = t_s > 0 ? INT64_MAX : INT64_MIN;
    int code = SQLITE_ROW;
    if (t_s > 0) {
        if (sqlite3_prepare_v2(r->db, "SELECT min(seq) FROM observations WHERE t >= ?1", -1, &q, NULL) != SQLITE_OK) return STATUS_IO;
        sqlite3_bind_double(q, 1, t_s);
        code = sqlite3_step(q);
        if (code == SQLITE_ROW && sqlite3_column_type(q, 0) != SQLITE_NULL) seq = sqlite3_column_int64(q, 0);
        sqlite3_finalize(q);
    }
    sqlite3_reset(r->rows);
    sqlite3_bind_int64(r->rows, 1, seq);
    return code == SQLITE_ROW ? STATUS_OK : STATUS_IO;
}

double record_duration_s(record *r) {
    sqlite3_stmt *q = NULL;
    double t_s = 0;
    if (sqlite3_prepare_v2(r->db, "SELECT max(t) FROM observations", -1, &q, NULL) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW)
        t_s = sqlite3_column_double(q, 0);
    sqlite3_finalize(q);
    return t_s;
}
