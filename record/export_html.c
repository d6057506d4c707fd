// One self-contained page: the live page with the record's data in it, with a time line to move through the game.
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "record/page_bundle.h"
#include "record/scene.h"
#include "record/store.h"
#include "stream/json_text.h"
#include "stream/stream.h"

// Seconds of the game from one picture of the time line to the next: more would make the page large and show little else.
#define FRAME_S 0.25

typedef struct {
    FILE *out;
    const game *g;
    scene scene;
    stream_reader *reader;
    json_text phases, log;  // gathered while the frames are written
    double framed_s;
    bool pending, any_frame, failed;
} html_export;

static void put_json(html_export *x, json_text *j) {
    char *text = emit_finish(j);
    if (text)
        fputs(text, x->out);
    else
        x->failed = true;
    free(text);
}

static void write_frame(html_export *x, double t_s) {
    json_text j = {0};
    emit_open(&j, '[');
    emit_number(&j, t_s, 2);
    emit_open(&j, '{');
    for (int i = 0; i < x->g->figure_count; i++) {
        if (!x->scene.changed[i]) continue;
        x->scene.changed[i] = false;
        emit_key(&j, x->g->figures[i].id);
        if (!x->scene.on_table[i]) {
            emit_null(&j);
            continue;
        }
        emit_open(&j, '[');
        emit_number(&j, x->scene.at[i].at.x, 2);
        emit_number(&j, x->scene.at[i].at.y, 2);
        emit_number(&j, emit_heading_deg(x->scene.at[i].heading_rad), 1);
        emit_int(&j, x->scene.hidden[i]);
        emit_close(&j, ']');
    }
    emit_close(&j, '}');
    emit_close(&j, ']');
    if (x->any_frame) fputs(",\n", x->out);
    put_json(x, &j);
    x->any_frame = true;
    x->pending = false;
    x->framed_s = t_s;
}

static void add_phase(html_export *x, const event *e) {
    emit_open(&x->phases, '[');
    emit_number(&x->phases, e->t_s, 2);
    emit_int(&x->phases, e->phase.turn);
    emit_string(&x->phases, e->phase.phase);
    if (e->phase.side >= 0) emit_string(&x->phases, x->g->sides[e->phase.side].id);
    emit_close(&x->phases, ']');
}

// Written anew from what was parsed, so that only sound JSON enters the page, and without '<', which could end its script element.
static void add_to_log(html_export *x, const char *kind, const record_row *row) {
    cJSON *o = cJSON_Parse(row->json);
    char *text = cJSON_IsObject(o) ? cJSON_PrintUnformatted(o) : NULL;
    cJSON_Delete(o);
    if (!text) return;
    emit_open(&x->log, '{');
    emit_key(&x->log, "kind");
    emit_string(&x->log, kind);
    emit_key(&x->log, "data");
    emit_raw_safe(&x->log, text);
    emit_close(&x->log, '}');
    free(text);
}

static void add_observation(html_export *x, const record_row *row) {
    event e;
    if (stream_read_event(x->reader, row->json, strlen(row->json), &e, NULL) != STATUS_OK) return;  // what the judge passed over
    if (x->pending && e.t_s - x->framed_s >= FRAME_S) write_frame(x, e.t_s);
    x->pending |= scene_apply(&x->scene, &e);
    if (e.kind == EVENT_PHASE) add_phase(x, &e);
    if (e.kind == EVENT_RULING) add_to_log(x, "ruling", row);  // the judge's word stands beside the verdict
}

static status write_data(html_export *x, record *r, fault *fault) {
    record_row row;
    char *game_json = stream_game_json(x->g);
    if (!game_json) return fault_set(fault, STATUS_MEMORY, "%s: out of memory", r->path);
    fprintf(x->out, "{\"game\":%s,\n\"duration\":%.2f,\n\"frames\":[\n", game_json, record_duration_s(r));
    free(game_json);
    emit_open(&x->phases, '[');
    emit_open(&x->log, '[');
    write_frame(x, 0);
    status s = record_seek(r, 0);
    while (s == STATUS_OK && (s = record_next(r, &row)) == STATUS_OK) {
        if (row.log == RECORD_OBSERVATION)
            add_observation(x, &row);
        else if (row.log == RECORD_CONCLUSION)
            add_to_log(x, row.kind, &row);
    }
    if (s != STATUS_END) return store_failed(r->db, r->path, fault);
    if (x->pending) write_frame(x, record_duration_s(r));
    emit_close(&x->phases, ']');
    emit_close(&x->log, ']');
    fputs("],\n\"phases\":", x->out);
    put_json(x, &x->phases);
    fputs(",\n\"log\":", x->out);
    put_json(x, &x->log);
    fputs("}", x->out);
    return x->failed ? fault_set(fault, STATUS_MEMORY, "%s: out of memory", r->path) : STATUS_OK;
}

status export_html(record *r, const game *g, FILE *out, fault *fault) {
    html_export x = {.out = out, .g = g};
    status s = scene_init(&x.scene, g, fault);
    if (s == STATUS_OK) s = stream_reader_create(g, &x.reader, fault);
    if (s == STATUS_OK) {
        fputs((const char *)page_bundle_before, out);
        s = write_data(&x, r, fault);
        fputs((const char *)page_bundle_after, out);
    }
    free(emit_finish(&x.phases));
    free(emit_finish(&x.log));
    stream_reader_destroy(x.reader);
    scene_finish(&x.scene);
    return s;
}
