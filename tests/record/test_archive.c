// The archive: what pages play is what was recorded, however strange the record.
#include "record/archive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cjson/cJSON.h>
#include <cmocka.h>
#include <sqlite3.h>

#include "tests/record/small_game.h"

#define FIGURES 5

static char folder[] = "/tmp/vedette-archive-XXXXXX";
static char path[128];
static record *writing;

static int make_folder(void **state) {
    (void)state;
    bool made = mkdtemp(folder) != NULL;
    snprintf(path, sizeof path, "%s/game.vedette", folder);
    return made ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    return rmdir(folder);
}

static int begin(void **state) {
    (void)state;
    static const record_meta meta = {.game_text = small_game, .ruleset = "battlesystem-1e", .program_version = "test", .made = "2026-11-26"};
    return record_create(path, &meta, &writing, NULL) == STATUS_OK ? 0 : -1;
}

static int remove_record(void **state) {
    (void)state;
    return unlink(path);
}

static void add_bytes(record_log log, double t_s, const char *kind, const char *json, const void *bytes, size_t length) {
    record_entry e = {.log = log, .t_s = t_s, .kind = kind, .json = json, .bytes = bytes, .length = length};
    fault fault = {""};
    if (record_add(writing, &e, &fault) != STATUS_OK) fail_msg("%s", fault.text);
}

static void add(record_log log, double t_s, const char *kind, const char *json) { add_bytes(log, t_s, kind, json, NULL, 0); }

static void observe(double t_s, const char *figures) {
    char json[300];
    snprintf(json, sizeof json, "{\"kind\":\"observe\",\"t\":%.3f,\"figures\":{%s}}", t_s, figures);
    add(RECORD_OBSERVATION, t_s, "", json);
}

static void finish(void) { assert_int_equal(record_close(writing, NULL), STATUS_OK); }

