// Nothing in a record changes unnoticed: each bit of the file, rows taken out, signatures; and records of the first schema become present ones.
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "record/record.h"
#include "tests/record/rows.h"
#include "tests/record/small_game.h"

static char folder[] = "/tmp/vedette-changed-XXXXXX";
static char path[128], key_path[128];

static const record_meta meta = {.game_text = small_game, .ruleset = "battlesystem-1e", .program_version = "test"};

static int make_folder(void **state) {
    (void)state;
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/a.vedette", folder);
    snprintf(key_path, sizeof key_path, "%s/a.key", folder);
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    return rmdir(folder);
}

static int remove_files(void **state) {
    (void)state;
    unlink(path);
    unlink(key_path);
    return 0;
}

static void write_record(const char *key) {
    static const char picture[] = "not truly a picture, but bytes all the same";
    record *r;
    fault fault = {""};
    if (record_create(path, &meta, &r, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    add_row(r, RECORD_OBSERVATION, 1, "", "{\"kind\":\"observe\",\"t\":1,\"figures\":{\"R1-1\":[10,10,90]}}");
    add_row(r, RECORD_CONCLUSION, 2, "move", "{\"kind\":\"move\",\"t\":2,\"move\":1,\"unit\":\"R1\",\"ruling\":\"legal\"}");
    const record_entry evidence = {.log = RECORD_EVIDENCE,
                                   .t_s = 2,
                                   .kind = "picture",
                                   .json = "{\"kind\":\"picture\",\"t\":2,\"move\":1}",
                                   .bytes = picture,
                                   .length = sizeof picture};
    assert_int_equal(record_add(r, &evidence, &fault), STATUS_OK);
    if (key) assert_int_equal(record_sign(r, key, &fault), STATUS_OK);
    if (record_close(r, &fault) != STATUS_OK) fail_msg("%s", fault.text);
}

static record_report verified(void) {
    record_report report;
    fault fault = {""};
    if (record_verify(path, &report, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    return report;
}

static unsigned char *whole_file(size_t *size) {
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    unsigned char *bytes = malloc((size_t)info.st_size);
    int file = open(path, O_RDONLY);
    assert_true(bytes && read(file, bytes, (size_t)info.st_size) == info.st_size);
    close(file);
    *size = (size_t)info.st_size;
    return bytes;
}

// The number of places that are not told: 0 or 1. Where it is told, the page is the one that was changed.
static int flip_goes_unnoticed(size_t byte, int bit) {
    char named[64];
    int file = open(path, O_RDWR);
    unsigned char b;
    assert_true(pread(file, &b, 1, (off_t)byte) == 1);
    b ^= (unsigned char)(1 << bit);
    assert_true(pwrite(file, &b, 1, (off_t)byte) == 1);
    record_report report;
    fault fault = {""};
    status s = record_verify(path, &report, &fault);
    snprintf(named, sizeof named, "(page %zu)", byte / 4096 + 1);
    int unnoticed = s != STATUS_OK || report.damage_count == 0 || !strstr(report.damage[0], named);
    if (unnoticed) print_message("byte %zu, bit %d: %d %s %s\n", byte, bit, (int)s, fault.text, report.damage[0]);
    b ^= (unsigned char)(1 << bit);
    assert_true(pwrite(file, &b, 1, (off_t)byte) == 1);
    close(file);
    return unnoticed;
}

// All bits of the file's header and of each page's seal, and one of every 37th byte between: `vedette_bench record` flips them all.
static void any_flipped_bit_is_found_and_located(void **state) {
    (void)state;
    size_t size;
    int unnoticed = 0;
    write_record(NULL);
    free(whole_file(&size));
    assert_true(size % 4096 == 0 && size >= 4 * 4096);
    for (size_t byte = 0; byte < size; byte++) {
        bool each_bit = byte < 100 || byte % 4096 >= 4096 - 16;
        if (!each_bit && byte % 37 != 0) continue;
        for (int bit = 0; bit < 8; bit++)
            if (each_bit || bit == (int)(byte % 8)) unnoticed += flip_goes_unnoticed(byte, bit);
    }
    assert_int_equal(unnoticed, 0);
    assert_int_equal(verified().damage_count, 0);
}

static void what_is_cut_off_or_added_is_found(void **state) {
    (void)state;
    size_t size;
    write_record(NULL);
    unsigned char *bytes = whole_file(&size);
    assert_int_equal(truncate(path, (off_t)(size - 4096)), 0);
    assert_non_null(strstr(verified().damage[0], "the rest is missing"));
    assert_int_equal(truncate(path, (off_t)size + 4096), 0);
    assert_true(verified().damage_count > 0);
    free(bytes);
}

static void a_changed_picture_is_found(void **state) {
    (void)state;
    write_record(NULL);
    run_sql(path, "UPDATE pictures SET bytes = x'00'");
    record_report report = verified();
    bool told = false;
    for (int i = 0; i < RECORD_DAMAGES_TOLD; i++) told |= strstr(report.damage[i], "row 4 (evidence): its picture was changed") != NULL;
    assert_true(told);
}

// What was changed is not gone on with, which would seal it anew.
static void a_changed_record_is_left_as_it_is(void **state) {
    (void)state;
    record *r;
    fault fault = {""};
    write_record(NULL);
    run_sql(path, "UPDATE entries SET json = replace(json, 'legal', 'illegal') WHERE seq = 3");
    record_report before = verified();
    assert_true(before.damage_count > 0);
    assert_int_equal(record_append(path, &r, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.text, "nothing is added to it"));
    record_report after = verified();
    assert_int_equal(after.damage_count, before.damage_count);
    assert_string_equal(after.damage[0], before.damage[0]);
}

static void a_signature_is_that_of_its_record(void **state) {
    (void)state;
    struct stat info;
    write_record(key_path);
    assert_int_equal(stat(key_path, &info), 0);
    assert_int_equal(info.st_mode & 077, 0);  // nobody else reads it
    record_report report = verified();
    assert_int_equal(report.damage_count, 0);
    assert_int_equal(strlen(report.signed_by), 64);
    // whoever rewrites the chain from here on can't sign it
    run_sql(path, "UPDATE entries SET json = replace(json, '\"by\":\"', '\"by\":\"0') WHERE kind = 'signature'");
    report = verified();
    assert_string_equal(report.signed_by, "");
    assert_true(report.damage_count > 0);
    char first_key[RECORD_HASH_HEX];
    unlink(path);
    write_record(key_path);  // the key that is there is taken again
    snprintf(first_key, sizeof first_key, "%s", verified().signed_by);
    unlink(path);
    write_record(key_path);
    assert_string_equal(verified().signed_by, first_key);
    FILE *other = fopen(key_path, "w");
    fputs("no key\n", other);
    fclose(other);
    record *r;
    fault fault = {""};
    assert_int_equal(record_append(path, &r, &fault), STATUS_OK);
    assert_int_equal(record_sign(r, key_path, &fault), STATUS_INVALID);
    record_close(r, NULL);
}

// As version 0.1.0 left it.
static const char old_record[] =
    "PRAGMA application_id = 1447318612; PRAGMA user_version = 1;"
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE observations (seq INTEGER PRIMARY KEY, t REAL NOT NULL, json TEXT NOT NULL);"
    "CREATE TABLE conclusions (seq INTEGER PRIMARY KEY, t REAL NOT NULL, kind TEXT NOT NULL, json TEXT NOT NULL);"
    "CREATE INDEX observations_by_time ON observations (t);"
    "INSERT INTO observations VALUES (1, 1, '{\"kind\":\"observe\",\"t\":1,\"figures\":{\"R1-1\":[10,10,90]}}'),"
    " (3, 3, '{\"kind\":\"observe\",\"t\":3,\"figures\":{}}');"
    "INSERT INTO conclusions VALUES (2, 2, 'move', '{\"kind\":\"move\",\"t\":2,\"move\":1}');"
    "INSERT INTO meta VALUES ('game', '{\"vedette\":1}'), ('calibration', ''), ('ruleset', 'm42'), ('program', '0.1.0'), ('source', 'x'),"
    " ('made', '2026-11-21T10:00:00Z'), ('schema', '1')";

static void an_older_record_is_read_and_gone_on_with(void **state) {
    (void)state;
    const record_meta old_meta = {.game_text = "{\"vedette\":1}"};
    static const char *const kinds[] = {"", "move", "", "migrated", "opened", "", "closed"};
    record *r;
    record_past past;
    record_row row;
    fault fault = {""};
    run_sql(path, old_record);
    run_sql(path, "INSERT INTO meta VALUES ('closed', 'yes')");
    record_report report = verified();
    if (report.damage_count > 0) fail_msg("%s", report.damage[0]);
    assert_true(report.closed_cleanly && !report.chained && report.observations == 2 && report.conclusions == 1);
    if (record_continue(path, &old_meta, &past, &r, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    assert_true(past.closed_cleanly && past.last_t_s == 3 && past.conclusions == 1);
    add_row(r, RECORD_OBSERVATION, 5, "", "{}");
    assert_int_equal(record_close(r, &fault), STATUS_OK);
    report = verified();
    if (report.damage_count > 0) fail_msg("%s", report.damage[0]);
    assert_true(report.chained && report.sealed && report.closed_cleanly);
    assert_int_equal(record_open(path, &r, &fault), STATUS_OK);
    assert_string_equal(record_meta_text(r, "program"), "0.1.0");
    for (int i = 0; i < 7; i++) {
        assert_int_equal(record_next(r, &row), STATUS_OK);
        assert_int_equal(row.seq, i + 1);
        assert_string_equal(row.kind, kinds[i]);
    }
    assert_int_equal(record_next(r, &row), STATUS_END);
    record_close(r, NULL);
}

static void what_an_older_record_lost_stays_said(void **state) {
    (void)state;
    record *r;
    fault fault = {""};
    run_sql(path, old_record);
    run_sql(path, "INSERT INTO meta VALUES ('closed', 'cut'), ('lost_t', '2.5')");
    assert_true(verified().cut);
    if (record_append(path, &r, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    assert_int_equal(record_close(r, &fault), STATUS_OK);
    record_report report = verified();
    if (report.damage_count > 0) fail_msg("%s", report.damage[0]);
    assert_true(report.cut && report.lost_t_s == 2.5);
}

// A record of schema 2 has no log of who entered what: it is sound as it is, and gets one when it is gone on with.
static void a_record_of_schema_2_is_read_and_gone_on_with(void **state) {
    (void)state;
    record *r;
    fault fault = {""};
    assert_int_equal(record_create(path, &(record_meta){.game_text = "{\"vedette\":1}"}, &r, &fault), STATUS_OK);
    add_row(r, RECORD_OBSERVATION, 5, "", "{}");
    assert_int_equal(record_flush(r, &fault), STATUS_OK);
    record_leave(r);
    run_sql(path, "DROP VIEW people; PRAGMA user_version = 2");
    record_report report = verified();
    if (report.damage_count > 0) fail_msg("%s", report.damage[0]);
    if (record_append(path, &r, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    add_row(r, RECORD_ENTRIES, 6, "entry", "{\"kind\":\"entry\",\"number\":1,\"by\":\"Kim\"}");
    assert_int_equal(record_close(r, &fault), STATUS_OK);
    report = verified();
    if (report.damage_count > 0) fail_msg("%s", report.damage[0]);
    assert_true(report.chained && report.sealed && report.rows == 5);
    run_sql(path, "DROP VIEW people");
    assert_true(verified().damage_count > 0);
}

// The views that people read with the plain sqlite3 tool.
static void the_views_can_be_read(void **state) {
    (void)state;
    static const char *const views[] = {"observations", "conclusions", "moves",  "findings",   "entries_by_people", "rulings",
                                        "alerts",       "nudges",      "health", "amendments", "keeping",           "people"};
    sqlite3 *db;
    sqlite3_stmt *q;
    write_record(NULL);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
        char sql[80];
        snprintf(sql, sizeof sql, "SELECT * FROM %s", views[i]);
        if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) fail_msg("%s: %s", views[i], sqlite3_errmsg(db));
    }
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT m.unit, m.ruling, e.length FROM moves m JOIN evidence e ON e.move = m.move", -1, &q, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(q), SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(q, 0), "R1");
    assert_string_equal((const char *)sqlite3_column_text(q, 1), "legal");
    assert_int_equal(sqlite3_column_int(q, 2), 44);  // the bytes of the picture
    sqlite3_finalize(q);
    sqlite3_close(db);
}

#define ON_A_RECORD(test) cmocka_unit_test_teardown(test, remove_files)

int main(void) {
    const struct CMUnitTest tests[] = {
        ON_A_RECORD(any_flipped_bit_is_found_and_located), ON_A_RECORD(what_is_cut_off_or_added_is_found),
        ON_A_RECORD(a_changed_picture_is_found),           ON_A_RECORD(a_changed_record_is_left_as_it_is),
        ON_A_RECORD(a_signature_is_that_of_its_record),    ON_A_RECORD(an_older_record_is_read_and_gone_on_with),
        ON_A_RECORD(a_signature_is_that_of_its_record),    ON_A_RECORD(a_record_of_schema_2_is_read_and_gone_on_with),
        ON_A_RECORD(what_an_older_record_lost_stays_said), ON_A_RECORD(the_views_can_be_read),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
