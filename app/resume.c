#define _GNU_SOURCE  // timegm, strptime
#include "app/resume.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "app/cli.h"
#include "stream/stream.h"

#define GAP_LEAST_S 1.0           // half a second may be lost that was not written yet, and as much goes by before the first picture
#define GAP_MOST_S (24 * 3600.0)  // no game waits longer

double resume_gap_s(const char *made, double last_t_s, double now_s) {
    struct tm utc = {0};
    const char *end = strptime(made, "%Y-%m-%dT%H:%M:%SZ", &utc);
    double gap_s = end && !*end ? now_s - ((double)timegm(&utc) + last_t_s) : 0;
    return gap_s >= GAP_LEAST_S && gap_s <= GAP_MOST_S ? gap_s : GAP_LEAST_S;
}

static status take(desk *d, session *s, pipeline *p, const event *e, fault *fault) {
    pipeline_enter(p, e);
    status result = session_feed(s, e, fault);
    desk_publish_ruling(d, e);
    desk_count(d, e);
    return result;
}

// All that was seen and entered, again.
static status judge_again(desk *d, session *s, pipeline *p, record *r, stream_reader *w, const char *path, double *reported_s, fault *fault) {
    record_row row;
    status result;
    while ((result = record_next(r, &row)) == STATUS_OK) {
        event e;
        struct fault wrong = {""};
        if (row.log != RECORD_OBSERVATION) continue;
        result = stream_read_event(w, row.json, strlen(row.json), &e, &wrong);
        if (result != STATUS_OK) return fault_set(fault, result, "%s: at %.1f s: %s", path, row.t_s, wrong.text);
        *reported_s = fmax(*reported_s, e.t_s);
        result = take(d, s, p, &e, fault);
        if (result != STATUS_OK) return result;
    }
    return result == STATUS_END ? STATUS_OK : fault_set(fault, result, "%s: damaged after %.1f s: `vedette check` tells more", path, *reported_s);
}

// If the program had reported the end of the game, moves that were going on were judged at that time: they have ended.
static status end_moves(desk *d, session *s, pipeline *p, double t_s, fault *fault) {
    status result = STATUS_OK;
    for (int u = 0; u < d->game->unit_count && result == STATUS_OK; u++) {
        if (!session_goes_on(s, u)) continue;
        event end = {.kind = EVENT_END_MOVE, .t_s = t_s, .end_move = {u}};
        desk_keep(d, &end, "program");
        result = take(d, s, p, &end, fault);
    }
    return result;
}

static status note_gap(desk *d, session *s, pipeline *p, double t_s, double gap_s, fault *fault) {
    event gap = {.kind = EVENT_OBSERVE, .t_s = t_s, .observe = {.gap_s = gap_s}};
    desk_keep(d, &gap, "program");
    session_note_blind(s, t_s);
    pipeline_note_gap(p, gap_s);
    return session_feed(s, &gap, fault);
}

status resume_game(desk *d, session *s, pipeline *p, const char *path, const record_past *past, resumption *out, fault *fault) {
    record *r = NULL;
    stream_reader *w = NULL;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *out = (resumption){0};
    d->recalls = true;
    d->recorded = past->conclusions;
    status result = record_open(path, &r, fault);
    if (result == STATUS_OK) result = stream_reader_create(d->game, &w, fault);
    if (result == STATUS_OK) result = judge_again(d, s, p, r, w, path, &out->reported_s, fault);
    double last_s = fmax(past->last_t_s, out->reported_s), gap_s = resume_gap_s(past->made, last_s, (double)now.tv_sec + 1e-9 * (double)now.tv_nsec);
    out->gap_s = gap_s;
    out->t_s = last_s + gap_s;
    session_note_blind(s, out->t_s);                                   // provisional findings are not reported again
    if (result == STATUS_OK) result = session_tick(s, last_s, fault);  // moves that had settled and that no event reported
    bool had_ended = past->closed_cleanly || d->recorded > 0;          // it has verdicts that no event brought: those of the end
    if (result == STATUS_OK && had_ended) result = end_moves(d, s, p, last_s, fault);
    if (result == STATUS_OK) result = note_gap(d, s, p, out->t_s, gap_s, fault);
    d->recalls = false;
    d->recorded = 0;
    stream_reader_destroy(w);
    record_close(r, NULL);
    return result;
}
