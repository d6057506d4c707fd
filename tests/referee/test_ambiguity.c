// Figures that may have been taken for one another: the verdict that all assignments share, the question where they differ, and its answers.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/referee/stage.h"

#define END_S1 "{\"kind\":\"end-move\",\"t\":6,\"unit\":\"S1\"}"
#define HALT "{\"kind\":\"declare\",\"t\":0.5,\"unit\":\"S1\",\"action\":\"halt\"}"  // so that no forced march may be meant

static void begin(stage *t) {
    *t = stage_begin();
    stage_open(t);
    stage_feed(t, MOVEMENT_RED);
}

// S1-1 goes from (40, 20) to x1, S1-2 from (43, 20) to x2, as far as is known.
static void go(stage *t, double x1, double x2, bool ambiguous) {
    char line[240];
    snprintf(line, sizeof line, "{\"kind\":\"observe\",\"t\":3,\"figures\":{\"S1-1\":[%g,20,180],\"S1-2\":[%g,20,180]}%s}", x1, x2,
             ambiguous ? ",\"mixed\":[[\"S1-1\",\"S1-2\"]]" : "");
    stage_feed(t, line);
    stage_feed(t, END_S1);
}

// 6" and 11.5", or 8.5" and 9": either is within 12".
static void what_all_assignments_share_is_said(void **state) {
    (void)state;
    stage t;
    begin(&t);
    go(&t, 34, 31.5, true);
    assert_int_equal(t.heard.last.ruling, RULING_LEGAL);
    assert_int_equal(stage_lines_with(&t, "\"kind\":\"mixed\""), 1);
    assert_int_equal(stage_lines_with(&t, "\"groups\":[[\"S1-1\",\"S1-2\"]]"), 1);
    stage_end(&t);
    begin(&t);  // 20" and 21", or 18" and 23"
    stage_feed(&t, HALT);
    go(&t, 20, 22, true);
    assert_int_equal(t.heard.last.ruling, RULING_ILLEGAL);
    stage_end(&t);
}

// 11" and 1"; or, exchanged, 2" and 14" of 12": no accusation is made, and the question names both.
static void what_turns_on_which_is_which_is_asked(void **state) {
    (void)state;
    stage t;
    begin(&t);
    stage_feed(&t, HALT);
    go(&t, 29, 42, true);
    assert_int_equal(t.heard.last.ruling, RULING_ASK);
    assert_int_equal(t.heard.last.findings[0].ruling, RULING_ASK);
    assert_non_null(strstr(t.heard.last.findings[0].message, "S1-1 and S1-2 may have been taken for one another"));
    for (int i = 0; i < t.heard.last.finding_count; i++)
        assert_true(t.heard.last.findings[i].ruling != RULING_ILLEGAL && t.heard.last.findings[i].ruling != RULING_DOUBTFUL);
    stage_end(&t);
    begin(&t);  // and known to be so: legal, or not
    stage_feed(&t, HALT);
    go(&t, 29, 42, false);
    assert_int_equal(t.heard.last.ruling, RULING_LEGAL);
    stage_end(&t);
    begin(&t);
    stage_feed(&t, HALT);
    go(&t, 42, 29, false);
    assert_int_equal(t.heard.last.ruling, RULING_ILLEGAL);
    stage_end(&t);
}

// Players place one of the two where it stands: the other follows from it.
static void placing_them_answers(void **state) {
    (void)state;
    for (int swapped = 0; swapped < 2; swapped++) {
        stage t;
        begin(&t);
        stage_feed(&t, HALT);
        go(&t, 29, 42, true);
        stage_feed(&t, swapped ? "{\"kind\":\"place\",\"t\":8,\"figures\":{\"S1-1\":[42.1,20,180],\"S1-2\":[29,20,180]}}"
                               : "{\"kind\":\"place\",\"t\":8,\"figures\":{\"S1-1\":[29.1,20,180]}}");
        assert_int_equal(t.heard.last.ruling, swapped ? RULING_ILLEGAL : RULING_LEGAL);
        assert_int_equal(t.heard.last.move, 1);
        session_tally n = session_count(t.session);
        assert_true(n.moves == 1 && n.ask == 0 && n.illegal == swapped);
        stage_end(&t);
    }
}

