// The recorder: nothing is announced before the record holds it, a failing disk is told at once and made good, and what is lost is said.
#include "record/recorder.h"

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/record/faults.h"
#include "tests/record/small_game.h"

static char folder[] = "/tmp/vedette-recorder-XXXXXX";
static char path[128];

// What was said, in order.
typedef struct {
    pthread_mutex_t lock;
    int announced;  // so many, numbered from 1 without a gap
    int undurable;  // of them, while recording was well and the record did not hold them yet
    bool out_of_order, failing;
    int failures, recoveries;
    char why[512];
    int64_t lost_rows;
} witness;

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) && faults_install() ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    return rmdir(folder);
}

static int name_record(void **state) {
    (void)state;
    snprintf(path, sizeof path, "%s/a.vedette", folder);
    return 0;
}

static int remove_record(void **state) {
    static const char *const tails[] = {"", "-wal", "-shm", "-journal"};
    (void)state;
    faults_clear();
    for (int i = 0; i < 4; i++) {
        char name[160];
        snprintf(name, sizeof name, "%s%s", path, tails[i]);
        unlink(name);
    }
    return 0;
}

// The number of announced rows that the record holds, by another connection.
static int64_t rows_held(void) {
    record *r;
    record_row row;
    int64_t n = 0;
    if (record_open(path, &r, NULL) != STATUS_OK) return -1;
    while (record_next(r, &row) == STATUS_OK) n += row.log == RECORD_CONCLUSION;
    record_close(r, NULL);
    return n;
}

static void hear(void *context, void *announcement, int64_t seq) {
    witness *w = context;
    (void)seq;
    int number = *(int *)announcement;
    free(announcement);
    pthread_mutex_lock(&w->lock);
    w->out_of_order |= number != w->announced + 1;
    w->announced = number;
    if (!w->failing && number % 16 == 0) w->undurable += rows_held() < number;
    pthread_mutex_unlock(&w->lock);
}

static void hear_news(void *context, const recorder_state *state) {
    witness *w = context;
    pthread_mutex_lock(&w->lock);
    w->failures += state->failing && !w->failing;
    w->recoveries += !state->failing && w->failing;
    w->failing = state->failing;
    if (state->failing) snprintf(w->why, sizeof w->why, "%s", state->why);
    w->lost_rows = state->lost_rows;
    pthread_mutex_unlock(&w->lock);
}

