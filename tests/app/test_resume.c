// A game that is gone on with after kill -9: rendered pictures before `watch`, which is killed in the middle of a move and begun again on its record.
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/cli.h"
#include "app/resume.h"
#include "app/watch.h"
#include "capture/capture.h"
#include "stream/stream.h"
#include "tests/pipeline/film.h"

#define FPS 10
#define LINES_MAX 64
#define PUSHED_IN 3.0     // of the block before the program is killed
#define PUSHED_ON_IN 2.0  // afterwards
#define CARRIED_IN 5.0    // of a skirmisher, unseen
#define PUSH_FROM 15      // pictures
#define LATER 20          // so many more after it was begun again: what moves at once may have moved before
#define PUSH_PICTURES 10
#define KILLED_AT 40  // before the block's move has ended
#define WHOLE_RUN 75

// The camera ----------------------------------------------------------------------------------------------------------------------------------

static film table;
static bool again;  // after the program was killed
static int picture, pictures;
static bool killed_at_end;

static double pushed(int i) { return fmin(fmax(i - PUSH_FROM, 0) / PUSH_PICTURES, 1); }

static void stand(void) {
    vec2 forward = heading_forward(80 * RAD_PER_DEG);
    double block_in = again ? PUSHED_IN + PUSHED_ON_IN * pushed(picture - LATER) : PUSHED_IN * pushed(picture);
    for (int i = 0; i < table.game->figure_count; i++) {
        const game_figure *f = &table.game->figures[i];
        bool in_block = strcmp(table.game->units[f->unit].id, "R") == 0;
        table.true_pose[i].at = vec2_add(f->start.at, vec2_scale(forward, in_block ? block_in : again && i == 0 ? CARRIED_IN : 0));
    }
}

capture_options capture_default_options(void) { return (capture_options){.timeout_s = 5}; }

status capture_open(const char *source, const capture_options *o, capture **out, fault *fault) {
    (void)source, (void)o, (void)fault;
    picture = 0;
    *out = (capture *)&table;
    return STATUS_OK;
}

status capture_next(capture *c, frame *out, fault *fault) {
    (void)c;
    if (picture == pictures - 1 && killed_at_end) usleep(700000);  // what came before is written by then
    if (picture == pictures && killed_at_end) kill(getpid(), SIGKILL);
    if (picture == pictures) return fault_set(fault, STATUS_END, "over");
    stand();
    film_draw(&table);
    *out = film_frame(&table);
    out->t_s = (double)picture++ / FPS;
    return STATUS_OK;
}

bool capture_is_live(const capture *c) { return c == NULL; }
double capture_fps(const capture *c) { return c ? FPS : 0; }
int64_t capture_frame_count(const capture *c) { return c ? pictures : 0; }
int64_t capture_skipped(const capture *c) { return c ? 0 : -1; }
bool capture_ended_early(const capture *c) { return c == NULL; }
const char *capture_picture(const capture *c) { return c ? "camera" : ""; }
void capture_close(capture *c) { (void)c; }

// The runs ------------------------------------------------------------------------------------------------------------------------------------

static char folder[] = "/tmp/vedette-resume-XXXXXX", game_path[64], cal_path[64], events_path[64], record_path[64];

static void write_file(const char *path, const char *text) {
    FILE *f = fopen(path, "w");
    if (!f || fputs(text, f) < 0 || fclose(f) != 0) fail_msg("%s", path);
}

static int make_folder(void **state) {
    (void)state;
    fault fault = {""};
    if (!mkdtemp(folder)) return -1;
    snprintf(game_path, sizeof game_path, "%s/a.game.json", folder);
    snprintf(cal_path, sizeof cal_path, "%s/a.cal.json", folder);
    snprintf(events_path, sizeof events_path, "%s/a.events.jsonl", folder);
    snprintf(record_path, sizeof record_path, "%s/a.vedette", folder);
    write_file(game_path, film_game);
    write_file(events_path, "{\"kind\":\"phase\",\"t\":0.5,\"turn\":2,\"phase\":\"movement\",\"side\":\"red\"}\n");
    table = film_begin(true);
    return calib_save(&table.calibration, cal_path, &fault) == STATUS_OK ? 0 : -1;
}

static void remove_record(void) {
    static const char *const tails[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        char name[80];
        snprintf(name, sizeof name, "%s%s", record_path, tails[i]);
        unlink(name);
    }
}

static int remove_folder(void **state) {
    (void)state;
    film_end(&table);
    remove_record();
    unlink(game_path), unlink(cal_path), unlink(events_path);
    return rmdir(folder);
}

static int watch(bool go_on) {
    return watch_run(&(watch_options){.game = game_path,
                                      .source = "a camera",
                                      .calibration = cal_path,
                                      .events = events_path,
                                      .record = record_path,
                                      .go_on = go_on,
                                      .quiet = getenv("LOUD") == NULL});
}

