// The archive's text: figures, frames, phases and the log, gathered in one reading of the record.
#include "record/archive.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/archive_pictures.h"
#include "record/corrected_rows.h"
#include "record/scene.h"
#include "record/statistics.h"
#include "record/store.h"
#include "record/tale.h"
#include "stream/json_text.h"
#include "stream/stream.h"

// Seconds of the game from one frame to the next: more would make the archive large and show little else.
#define FRAME_S 0.25
#define ARCHIVE_INCHES_MAX 1e4  // well beyond the largest table, 600 inches

enum { FIGURE_SEEN, FIGURE_HIDDEN, FIGURE_GONE };

// A figure as the frames last told it, in their units.
typedef struct {
    long long x, y, heading;
    int how;
} told_figure;

typedef struct {
    record *r;
    const game *g;
    scene scene;
    stream_reader *reader;
    json_text frames, phases, log;
    told_figure *told;
    archive_pictures pictures;
    statistics *counts;
    double framed_s, changed_s, last_s;
    long long framed_cs;
    bool pending, live;
    corrected_rows corrected;
    int64_t left_out;  // rows without a time that a game can have
} archiver;

// In `steps` to the inch or degree. What lies beyond any table is drawn at its edge.
static long long whole_steps(double x, double steps) { return llround(fmin(fmax(x, -ARCHIVE_INCHES_MAX), ARCHIVE_INCHES_MAX) * steps); }

static told_figure figure_now(const archiver *a, int i) {
    pose at = a->scene.at[i];
    int how = !a->scene.on_table[i] ? FIGURE_GONE : a->scene.hidden[i] ? FIGURE_HIDDEN : FIGURE_SEEN;
    if (how == FIGURE_GONE) return (told_figure){a->told[i].x, a->told[i].y, a->told[i].heading, how};
    return (told_figure){whole_steps(at.at.x, 100), whole_steps(at.at.y, 100), whole_steps(emit_heading_deg(at.heading_rad), 10), how};
}

static void put_change(archiver *a, int i) {
    told_figure now = figure_now(a, i), *last = &a->told[i];
    if (now.x == last->x && now.y == last->y && now.heading == last->heading && now.how == last->how) return;
    emit_int(&a->frames, 4LL * i + now.how);
    emit_int(&a->frames, now.x - last->x);
    emit_int(&a->frames, now.y - last->y);
    emit_int(&a->frames, now.heading - last->heading);
    *last = now;
}

static void put_frame(archiver *a) {
    long long now_cs = llround(a->changed_s * 100);
    emit_open(&a->frames, '[');
    emit_int(&a->frames, now_cs - a->framed_cs);
    for (int i = 0; i < a->g->figure_count; i++) {
        if (a->scene.changed[i]) put_change(a, i);
        a->scene.changed[i] = false;
    }
    emit_close(&a->frames, ']');
    a->framed_cs = now_cs;
    a->framed_s = a->changed_s;
    a->pending = false;
}

static void put_phase(archiver *a, const event *e) {
    emit_open(&a->phases, '[');
    emit_number(&a->phases, e->t_s, 2);
    emit_int(&a->phases, e->phase.turn);
    emit_string(&a->phases, e->phase.phase);
    if (e->phase.side >= 0) emit_string(&a->phases, a->g->sides[e->phase.side].id);
    emit_close(&a->phases, ']');
}

// Written anew from what was parsed, so that only sound JSON enters the page.
static void put_in_log(archiver *a, const char *kind, const cJSON *o) {
    char *text = cJSON_PrintUnformatted(o);
    emit_open(&a->log, '{');
    emit_key_string(&a->log, "kind", kind);
    emit_key(&a->log, "data");
    if (text)
        emit_raw_safe(&a->log, text);
    else
        a->log.failed = true;
    emit_close(&a->log, '}');
    free(text);
}

static void add_line(archiver *a, const char *kind, const record_row *row) {
    cJSON *o = cJSON_Parse(row->json);
    const cJSON *t = cJSON_GetObjectItemCaseSensitive(o, "t");
    bool timed = cJSON_IsNumber(t) && record_is_game_time(t->valuedouble);
    if (timed) {
        a->last_s = fmax(a->last_s, t->valuedouble);
        put_in_log(a, kind, o);
        if (strcmp(kind, "move") == 0) archive_pictures_judged(&a->pictures, o);
    }
    a->left_out += !timed;
    cJSON_Delete(o);
}

