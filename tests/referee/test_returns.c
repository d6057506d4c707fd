// Offers of take-backs, and the ledger of nudges: the reports, the charges, the state. The results are the same with and without a clock.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/referee/stage.h"

static void advance_to(stage *t, double y, double t_s) { stage_move(t, "R1", (rigid2){.shift = {0, y}}, 0, t_s); }

static void pass(stage *t, double t_s) {
    fault fault = {""};
    assert_int_equal(session_tick(t->session, t_s, &fault), STATUS_OK);
}

static const char *line_with(const stage *t, const char *text) {
    for (int i = 0; i < t->heard.count; i++)
        if (strstr(t->heard.lines[i], text)) return t->heard.lines[i];
    fail_msg("nothing said has %s", text);
    return "";
}

static void end_move(stage *t, double t_s) {
    char line[80];
    snprintf(line, sizeof line, "{\"kind\":\"end-move\",\"t\":%g,\"unit\":\"R1\"}", t_s);
    stage_feed(t, line);
}

// 7" out, judged, and back again.
static void go_and_come_back(stage *t) {
    *t = stage_begin();
    stage_open(t);
    stage_feed(t, MOVEMENT_RED);
    advance_to(t, 7, 1);
    end_move(t, 3);
    advance_to(t, 0.1, 5);
    pass(t, 6.4);
    assert_int_equal(stage_lines_with(t, "\"offer\""), 0);
    pass(t, 10);
    pass(t, 11);
    assert_int_equal(stage_lines_with(t, "\"offer\""), 1);
    const char *offer = line_with(t, "\"offer\"");
    assert_non_null(strstr(offer, "\"t\":6.5"));
    assert_non_null(strstr(offer, "\"unit\":\"R1\""));
    assert_non_null(strstr(offer, "\"action\":\"take-back\",\"move\":1"));
}

static bool state_has(stage *t, const char *text) {
    char *json = session_state_json(t->session, 12, "");
    assert_non_null(json);
    bool has = strstr(json, text) != NULL;
    free(json);
    return has;
}

static void check_eleven_of_twelve(stage *t, double t_s) {
    advance_to(t, 11.1, t_s);
    end_move(t, t_s + 2);
    assert_int_equal(session_count(t->session).moves, 2);
    assert_int_equal(t->heard.last.ruling, RULING_LEGAL);
    assert_true(fabs(t->heard.last.cost_in - 11) < 0.02 && fabs(t->heard.last.allowance_in - 12) < 0.02);
}

static void a_confirmed_offer_marks_the_verdict(void **state) {
    (void)state;
    stage t;
    go_and_come_back(&t);
    assert_true(state_has(&t, "\"take_back\":1") && state_has(&t, "\"spent\":0,"));
    stage_feed(&t, "{\"kind\":\"take-back\",\"t\":12,\"unit\":\"R1\"}");
    assert_int_equal(stage_lines_with(&t, "\"taken_back\":true"), 1);
    assert_false(state_has(&t, "take_back"));
    check_eleven_of_twelve(&t, 15);
    stage_end(&t);
}

// No answer is entered and the unit goes on: neither way is charged; the verdict stands as it was reported.
static void an_offer_that_is_passed_over_charges_nothing(void **state) {
    (void)state;
    stage t;
    go_and_come_back(&t);
    check_eleven_of_twelve(&t, 15);
    assert_int_equal(stage_lines_with(&t, "taken_back"), 0);
    stage_end(&t);
}

// Another unit moves, and only then do the players say it: the verdict is marked, and the rules give back once.
static void an_offer_may_be_confirmed_late(void **state) {
    (void)state;
    stage t;
    go_and_come_back(&t);
    stage_move(&t, "S1", (rigid2){.shift = {0, -4}}, 0, 15);
    assert_true(state_has(&t, "\"spent\":0,"));
    stage_feed(&t, "{\"kind\":\"take-back\",\"t\":16,\"unit\":\"R1\"}");
    assert_int_equal(stage_lines_with(&t, "\"taken_back\":true"), 1);
    stage_feed(&t, "{\"kind\":\"end-move\",\"t\":18,\"unit\":\"S1\"}");
    advance_to(&t, 11.1, 20);
    end_move(&t, 22);
    assert_int_equal(t.heard.last.ruling, RULING_LEGAL);
    assert_true(fabs(t.heard.last.cost_in - 11) < 0.02);
    stage_end(&t);
}

// With end-move the players say that the way back was a move: it is judged, and both are charged. 7" and 6.9" make more than 12".
static void an_end_move_makes_the_way_back_a_move(void **state) {
    (void)state;
    stage t;
    go_and_come_back(&t);
    end_move(&t, 12);
    assert_int_equal(session_count(t.session).moves, 2);
    assert_int_equal(t.heard.last.move, 2);
    assert_true(t.heard.last.ruling != RULING_LEGAL);
    assert_true(fabs(t.heard.last.allowance_in - 5) < 0.02 || t.heard.last.ruling == RULING_ILLEGAL);
    assert_false(state_has(&t, "take_back"));
    stage_end(&t);
}

