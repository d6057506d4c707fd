// The record: what goes in comes out, a killed writer loses nothing that was flushed, and damage is found and reported.
#include "record/record.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/record/rows.h"
#include "tests/record/small_game.h"

static char folder[] = "/tmp/vedette-record-XXXXXX";
static char path[128];

static const record_meta meta = {.game_text = small_game, .ruleset = "battlesystem-1e", .program_version = "test"};

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    return rmdir(folder);
}

static int name_record(void **state) {
    (void)state;
    snprintf(path, sizeof path, "%s/a game.vedette", folder);
    return 0;
}

static int remove_record(void **state) {
    static const char *const tails[] = {"", "-wal", "-shm"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        char name[160];
        snprintf(name, sizeof name, "%s%s", path, tails[i]);
        unlink(name);
    }
    return 0;
}

static record *new_record(void) {
    record *r;
    fault fault = {""};
    if (record_create(path, &meta, &r, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    return r;
}

static record *opened(void) {
    record *r;
    fault fault = {""};
    if (record_open(path, &r, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    return r;
}

static status add(record *r, record_log log, double t_s, const char *kind, const char *json) {
    return record_add(r, &(record_entry){.log = log, .t_s = t_s, .kind = kind, .json = json}, NULL);
}

static void observe(record *r, double t_s, double x) {
    char json[200];
    snprintf(json, sizeof json, "{\"kind\":\"observe\",\"t\":%.3f,\"figures\":{\"R1-1\":[%.3f,10,90]}}", t_s, x);
    assert_int_equal(add(r, RECORD_OBSERVATION, t_s, "", json), STATUS_OK);
}

static const char verdict_line[] =
    "{\"kind\":\"move\",\"t\":2,\"move\":1,\"turn\":1,\"phase\":\"movement\",\"unit\":\"R1\",\"side\":\"red\",\"ruling\":\"illegal\",\"cost_in\":13."
    "5,\"allowance_in\":12,"
    "\"findings\":[{\"ruling\":\"illegal\",\"rule\":\"BS1-7.0-3\",\"violation\":\"OVER_DISTANCE\",\"message\":\"=1+1, </script> "
    "\\\"far\\\"\",\"measured\":13.5,\"allowed\":12,\"bound\":13.25}]}";

static void write_small_record(void) {
    record *r = new_record();
    assert_int_equal(add(r, RECORD_OBSERVATION, 0.5, "", "{\"kind\":\"phase\",\"t\":0.5,\"turn\":1,\"phase\":\"movement\",\"side\":\"red\"}"),
                     STATUS_OK);
    observe(r, 1, 10);
    observe(r, 2, 23.5);
    assert_int_equal(add(r, RECORD_CONCLUSION, 2, "move", verdict_line), STATUS_OK);
    observe(r, 3, 23.5);
    assert_int_equal(add(r, RECORD_OBSERVATION, 3.5, "", "{\"kind\":\"remove\",\"t\":3.5,\"figures\":[\"B1-1\"]}"), STATUS_OK);
    assert_int_equal(record_close(r, NULL), STATUS_OK);
}

static void rows_come_back_in_their_order(void **state) {
    (void)state;
    write_small_record();
    struct stat info;
    char log[160];
    snprintf(log, sizeof log, "%s-wal", path);
    assert_int_not_equal(stat(log, &info), 0);  // closed: one file and no more
    record *r = opened();
    assert_true(record_closed_cleanly(r));
    assert_string_equal(record_meta_text(r, "game"), small_game);
    assert_string_equal(record_meta_text(r, "calibration"), "");
    assert_null(record_meta_text(r, "nothing"));
    assert_true(record_duration_s(r) == 3.5);
    static const double times[] = {0, 0.5, 1, 2, 2, 3, 3.5, 3.5};
    static const char *const kinds[] = {"opened", "", "", "", "move", "", "", "closed"};
    record_row row;
    for (int i = 0; i < 8; i++) {
        assert_int_equal(record_next(r, &row), STATUS_OK);
        assert_int_equal(row.seq, i + 1);
        assert_true(row.t_s == times[i]);
        assert_int_equal(row.log, i == 4 ? RECORD_CONCLUSION : i == 0 || i == 7 ? RECORD_KEEPING : RECORD_OBSERVATION);
        assert_string_equal(row.kind, kinds[i]);
        if (i == 4) assert_string_equal(row.json, verdict_line);
    }
    assert_int_equal(record_next(r, &row), STATUS_END);
    assert_int_equal(record_seek(r, 1.5), STATUS_OK);
    assert_int_equal(record_next(r, &row), STATUS_OK);
    assert_int_equal(row.seq, 4);
    assert_int_equal(record_seek(r, 99), STATUS_OK);
    assert_int_equal(record_next(r, &row), STATUS_END);
    assert_int_equal(record_seek(r, 0), STATUS_OK);
    assert_int_equal(record_next(r, &row), STATUS_OK);
    assert_int_equal(row.seq, 1);
    record_close(r, NULL);
    assert_int_not_equal(stat(log, &info), 0);  // reading leaves nothing behind
}

static void a_record_is_never_overwritten(void **state) {
    (void)state;
    write_small_record();
    record *r;
    fault fault;
    assert_int_equal(record_create(path, &meta, &r, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.text, "exists already"));
    r = opened();
    assert_true(record_duration_s(r) == 3.5);
    record_close(r, NULL);
}

static void an_empty_file_may_become_a_record(void **state) {
    (void)state;
    close(open(path, O_CREAT | O_WRONLY, 0600));
    record_close(new_record(), NULL);
    record_close(opened(), NULL);
}

static void places_that_can_not_be_written_are_said(void **state) {
    (void)state;
    record *r;
    fault fault;
    char nowhere[160];
    snprintf(nowhere, sizeof nowhere, "%s/no such folder/a.vedette", folder);
    assert_int_equal(record_create(nowhere, &meta, &r, &fault), STATUS_IO);
    assert_non_null(strstr(fault.text, "folder"));
    assert_int_equal(record_create(folder, &meta, &r, &fault), STATUS_INVALID);
    assert_int_equal(record_open(nowhere, &r, &fault), STATUS_INVALID);
    assert_int_equal(record_open(folder, &r, &fault), STATUS_INVALID);
}

static void what_is_no_record_is_refused(void **state) {
    (void)state;
    record *r;
    fault fault;
    FILE *file = fopen(path, "w");
    for (int i = 0; i < 100; i++) fputs("This is a letter, not a game.\n", file);
    fclose(file);
    assert_int_equal(record_open(path, &r, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.text, "no record"));
    unlink(path);
    run_sql(path, "CREATE TABLE birds (name)");
    assert_int_equal(record_open(path, &r, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.text, "no record"));
    unlink(path);
    write_small_record();
    run_sql(path, "PRAGMA user_version = 4");
    assert_int_equal(record_open(path, &r, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.text, "newer"));
    run_sql(path, "PRAGMA user_version = 2; DROP TABLE entries");
    assert_int_equal(record_open(path, &r, &fault), STATUS_INVALID);
}

static double clock_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Appends rows until it is killed, and tells each one's time through `out` when it is durable.
static void write_until_killed(int out) {
    record *r;
    if (record_create(path, &meta, &r, NULL) != STATUS_OK) _exit(1);
    double began = clock_s();
    for (;;) {
        double t_s = clock_s() - began;
        char json[80];
        snprintf(json, sizeof json, "{\"kind\":\"observe\",\"t\":%.6f,\"figures\":{}}", t_s);
        if (add(r, RECORD_OBSERVATION, t_s, "", json) != STATUS_OK || record_flush(r, NULL) != STATUS_OK) _exit(1);
        if (write(out, &t_s, sizeof t_s) != sizeof t_s) _exit(1);
        usleep(200);
    }
}

static void a_killed_writer_loses_nothing_that_was_flushed(void **state) {
    (void)state;
    int ends[2];
    double t_s = 0, last_s = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) write_until_killed(ends[1]);
    close(ends[1]);
    while (last_s < 0.7 && read(ends[0], &t_s, sizeof t_s) == sizeof t_s) last_s = t_s;
    kill(child, SIGKILL);
    while (read(ends[0], &t_s, sizeof t_s) == sizeof t_s) last_s = t_s;
    close(ends[0]);
    int how;
    waitpid(child, &how, 0);
    assert_true(WIFSIGNALED(how));
    record *r = opened();
    assert_false(record_closed_cleanly(r));
    assert_true(record_duration_s(r) >= last_s);
    record_close(r, NULL);
    record_report report;
    assert_int_equal(record_verify(path, &report, NULL), STATUS_OK);
    assert_int_equal(report.damage_count, 0);
    assert_false(report.closed_cleanly);
    assert_true(report.observations > 1);
}

// The limit on file sizes stands in for a full disk: writing beyond it fails in the same place. Rows of 4 kB, flushed every few, until one can't be
// written.
static status write_until_full(record **r, rlim_t hard_limit, int rows_a_flush, fault *fault) {
    char json[4096];
    memset(json, 'x', sizeof json);
    memcpy(json, "{\"x\":\"", 6);
    memcpy(json + sizeof json - 3, "\"}", 3);
    signal(SIGXFSZ, SIG_IGN);
    status s = record_create(path, &meta, r, fault);
    if (s != STATUS_OK) return s;
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){300000, hard_limit});
    for (int i = 0; i < 2000 && s == STATUS_OK; i++) {
        s = record_add(*r, &(record_entry){.t_s = i, .json = json}, fault);
        if (s == STATUS_OK && i % rows_a_flush == rows_a_flush - 1) s = record_flush(*r, fault);
    }
    return s;
}

// What was flushed before is there, and goes on to be: the rows after it can be added again once there is room.
static int fill_the_disk_and_clear_it(void) {
    record *r = NULL;
    fault fault = {""};
    if (write_until_full(&r, RLIM_INFINITY, 5, &fault) != STATUS_IO || !r || !strstr(fault.text, "has room")) return 2;
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY});
    if (record_reopen(r, &fault) != STATUS_OK || add(r, RECORD_OBSERVATION, 5000, "", "{}") != STATUS_OK) return 3;
    return record_close(r, &fault) == STATUS_OK ? 0 : 4;
}