// A reader that has taken a time beyond all games would refuse what comes after it: the next line has a new one.
static status add_observation(archiver *a, const record_row *row, fault *fault) {
    event e;
    status s = stream_read_event(a->reader, row->json, strlen(row->json), &e, NULL);
    if (s == STATUS_MEMORY) return fault_set(fault, s, "%s: out of memory", a->r->path);
    if (s != STATUS_OK) return STATUS_OK;  // what the judge passed over
    if (!record_is_game_time(e.t_s)) {
        a->left_out++;
        stream_reader_destroy(a->reader);
        a->reader = NULL;
        return stream_reader_create(a->g, &a->reader, fault);
    }
    if (a->pending && e.t_s - a->framed_s >= FRAME_S) put_frame(a);
    if (scene_apply(&a->scene, &e)) {
        a->pending = true;
        a->changed_s = fmax(e.t_s, a->framed_s);
    }
    a->last_s = fmax(a->last_s, e.t_s);
    if (e.kind == EVENT_PHASE) put_phase(a, &e);
    if (e.kind == EVENT_RULING) add_line(a, "ruling", row);  // the judge's word stands beside the verdict
    return STATUS_OK;
}

// An event as it was corrected; left out where it was undone.
static status add_corrected(archiver *a, const record_row *row, fault *fault) {
    const corrected_row *own = corrected_rows_find(&a->corrected, row->seq);
    record_row right = *row;
    if (own && !own->event) return STATUS_OK;
    if (own) right.json = own->event;
    return add_observation(a, &right, fault);
}

// What was said again after a correction, and what players challenged.
static bool add_later_word(archiver *a, const record_row *row) {
    bool again = row->log == RECORD_AMENDMENT && strcmp(row->kind, "again") == 0, entry = row->log == RECORD_ENTRIES;
    if (!again && !entry) return false;
    cJSON *o = cJSON_Parse(row->json);
    const cJSON *said = entry ? cJSON_GetObjectItemCaseSensitive(o, "event") : o;
    const char *kind = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(said, "kind"));
    bool taken = !entry || (kind && strcmp(kind, "challenge") == 0 && strcmp(tale_text(o, "fate"), "taken") == 0);
    char *json = kind && taken ? cJSON_PrintUnformatted(said) : NULL;
    record_row line = *row;
    line.json = json;
    line.kind = kind;
    line.log = RECORD_CONCLUSION;
    if (json && again) statistics_take(a->counts, &line);
    if (json) add_line(a, kind, &line);
    free(json);
    cJSON_Delete(o);
    return true;
}

static status add_row(archiver *a, const record_row *row, fault *fault) {
    if (record_is_game_time(row->t_s) && add_later_word(a, row)) return STATUS_OK;
    bool shown = row->log == RECORD_OBSERVATION || row->log == RECORD_CONCLUSION || row->log == RECORD_HEALTH || row->log == RECORD_EVIDENCE;
    if (!shown) return STATUS_OK;
    if (!record_is_game_time(row->t_s)) {
        a->left_out++;
        return STATUS_OK;
    }
    statistics_take(a->counts, row);
    if (row->log == RECORD_OBSERVATION) return add_corrected(a, row, fault);
    if (row->log == RECORD_EVIDENCE) return archive_pictures_add(&a->pictures, row, fault);
    if (row->log == RECORD_HEALTH)
        add_line(a, "health", row);
    else if (strcmp(row->kind, "settled") != 0)  // provisional: the verdict took its place
        add_line(a, row->kind, row);
    return STATUS_OK;
}

static status read_rows(archiver *a, fault *fault) {
    record_row row;
    a->pending = true;
    put_frame(a);  // where the game file places the figures
    status s = corrected_rows_read(&a->corrected, a->r, fault);
    if (s == STATUS_OK) s = record_seek(a->r, 0);
    while (s == STATUS_OK && (s = record_next(a->r, &row)) == STATUS_OK) s = add_row(a, &row, fault);
    if (s == STATUS_IO) return store_failed(a->r->db, a->r->path, fault);
    if (s != STATUS_END) return s;
    if (a->pending) put_frame(a);
    return STATUS_OK;
}

typedef struct {
    char text[1024];
    size_t length;
} warnings;

// Appends a sentence; cut off where there is no room.
__attribute__((format(printf, 2, 3))) static void warn(warnings *w, const char *format, ...) {
    va_list values;
    va_start(values, format);
    if (w->length > 0 && w->length + 1 < sizeof w->text) w->text[w->length++] = ' ';
    vsnprintf(w->text + w->length, sizeof w->text - w->length, format, values);
    w->length = strlen(w->text);
    va_end(values);
}

// What `vedette check` finds wrong with the file.
static void warn_of_faults(const record *r, warnings *w) {
    record_report report = {0};
    fault fault = {""};
    if (record_verify(r->path, &report, &fault) != STATUS_OK)
        warn(w, "This record can't be checked: %s.", fault.text);
    else if (report.damage_count > 0)
        warn(w, "This record does not pass `vedette check`, in %lld places. The first: %s.", (long long)report.damage_count, report.damage[0]);
}