static void a_ruling_ends_the_question(void **state) {
    (void)state;
    stage t;
    begin(&t);
    stage_feed(&t, HALT);
    go(&t, 29, 42, true);
    stage_feed(&t, "{\"kind\":\"ruling\",\"t\":7,\"move\":1,\"ruling\":\"upheld\",\"by\":\"J\",\"note\":\"\"}");
    stage_feed(&t, "{\"kind\":\"place\",\"t\":8,\"figures\":{\"S1-1\":[42,20,180],\"S1-2\":[29,20,180]}}");
    assert_int_equal(stage_lines_with(&t, "\"kind\":\"move\""), 1);
    stage_end(&t);
}

// S1 goes 1"; or, where S1-1 is the one that stands in R1's ranks, S1-1 went 22". Once judged it is not asked again of S1.
static void figures_of_two_units_may_be_mixed(void **state) {
    (void)state;
    stage t;
    begin(&t);
    stage_feed(&t, HALT);
    stage_feed(&t, "{\"kind\":\"observe\",\"t\":3,\"figures\":{\"S1-1\":[41,20,90],\"S1-2\":[44,20,90]},\"mixed\":[[\"R1-3\",\"S1-1\"]]}");
    stage_feed(&t, END_S1);
    assert_int_equal(t.heard.last.ruling, RULING_ASK);
    assert_non_null(strstr(t.heard.last.findings[0].message, "R1-3 and S1-1"));
    stage_feed(&t, "{\"kind\":\"observe\",\"t\":8,\"figures\":{\"S1-1\":[42,20,90],\"S1-2\":[45,20,90]}}");
    stage_feed(&t, "{\"kind\":\"end-move\",\"t\":10,\"unit\":\"S1\"}");
    assert_int_equal(t.heard.last.move, 2);
    assert_int_equal(t.heard.last.ruling, RULING_LEGAL);
    stage_end(&t);
}

// Seven figures have more orders than are tried.
static void many_are_asked_about_at_once(void **state) {
    (void)state;
    stage t;
    begin(&t);
    stage_move(&t, "R1", (rigid2){.shift = {0, 5}}, 0, 3);
    stage_feed(&t, "{\"kind\":\"observe\",\"t\":3.5,\"figures\":{},\"mixed\":[[\"R1-1\",\"R1-2\",\"R1-3\",\"R1-4\",\"R1-5\",\"R1-6\",\"R1-7\"]]}");
    stage_feed(&t, "{\"kind\":\"end-move\",\"t\":5,\"unit\":\"R1\"}");
    assert_int_equal(t.heard.last.ruling, RULING_ASK);
    assert_non_null(strstr(t.heard.last.findings[0].message, "R1-6 and another"));
    stage_end(&t);
}

// Two units of ten, one group of twenty: the last of them counts as the first does.
static void each_of_two_whole_units_is_mixed(void **state) {
    (void)state;
    static const char both[] =
        "{\"kind\":\"observe\",\"t\":1,\"figures\":{},\"mixed\":[[\"R1-1\",\"R1-2\",\"R1-3\",\"R1-4\",\"B1-1\",\"B1-2\",\"B1-3\",\"B1-4\",\"R1-5\","
        "\"R1-6\",\"R1-7\",\"R1-8\",\"R1-9\",\"R1-10\",\"B1-5\",\"B1-6\",\"B1-7\",\"B1-8\",\"B1-9\",\"B1-10\",\"S1-1\"]]}";
    for (int apart = 0; apart < 2; apart++) {
        stage t;
        begin(&t);
        stage_feed(&t, both);
        assert_int_equal(stage_lines_with(&t, "\"B1-10\",\"S1-1\"]]"), 1);
        assert_int_equal(stage_lines_with(&t, "B1-2 and 15 others may have been taken"), 1);
        if (apart) stage_feed(&t, "{\"kind\":\"place\",\"t\":2,\"figures\":{\"S1-1\":[40,20,90]}}");
        stage_feed(&t, "{\"kind\":\"observe\",\"t\":3,\"figures\":{\"S1-1\":[40,29.606,90]}}");
        assert_string_equal(t.heard.alert, apart ? "SKIRMISHER_CONTACT" : "");
        stage_end(&t);
    }
}