static void a_full_disk_is_told_and_what_was_flushed_stays(void **state) {
    (void)state;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) _exit(fill_the_disk_and_clear_it());
    int how;
    waitpid(child, &how, 0);
    assert_true(WIFEXITED(how));
    assert_int_equal(WEXITSTATUS(how), 0);
    record_report report;
    assert_int_equal(record_verify(path, &report, NULL), STATUS_OK);
    if (report.damage_count > 0) fail_msg("%s", report.damage[0]);
    assert_true(report.closed_cleanly && report.sealed);
    assert_true(report.observations >= 11 && report.observations % 5 == 1 && report.last_t_s == 5000);
}

static status go_on(const record_meta *m, record_past *past, record **r, const char *says) {
    fault fault = {""};
    status s = record_continue(path, m, past, r, &fault);
    if (s != STATUS_OK && !strstr(fault.text, says)) fail_msg("%s", fault.text);
    return s;
}

static void a_record_is_gone_on_with(void **state) {
    (void)state;
    record_past past;
    record *r, *second;
    fault fault = {""};
    write_small_record();
    assert_int_equal(go_on(&meta, &past, &r, ""), STATUS_OK);
    assert_true(past.closed_cleanly && past.last_t_s == 3.5 && past.conclusions == 1);
    assert_int_equal(go_on(&meta, &past, &second, "another program records"), STATUS_INVALID);
    assert_int_equal(add(r, RECORD_OBSERVATION, 63.5, "", "{\"kind\":\"observe\",\"t\":63.5,\"figures\":{},\"gap_s\":60}"), STATUS_OK);
    assert_int_equal(add(r, RECORD_OBSERVATION, 64, "", "{\"kind\":\"observe\",\"t\":64,\"figures\":{},\"hidden\":[\"R1-1\"],\"gap_s\":60}"),
                     STATUS_OK);
    assert_int_equal(record_flush(r, NULL), STATUS_OK);
    record *reader = opened();
    assert_false(record_closed_cleanly(reader));
    record_close(reader, NULL);
    assert_int_equal(go_on(&meta, &past, &second, "another program records"), STATUS_INVALID);  // that a reader came and went opens no lock
    assert_int_equal(record_close(r, NULL), STATUS_OK);
    record_report report;
    assert_int_equal(record_verify(path, &report, &fault), STATUS_OK);
    if (report.damage_count > 0) fail_msg("%s", report.damage[0]);
    assert_true(report.closed_cleanly && report.observations == 7 && report.last_t_s == 64);
    assert_true(report.gaps == 1 && report.longest_gap_s == 60);
}

