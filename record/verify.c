// Is a record in order? For `vedette check`, and for exports, which say so.
#include <cjson/cJSON.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record/schema.h"
#include "record/seal.h"

typedef struct {
    record_report *report;
    record *record;
    int64_t last_seq;
    record_hash hash;  // of the row before, as it is stated
} verification;

static void damaged(record_report *report, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void damaged(record_report *report, const char *format, ...) {
    if (report->damage_count++ >= RECORD_DAMAGES_TOLD) return;
    char *out = report->damage[report->damage_count - 1];
    va_list args;
    va_start(args, format);
    vsnprintf(out, sizeof report->damage[0], format, args);
    va_end(args);
    for (char *c = out; *c; c++)
        if ((unsigned char)*c < ' ') *c = ' ';
}

// A seal_broken.
static void page_damaged(void *context, int64_t first_byte, int64_t last_byte, const char *what) {
    damaged(context, "the file: bytes %lld to %lld (page %lld): %s", (long long)first_byte, (long long)last_byte,
            (long long)(first_byte / SEAL_PAGE_BYTES + 1), what);
}

// SQLite's own check of its pages, indexes and constraints: the row "ok", or one for each thing wrong.
static void check_pages(sqlite3 *db, record_report *report) {
    sqlite3_stmt *q = NULL;
    int code = sqlite3_prepare_v2(db, "PRAGMA integrity_check(100)", -1, &q, NULL);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(q);
        const char *text = code == SQLITE_ROW ? (const char *)sqlite3_column_text(q, 0) : NULL;
        if (text && strcmp(text, "ok") != 0) damaged(report, "the file: %s", text);
    }
    if (code != SQLITE_DONE) damaged(report, "the file: %s", sqlite3_errmsg(db));
    sqlite3_finalize(q);
}

// The length of the gap that an observation without figures states: there the game was continued. 0: it states none.
static double gap_of(const cJSON *o) {
    const cJSON *gap = cJSON_GetObjectItemCaseSensitive(o, "gap_s"), *figures = cJSON_GetObjectItemCaseSensitive(o, "figures");
    bool of_nobody = cJSON_IsObject(figures) && !figures->child && !cJSON_GetObjectItemCaseSensitive(o, "hidden");
    return cJSON_IsNumber(gap) && of_nobody ? gap->valuedouble : 0;
}

static const char *name_of(record_log log) {
    static const char *const names[] = {"observation", "conclusion", "health", "evidence", "amendment", "keeping", "entry"};
    return log < RECORD_LOG_COUNT ? names[log] : "of no known log";
}

// The bytes of evidence are what the row says.
static void check_evidence(verification *v, const record_row *row, const cJSON *o) {
    const void *bytes;
    size_t length;
    char hex[CHAIN_HEX];
    const char *stated = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, "hash"));
    status s = record_bytes(v->record, row->seq, &bytes, &length, NULL);
    if (s == STATUS_END && !stated) return;
    if (s == STATUS_OK) {
        record_hash hash = chain_bytes(bytes, length);
        chain_hex(&hash, hex);
    }
    if (s != STATUS_OK || !stated || strcmp(hex, stated) != 0)
        damaged(v->report, "row %lld (evidence): its picture was changed", (long long)row->seq);
}

// A signature is over the hash of the row before it.
static void check_signature(verification *v, const record_row *row, const cJSON *o) {
    const char *by = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, "by")),
               *signature = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, "signature"));
    if (by && signature && signing_verify(by, signature, v->hash.bytes, sizeof v->hash.bytes))
        snprintf(v->report->signed_by, sizeof v->report->signed_by, "%s", by);
    else
        damaged(v->report, "row %lld: the signature is not that of this record", (long long)row->seq);
}

static void check_json(verification *v, const record_row *row) {
    cJSON *o = cJSON_ParseWithOpts(row->json, NULL, true);
    if (!cJSON_IsObject(o)) damaged(v->report, "row %lld (%s): not one JSON object", (long long)row->seq, name_of(row->log));
    double gap_s = row->log == RECORD_OBSERVATION ? gap_of(o) : 0;
    v->report->gaps += gap_s > 0;
    if (gap_s > v->report->longest_gap_s) v->report->longest_gap_s = gap_s;
    if (row->log == RECORD_EVIDENCE) check_evidence(v, row, o);
    if (row->log == RECORD_KEEPING && strcmp(row->kind, "signature") == 0) check_signature(v, row, o);
    cJSON_Delete(o);
}

static void count_row(record_report *report, const record_row *row) {
    report->rows++;
    if (row->log == RECORD_CONCLUSION) report->conclusions++;
    if (row->log != RECORD_OBSERVATION) return;
    if (report->observations > 0 && row->t_s < report->last_t_s)
        damaged(report, "row %lld: its time %g goes back before %g", (long long)row->seq, row->t_s, report->last_t_s);
    if (report->observations++ == 0) report->first_t_s = row->t_s;
    report->last_t_s = row->t_s;
}