// The archive of the record, which the caller frees.
static cJSON *archive(size_t most, size_t *length) {
    record *r;
    game *g;
    char *json;
    fault fault = {""};
    if (record_open(path, &r, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    assert_int_equal(game_parse(small_game, strlen(small_game), "small", &g, NULL, NULL, &fault), STATUS_OK);
    if (archive_make(r, g, most, &json, length, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    assert_int_equal(strlen(json), *length);
    assert_null(strchr(json, '<'));
    cJSON *o = cJSON_Parse(json);
    assert_non_null(o);
    free(json);
    game_destroy(g);
    record_close(r, NULL);
    return o;
}

static const cJSON *member(const cJSON *o, const char *key) { return cJSON_GetObjectItemCaseSensitive(o, key); }

static const char *text_of(const cJSON *o, const char *key) { return cJSON_GetStringValue(member(o, key)); }

typedef struct {
    int x, y, heading, how;  // 0.01", 0.1 degree
} place;

// Where the frames say that all figures are at t_s: the reader's part of record/archive.h.
static void places_at(const cJSON *o, double t_s, place at[FIGURES]) {
    const cJSON *frame;
    double now_s = 0;
    for (int i = 0; i < FIGURES; i++) at[i] = (place){.how = 2};
    cJSON_ArrayForEach(frame, member(o, "frames")) {
        now_s += cJSON_GetArrayItem(frame, 0)->valueint / 100.0;
        if (now_s > t_s + 1e-6) return;
        for (int i = 1; i < cJSON_GetArraySize(frame); i += 4) {
            int n = cJSON_GetArrayItem(frame, i)->valueint;
            assert_in_range(n / 4, 0, FIGURES - 1);
            place *p = &at[n / 4];
            p->how = n % 4;
            p->x += cJSON_GetArrayItem(frame, i + 1)->valueint;
            p->y += cJSON_GetArrayItem(frame, i + 2)->valueint;
            p->heading += cJSON_GetArrayItem(frame, i + 3)->valueint;
        }
    }
}

static void assert_place(const cJSON *o, double t_s, int figure, place expected) {
    place at[FIGURES];
    places_at(o, t_s, at);
    if (memcmp(&at[figure], &expected, sizeof expected) != 0)
        fail_msg("figure %d at %.2f s: %d %d %d %d, not %d %d %d %d", figure, t_s, at[figure].x, at[figure].y, at[figure].heading, at[figure].how,
                 expected.x, expected.y, expected.heading, expected.how);
}

static void figures_stand_where_they_were_seen(void **state) {
    (void)state;
    size_t length;
    observe(1, "\"R1-1\":[10.5,10.125,-179.96]");
    add(RECORD_OBSERVATION, 2, "", "{\"kind\":\"observe\",\"t\":2,\"figures\":{\"R1-1\":[11,10,170]},\"hidden\":[\"R1-2\"]}");
    observe(2.1, "\"R1-1\":[11.2,10,171]");  // too soon after the one before for a frame of its own
    observe(3, "\"R1-1\":[12,10,172]");
    add(RECORD_OBSERVATION, 60, "", "{\"kind\":\"remove\",\"t\":60,\"figures\":[\"B1-1\"]}");
    finish();
    cJSON *o = archive(0, &length);
    assert_place(o, 0, 0, (place){1000, 1000, 900, 0});
    assert_place(o, 0, 4, (place){4150, 4000, -900, 0});
    assert_place(o, 1.5, 0, (place){1050, 1013, -1800, 0});
    assert_place(o, 2.5, 0, (place){1120, 1000, 1710, 0});
    assert_place(o, 2.5, 1, (place){1100, 1000, 900, 1});
    assert_place(o, 3, 0, (place){1200, 1000, 1720, 0});  // then, not when something changed next
    assert_place(o, 59, 3, (place){4000, 4000, -900, 0});
    assert_place(o, 60, 3, (place){4000, 4000, -900, 2});
    assert_true(member(o, "duration")->valuedouble == 60);
    assert_string_equal(text_of(o, "made"), "2026-11-26");
    assert_int_equal(strlen(text_of(o, "head")), 64);
    assert_string_equal(text_of(o, "damage"), "");
    cJSON_Delete(o);
}

static void what_was_said_is_told_in_order(void **state) {
    (void)state;
    static const char *const kinds[] = {"health", "move", "ruling"};
    size_t length;
    add(RECORD_HEALTH, 1, "health", "{\"kind\":\"health\",\"t\":1,\"state\":\"blind\",\"why\":\"<no> picture\"}");
    add(RECORD_CONCLUSION, 2, "settled", "{\"kind\":\"settled\",\"t\":2,\"unit\":\"R1\"}");
    add(RECORD_CONCLUSION, 3, "move", "{\"kind\":\"move\",\"t\":3,\"move\":1,\"unit\":\"R1\",\"ruling\":\"legal\"}");
    add(RECORD_OBSERVATION, 4, "", "{\"kind\":\"ruling\",\"t\":4,\"move\":1,\"ruling\":\"upheld\",\"by\":\"judge\"}");
    add(RECORD_AMENDMENT, 5, "amendment", "{\"kind\":\"amendment\",\"t\":5}");
    finish();
    cJSON *o = archive(0, &length);
    const cJSON *log = member(o, "log");
    assert_int_equal(cJSON_GetArraySize(log), 3);
    for (int i = 0; i < 3; i++) assert_string_equal(text_of(cJSON_GetArrayItem(log, i), "kind"), kinds[i]);
    assert_string_equal(text_of(member(cJSON_GetArrayItem(log, 0), "data"), "why"), "<no> picture");
    cJSON_Delete(o);
}

static void change_record(const char *sql) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) fail_msg("%s", sqlite3_errmsg(db));
    sqlite3_close(db);
}

static void times_that_no_game_has_are_left_out_and_counted(void **state) {
    (void)state;
    size_t length;
    observe(1, "\"R1-1\":[11,10,90]");
    add(RECORD_OBSERVATION, 2, "", "{\"kind\":\"observe\",\"t\":1e308,\"figures\":{\"R1-1\":[99,10,90]}}");
    observe(3, "\"R1-1\":[13,10,90]");
    add(RECORD_CONCLUSION, 4, "move", "{\"kind\":\"move\",\"t\":-1e308,\"move\":1}");
    add(RECORD_CONCLUSION, 5, "move", "{\"kind\":\"move\",\"t\":5,\"move\":2}");
    add(RECORD_CONCLUSION, 6, "move", "{\"kind\":\"move\",\"move\":3}");
    add(RECORD_CONCLUSION, 7, "move", "no JSON");
    observe(8, "\"R1-1\":[18,10,90]");
    observe(9, "\"R1-1\":[1e300,-1e300,90]");
    finish();
    change_record("UPDATE entries SET t = 9e99 WHERE json LIKE '%[18,%' OR json LIKE '%\"t\":8.%'");
    cJSON *o = archive(0, &length);
    assert_place(o, 2.5, 0, (place){1100, 1000, 900, 0});
    assert_place(o, 8.5, 0, (place){1300, 1000, 900, 0});
    assert_place(o, 1e6, 0, (place){1300, 1000, 900, 0});  // no pose lies so far from the table: the judge passed over that line
    assert_int_equal(cJSON_GetArraySize(member(o, "log")), 1);
    assert_true(member(o, "duration")->valuedouble == 5);  // of the last row that is shown
    assert_non_null(strstr(text_of(o, "damage"), "5 of its rows have no time that a game can have, and are left out."));
    assert_non_null(strstr(text_of(o, "damage"), "does not pass `vedette check`"));  // the changed row
    cJSON_Delete(o);
}

static void a_record_that_was_not_closed_says_so(void **state) {
    (void)state;
    size_t length;
    observe(1, "\"R1-1\":[11,10,90]");
    assert_int_equal(record_flush(writing, NULL), STATUS_OK);
    record_leave(writing);
    cJSON *o = archive(0, &length);
    assert_non_null(strstr(text_of(o, "damage"), "was not closed"));
    cJSON_Delete(o);
}

// Pictures of 1,000 bytes before and after each of 20 moves, of which the last is illegal, and one of the table.
static void write_pictures(void) {
    static const unsigned char picture[1000] = {0xff, 0xd8, 0xff};
    char json[300];
    for (int move = 1; move <= 20; move++) {
        for (int k = 0; k < 2; k++) {
            snprintf(json, sizeof json,
                     "{\"kind\":\"picture\",\"t\":%d,\"move\":%d,\"unit\":\"R1\",\"what\":\"%s\",\"type\":\"image/"
                     "jpeg\",\"width\":40,\"height\":30,\"box\":[1,2,3,4.5]}",
                     move, move, k ? "after" : "before");
            add_bytes(RECORD_EVIDENCE, move, "picture", json, picture, sizeof picture);
        }
        snprintf(json, sizeof json, "{\"kind\":\"move\",\"t\":%d,\"move\":%d,\"unit\":\"R1\",\"ruling\":\"%s\"}", move, move,
                 move == 20 ? "illegal" : "legal");
        add(RECORD_CONCLUSION, move, "move", json);
    }
    add_bytes(RECORD_EVIDENCE, 21, "picture", "{\"kind\":\"picture\",\"t\":21,\"what\":\"table\",\"type\":\"image/jpeg\",\"width\":40,\"height\":30}",
              picture, sizeof picture);
    add(RECORD_EVIDENCE, 21, "picture", "{\"kind\":\"picture\",\"t\":21,\"what\":\"table\",\"type\":\"text/html\",\"width\":40,\"height\":30}");
    add(RECORD_EVIDENCE, 21, "picture", "{\"kind\":\"picture\",\"t\":21,\"what\":\"table\",\"type\":\"image/jpeg\",\"width\":-1,\"height\":1e99}");
    add(RECORD_EVIDENCE, 21, "video", "{\"kind\":\"video\",\"t\":21}");
    finish();
}

// Numbers of the moves whose pictures are in the archive, each with both of its pictures.
static int moves_with_pictures(const cJSON *o, int moves[20]) {
    const cJSON *p, *evidence = member(o, "evidence");
    int n = 0, before = 0;
    cJSON_ArrayForEach(p, evidence) {
        const char *src = text_of(p, "src");
        if (!src || !member(p, "move")) continue;
        assert_true(strncmp(src, "data:image/jpeg;base64,/9j/AAAA", 31) == 0);
        assert_int_equal(strlen(src), 23 + 1336);
        int move = member(p, "move")->valueint;
        if (move == before)
            moves[n++] = move;
        else
            before = move;
    }
    return n;
}

static void pictures_come_as_far_as_they_fit_disputed_moves_first(void **state) {
    (void)state;
    size_t bare, length;
    int moves[20];
    write_pictures();
    cJSON *o = archive(0, &bare);
    assert_int_equal(cJSON_GetArraySize(member(o, "evidence")), 41);
    const cJSON *first = cJSON_GetArrayItem(member(o, "evidence"), 0);
    assert_int_equal(member(first, "seq")->valueint, 2);  // row 1 says that the record was opened
    assert_true(cJSON_GetArrayItem(member(first, "box"), 3)->valuedouble == 4.5);
    assert_int_equal(moves_with_pictures(o, moves), 0);
    cJSON_Delete(o);

    o = archive(1000 * 1000, &length);  // room for all
    assert_int_equal(moves_with_pictures(o, moves), 20);
    assert_non_null(text_of(cJSON_GetArrayItem(member(o, "evidence"), 40), "src"));
    cJSON_Delete(o);

    size_t most = bare + 3000;  // of one move alone
    o = archive(most, &length);
    assert_true(length <= most);
    assert_int_equal(moves_with_pictures(o, moves), 1);
    assert_int_equal(moves[0], 20);
    cJSON_Delete(o);

    most = bare + 18000;  // of about six
    o = archive(most, &length);
    assert_true(length <= most);
    int n = moves_with_pictures(o, moves);
    assert_in_range(n, 5, 6);
    assert_true(moves[0] <= 5 && moves[n - 2] >= 12 && moves[n - 1] == 20);  // spread over the game
    cJSON_Delete(o);
}

#define ON_A_RECORD(f) cmocka_unit_test_setup_teardown(f, begin, remove_record)

int main(void) {
    const struct CMUnitTest tests[] = {ON_A_RECORD(figures_stand_where_they_were_seen), ON_A_RECORD(what_was_said_is_told_in_order),
                                       ON_A_RECORD(times_that_no_game_has_are_left_out_and_counted),
                                       ON_A_RECORD(a_record_that_was_not_closed_says_so),
                                       ON_A_RECORD(pictures_come_as_far_as_they_fit_disputed_moves_first)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