static void what_can_not_be_gone_on_with_is_refused(void **state) {
    (void)state;
    record_past past;
    record *r;
    record_meta other = meta;
    assert_int_equal(go_on(&meta, &past, &r, "no such record"), STATUS_INVALID);
    write_small_record();
    other.game_text = "{\"vedette\":1}";
    assert_int_equal(go_on(&other, &past, &r, "another game"), STATUS_INVALID);
    other = meta;
    other.calibration_text = "{}";
    assert_int_equal(go_on(&other, &past, &r, "another calibration"), STATUS_INVALID);
    run_sql(path, "CREATE TRIGGER spy AFTER INSERT ON entries BEGIN DELETE FROM meta; END");
    assert_int_equal(go_on(&meta, &past, &r, "nothing is added to it"), STATUS_INVALID);
}

static void assert_damaged(const char *sql, const char *says) {
    record_report report;
    write_small_record();
    run_sql(path, sql);
    bool told = false;
    assert_int_equal(record_verify(path, &report, NULL), STATUS_OK);
    for (int i = 0; i < RECORD_DAMAGES_TOLD; i++) told |= strstr(report.damage[i], says) != NULL;
    if (report.damage_count < 1 || !told) fail_msg("%s: %ld, %s", sql, (long)report.damage_count, report.damage[0]);
    remove_record(NULL);
}

