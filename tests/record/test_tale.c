// What a record tells by moves: the last word, the judge's, the pictures whenever they came, and what corrections made of it.
#include "record/tale.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/record/small_game.h"

static char path[] = "/tmp/vedette-tale-XXXXXX";

static const record_entry rows[] = {
    {RECORD_EVIDENCE, 1, "picture", "", "{\"kind\":\"picture\",\"t\":1,\"move\":2,\"what\":\"before\"}"},
    {RECORD_OBSERVATION, 2, "", "camera", "{\"kind\":\"observe\",\"t\":2,\"figures\":{\"R1-1\":[15,10,90]}}"},
    {RECORD_CONCLUSION, 2, "move", "", "{\"kind\":\"move\",\"move\":1,\"unit\":\"R1\",\"ruling\":\"doubtful\",\"findings\":[]}"},
    {RECORD_CONCLUSION, 3, "move", "",
     "{\"kind\":\"move\",\"move\":2,\"unit\":\"B1\",\"ruling\":\"illegal\",\"findings\":[{\"ruling\":\"legal\",\"message\":\"far enough\"},"
     "{\"ruling\":\"illegal\",\"message\":\"too near\"}]}"},
    {RECORD_CONCLUSION, 4, "move", "", "{\"kind\":\"move\",\"move\":1,\"unit\":\"R1\",\"ruling\":\"legal\",\"findings\":[]}"},
    {RECORD_CONCLUSION, 5, "act", "",
     "{\"kind\":\"act\",\"move\":2,\"unit\":\"R1\",\"ruling\":\"legal\",\"findings\":[{\"ruling\":\"advisory\",\"message\":\"may shoot\"}]}"},
    {RECORD_OBSERVATION, 6, "", "page", "{\"kind\":\"ruling\",\"t\":6,\"move\":2,\"ruling\":\"upheld\",\"by\":\"Ann\"}"},
    {RECORD_EVIDENCE, 6, "picture", "", "{\"kind\":\"picture\",\"t\":6,\"move\":9,\"what\":\"after\"}"},
    {RECORD_AMENDMENT, 6, "amend", "", "{\"row\":2,\"delete\":true,\"by\":\"Ann\"}"},
    {RECORD_AMENDMENT, 6, "change", "",
     "{\"kind\":\"change\",\"of\":\"move\",\"move\":2,\"was\":{\"ruling\":\"illegal\"},\"is\":{\"ruling\":\"legal\"}}"},
    {RECORD_AMENDMENT, 6, "change", "", "{\"kind\":\"change\",\"of\":\"act\",\"move\":1,\"was\":null,\"is\":null}"},
};

static record *made_record(void) {
    record *r;
    fault fault = {""};
    if (record_create(path, &(record_meta){.game_text = small_game, .ruleset = "battlesystem-1e"}, &r, &fault) != STATUS_OK)
        fail_msg("%s", fault.text);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (record_add(r, &rows[i], &fault) != STATUS_OK) fail_msg("%s", fault.text);
    if (record_close(r, &fault) != STATUS_OK || record_open(path, &r, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    return r;
}

static void each_move_has_its_last_word(void **state) {
    (void)state;
    tale t;
    fault fault = {""};
    record *r = made_record();
    if (tale_read(&t, r, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    assert_int_equal(t.count, 2);  // a picture makes no move 9
    const tale_move *one = tale_find(&t, 1), *two = tale_find(&t, 2);
    assert_ptr_equal(one, &t.moves[0]);  // as judged, though a picture told of the second before
    assert_ptr_equal(two, &t.moves[1]);
    assert_string_equal(tale_ruling(one), "legal");
    assert_true(one->t_s == 2 && two->t_s == 3);
    assert_int_equal(two->unit, 1);
    assert_string_equal(tale_reason(two), "too near");
    assert_string_equal(tale_text(two->word, "ruling"), "upheld");
    assert_true(two->before > 0 && two->after == 0);
    assert_null(one->change);
    assert_non_null(two->change);
    assert_int_equal(t.corrections, 1);
    assert_int_equal(t.act_count, 1);
    assert_string_equal(tale_reason(&t.acts[0]), "may shoot");
    tale_finish(&t);
    record_close(r, NULL);
    unlink(path);
}

static void a_move_is_met_once_at_its_first_verdict(void **state) {
    (void)state;
    tale t;
    record_row row;
    fault fault = {""};
    int met[3] = {0};
    record *r = made_record();
    if (tale_read(&t, r, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    assert_int_equal(record_seek(r, 0), STATUS_OK);
    while (record_next(r, &row) == STATUS_OK) {
        const tale_move *m = tale_first_said(&t, &row);
        if (!m) continue;
        assert_true(row.t_s == m->t_s);
        met[m->number]++;
    }
    assert_true(met[1] == 1 && met[2] == 1);
    tale_finish(&t);
    record_close(r, NULL);
    unlink(path);
}

static void times_are_bounded(void **state) {
    (void)state;
    assert_true(tale_time(1e308) == RECORD_T_MAX_S && tale_time(-1e308) == 0 && tale_time(2.5) == 2.5);
}

static int make_path(void **state) {
    (void)state;
    int file = mkstemp(path);
    return file < 0 || close(file) != 0 || unlink(path) != 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_move_has_its_last_word),
        cmocka_unit_test(a_move_is_met_once_at_its_first_verdict),
        cmocka_unit_test(times_are_bounded),
    };
    return cmocka_run_group_tests(tests, make_path, NULL);
}