// 7" judged; 4" more and those put back: nothing was judged of them, and confirming it leaves the first move as it was judged and charged.
static void a_way_that_had_not_ended_takes_nothing_else_back(void **state) {
    (void)state;
    stage t = stage_begin();
    stage_open(&t);
    stage_feed(&t, MOVEMENT_RED);
    advance_to(&t, 7, 1);
    end_move(&t, 3);
    advance_to(&t, 11, 5);
    advance_to(&t, 7, 9);
    pass(&t, 12);
    assert_non_null(strstr(line_with(&t, "\"offer\""), "\"move\":0"));
    assert_true(state_has(&t, "\"take_back\":0"));
    stage_feed(&t, "{\"kind\":\"take-back\",\"t\":13,\"unit\":\"R1\"}");
    assert_int_equal(stage_lines_with(&t, "taken_back"), 0);
    advance_to(&t, 11, 16);
    end_move(&t, 18);
    assert_int_equal(session_count(t.session).moves, 2);
    assert_true(fabs(t.heard.last.cost_in - 4) < 0.02 && fabs(t.heard.last.allowance_in - 5) < 0.02);
    stage_end(&t);
}

static void nudges_are_kept_and_closed(void **state) {
    (void)state;
    stage t = stage_begin();
    stage_open(&t);
    stage_feed(&t, MOVEMENT_RED);
    const pose *b = &t.game->figures[game_find_figure(t.game, "B1-1")].start;
    char line[200];
    snprintf(line, sizeof line, "{\"kind\":\"observe\",\"t\":2,\"figures\":{\"B1-1\":[%.4f,%.4f,-90]},\"nudged\":[\"B1-1\"]}", b->at.x + 0.12,
             b->at.y);
    stage_feed(&t, line);
    pass(&t, 5);
    const char *nudge = line_with(&t, "\"nudge\"");
    assert_non_null(strstr(nudge, "\"t\":3.5"));
    assert_non_null(strstr(nudge, "\"figures\":[\"B1-1\"],\"distance_in\":0.12,\"unit\":\"B1\",\"side\":\"red\",\"number\":1"));
    assert_non_null(strstr(nudge, "\"from\":{\"B1-1\":["));
    assert_true(state_has(&t, "\"nudges\":[{\"t\":3.5,\"figures\":[\"B1-1\"]") && state_has(&t, "\"open\":true"));
    snprintf(line, sizeof line, "{\"kind\":\"observe\",\"t\":8,\"figures\":{\"B1-1\":[%.4f,%.4f,-90]}}", b->at.x + 0.02, b->at.y);
    stage_feed(&t, line);
    pass(&t, 10);
    assert_non_null(strstr(line_with(&t, "put_back"), "\"put_back\":1"));
    assert_true(state_has(&t, "\"open\":false") && !state_has(&t, "\"open\":true"));
    assert_int_equal(session_count(t.session).moves, 0);
    stage_end(&t);
}

// The figure goes on with its unit: nothing is left to put back.
// No picture came for two seconds: how the figure came to stand elsewhere was not seen. A later nudge of it, which was watched, says nothing of that.
static void a_nudge_in_a_gap_says_so(void **state) {
    (void)state;
    stage t = stage_begin();
    stage_open(&t);
    stage_feed(&t, MOVEMENT_RED);
    stage_feed(&t, "{\"kind\":\"observe\",\"t\":4,\"gap_s\":2,\"figures\":{\"B1-1\":[41.8,30.39,-90]},\"nudged\":[\"B1-1\"]}");
    stage_feed(&t, "{\"kind\":\"observe\",\"t\":9,\"figures\":{\"B1-1\":[42.1,30.39,-90]},\"nudged\":[\"B1-1\"]}");
    pass(&t, 12);
    assert_int_equal(stage_lines_with(&t, "\"number\":1,\"gap_s\":2"), 1);
    assert_int_equal(stage_lines_with(&t, "\"number\":2"), 1);
    assert_int_equal(stage_lines_with(&t, "\"gap_s\""), 1);
    const pose *r = &t.game->figures[game_find_figure(t.game, "R1-1")].start;  // not reported as a nudge: one of ten, and less than a move
    char line[200];
    snprintf(line, sizeof line, "{\"kind\":\"observe\",\"t\":15,\"gap_s\":3,\"figures\":{\"R1-1\":[%.4f,%.4f,90]}}", r->at.x, r->at.y + 0.12);
    stage_feed(&t, line);
    pass(&t, 18);
    assert_int_equal(stage_lines_with(&t, "\"number\":3,\"gap_s\":3"), 1);
    stage_end(&t);
}