static void damage_is_found(void **state) {
    (void)state;
    record_report report;
    write_small_record();
    assert_int_equal(record_verify(path, &report, NULL), STATUS_OK);
    assert_int_equal(report.damage_count, 0);
    assert_true(report.closed_cleanly && report.chained && report.sealed);
    assert_int_equal(report.rows, 8);
    assert_int_equal(report.observations, 5);
    assert_int_equal(report.conclusions, 1);
    assert_true(report.first_t_s == 0.5 && report.last_t_s == 3.5);
    remove_record(NULL);
    assert_damaged("UPDATE entries SET json = '{\"kind\":' WHERE seq = 3", "row 3 (observation): not one JSON");
    assert_damaged("UPDATE entries SET json = '[]' WHERE seq = 5", "row 5 (conclusion)");
    assert_damaged("UPDATE entries SET t = 0.25 WHERE seq = 4", "goes back");
    assert_damaged("UPDATE entries SET t = 1e308 WHERE seq = 5", "its time is 1e+308");
    assert_damaged("UPDATE entries SET seq = 9 WHERE seq = 8", "rows are missing");
    assert_damaged("DELETE FROM entries WHERE seq = 3", "row 4: follows row 2");
    assert_damaged("UPDATE entries SET kind = '' WHERE seq = 5", "without its kind");
    assert_damaged("UPDATE entries SET json = replace(json, '13.5', '11.5') WHERE seq = 5", "row 5 (conclusion, at 2.0 s): it, or the one before");
    assert_damaged("UPDATE entries SET seq = -1 WHERE seq = 4; UPDATE entries SET seq = 4 WHERE seq = 6; UPDATE entries SET seq = 6 WHERE seq = -1",
                   "row 4 (observation");
    assert_damaged("DELETE FROM meta WHERE key = 'game'", "game file");
    assert_damaged("UPDATE meta SET value = 'm42' WHERE key = 'ruleset'", "row 1 (keeping");
    assert_damaged("CREATE TABLE more (a)", "has tables or triggers that no record has");
}

static void broken_pages_are_found(void **state) {
    (void)state;
    record *r = new_record();
    for (int i = 0; i < 500; i++) observe(r, i, i * 0.1);
    record_close(r, NULL);
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    FILE *file = fopen(path, "r+b");
    fseek(file, info.st_size / 2, SEEK_SET);
    for (int i = 0; i < 6000; i++) fputc(0xA5, file);
    fclose(file);
    record_report report;
    assert_int_equal(record_verify(path, &report, NULL), STATUS_OK);
    assert_true(report.damage_count > 0);
    assert_true(report.damage[0][0] != '\0');
    // a file cut short
    assert_int_equal(truncate(path, info.st_size / 3), 0);
    assert_int_equal(record_verify(path, &report, NULL), STATUS_OK);
    assert_true(report.damage_count > 0);
}

