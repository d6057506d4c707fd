// The exports that are a few lines each, and the choice among all of them.
#include <cjson/cJSON.h>
#include <errno.h>
#include <string.h>

#include "record/store.h"
#include "stream/json_text.h"

typedef enum { BOTH_LOGS, OBSERVATIONS } which_logs;

static status export_lines(record *r, which_logs which, FILE *out, fault *fault) {
    record_row row;
    status s = record_seek(r, 0);
    while (s == STATUS_OK && (s = record_next(r, &row)) == STATUS_OK)
        if (which == BOTH_LOGS || row.log == RECORD_OBSERVATION) fprintf(out, "%s\n", row.json);
    return s == STATUS_END ? STATUS_OK : store_failed(r->db, r->path, fault);
}

static const char *text_at(const cJSON *o, const char *key) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, key));
    return text ? text : "";
}

// A field in quotes. A text that a spreadsheet would take for a formula gets an apostrophe before it.
static void put_field(FILE *out, const char *text) {
    fputc('"', out);
    if (text[0] && strchr("=+-@\t\r", text[0])) fputc('\'', out);
    for (; *text; text++) {
        if (*text == '"') fputc('"', out);
        fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
    }
    fputc('"', out);
}

static void put_number(FILE *out, const cJSON *o, const char *key) {
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);
    fputc(',', out);
    if (cJSON_IsNumber(v)) fprintf(out, "%.10g", v->valuedouble);
}

static void put_text(FILE *out, const cJSON *o, const char *key) {
    fputc(',', out);
    put_field(out, text_at(o, key));
}

static void put_csv_row(FILE *out, const record_row *row, const cJSON *v, const cJSON *f) {
    fprintf(out, "%.10g,", row->t_s);
    put_field(out, row->kind);
    put_number(out, v, "move");
    put_number(out, v, "turn");
    put_text(out, v, "phase");
    put_text(out, v, "unit");
    put_text(out, v, "side");
    put_text(out, v, "ruling");
    put_number(out, v, "cost_in");
    put_number(out, v, "allowance_in");
    fputc(',', out);
    put_field(out, f == v ? "" : text_at(f, "ruling"));
    put_text(out, f, "rule");
    put_text(out, f, "violation");
    put_number(out, f, "measured");
    put_number(out, f, "allowed");
    put_number(out, f, "sigma");
    fputc(',', out);
    put_field(out, f == v ? "" : text_at(f, "unit"));
    put_number(out, f, "p_illegal");
    put_number(out, f, "bound");
    put_text(out, f, "message");
    fputs("\r\n", out);  // RFC 4180
}

status export_csv(record *r, FILE *out, fault *fault) {
    record_row row;
    fputs(
        "t,kind,move,turn,phase,unit,side,ruling,cost_in,allowance_in,finding,rule,violation,measured,allowed,sigma,measure_unit,p_illegal,bound,"
        "message\r\n",
        out);
    status s = record_seek(r, 0);
    while (s == STATUS_OK && (s = record_next(r, &row)) == STATUS_OK) {
        cJSON *v = row.log == RECORD_CONCLUSION ? cJSON_Parse(row.json) : NULL;
        const cJSON *f, *findings = cJSON_GetObjectItemCaseSensitive(v, "findings");
        cJSON_ArrayForEach(f, findings) put_csv_row(out, &row, v, f);
        if (cJSON_IsObject(v) && cJSON_GetArraySize(findings) == 0) put_csv_row(out, &row, v, v);
        cJSON_Delete(v);
    }
    return s == STATUS_END ? STATUS_OK : store_failed(r->db, r->path, fault);
}

typedef status export_scene(record *r, const game *g, FILE *out, fault *fault);

static status export_with_game(record *r, export_scene *write, FILE *out, fault *fault) {
    const char *text = record_meta_text(r, "game");
    game *g = NULL;
    if (!text || !text[0]) return fault_set(fault, STATUS_INVALID, "%s: the record holds no game file: export jsonl or csv", r->path);
    status s = game_parse(text, strlen(text), r->path, &g, NULL, NULL, fault);
    if (s != STATUS_OK) return s;
    s = write(r, g, out, fault);
    game_destroy(g);
    return s;
}

status record_export(record *r, const char *format, FILE *out, fault *fault) {
    status s;
    errno = 0;
    if (strcmp(format, "jsonl") == 0)
        s = export_lines(r, BOTH_LOGS, out, fault);
    else if (strcmp(format, "events") == 0)
        s = export_lines(r, OBSERVATIONS, out, fault);
    else if (strcmp(format, "csv") == 0)
        s = export_csv(r, out, fault);
    else if (strcmp(format, "html") == 0)
        s = export_with_game(r, export_html, out, fault);
    else if (strcmp(format, "svg") == 0)
        s = export_with_game(r, export_svg, out, fault);
    else if (strcmp(format, "mp4") == 0)
        return fault_set(fault, STATUS_INVALID, "mp4: films are not exported by this version: choose html, jsonl, events, csv or svg");
    else
        return fault_set(fault, STATUS_INVALID, "%.40s: no format to export: choose html, jsonl, events, csv or svg", format);
    if (s != STATUS_OK || (fflush(out) == 0 && !ferror(out))) return s;
    if (errno == EPIPE) return fault_set(fault, STATUS_IO, "%s: whoever the export was for stopped reading before its end", r->path);
    return fault_set(fault, STATUS_IO, "%s: the export could not be written: is the disk full?", r->path);
}
