// Is a record in order? For `vedette check`.
#include <cjson/cJSON.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "record/store.h"

static void damaged(record_report *report, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void damaged(record_report *report, const char *format, ...) {
    if (report->damage_count++ > 0) return;
    va_list args;
    va_start(args, format);
    vsnprintf(report->damage, sizeof report->damage, format, args);
    va_end(args);
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

static bool is_object(const char *json, double *gap_s) {
    cJSON *o = cJSON_ParseWithOpts(json, NULL, true);
    bool is = cJSON_IsObject(o);
    *gap_s = gap_of(o);
    cJSON_Delete(o);
    return is;
}

static void check_row(const record_row *row, int64_t last_seq, record_report *report) {
    bool seen = row->log == RECORD_OBSERVATION;
    long long seq = (long long)row->seq;
    if (row->seq <= last_seq) damaged(report, "row %lld: its number is not above the one before", seq);
    double gap_s;
    if (!is_object(row->json, &gap_s)) damaged(report, "row %lld (%s): not one JSON object", seq, seen ? "observation" : "conclusion");
    if (!(row->t_s >= 0 && row->t_s < 1e12)) damaged(report, "row %lld: its time is %g", seq, row->t_s);
    if (!seen && !row->kind[0]) damaged(report, "row %lld: a conclusion without its kind", seq);
    if (!seen) {
        report->conclusions++;
        return;
    }
    if (report->observations > 0 && row->t_s < report->last_t_s)
        damaged(report, "row %lld: its time %g goes back before %g", seq, row->t_s, report->last_t_s);
    if (report->observations++ == 0) report->first_t_s = row->t_s;
    report->last_t_s = row->t_s;
    report->gaps += gap_s > 0;
    report->longest_gap_s = gap_s > report->longest_gap_s ? gap_s : report->longest_gap_s;
}

static void check_rows(record *r, record_report *report) {
    record_row row;
    int64_t last_seq = 0;
    status s;
    while ((s = record_next(r, &row)) == STATUS_OK) {
        check_row(&row, last_seq, report);
        last_seq = row.seq;
    }
    if (s != STATUS_END) damaged(report, "the rows after number %lld: %s", (long long)last_seq, sqlite3_errmsg(r->db));
}

static void check_meta(const record *r, record_report *report) {
    const char *text = record_meta_text(r, "game");
    double gap_s;
    if (!text || !is_object(text, &gap_s)) damaged(report, "meta: the game file is missing or not JSON");
    report->closed_cleanly = record_closed_cleanly(r);
    report->cut = record_was_cut(r, &report->lost_t_s);
}

status record_verify(const char *path, record_report *report, fault *fault) {
    record *r;
    *report = (record_report){0};
    struct fault opening = {""};
    status s = record_open(path, &r, &opening);
    if (s == STATUS_IO && access(path, R_OK) == 0) {  // it is there and can be read, but makes no sense
        damaged(report, "%s", opening.text);
        return STATUS_OK;
    }
    if (s != STATUS_OK) return fault_set(fault, s, "%s", opening.text);
    check_pages(r->db, report);
    check_meta(r, report);
    check_rows(r, report);
    for (char *c = report->damage; *c; c++)
        if ((unsigned char)*c < ' ') *c = ' ';
    return record_close(r, fault);
}