static void a_nudge_is_past_when_its_unit_moves(void **state) {
    (void)state;
    stage t = stage_begin();
    stage_open(&t);
    stage_feed(&t, MOVEMENT_RED);
    stage_feed(&t, "{\"kind\":\"observe\",\"t\":2,\"figures\":{\"R1-3\":[20,9.7,90]},\"nudged\":[\"R1-3\"]}");
    pass(&t, 5);
    assert_true(state_has(&t, "\"open\":true"));
    advance_to(&t, 6, 8);
    end_move(&t, 10);
    assert_true(state_has(&t, "\"open\":false") && !state_has(&t, "\"open\":true"));
    assert_int_equal(stage_lines_with(&t, "put_back"), 0);
    assert_int_equal(t.heard.last.ruling, RULING_LEGAL);
    stage_end(&t);
}

// The same lines in the same order with the same times, whether the session is asked ten times a second what has settled, or never.
static void a_clock_changes_nothing(void **state) {
    (void)state;
    stage t[2];
    for (int ticks = 0; ticks < 2; ticks++) {
        t[ticks] = stage_begin();
        stage_open(&t[ticks]);
        static const char *const lines[] = {MOVEMENT_RED,
                                            "{\"kind\":\"observe\",\"t\":1,\"figures\":{\"S1-1\":[40,15,90],\"S1-2\":[43,15,90]}}",
                                            "{\"kind\":\"observe\",\"t\":2,\"figures\":{\"B1-3\":[40.3,30.4,-90]},\"nudged\":[\"B1-3\"]}",
                                            "{\"kind\":\"observe\",\"t\":4.25,\"figures\":{\"S1-1\":[40,20,90],\"S1-2\":[43,20.1,90]}}",
                                            "{\"kind\":\"observe\",\"t\":4.5,\"figures\":{\"R1-2\":[19.35,9.65,90]}}",
                                            "{\"kind\":\"observe\",\"t\":9,\"figures\":{\"S1-1\":[40,15,90],\"S1-2\":[43,15,90]}}",
                                            "{\"kind\":\"end-move\",\"t\":11,\"unit\":\"S1\"}",
                                            "{\"kind\":\"observe\",\"t\":12,\"figures\":{\"S1-1\":[40,20,90],\"S1-2\":[43,20,90]}}",
                                            "{\"kind\":\"observe\",\"t\":15,\"figures\":{\"S1-1\":[40,13,90],\"S1-2\":[43,13,90]}}",
                                            "{\"kind\":\"phase\",\"t\":20,\"turn\":1,\"phase\":\"movement\",\"side\":\"blue\"}",
                                            "{\"kind\":\"observe\",\"t\":22,\"figures\":{\"S1-1\":[40,10,90],\"S1-2\":[43,10,90]}}",
                                            "{\"kind\":\"observe\",\"t\":24,\"figures\":{\"S1-1\":[40,13,90],\"S1-2\":[43,13,90]}}"};
        static const double at[] = {0, 1, 2, 4.25, 4.5, 9, 11, 12, 15, 20, 22, 24, 30};
        for (int i = 0; i < 12; i++) {
            stage_feed(&t[ticks], lines[i]);
            for (double s = at[i]; ticks && s <= at[i + 1]; s += 0.1) pass(&t[ticks], s);
        }
        fault fault = {""};
        assert_int_equal(session_finish(t[ticks].session, ticks ? 30 : 24, &fault), STATUS_OK);
    }
    assert_true(t[0].heard.count >= 6);
    assert_int_equal(t[0].heard.count, t[1].heard.count);
    for (int i = 0; i < t[0].heard.count; i++) assert_string_equal(t[0].heard.lines[i], t[1].heard.lines[i]);
    assert_int_equal(stage_lines_with(&t[0], "\"offer\""), 3);
    assert_int_equal(stage_lines_with(&t[0], "\"nudge\""), 2);
    for (int i = 0; i < 2; i++) stage_end(&t[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_confirmed_offer_marks_the_verdict),
        cmocka_unit_test(an_offer_that_is_passed_over_charges_nothing),
        cmocka_unit_test(an_offer_may_be_confirmed_late),
        cmocka_unit_test(an_end_move_makes_the_way_back_a_move),
        cmocka_unit_test(a_way_that_had_not_ended_takes_nothing_else_back),
        cmocka_unit_test(nudges_are_kept_and_closed),
        cmocka_unit_test(a_nudge_in_a_gap_says_so),
        cmocka_unit_test(a_nudge_is_past_when_its_unit_moves),
        cmocka_unit_test(a_clock_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