// What people must know before they trust what they see.
static void put_damage(const archiver *a, json_text *j) {
    warnings w = {0};
    double lost_t_s;
    if (!a->live) warn_of_faults(a->r, &w);
    if (record_was_cut(a->r, &lost_t_s)) warn(&w, "Recording failed at %.9g s: what came then is missing.", lost_t_s);
    if (!a->live && !record_closed_cleanly(a->r)) warn(&w, "The record was not closed: its last moments may be missing.");
    if (a->left_out > 0) warn(&w, "%lld of its rows have no time that a game can have, and are left out.", (long long)a->left_out);
    emit_key_string(j, "damage", w.text);
}

static void put_key_text(json_text *j, const char *key, const char *text) { emit_key_string(j, key, text ? text : ""); }

static void put_list(json_text *j, const char *key, json_text *list) {
    char *text = emit_finish(list);
    emit_key(j, key);
    if (text)
        emit_raw(j, text);
    else
        j->failed = true;
    free(text);
}

static void put_header(const archiver *a, json_text *j) {
    char head[RECORD_HASH_HEX], *game_json = stream_game_json(a->g);
    record_head(a->r, head);
    emit_key_int(j, "version", 1);
    put_key_text(j, "made", record_meta_text(a->r, "made"));
    put_key_text(j, "program", record_meta_text(a->r, "program"));
    emit_key_string(j, "head", head);
    emit_key(j, "game");
    if (game_json)
        emit_raw_safe(j, game_json);
    else
        j->failed = true;
    free(game_json);
    emit_key(j, "figures");
    emit_open(j, '[');
    for (int i = 0; i < a->g->figure_count; i++) emit_string(j, a->g->figures[i].id);
    emit_close(j, ']');
}

static void put_statistics(const archiver *a, json_text *j) {
    char *counts = statistics_json(a->counts);
    emit_key(j, "statistics");
    if (counts)
        emit_raw_safe(j, counts);
    else
        j->failed = true;
    free(counts);
}

static status write_archive(archiver *a, size_t most, char **json, size_t *length, fault *fault) {
    json_text j = {0};
    emit_close(&a->frames, ']');
    emit_close(&a->phases, ']');
    emit_close(&a->log, ']');
    emit_open(&j, '{');
    put_header(a, &j);
    put_list(&j, "frames", &a->frames);
    put_list(&j, "phases", &a->phases);
    put_list(&j, "log", &a->log);
    put_statistics(a, &j);
    emit_key_number(&j, "duration", a->last_s, 2);
    put_damage(a, &j);
    emit_key(&j, "evidence");
    status s = archive_pictures_put(&a->pictures, a->r, most, &j, fault);
    emit_close(&j, '}');
    *length = j.length;
    *json = emit_finish(&j);
    if (s == STATUS_OK && *json) return STATUS_OK;
    free(*json);
    *json = NULL;
    return s != STATUS_OK ? s : fault_set(fault, STATUS_MEMORY, "%s: out of memory", a->r->path);
}

static status make(record *r, const game *g, bool live, size_t most, char **json, size_t *length, fault *fault) {
    archiver a = {.r = r, .g = g, .live = live, .told = calloc((size_t)g->figure_count + 1, sizeof(told_figure))};
    *json = NULL;
    status s = a.told ? scene_init(&a.scene, g, fault) : fault_set(fault, STATUS_MEMORY, "%s: out of memory", r->path);
    for (int i = 0; s == STATUS_OK && i < g->figure_count; i++) a.told[i].how = FIGURE_GONE;
    if (s == STATUS_OK) s = stream_reader_create(g, &a.reader, fault);
    if (s == STATUS_OK) s = statistics_create(g, &a.counts, fault);
    emit_open(&a.frames, '[');
    emit_open(&a.phases, '[');
    emit_open(&a.log, '[');
    if (s == STATUS_OK) s = read_rows(&a, fault);
    if (s == STATUS_OK) s = write_archive(&a, most, json, length, fault);
    free(emit_finish(&a.frames));
    free(emit_finish(&a.phases));
    free(emit_finish(&a.log));
    archive_pictures_finish(&a.pictures);
    statistics_destroy(a.counts);
    stream_reader_destroy(a.reader);
    scene_finish(&a.scene);
    corrected_rows_free(&a.corrected);
    free(a.told);
    return s;
}

status archive_make(record *r, const game *g, size_t most, char **json, size_t *length, fault *fault) {
    return make(r, g, false, most, json, length, fault);
}

status archive_make_live(record *r, const game *g, char **json, size_t *length, fault *fault) { return make(r, g, true, 0, json, length, fault); }