static char *exported(const char *format) {
    char *text = NULL;
    size_t length = 0;
    fault fault = {""};
    FILE *out = open_memstream(&text, &length);
    record *r = opened();
    if (record_export(r, format, &(record_export_options){0}, out, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    record_close(r, NULL);
    fclose(out);
    return text;
}

static int count(const char *text, const char *word) {
    int n = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; at += strlen(word)) n++;
    return n;
}

static void lines_and_tables_are_exported(void **state) {
    (void)state;
    write_small_record();
    char *text = exported("jsonl");
    assert_int_equal(count(text, "\n"), 8);
    assert_non_null(strstr(text, verdict_line));
    free(text);
    text = exported("events");
    assert_int_equal(count(text, "\n"), 5);
    assert_null(strstr(text, "OVER_DISTANCE"));
    free(text);
    text = exported("csv");
    assert_int_equal(count(text, "\r\n"), 2);
    assert_non_null(strstr(text,
                           "\n2,\"move\",1,1,\"movement\",\"R1\",\"red\",\"illegal\",13.5,12,\"illegal\",\"BS1-7.0-3\",\"OVER_DISTANCE\",13.5,12,,"
                           "\"\",,13.25,\"'=1+1, </script> \"\"far\"\"\"\r\n"));
    free(text);
}

// An export of a damaged record says so in itself.
static void damage_is_said_in_exports(void **state) {
    (void)state;
    static const char *const formats[] = {"jsonl", "csv", "statistics"};
    const record_export_options o = {.damage = "row 3 was \"changed\""};
    write_small_record();
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        char *text = NULL;
        size_t length = 0;
        FILE *out = open_memstream(&text, &length);
        record *r = opened();
        assert_int_equal(record_export(r, formats[i], &o, out, NULL), STATUS_OK);
        record_close(r, NULL);
        fclose(out);
        const char *last = text + length - 2;
        while (last > text && last[-1] != '\n') last--;
        assert_non_null(strstr(last, "damaged"));
        assert_non_null(strstr(last, i == 0 ? "row 3 was \\\"changed\\\"" : "row 3 was \"\"changed\"\""));
        free(text);
    }
}

static bool is_stopped(void *context) { return ++*(int *)context > 2; }

static void an_export_can_be_stopped(void **state) {
    (void)state;
    int asked = 0;
    const record_export_options o = {.stopped = is_stopped, .context = &asked};
    write_small_record();
    record *r = opened();
    FILE *out = fopen("/dev/null", "w");
    assert_int_equal(record_export(r, "jsonl", &o, out, NULL), STATUS_END);
    fclose(out);
    record_close(r, NULL);
}

static void the_exported_page_stands_alone_and_hostile_text_stays_text(void **state) {
    (void)state;
    write_small_record();
    char *text = exported("html");
    assert_int_equal(count(text, "</script>"), 2);  // the data's and the program's, none from a name or a message
    assert_int_equal(count(text, "<script"), 2);
    assert_int_equal(count(text, "</html>"), 1);
    assert_null(strstr(text, "\nimport "));
    assert_null(strstr(text, "\nexport "));
    assert_null(strstr(text, "src=\""));
    assert_non_null(strstr(text, "\"title\":\"Table \\u003c7>\""));
    assert_non_null(strstr(text, "\"phases\":[[0.5,1,\"movement\",\"red\"]]"));
    assert_non_null(strstr(text, "\"figures\":[\"R1-1\",\"R1-2\","));
    assert_non_null(strstr(text, "\"log\":[{\"kind\":\"move\",\"data\":{\"kind\":\"move\",\"t\":2,"));
    free(text);
}