// After a wrong hash the chain goes on from what the row says, so that each changed row is told, and no other.
static void check_hash(verification *v, const record_row *row) {
    record_hash stated = {{0}};
    const void *hash = sqlite3_column_blob(v->record->rows, 6);
    if (hash && sqlite3_column_bytes(v->record->rows, 6) == RECORD_HASH_BYTES) memcpy(stated.bytes, hash, RECORD_HASH_BYTES);
    record_hash true_hash =
        chain_row(&v->hash, row->seq, &(record_entry){.log = row->log, .t_s = row->t_s, .kind = row->kind, .origin = row->origin, .json = row->json});
    if (row->seq != v->last_seq + 1)
        damaged(v->report, "row %lld: follows row %lld: rows are missing, or were exchanged", (long long)row->seq, (long long)v->last_seq);
    else if (!chain_same(&stated, &true_hash))
        damaged(v->report, "row %lld (%s, at %.1f s): it, or the one before, was changed", (long long)row->seq, name_of(row->log), row->t_s);
    v->hash = stated;
}

static void check_row(verification *v, const record_row *row) {
    long long seq = (long long)row->seq;
    if (row->seq <= v->last_seq) damaged(v->report, "row %lld: its number is not above the one before", seq);
    if (!record_is_game_time(row->t_s)) damaged(v->report, "row %lld: its time is %g", seq, row->t_s);
    if (row->log == RECORD_CONCLUSION && !row->kind[0]) damaged(v->report, "row %lld: a conclusion without its kind", seq);
    if (row->log == RECORD_LOG_COUNT) damaged(v->report, "row %lld: of no known log", seq);
    check_json(v, row);
    count_row(v->report, row);
    if (v->report->chained) check_hash(v, row);
    v->last_seq = row->seq;
}

static void check_rows(verification *v) {
    record_row row;
    status s;
    while ((s = record_next(v->record, &row)) == STATUS_OK) check_row(v, &row);
    bool disordered = s == STATUS_IO && sqlite3_errcode(v->record->db) == SQLITE_ROW;  // SQLite itself had no complaint
    if (s != STATUS_END)
        damaged(v->report, "the rows after number %lld: %s", (long long)v->last_seq,
                disordered ? "they do not follow one another" : sqlite3_errmsg(v->record->db));
    if (v->report->chained && v->last_seq > 0) chain_hex(&v->hash, v->report->head);
}

static int by_key(const void *a, const void *b) { return strcmp(((const record_meta_row *)a)->key, ((const record_meta_row *)b)->key); }

// The chain begins with the meta.
static void check_meta(verification *v) {
    record *r = v->record;
    const char *text = record_meta_text(r, "game");
    cJSON *game = text ? cJSON_ParseWithOpts(text, NULL, true) : NULL;
    if (!cJSON_IsObject(game)) damaged(v->report, "meta: the game file is missing or not JSON");
    cJSON_Delete(game);
    v->report->closed_cleanly = record_closed_cleanly(r);
    v->report->cut = record_was_cut(r, &v->report->lost_t_s);
    if (r->meta_count > 0) qsort(r->meta, (size_t)r->meta_count, sizeof *r->meta, by_key);
    for (int i = 0; i < r->meta_count; i++) v->hash = chain_meta(&v->hash, r->meta[i].key, r->meta[i].value);
}

static void check_schema(verification *v) {
    bool own;
    status s = schema_is_own(v->record->db, v->record->path, &own, NULL);
    if (s != STATUS_OK || !own) damaged(v->report, "the file: has tables or triggers that no record has, or lacks some of its own");
}

status record_verify(const char *path, record_report *report, fault *fault) {
    verification v = {.report = report};
    *report = (record_report){0};
    struct fault opening = {""};
    status s = access(path, R_OK) == 0 ? seal_check(path, &report->sealed, page_damaged, report, &opening) : STATUS_OK;
    if (s == STATUS_OK) s = record_open(path, &v.record, &opening);
    bool is_record = report->sealed || s == STATUS_IO;
    if (s != STATUS_OK && is_record && access(path, R_OK) == 0) {  // it is there and can be read, but makes no sense
        damaged(report, "%s", opening.text);
        return STATUS_OK;
    }
    if (s != STATUS_OK) return fault_set(fault, s, "%s", opening.text);
    report->chained = v.record->schema > 1;
    check_pages(v.record->db, report);
    if (report->chained) check_schema(&v);
    check_meta(&v);
    check_rows(&v);
    return record_close(v.record, fault);
}
