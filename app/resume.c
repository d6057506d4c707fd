#define _GNU_SOURCE  // timegm, strptime
#include "app/resume.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app/row_corrections.h"
#include "stream/stream.h"

#define GAP_LEAST_S 1.0           // half a second may be lost that was not written yet, and as much goes by before the first picture
#define GAP_MOST_S (24 * 3600.0)  // no game waits longer

double resume_gap_s(const char *made, double last_t_s, double now_s) {
    struct tm utc = {0};
    const char *end = strptime(made, "%Y-%m-%dT%H:%M:%SZ", &utc);
    double gap_s = end && !*end ? now_s - ((double)timegm(&utc) + last_t_s) : 0;
    return gap_s >= GAP_LEAST_S && gap_s <= GAP_MOST_S ? gap_s : GAP_LEAST_S;
}

// The record's rows as they are judged again.
typedef struct {
    play *play;
    record *record;
    stream_reader *reader;
    row_corrections corrections;
    const char *path;
    int64_t entered;    // the row of the last event that was entered and not listed yet; 0: none
    double reported_s;  // of the newest event
} recalling;

static status damaged(const recalling *k, status s, fault *fault) {
    return fault_set(fault, s, "%s: damaged after %.1f s: `vedette check` tells more", k->path, k->reported_s);
}

static status read_corrections(recalling *k, fault *fault) {
    record_row row;
    status s = STATUS_OK;
    while (s == STATUS_OK && (s = record_next(k->record, &row)) == STATUS_OK)
        if (row.log == RECORD_AMENDMENT && strcmp(row.kind, "amend") == 0) s = row_corrections_add(&k->corrections, row.json, fault);
    if (s != STATUS_END) return s == STATUS_INVALID ? s : damaged(k, s, fault);
    return record_seek(k->record, 0);
}

// Takes line over.
static status take_line(recalling *k, char *line, double t_s, bool undone, fault *fault) {
    event e;
    struct fault wrong = {""};
    if (!line) return fault_set(fault, STATUS_MEMORY, "out of memory");
    status s = stream_read_event(k->reader, line, strlen(line), &e, &wrong);
    if (s != STATUS_OK) {
        free(line);
        return fault_set(fault, s, "%s: at %.1f s: %s", k->path, t_s, wrong.text);
    }
    k->reported_s = fmax(k->reported_s, e.t_s);
    return play_recall(k->play, &e, line, undone, fault);
}

static status take_observation(recalling *k, const record_row *row, fault *fault) {
    const row_correction *own = row_corrections_of(&k->corrections, row->seq, false, row->t_s);
    bool replaced = own && own->event;
    if (row->origin[0] && strcmp(row->origin, "camera") != 0 && strcmp(row->origin, "program") != 0) k->entered = row->seq;
    status s = take_line(k, replaced ? row_correction_event(own, row->t_s) : strdup(row->json), row->t_s, own && !own->event, fault);
    for (long i = row_corrections_after(&k->corrections, row->seq, false, -1); i >= 0 && s == STATUS_OK;
         i = row_corrections_after(&k->corrections, row->seq, false, i))
        s = take_line(k, row_correction_event(&k->corrections.at[i], row->t_s), row->t_s, false, fault);
    return s;
}

// All that was seen and entered, again, as it was corrected.
static status judge_again(recalling *k, fault *fault) {
    record_row row;
    status s;
    while ((s = record_next(k->record, &row)) == STATUS_OK) {
        if (row.log == RECORD_OBSERVATION && (s = take_observation(k, &row, fault)) != STATUS_OK) return s;
        if (row.log != RECORD_ENTRIES) continue;
        play_recall_entry(k->play, row.json, k->entered);
        k->entered = 0;
    }
    return s == STATUS_END ? STATUS_OK : damaged(k, s, fault);
}

static status take(play *p, const event *e, bool kept, fault *fault) {
    char *json = stream_event_json(p->desk->game, e);
    if (!json) return fault_set(fault, STATUS_MEMORY, "out of memory");
    if (kept) desk_keep(p->desk, e, json, "program", 0);
    return play_recall(p, e, json, false, fault);
}

// If the program had reported the end of the game, moves that were going on were judged at that time: they have ended.
static status end_moves(play *p, double t_s, fault *fault) {
    status result = STATUS_OK;
    for (int u = 0; u < p->desk->game->unit_count && result == STATUS_OK; u++) {
        event end = {.kind = EVENT_END_MOVE, .t_s = t_s, .end_move = {u}};
        if (session_goes_on(play_session(p), u)) result = take(p, &end, true, fault);
    }
    return result;
}

static status note_gap(play *p, double t_s, double gap_s, fault *fault) {
    event gap = {.kind = EVENT_OBSERVE, .t_s = t_s, .observe = {.gap_s = gap_s}};
    session_note_blind(play_session(p), t_s);
    pipeline_note_gap(p->pipeline, gap_s);
    return take(p, &gap, true, fault);
}

status resume_game(play *p, const char *path, const record_past *past, resumption *out, fault *fault) {
    recalling k = {.play = p, .path = path};
    desk *d = p->desk;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *out = (resumption){0};
    d->recalls = true;
    status result = record_open(path, &k.record, fault);
    if (result == STATUS_OK) result = stream_reader_create(d->game, &k.reader, fault);
    if (result == STATUS_OK) result = read_corrections(&k, fault);
    // Which of a corrected game's conclusions came last can't be counted: all count as recorded.
    d->recorded = k.corrections.count > 0 ? INT64_MAX : past->conclusions;
    if (result == STATUS_OK) result = judge_again(&k, fault);
    out->reported_s = k.reported_s;
    double last_s = fmax(past->last_t_s, out->reported_s), gap_s = resume_gap_s(past->made, last_s, (double)now.tv_sec + 1e-9 * (double)now.tv_nsec);
    out->gap_s = gap_s;
    out->t_s = last_s + gap_s;
    session_note_blind(play_session(p), out->t_s);                                   // provisional findings are not reported again
    if (result == STATUS_OK) result = session_tick(play_session(p), last_s, fault);  // moves that had settled and that no event reported
    bool had_ended =
        past->closed_cleanly || (d->recorded > 0 && k.corrections.count == 0);  // it has verdicts that no event brought: those of the end
    if (result == STATUS_OK && had_ended) result = end_moves(p, last_s, fault);
    if (result == STATUS_OK) result = note_gap(p, out->t_s, gap_s, fault);
    d->recalls = false;
    d->recorded = 0;
    row_corrections_free(&k.corrections);
    stream_reader_destroy(k.reader);
    record_close(k.record, NULL);
    return result;
}
