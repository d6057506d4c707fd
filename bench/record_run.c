#include "bench/record_run.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/desk.h"
#include "bench/random_moves.h"
#include "stream/stream.h"

#define EVENTS 24
#define UNITS 6
#define FILES 5
#define RANKS 2
#define MOST_POSES (UNITS * FILES * RANKS)

void line_log_add(line_log *l, const char *line) {
    if (l->count == l->capacity) {
        l->capacity = l->capacity ? 2 * l->capacity : 64;
        l->at = realloc(l->at, (size_t)l->capacity * sizeof *l->at);
        if (!l->at) abort();
    }
    l->at[l->count++] = strdup(line);
}

void line_log_clear(line_log *l) {
    for (long i = 0; i < l->count; i++) free(l->at[i]);
    free(l->at);
    *l = (line_log){0};
}

static bool failed(const fault *fault) {
    fprintf(stderr, "bench: %s\n", fault->text);
    return false;
}

static random_moves *made_moves(unsigned seed) {
    random_moves *moves = random_moves_create(UNITS, FILES, RANKS, seed);
    if (moves) random_moves_choose(moves, seed % 2 ? RANDOM_ANY : RANDOM_PROGRAMS, 1);
    return moves;
}

static void hear_line(void *context, const report *what) {
    if (what->kind != REPORT_SETTLED && what->kind != REPORT_STATE) line_log_add(context, what->json);
}

bool record_run_undisturbed(unsigned seed, line_log *out) {
    session *s;
    fault fault = {""};
    random_moves *moves = made_moves(seed);
    double last_s = 0;
    status result = session_create(random_moves_game(moves), (session_options){0}, hear_line, out, &s, &fault);
    for (int i = 0; i < EVENTS && result == STATUS_OK; i++) {
        event_pose poses[MOST_POSES];
        event e = stream_rounded(random_moves_next(moves), poses);
        last_s = e.t_s;
        result = session_feed(s, &e, &fault);
    }
    if (result == STATUS_OK) result = session_finish(s, last_s, &fault);
    session_destroy(s);
    random_moves_destroy(moves);
    return result == STATUS_OK || failed(&fault);
}

// What the record has already is judged again, and told nobody. *seen: its events.
static status recall(desk *d, session *s, const char *path, int *seen, fault *fault) {
    record *r;
    record_row row;
    stream_reader *reader;
    status result = stream_reader_create(d->game, &reader, fault);
    if (result == STATUS_OK) result = record_open(path, &r, fault);
    while (result == STATUS_OK && (result = record_next(r, &row)) == STATUS_OK) {
        event e;
        if (row.log != RECORD_OBSERVATION) continue;
        result = stream_read_event(reader, row.json, strlen(row.json), &e, fault);
        if (result == STATUS_OK) result = session_feed(s, &e, fault);
        ++*seen;
    }
    record_close(r, NULL);
    stream_reader_destroy(reader);
    return result == STATUS_END ? STATUS_OK : result;
}

static status begin(desk *d, session *s, const char *path, const record_meta *m, int *seen, fault *fault) {
    record *r;
    record_past past = {0};
    bool there = access(path, F_OK) == 0;
    status result = there ? record_continue(path, m, &past, &r, fault) : record_create(path, m, &r, fault);
    if (result == STATUS_OK) result = desk_begin_recording(d, r, fault);
    if (result != STATUS_OK || !there) return result;
    d->recalls = true;
    d->recorded = past.conclusions;
    result = recall(d, s, path, seen, fault);
    d->recalls = false;
    return result;
}

bool record_run_play(const char *path, unsigned seed, int pause_us) {
    random_moves *moves = made_moves(seed);
    const record_meta meta = {.game_text = random_moves_game_file(moves), .ruleset = "battlesystem-1e", .program_version = "bench"};
    desk d = {.game = random_moves_game(moves), .json = true};
    session *s = NULL;
    fault fault = {""};
    int seen = 0;
    double last_s = 0;
    status result = session_create(d.game, (session_options){0}, desk_report, &d, &s, &fault);
    if (result == STATUS_OK) result = begin(&d, s, path, &meta, &seen, &fault);
    for (int i = 0; i < EVENTS && result == STATUS_OK; i++) {
        event_pose poses[MOST_POSES];
        event e = stream_rounded(random_moves_next(moves), poses);
        last_s = e.t_s;
        if (i < seen) continue;
        char *json = stream_event_json(d.game, &e);
        if (json) desk_keep(&d, &e, json, "camera", 0);
        free(json);
        result = session_feed(s, &e, &fault);
        if (pause_us > 0) usleep((useconds_t)pause_us);
    }
    if (result == STATUS_OK) result = session_finish(s, last_s, &fault);
    if (d.recorder) {
        struct fault ending = {""};
        status end = desk_end_recording(&d, &ending);
        if (result == STATUS_OK && end != STATUS_OK) result = fault_set(&fault, end, "%s", ending.text);
    }
    session_destroy(s);
    random_moves_destroy(moves);
    return result == STATUS_OK || failed(&fault);
}

bool record_run_conclusions(const char *path, line_log *out, bool *cut) {
    record *r;
    record_row row;
    record_report report;
    fault fault = {""};
    if (record_verify(path, &report, &fault) != STATUS_OK) return failed(&fault);
    if (report.damage_count > 0) {
        fprintf(stderr, "bench: %s: %s\n", path, report.damage[0]);
        return false;
    }
    *cut = report.cut;
    status s = record_open(path, &r, &fault);
    while (s == STATUS_OK && (s = record_next(r, &row)) == STATUS_OK)
        if (row.log == RECORD_CONCLUSION) line_log_add(out, row.json);
    if (s == STATUS_END) record_close(r, NULL);
    return s == STATUS_END || failed(&fault);
}