static void watch_until_killed(void) {
    again = false;
    pictures = KILLED_AT;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        killed_at_end = true;
        _exit(watch(true));  // nothing is there yet: it is begun
    }
    int how;
    waitpid(child, &how, 0);
    assert_true(WIFSIGNALED(how) && WTERMSIG(how) == SIGKILL);
}

// What it came to ----------------------------------------------------------------------------------------------------------------------------

typedef struct {
    char *at[LINES_MAX];
    int count;
} lines;

static void add_line(lines *l, const char *json) {
    if (l->count == LINES_MAX) fail_msg("more than %d lines", LINES_MAX);
    l->at[l->count++] = strdup(json);
}

static void drop_lines(lines *l) {
    for (int i = 0; i < l->count; i++) free(l->at[i]);
    l->count = 0;
}

static void hear(void *context, const report *what) {
    if (what->kind != REPORT_SETTLED && what->kind != REPORT_STATE) add_line(context, what->drawn ? what->drawn : what->json);
}

static int with(const lines *l, const char *text) {
    int n = 0;
    for (int i = 0; i < l->count; i++) n += strstr(l->at[i], text) != NULL;
    return n;
}

// The record's conclusions, and those of judging its observations again. Returns how many observations hold the text.
static int judge_again(const char *text, lines *recorded, lines *judged) {
    fault fault = {""};
    record *r;
    session *s;
    stream_reader *w;
    record_row row;
    int n = 0;
    double t_s = 0;
    *recorded = *judged = (lines){0};
    if (record_open(record_path, &r, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    assert_int_equal(session_create(table.game, (session_options){.drawn = true}, hear, judged, &s, &fault), STATUS_OK);
    assert_int_equal(stream_reader_create(table.game, &w, &fault), STATUS_OK);
    while (record_next(r, &row) == STATUS_OK) {
        event e;
        if (row.log == RECORD_CONCLUSION) {
            add_line(recorded, row.json);
            continue;
        }
        if (row.log != RECORD_OBSERVATION) continue;
        n += strstr(row.json, text) != NULL;
        assert_int_equal(stream_read_event(w, row.json, strlen(row.json), &e, &fault), STATUS_OK);
        assert_int_equal(session_feed(s, &e, &fault), STATUS_OK);
        t_s = e.t_s;
    }
    assert_int_equal(session_finish(s, t_s, &fault), STATUS_OK);
    session_destroy(s);
    stream_reader_destroy(w);
    record_close(r, NULL);
    return n;
}

static void check_same(const lines *a, const lines *b) {
    for (int i = 0; i < a->count || i < b->count; i++) {
        const char *x = i < a->count ? a->at[i] : "nothing", *y = i < b->count ? b->at[i] : "nothing";
        if (strcmp(x, y) != 0) fail_msg("recorded %s, judged again %s", x, y);
    }
}

static void check_move(const char *line, double cost_in, double allowance_in) {
    double cost = strtod(strstr(line, "\"cost_in\":") + 10, NULL), allowance = strtod(strstr(line, "\"allowance_in\":") + 15, NULL);
    if (fabs(cost - cost_in) > 0.1 || fabs(allowance - allowance_in) > 0.1) fail_msg("%.2f\" of %.2f\": %s", cost, allowance, line);
}

// The phase that was entered holds, and what was spent in it; what moved meanwhile is doubtful, since its way was not seen.
static void a_killed_game_goes_on(void **state) {
    (void)state;
    lines recorded, judged;
    record_report report;
    fault fault = {""};
    watch_until_killed();
    assert_int_equal(record_verify(record_path, &report, &fault), STATUS_OK);
    assert_int_equal(report.conclusions, 0);
    again = true;
    pictures = WHOLE_RUN;
    assert_int_equal(watch(true), EXIT_DONE);
    assert_int_equal(record_verify(record_path, &report, &fault), STATUS_OK);
    if (report.damage_count > 0) fail_msg("%s", report.damage[0]);
    assert_int_equal(report.gaps, 1);
    assert_true(report.closed_cleanly);
    assert_int_equal(judge_again("\"kind\":\"phase\"", &recorded, &judged), 1);
    check_same(&recorded, &judged);
    assert_int_equal(with(&recorded, "\"kind\":\"nudge\""), 0);
    assert_int_equal(with(&recorded, "\"kind\":\"move\""), 3);
    assert_non_null(strstr(recorded.at[0], "\"move\":1,\"turn\":2,\"phase\":\"movement\",\"unit\":\"R\""));
    check_move(recorded.at[0], PUSHED_IN, 12);
    assert_non_null(strstr(recorded.at[1], "at a time no picture came while T was moved"));
    assert_non_null(strstr(recorded.at[2], "\"move\":3,\"turn\":2,\"phase\":\"movement\",\"unit\":\"R\""));
    check_move(recorded.at[2], PUSHED_ON_IN, 12 - PUSHED_IN);  // what it spent before is remembered
    assert_non_null(strstr(recorded.at[2], "\"ruling\":\"legal\""));
    drop_lines(&recorded), drop_lines(&judged);
    remove_record();
}

// What ended with the first run has ended; the second adds to the record and says nothing twice.
static void a_closed_game_goes_on(void **state) {
    (void)state;
    lines recorded, judged;
    killed_at_end = false;
    again = false;
    pictures = WHOLE_RUN;
    assert_int_equal(watch(false), EXIT_DONE);
    assert_int_equal(watch(false), EXIT_UNUSABLE);  // never overwritten
    again = true;
    assert_int_equal(watch(true), EXIT_DONE);
    judge_again("", &recorded, &judged);
    check_same(&recorded, &judged);
    assert_int_equal(with(&recorded, "\"unit\":\"R\""), 2);
    assert_int_equal(with(&recorded, "\"unit\":\"T\""), 1);
    drop_lines(&recorded), drop_lines(&judged);
    remove_record();
}

static void another_game_or_calibration_is_refused(void **state) {
    (void)state;
    killed_at_end = again = false;
    pictures = 2;
    assert_int_equal(watch(false), EXIT_DONE);
    char text[4096];
    snprintf(text, sizeof text, "%s\n", film_game);
    write_file(game_path, text);
    assert_int_equal(watch(true), EXIT_UNUSABLE);
    write_file(game_path, film_game);
    fault fault = {""};
    calibration moved = table.calibration;
    moved.translation_in.x += 1;
    assert_int_equal(calib_save(&moved, cal_path, &fault), STATUS_OK);
    assert_int_equal(watch(true), EXIT_UNUSABLE);
    assert_int_equal(calib_save(&table.calibration, cal_path, &fault), STATUS_OK);
    assert_int_equal(watch(true), EXIT_DONE);
    remove_record();
}

// A hand lies over a figure from the first picture after the gap on, and it stands an inch from where it did: it may have moved in the gap. A later
// move was watched.
static void a_figure_found_late_may_have_moved_in_the_gap(void **state) {
    (void)state;
    film s = film_begin(true);
    int late = game_find_figure(s.game, "T-3"), later = game_find_figure(s.game, "T-1");
    event_pose poses[64];
    for (int i = 0; i < s.game->figure_count; i++) poses[i] = (event_pose){.figure = i, .pose = s.game->figures[i].start};
    event before = {.kind = EVENT_OBSERVE, .observe = {.poses = poses, .pose_count = s.game->figure_count}};
    pipeline_enter(s.pipeline, &before);
    pipeline_note_gap(s.pipeline, 60);
    render_hand hand = {.from = {-8, 24}, .at = {39.5, 24}, .z_in = 1};
    s.scene.hands = &hand;
    s.true_pose[late].at.x += 1;
    double gap_s[2] = {0, 0};
    int reported[2] = {0, 0};
    for (int i = 0; i < 90; i++) {
        s.scene.hand_count = i < 40;
        if (i >= 70) s.true_pose[later].at.x += 0.2;
        film_show(&s);
        const event_observe *seen = event_as_observe(&s.last);
        for (int k = 0; k < event_poses(&s.last).count; k++) {
            int f = event_poses(&s.last).at[k].figure;
            if (f == late && i < 40) fail_msg("told in picture %d, under the hand", i);
            if (f == late && i < 60) reported[0]++, gap_s[0] = fmax(gap_s[0], seen ? seen->gap_s : 0);
            if (f == later && i >= 70) reported[1]++, gap_s[1] = fmax(gap_s[1], seen ? seen->gap_s : 0);
        }
    }
    assert_true(reported[0] > 0 && gap_s[0] == 60);
    assert_true(reported[1] > 0 && gap_s[1] == 0);
    film_end(&s);
}

static void the_clock_tells_how_long_nothing_was_seen(void **state) {
    (void)state;
    static const struct {
        const char *made;
        double last_t_s, now_s, gap_s;
        const char *why;
    } rows[] = {
        {"1970-01-02T00:00:00Z", 100, 86400 + 160, 60, "a minute"},
        {"1970-01-02T00:00:00Z", 100, 86400 + 100.2, 1, "at once: a second may be lost"},
        {"1970-01-02T00:00:00Z", 100, 5, 1, "a computer without its clock"},
        {"1970-01-02T00:00:00Z", 100, 1e9, 1, "one that had none when the game began"},
        {"", 100, 86400, 1, "a record that says nothing of it"},
        {"yesterday", 100, 86400, 1, "nor this one"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double gap_s = resume_gap_s(rows[i].made, rows[i].last_t_s, rows[i].now_s);
        if (fabs(gap_s - rows[i].gap_s) > 1e-6) fail_msg("%s: %g s", rows[i].why, gap_s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_killed_game_goes_on), cmocka_unit_test(a_closed_game_goes_on), cmocka_unit_test(another_game_or_calibration_is_refused),
        cmocka_unit_test(a_figure_found_late_may_have_moved_in_the_gap), cmocka_unit_test(the_clock_tells_how_long_nothing_was_seen)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