// S1-1 comes to touch B1: an alert, but not while it may be another that does.
static void no_alert_rests_on_a_mixed_figure(void **state) {
    (void)state;
    for (int ambiguous = 0; ambiguous < 2; ambiguous++) {
        stage t;
        begin(&t);
        stage_feed(&t, ambiguous ? "{\"kind\":\"observe\",\"t\":3,\"figures\":{\"S1-1\":[40,29.606,90]},\"mixed\":[[\"S1-1\",\"R1-1\"]]}"
                                 : "{\"kind\":\"observe\",\"t\":3,\"figures\":{\"S1-1\":[40,29.606,90]}}");
        assert_string_equal(t.heard.alert, ambiguous ? "" : "SKIRMISHER_CONTACT");
        stage_end(&t);
    }
}

// Reported again while it holds: one question. Identified by a place before the move: no question.
static void what_is_known_is_not_said_again(void **state) {
    (void)state;
    stage t;
    begin(&t);
    stage_feed(&t, HALT);
    stage_feed(&t, "{\"kind\":\"observe\",\"t\":1,\"figures\":{},\"mixed\":[[\"S1-1\",\"S1-2\"]]}");
    stage_feed(&t, "{\"kind\":\"observe\",\"t\":1.5,\"figures\":{},\"mixed\":[[\"S1-2\",\"S1-1\"]]}");
    assert_int_equal(stage_lines_with(&t, "\"kind\":\"mixed\""), 1);
    stage_feed(&t, "{\"kind\":\"place\",\"t\":2,\"figures\":{\"S1-1\":[40,20,90]}}");
    go(&t, 42, 29, false);
    assert_int_equal(t.heard.last.ruling, RULING_ILLEGAL);
    stage_end(&t);
}

// A group of one: it is known now which it is, and of two so is the other one. Nothing is left to be asked, and nothing more is said.
static void who_was_told_apart_is_mixed_no_more(void **state) {
    (void)state;
    stage t;
    begin(&t);
    stage_feed(&t, HALT);
    stage_feed(&t, "{\"kind\":\"observe\",\"t\":1,\"figures\":{},\"mixed\":[[\"S1-1\",\"S1-2\"]]}");
    stage_feed(&t, "{\"kind\":\"observe\",\"t\":2,\"figures\":{},\"mixed\":[[\"S1-1\"],[\"S1-2\"]]}");
    assert_int_equal(stage_lines_with(&t, "\"kind\":\"mixed\""), 1);
    go(&t, 42, 29, false);
    assert_int_equal(t.heard.last.ruling, RULING_ILLEGAL);
    stage_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_all_assignments_share_is_said),
        cmocka_unit_test(what_turns_on_which_is_which_is_asked),
        cmocka_unit_test(placing_them_answers),
        cmocka_unit_test(a_ruling_ends_the_question),
        cmocka_unit_test(figures_of_two_units_may_be_mixed),
        cmocka_unit_test(many_are_asked_about_at_once),
        cmocka_unit_test(each_of_two_whole_units_is_mixed),
        cmocka_unit_test(no_alert_rests_on_a_mixed_figure),
        cmocka_unit_test(what_is_known_is_not_said_again),
        cmocka_unit_test(who_was_told_apart_is_mixed_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