// A judge's ruling on a move stands in the page, which shows it beside the verdict.
static void the_exported_page_has_the_judge_s_word(void **state) {
    (void)state;
    static const char word[] = "{\"kind\":\"ruling\",\"t\":3,\"move\":1,\"ruling\":\"overruled\",\"by\":\"judge\"}";
    record *r = new_record();
    observe(r, 1, 10);
    observe(r, 2, 23.5);
    assert_int_equal(add(r, RECORD_CONCLUSION, 2, "move", verdict_line), STATUS_OK);
    assert_int_equal(add(r, RECORD_OBSERVATION, 3, "", word), STATUS_OK);
    assert_int_equal(record_close(r, NULL), STATUS_OK);
    char *text = exported("html");
    const char *verdict = strstr(text, "\"log\":[{\"kind\":\"move\"");
    const char *reported = strstr(text, "{\"kind\":\"ruling\",\"data\":{\"kind\":\"ruling\",\"t\":3,\"move\":1,");
    assert_true(verdict && reported && reported > verdict);
    assert_int_equal(count(text, "\"overruled\",\"by\":\"judge\""), 1);
    free(text);
}

// The modules stand in one script there, each as a function: one that is used before it stands would stop the page.
static void the_page_s_modules_stand_before_they_are_used(void **state) {
    (void)state;
    static const char used[] = "} = module_";
    int n = 0;
    write_small_record();
    char *text = exported("html");
    const char *script = strstr(text, "<script type=\"module\">");
    assert_non_null(script);
    for (const char *at = script; (at = strstr(at, used)) != NULL; n++) {
        char name[60], declared[100];
        at += strlen(used);
        assert_int_equal(sscanf(at, "%59[A-Za-z0-9_]", name), 1);
        snprintf(declared, sizeof declared, "\nconst module_%s = (() => {", name);
        const char *before = strstr(script, declared);
        if (!before || before > at) fail_msg("%s is used before it stands", name);
        assert_int_equal(count(script, declared), 1);
    }
    assert_true(n > 80);
    free(text);
}

static void other_formats_are_refused(void **state) {
    (void)state;
    write_small_record();
    record *r = opened();
    fault fault;
    const record_export_options o = {0};
    assert_int_equal(record_export(r, "gif", &o, stdout, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.text, "gif"));
    FILE *full = fopen("/dev/full", "w");
    if (full) {
        assert_int_equal(record_export(r, "html", &o, full, &fault), STATUS_IO);
        assert_non_null(strstr(fault.text, "disk full"));
        fclose(full);
    }
    static const char *const formats[] = {"html", "jsonl", "csv"};
    signal(SIGPIPE, SIG_IGN);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        close(ends[0]);
        FILE *nobody = fdopen(ends[1], "w");
        assert_int_equal(record_export(r, formats[i], &o, nobody, &fault), STATUS_IO);
        assert_non_null(strstr(fault.text, "stopped reading"));
        fclose(nobody);
    }
    record_close(r, NULL);
}

#define ON_A_RECORD(test) cmocka_unit_test_setup_teardown(test, name_record, remove_record)

int main(void) {
    const struct CMUnitTest tests[] = {
        ON_A_RECORD(rows_come_back_in_their_order),
        ON_A_RECORD(a_record_is_never_overwritten),
        ON_A_RECORD(an_empty_file_may_become_a_record),
        ON_A_RECORD(places_that_can_not_be_written_are_said),
        ON_A_RECORD(what_is_no_record_is_refused),
        ON_A_RECORD(a_killed_writer_loses_nothing_that_was_flushed),
        ON_A_RECORD(a_full_disk_is_told_and_what_was_flushed_stays),
        ON_A_RECORD(a_record_is_gone_on_with),
        ON_A_RECORD(what_can_not_be_gone_on_with_is_refused),
        ON_A_RECORD(damage_is_found),
        ON_A_RECORD(broken_pages_are_found),
        ON_A_RECORD(lines_and_tables_are_exported),
        ON_A_RECORD(damage_is_said_in_exports),
        ON_A_RECORD(an_export_can_be_stopped),
        ON_A_RECORD(the_exported_page_has_the_judge_s_word),
        ON_A_RECORD(the_exported_page_stands_alone_and_hostile_text_stays_text),
        ON_A_RECORD(the_page_s_modules_stand_before_they_are_used),
        ON_A_RECORD(other_formats_are_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
