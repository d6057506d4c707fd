#include "bench/record_long.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/desk.h"
#include "bench/random_moves.h"
#include "core/clock.h"
#include "stream/stream.h"

#define LONG_S (3 * 3600.0)
#define MOVES 400
#define SIGHTS 100          // of a move: ten seconds at ten looks a second
#define CROP_BYTES 19500    // two a move: the mean of 228 pictures of 400 x 400 pixels of tables with textured ground
#define TABLE_BYTES 110000  // one each five minutes
#define TABLES 36
#define UNITS 64
#define MOST_POSES 4096

typedef struct {
    random_moves *moves;
    desk desk;
    session *session;
    double scale;  // of the generator's time
    double *costs;
    long events;
    event_pose poses[MOST_POSES];
} long_game;

static bool failed(const fault *fault) {
    fprintf(stderr, "bench: %s\n", fault->text);
    return false;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

// Bytes that can't be packed, as those of pictures: no JPEG can be seen in them.
static void keep_picture(long_game *k, double t_s, const char *what, size_t length) {
    static uint8_t bytes[TABLE_BYTES];
    unsigned x = (unsigned)(t_s * 1000) + 1;
    for (size_t i = 0; i < length; i++) bytes[i] = (uint8_t)((x = x * 1664525u + 1013904223u) >> 24);
    char *json = stream_picture_json(
        k->desk.game, &(stream_picture){.t_s = t_s, .move = k->desk.moves, .unit = -1, .what = what, .width = 400, .height = 400, .high = {12, 12}});
    const record_entry row = {.log = RECORD_EVIDENCE, .t_s = t_s, .kind = "picture", .json = json, .bytes = bytes, .length = length};
    if (json) recorder_put(k->desk.recorder, &row, NULL, NULL);
    free(json);
}

// What recording adds to a frame: the event is put, and its verdict.
static double timed_keep(long_game *k, const event *e) {
    double began = clock_monotonic_s();
    char *json = stream_event_json(k->desk.game, e);
    if (json) desk_keep(&k->desk, e, json, "camera", 0);
    free(json);
    return clock_monotonic_s() - began;
}

static double reported_s;  // that recording added to reports

static void hear(void *context, const report *what) {
    double began = clock_monotonic_s();
    desk_report(&((long_game *)context)->desk, what);
    reported_s += clock_monotonic_s() - began;
}

static status play(long_game *k, fault *fault) {
    double table_s = 0, last_s = 0;
    status s = STATUS_OK;
    for (long i = 0; i < (long)MOVES * SIGHTS && s == STATUS_OK; i++) {
        event e = stream_rounded(random_moves_next(k->moves), k->poses);
        last_s = e.t_s = (double)i * LONG_S / (MOVES * SIGHTS);
        reported_s = 0;
        double kept_s = timed_keep(k, &e);
        s = session_feed(k->session, &e, fault);
        k->costs[k->events++] = kept_s + reported_s;
        if (i % SIGHTS == SIGHTS - 1) keep_picture(k, last_s, "before", CROP_BYTES), keep_picture(k, last_s, "after", CROP_BYTES);
        if (last_s - table_s > LONG_S / TABLES) keep_picture(k, table_s = last_s, "table", TABLE_BYTES);
        usleep(200);  // a frame's other work: the disk is not asked for more than a game asks
    }
    return s == STATUS_OK ? session_finish(k->session, last_s, fault) : s;
}

static bool record_it(long_game *k, const char *path) {
    record *r;
    fault fault = {""};
    const record_meta meta = {.game_text = random_moves_game_file(k->moves), .ruleset = "battlesystem-1e", .program_version = "bench"};
    unlink(path);
    status s = record_create(path, &meta, &r, &fault);
    if (s == STATUS_OK) s = desk_begin_recording(&k->desk, r, &fault);
    if (s == STATUS_OK) s = session_create(k->desk.game, (session_options){.drawn = true}, hear, k, &k->session, &fault);
    if (s == STATUS_OK) s = play(k, &fault);
    if (s == STATUS_OK) s = desk_end_recording(&k->desk, &fault);
    session_destroy(k->session);
    return s == STATUS_OK || failed(&fault);
}

static void hear_nothing(void *context, const report *what) { *(long *)context += what->kind == REPORT_MOVE; }

// Judges the record again; the time that it took, negative where it failed.
static double judge_it(const char *path, const game *g) {
    record *r;
    record_row row;
    session *s;
    stream_reader *reader;
    fault fault = {""};
    long moves = 0;
    double began = clock_monotonic_s();
    status result = record_open(path, &r, &fault);
    if (result == STATUS_OK) result = session_create(g, (session_options){.drawn = true}, hear_nothing, &moves, &s, &fault);
    if (result == STATUS_OK) result = stream_reader_create(g, &reader, &fault);
    while (result == STATUS_OK && (result = record_next(r, &row)) == STATUS_OK) {
        event e;
        if (row.log != RECORD_OBSERVATION) continue;
        result = stream_read_event(reader, row.json, strlen(row.json), &e, &fault);
        if (result == STATUS_OK) result = session_feed(s, &e, &fault);
    }
    if (result != STATUS_END) return failed(&fault) ? 0 : -1;
    stream_reader_destroy(reader);
    session_destroy(s);
    record_close(r, NULL);
    return clock_monotonic_s() - began;
}

static bool tell(long_game *k, const char *path) {
    struct stat info;
    record_report report;
    fault fault = {""};
    if (stat(path, &info) != 0) return false;
    qsort(k->costs, (size_t)k->events, sizeof *k->costs, by_size);
    double began = clock_monotonic_s();
    if (record_verify(path, &report, &fault) != STATUS_OK) return failed(&fault);
    double verified_s = clock_monotonic_s() - began, judged_s = judge_it(path, k->desk.game);
    if (report.damage_count > 0) fprintf(stderr, "bench: %s\n", report.damage[0]);
    printf("three hours, %d units, %d moves, %ld observations: %.1f MB with pictures\n", UNITS, k->desk.moves, (long)report.observations,
           (double)info.st_size / 1e6);
    printf("a frame's share of recording: %.3f ms at the median, %.3f at the 99th percentile, %.3f at most\n", 1e3 * k->costs[k->events / 2],
           1e3 * k->costs[k->events * 99 / 100], 1e3 * k->costs[k->events - 1]);
    printf("checked in %.2f s; judged again in %.1f s: %.0f times as fast as it was played\n", verified_s, judged_s, LONG_S / judged_s);
    return report.damage_count == 0 && judged_s > 0;
}

bool record_long_run(const char *path) {
    static long_game k;
    k.moves = random_moves_full(UNITS, 7);
    k.costs = malloc((size_t)MOVES * SIGHTS * sizeof *k.costs);
    if (!k.moves || !k.costs) return false;
    random_moves_choose(k.moves, RANDOM_PROGRAMS, SIGHTS);
    k.desk = (desk){.game = random_moves_game(k.moves)};
    bool good = record_it(&k, path) && tell(&k, path);
    random_moves_destroy(k.moves);
    free(k.costs);
    return good;
}