static recorder *start(witness *w, const recorder_options *o) {
    static const record_meta meta = {.game_text = small_game, .ruleset = "battlesystem-1e", .program_version = "test"};
    record *r;
    recorder *k;
    fault fault = {""};
    *w = (witness){.lock = PTHREAD_MUTEX_INITIALIZER};
    if (record_create(path, &meta, &r, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    assert_int_equal(recorder_start(r, o, &(recorder_listener){hear, hear_news, w}, &k, &fault), STATUS_OK);
    return k;
}

static void put(recorder *k, int number) {
    char json[100];
    int *announcement = malloc(sizeof *announcement);
    *announcement = number;
    snprintf(json, sizeof json, "{\"kind\":\"alert\",\"t\":%d,\"number\":%d}", number, number);
    const record_entry e = {.log = RECORD_CONCLUSION, .t_s = number, .kind = "alert", .json = json};
    assert_int_equal(recorder_put(k, &e, announcement, NULL), STATUS_OK);
}

static void nap(double seconds) {
    nanosleep(&(struct timespec){.tv_sec = (time_t)seconds, .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)}, NULL);
}

static witness wait_until(witness *w, bool (*is)(const witness *, int), int number) {
    witness seen = {0};
    for (int i = 0; i < 1000; i++) {
        pthread_mutex_lock(&w->lock);
        seen = *w;
        pthread_mutex_unlock(&w->lock);
        if (is(&seen, number)) return seen;
        nap(0.01);
    }
    fail_msg("waited in vain: %d announced, %d failures, %d recoveries", seen.announced, seen.failures, seen.recoveries);
    return seen;
}

static bool has_announced(const witness *w, int n) { return w->announced >= n; }
static bool has_recovered(const witness *w, int n) { return w->recoveries >= n; }
static bool has_failed(const witness *w, int n) { return w->failures >= n; }

static recorder_options quick(void) {
    recorder_options o = recorder_default_options();
    o.gather_s = 0.02;
    o.again_s = 0.05;
    return o;
}

static record_report verified(int64_t conclusions) {
    record_report report;
    fault fault = {""};
    if (record_verify(path, &report, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    if (report.damage_count > 0) fail_msg("%s", report.damage[0]);
    assert_int_equal(report.conclusions, conclusions);
    return report;
}

static void what_is_announced_is_in_the_record(void **state) {
    (void)state;
    witness w;
    const recorder_options o = recorder_default_options();
    recorder *k = start(&w, &o);
    for (int i = 1; i <= 500; i++) {
        put(k, i);
        if (i % 50 == 0) nap(0.002);
    }
    assert_int_equal(recorder_stop(k, NULL), STATUS_OK);
    assert_int_equal(w.announced, 500);
    assert_int_equal(w.undurable, 0);
    assert_false(w.out_of_order);
    assert_int_equal(w.failures, 0);
    assert_true(verified(500).closed_cleanly);
}

// Each kind of failure: told with a reason, announced all the same, made good when the disk works again.
static void a_failing_disk_is_told_and_made_good(void **state) {
    (void)state;
    static const fault_kind kinds[] = {FAULT_FULL, FAULT_WRITE, FAULT_SHORT_WRITE, FAULT_SYNC};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        witness w;
        const recorder_options o = quick();
        recorder *k = start(&w, &o);
        for (int n = 1; n <= 10; n++) put(k, n);
        wait_until(&w, has_announced, 10);
        faults_begin(kinds[i]);
        put(k, 11);
        witness seen = wait_until(&w, has_announced, 11);
        assert_int_equal(seen.failures, 1);
        assert_true(seen.failing);
        assert_non_null(strstr(seen.why, kinds[i] == FAULT_FULL ? "free some space" : "has room"));
        for (int n = 12; n <= 40; n++) put(k, n);
        wait_until(&w, has_announced, 40);
        faults_clear();
        seen = wait_until(&w, has_recovered, 1);
        assert_int_equal(seen.lost_rows, 0);
        for (int n = 41; n <= 50; n++) put(k, n);
        assert_int_equal(recorder_stop(k, NULL), STATUS_OK);
        assert_false(w.out_of_order);
        record_report report = verified(50);
        assert_true(report.closed_cleanly && !report.cut);
        remove_record(NULL);
    }
}

// More comes than memory may keep: the record says between which times.
static void rows_that_nothing_could_keep_are_said(void **state) {
    (void)state;
    witness w;
    recorder_options o = quick();
    o.kept_bytes = 20000;
    recorder *k = start(&w, &o);
    put(k, 1);
    wait_until(&w, has_announced, 1);
    faults_begin(FAULT_FULL);
    put(k, 2);
    wait_until(&w, has_failed, 1);
    for (int n = 3; n <= 400; n++) put(k, n);
    wait_until(&w, has_announced, 400);
    faults_clear();
    witness seen = wait_until(&w, has_recovered, 1);
    assert_true(seen.lost_rows > 0);
    assert_int_equal(recorder_stop(k, NULL), STATUS_OK);
    record_report report = verified(400 - seen.lost_rows);
    assert_true(report.cut);
    assert_true(report.lost_t_s == (double)(400 - seen.lost_rows + 1));
}

static void an_end_on_a_full_disk_is_said(void **state) {
    (void)state;
    witness w;
    const recorder_options o = quick();
    fault fault = {""};
    recorder *k = start(&w, &o);
    put(k, 1);
    wait_until(&w, has_announced, 1);
    faults_begin(FAULT_FULL);
    put(k, 2);
    wait_until(&w, has_failed, 1);
    assert_int_equal(recorder_stop(k, &fault), STATUS_IO);
    assert_non_null(strstr(fault.text, "from 2.0 s on is missing"));
    faults_clear();
    assert_false(verified(1).closed_cleanly);
}

// A record that is deleted under the program is told like a disk that failed.
static void a_deleted_record_is_told(void **state) {
    (void)state;
    witness w;
    const recorder_options o = quick();
    fault fault = {""};
    recorder *k = start(&w, &o);
    put(k, 1);
    wait_until(&w, has_announced, 1);
    unlink(path);
    put(k, 2);
    witness seen = wait_until(&w, has_announced, 2);
    assert_int_equal(seen.failures, 1);
    assert_non_null(strstr(seen.why, "was deleted"));
    assert_int_equal(recorder_stop(k, &fault), STATUS_IO);
    assert_non_null(strstr(fault.text, "is missing"));
}

// A disk that hangs stops neither the frames nor what players are told.
static void a_disk_that_does_not_answer_holds_up_nobody(void **state) {
    (void)state;
    witness w;
    recorder_options o = quick();
    o.answer_s = 0.1;
    recorder *k = start(&w, &o);
    put(k, 1);
    wait_until(&w, has_announced, 1);
    faults_begin(FAULT_HANGS);
    put(k, 2);
    for (int i = 0; i < 100 && !w.failing; i++) {
        nap(0.01);
        recorder_tend(k);
    }
    put(k, 3);
    recorder_tend(k);
    witness seen = wait_until(&w, has_announced, 3);
    assert_non_null(strstr(seen.why, "does not answer"));
    faults_clear();
    wait_until(&w, has_recovered, 1);
    assert_int_equal(recorder_stop(k, NULL), STATUS_OK);
    assert_false(w.out_of_order);
    verified(3);
}

static void times_that_no_game_has_are_refused(void **state) {
    (void)state;
    static const double times[] = {-1, 1e308, (double)NAN, (double)INFINITY};
    witness w;
    const recorder_options o = quick();
    recorder *k = start(&w, &o);
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        const record_entry e = {.log = RECORD_OBSERVATION, .t_s = times[i], .json = "{}"};
        assert_int_equal(recorder_put(k, &e, NULL, NULL), STATUS_INVALID);
    }
    put(k, 1);
    assert_int_equal(recorder_stop(k, NULL), STATUS_OK);
    assert_int_equal(verified(1).observations, 0);
}

#define ON_A_RECORD(test) cmocka_unit_test_setup_teardown(test, name_record, remove_record)

int main(void) {
    const struct CMUnitTest tests[] = {
        ON_A_RECORD(what_is_announced_is_in_the_record),
        ON_A_RECORD(a_failing_disk_is_told_and_made_good),
        ON_A_RECORD(rows_that_nothing_could_keep_are_said),
        ON_A_RECORD(an_end_on_a_full_disk_is_said),
        ON_A_RECORD(a_deleted_record_is_told),
        ON_A_RECORD(a_disk_that_does_not_answer_holds_up_nobody),
        ON_A_RECORD(times_that_no_game_has_are_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
