// The exports that are a few lines each, and the choice among all of them.
#include <cjson/cJSON.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/csv.h"
#include "record/store.h"
#include "record/tale.h"
#include "stream/json_text.h"

typedef enum { ALL_LOGS, OBSERVATIONS } which_logs;

static bool is_stopped(const record_export_options *o) { return o->stopped && o->stopped(o->context); }

static bool is_damaged(const record_export_options *o) { return o->damage && o->damage[0]; }

// A line of its own at the end, where damage was found. `vedette judge` takes no such line: the events alone are what they are.
static void put_damage_line(const record_export_options *o, FILE *out) {
    json_text j = {0};
    emit_open(&j, '{');
    emit_key_string(&j, "kind", "damaged");
    emit_key_string(&j, "message", o->damage);
    emit_close(&j, '}');
    char *line = emit_finish(&j);
    if (line) fprintf(out, "%s\n", line);
    free(line);
}

static status export_lines(record *r, which_logs which, const record_export_options *o, FILE *out, fault *fault) {
    record_row row;
    status s = record_seek(r, 0);
    while (s == STATUS_OK && !is_stopped(o) && (s = record_next(r, &row)) == STATUS_OK)
        if (which == ALL_LOGS || row.log == RECORD_OBSERVATION) fprintf(out, "%s\n", row.json);
    if (s == STATUS_END && which == ALL_LOGS && is_damaged(o)) put_damage_line(o, out);
    if (s == STATUS_OK) return STATUS_END;
    return s == STATUS_END ? STATUS_OK : store_failed(r->db, r->path, fault);
}

static void put_number(FILE *out, const cJSON *o, const char *key) {
    fputc(',', out);
    csv_put_number(out, tale_number(o, key, NAN));
}

static void put_text(FILE *out, const cJSON *o, const char *key) {
    fputc(',', out);
    csv_put_text(out, tale_text(o, key));
}

static void put_csv_row(FILE *out, const record_row *row, const cJSON *v, const cJSON *f) {
    fprintf(out, "%.10g,", row->t_s);
    csv_put_text(out, row->kind);
    put_number(out, v, "move");
    put_number(out, v, "turn");
    put_text(out, v, "phase");
    put_text(out, v, "unit");
    put_text(out, v, "side");
    put_text(out, v, "ruling");
    put_number(out, v, "cost_in");
    put_number(out, v, "allowance_in");
    fputc(',', out);
    csv_put_text(out, f == v ? "" : tale_text(f, "ruling"));
    put_text(out, f, "rule");
    put_text(out, f, "violation");
    put_number(out, f, "measured");
    put_number(out, f, "allowed");
    put_number(out, f, "sigma");
    fputc(',', out);
    csv_put_text(out, f == v ? "" : tale_text(f, "unit"));
    put_number(out, f, "p_illegal");
    put_number(out, f, "bound");
    put_text(out, f, "message");
    fputs("\r\n", out);  // RFC 4180
}

static status export_csv(record *r, const record_export_options *o, FILE *out, fault *fault) {
    record_row row;
    fputs(
        "t,kind,move,turn,phase,unit,side,ruling,cost_in,allowance_in,finding,rule,violation,measured,allowed,sigma,measure_unit,p_illegal,bound,"
        "message\r\n",
        out);
    status s = record_seek(r, 0);
    while (s == STATUS_OK && !is_stopped(o) && (s = record_next(r, &row)) == STATUS_OK) {
        cJSON *v = row.log == RECORD_CONCLUSION ? cJSON_Parse(row.json) : NULL;
        const cJSON *f, *findings = cJSON_GetObjectItemCaseSensitive(v, "findings");
        cJSON_ArrayForEach(f, findings) put_csv_row(out, &row, v, f);
        if (cJSON_IsObject(v) && cJSON_GetArraySize(findings) == 0) put_csv_row(out, &row, v, v);
        cJSON_Delete(v);
    }
    if (s == STATUS_END && is_damaged(o)) {
        fputs(",\"damaged\",,,,,,,,,,,,,,,,,,", out);
        csv_put_text(out, o->damage);
        fputs("\r\n", out);
    }
    if (s == STATUS_OK) return STATUS_END;
    return s == STATUS_END ? STATUS_OK : store_failed(r->db, r->path, fault);
}

static status export_statistics(record *r, const record_export_options *o, FILE *out, fault *fault) {
    tale t;
    status s = tale_read(&t, r, fault);
    if (s == STATUS_OK) statistics_write_csv(t.statistics, out);
    if (s == STATUS_OK && is_damaged(o)) {
        fputs("\"damaged\",\"\",", out);
        csv_put_text(out, o->damage);
        fputs(",,,,,,,,,,,,,,\r\n", out);
    }
    tale_finish(&t);
    return s;
}

static status export_page(record *r, FILE *out, fault *fault) {
    const char *text = record_meta_text(r, "game");
    game *g = NULL;
    if (!text || !text[0]) return fault_set(fault, STATUS_INVALID, "%s: the record holds no game file: export jsonl or csv", r->path);
    status s = game_parse(text, strlen(text), r->path, &g, NULL, NULL, fault);
    if (s != STATUS_OK) return s;
    s = export_html(r, g, out, fault);
    game_destroy(g);
    return s;
}

status record_export(record *r, const char *format, const record_export_options *o, FILE *out, fault *fault) {
    status s;
    errno = 0;
    if (strcmp(format, "jsonl") == 0)
        s = export_lines(r, ALL_LOGS, o, out, fault);
    else if (strcmp(format, "events") == 0)
        s = export_lines(r, OBSERVATIONS, o, out, fault);
    else if (strcmp(format, "csv") == 0)
        s = export_csv(r, o, out, fault);
    else if (strcmp(format, "statistics") == 0)
        s = export_statistics(r, o, out, fault);
    else if (strcmp(format, "html") == 0)
        s = export_page(r, out, fault);
    else
        return fault_set(fault, STATUS_INVALID, "%.40s: no text to export: choose html, jsonl, events, csv or statistics", format);
    if (s != STATUS_OK || (fflush(out) == 0 && !ferror(out))) return s;
    if (errno == EPIPE) return fault_set(fault, STATUS_IO, "%s: whoever the export was for stopped reading before its end", r->path);
    return fault_set(fault, STATUS_IO, "%s: the export could not be written: is the disk full?", r->path);
}
