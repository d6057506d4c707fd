// Events that contradict the state are reported with the reason, and the judging goes on from the last state.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/referee/stage.h"

// Feeds the line and wants it left aside with that text ("": taken).
static void want(stage *t, const char *line, const char *text) {
    int before = t->heard.bad_count;
    stage_feed(t, line);
    if ((t->heard.bad_count > before) != (text[0] != 0)) fail_msg("%s: %s", line, t->heard.bad);
    if (text[0] && !strstr(t->heard.bad, text)) fail_msg("%s: says \"%s\", wanted \"%s\"", line, t->heard.bad, text);
}

static void entries_that_can_not_be_are_left_aside(void **state) {
    (void)state;
    static const struct {
        const char *line, *text;
    } cases[] = {
        {"{\"kind\":\"phase\",\"t\":1,\"turn\":2,\"phase\":\"movement\",\"side\":\"red\"}", ""},
        {"{\"kind\":\"phase\",\"t\":2,\"turn\":1,\"phase\":\"movement\",\"side\":\"blue\"}", "turn: 1 comes after 2"},
        {"{\"kind\":\"phase\",\"t\":2,\"turn\":2,\"phase\":\"missile\",\"side\":\"red\"}", ""},  // of the book: judges nothing
        {"{\"kind\":\"phase\",\"t\":2,\"turn\":2,\"phase\":\"omens\",\"side\":\"red\"}",
         "phase: \"omens\" is no phase of battlesystem-1e: one of movement, melee, rally"},
        {"{\"kind\":\"phase\",\"t\":3,\"turn\":2,\"phase\":\"movement\",\"side\":\"red\"}", ""},
        {"{\"kind\":\"declare\",\"t\":4,\"unit\":\"R1\",\"action\":\"dig-in\"}", "action: \"dig-in\" means nothing in battlesystem-1e"},
        {"{\"kind\":\"declare\",\"t\":4,\"unit\":\"R1\",\"action\":\"charge\",\"target\":\"B1\"}", ""},
        {"{\"kind\":\"ruling\",\"t\":4,\"move\":1,\"ruling\":\"upheld\"}", "move: 1 has not been judged yet"},
        {"{\"kind\":\"behaviour\",\"t\":4,\"rule\":\"TEA\",\"behaviour\":\"off\"}", "\"TEA\""},
        {"{\"kind\":\"behaviour\",\"t\":4,\"rule\":\"OVER_DISTANCE\",\"behaviour\":\"off\"}", ""},
        {"{\"kind\":\"remove\",\"t\":5,\"figures\":[\"S1-1\"]}", ""},
        {"{\"kind\":\"dice\",\"t\":5,\"unit\":\"S1\",\"check\":\"morale\",\"outcome\":\"fail\"}", ""},
        {"{\"kind\":\"remove\",\"t\":5,\"figures\":[\"S1-1\"]}", "\"S1-1\" was taken off the table before"},
        {"{\"kind\":\"remove\",\"t\":6,\"figures\":[\"S1-1\",\"S1-2\"]}", ""},
        {"{\"kind\":\"dice\",\"t\":7,\"unit\":\"S1\",\"check\":\"morale\",\"outcome\":\"fail\"}", "all figures of \"S1\" were taken off"},
        {"{\"kind\":\"declare\",\"t\":7,\"unit\":\"S1\",\"action\":\"forced-march\"}", "all figures of \"S1\" were taken off"},
        {"{\"kind\":\"order\",\"t\":7,\"unit\":\"S1\",\"moves\":[]}", "all figures of \"S1\" were taken off"},
        {"{\"kind\":\"end-move\",\"t\":7,\"unit\":\"S1\"}", "all figures of \"S1\" were taken off"},
        {"{\"kind\":\"observe\",\"t\":8,\"figures\":{\"S1-1\":[40,22,90]}}", ""},  // seen again: judged, not refused
        {"{\"kind\":\"declare\",\"t\":9,\"unit\":\"S1\",\"action\":\"forced-march\"}", ""},
    };
    stage t = stage_begin();
    stage_open(&t);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) want(&t, cases[i].line, cases[i].text);
    stage_end(&t);
}

// Nothing to take back: reported, not ignored as if it had been done. A move is taken back once.
static void a_move_that_was_not_made_is_not_taken_back(void **state) {
    (void)state;
    static const char nothing[] = "\"R1\" has made no move that could be taken back";
    stage t = stage_begin();
    stage_open(&t);
    want(&t, MOVEMENT_RED, "");
    want(&t, "{\"kind\":\"take-back\",\"t\":1,\"unit\":\"R1\"}", nothing);
    for (int i = 0; i <= 4; i++) stage_move(&t, "R1", (rigid2){.rotation_rad = 0, .shift = {0, 0.5 * i}}, 0, 2 + 0.2 * i);
    want(&t, "{\"kind\":\"end-move\",\"t\":6,\"unit\":\"R1\"}", "");
    assert_int_equal(stage_lines_with(&t, "\"kind\":\"move\""), 1);
    want(&t, "{\"kind\":\"take-back\",\"t\":7,\"unit\":\"R1\"}", "");
    assert_int_equal(stage_lines_with(&t, "\"taken_back\":true"), 1);
    want(&t, "{\"kind\":\"take-back\",\"t\":8,\"unit\":\"R1\"}", nothing);
    stage_end(&t);
}

// What was declared by a marker that is lifted again: a forced march is taken back while the unit stands, and not after it moved; a charge stands.
static void a_declaration_is_taken_back_while_nothing_hangs_on_it(void **state) {
    (void)state;
    static const char march[] = "{\"kind\":\"declare\",\"t\":3,\"unit\":\"R1\",\"action\":\"forced-march\"}";
    static const char no_march[] = "{\"kind\":\"declare\",\"t\":3,\"unit\":\"R1\",\"action\":\"forced-march\",\"withdrawn\":true}";
    stage t = stage_begin();
    stage_open(&t);
    want(&t, MOVEMENT_RED, "");
    want(&t, no_march, "was not declared");
    want(&t, march, "");
    want(&t, no_march, "");
    want(&t, no_march, "was not declared");
    want(&t, "{\"kind\":\"declare\",\"t\":3,\"unit\":\"R1\",\"action\":\"charge\",\"target\":\"B1\"}", "");
    want(&t, "{\"kind\":\"declare\",\"t\":3,\"unit\":\"R1\",\"action\":\"charge\",\"withdrawn\":true}", "stands once it was declared");
    stage_end(&t);
    t = stage_begin();
    stage_open(&t);
    want(&t, MOVEMENT_RED, "");
    want(&t, march, "");
    stage_move(&t, "R1", (rigid2){.shift = {0, 4}}, 0, 5);
    want(&t, "{\"kind\":\"end-move\",\"t\":8,\"unit\":\"R1\"}", "");
    want(&t, "{\"kind\":\"declare\",\"t\":9,\"unit\":\"R1\",\"action\":\"forced-march\",\"withdrawn\":true}", "has moved since");
    stage_end(&t);
}

// Without the march that was taken back, 16" of 12" are asked about, as if nothing had been declared.
static void what_was_taken_back_allows_nothing(void **state) {
    (void)state;
    for (int withdrawn = 0; withdrawn < 2; withdrawn++) {
        stage t = stage_begin();
        stage_open(&t);
        want(&t, MOVEMENT_RED, "");
        want(&t, "{\"kind\":\"declare\",\"t\":3,\"unit\":\"R1\",\"action\":\"forced-march\"}", "");
        if (withdrawn) want(&t, "{\"kind\":\"declare\",\"t\":4,\"unit\":\"R1\",\"action\":\"forced-march\",\"withdrawn\":true}", "");
        stage_move(&t, "R1", (rigid2){.shift = {0, 16}}, 0, 5);
        want(&t, "{\"kind\":\"end-move\",\"t\":8,\"unit\":\"R1\"}", "");
        assert_int_equal(t.heard.last.ruling, withdrawn ? RULING_ASK : RULING_LEGAL);
        stage_end(&t);
    }
}

// A turn that goes back is not taken: the move after it is still of turn 2, in red's phase, and legal.
static void judging_goes_on_from_the_last_good_state(void **state) {
    (void)state;
    stage t = stage_begin();
    stage_open(&t);
    want(&t, "{\"kind\":\"phase\",\"t\":1,\"turn\":2,\"phase\":\"movement\",\"side\":\"red\"}", "");
    want(&t, "{\"kind\":\"phase\",\"t\":2,\"turn\":1,\"phase\":\"movement\",\"side\":\"blue\"}", "turn");
    stage_move(&t, "R1", (rigid2){.shift = {0, 10}}, 0, 5);
    want(&t, "{\"kind\":\"observe\",\"t\":6,\"figures\":{\"R1-1\":[20,150,90]}}", "figures.R1-1: more than a metre off the table");
    want(&t, "{\"kind\":\"end-move\",\"t\":8,\"unit\":\"R1\"}", "");
    assert_int_equal(t.heard.last.ruling, RULING_LEGAL);
    assert_int_equal(t.heard.last.turn, 2);
    assert_true(fabs(t.heard.last.cost_in - 10) < 0.02);
    stage_end(&t);
}

// A slip of the pen for the phase: the move after it is still judged in red's movement phase. 20" of 12", and even a march allows 18": illegal.
static void a_phase_that_is_none_switches_no_judge_off(void **state) {
    (void)state;
    stage t = stage_begin();
    stage_open(&t);
    want(&t, MOVEMENT_RED, "");
    want(&t, "{\"kind\":\"phase\",\"t\":2,\"turn\":1,\"phase\":\"movment\",\"side\":\"red\"}", "\"movment\" is no phase");
    stage_move(&t, "R1", (rigid2){.shift = {0, 20}}, 0, 5);
    want(&t, "{\"kind\":\"end-move\",\"t\":8,\"unit\":\"R1\"}", "");
    assert_int_equal(t.heard.last.ruling, RULING_ILLEGAL);
    assert_string_equal(t.heard.last.phase, "movement");
    stage_end(&t);
}

// A router leaves the table: its bases stand beyond the edge, nearer than a metre.
static void beyond_the_edge_is_no_contradiction(void **state) {
    (void)state;
    stage t = stage_begin();
    stage_open(&t);
    want(&t, MOVEMENT_RED, "");
    want(&t, "{\"kind\":\"observe\",\"t\":5,\"figures\":{\"S1-1\":[40,-39,90]}}", "");
    want(&t, "{\"kind\":\"observe\",\"t\":6,\"figures\":{\"S1-1\":[40,-40,90]}}", "metre");
    stage_end(&t);
}

// S1-1 (40, 20) comes to rest at S1-2's (43, 20); 20 mm bases: within 5 mm is one place.
static void two_figures_do_not_rest_in_one_place(void **state) {
    (void)state;
    stage t = stage_begin();
    stage_open(&t);
    want(&t, MOVEMENT_RED, "");
    want(&t, "{\"kind\":\"observe\",\"t\":5,\"figures\":{\"S1-1\":[43.1,20,90]}}", "");
    want(&t, "{\"kind\":\"end-move\",\"t\":8,\"unit\":\"S1\"}", "figures.S1-1: stands in one place with S1-2");
    assert_int_equal(session_count(t.session).moves, 0);
    // Seen there again it is no news; seen apart it is judged: 5" north of where it stood.
    want(&t, "{\"kind\":\"observe\",\"t\":9,\"figures\":{\"S1-1\":[43.1,20,90]}}", "");
    want(&t, "{\"kind\":\"observe\",\"t\":10,\"figures\":{\"S1-1\":[40,25,90],\"S1-2\":[43,25,90]}}", "");
    want(&t, "{\"kind\":\"end-move\",\"t\":13,\"unit\":\"S1\"}", "");
    assert_int_equal(session_count(t.session).moves, 1);
    assert_int_equal(t.heard.last.ruling, RULING_LEGAL);
    assert_true(fabs(t.heard.last.cost_in - 5) < 0.02);
    stage_end(&t);
}

// Without a word at its end, another unit's move shows that it rests; and at the end of the stream it does.
static void rest_is_noticed_without_a_word(void **state) {
    (void)state;
    for (int by_other = 0; by_other < 2; by_other++) {
        stage t = stage_begin();
        fault fault = {""};
        stage_open(&t);
        want(&t, MOVEMENT_RED, "");
        want(&t, "{\"kind\":\"observe\",\"t\":5,\"figures\":{\"S1-1\":[43,20.1,90]}}", "");
        if (by_other) stage_move(&t, "R1", (rigid2){.shift = {0, 5}}, 0, 9);
        assert_int_equal(t.heard.bad_count, by_other);
        assert_int_equal(session_finish(t.session, 12, &fault), STATUS_OK);
        assert_int_equal(t.heard.bad_count, 1);
        assert_int_equal(session_count(t.session).moves, by_other);  // R1's alone
        stage_end(&t);
    }
}

// On its way a figure may be seen over another.
static void carried_over_another_is_on_its_way(void **state) {
    (void)state;
    stage t = stage_begin();
    stage_open(&t);
    want(&t, MOVEMENT_RED, "");
    for (int i = 0; i <= 30; i++) {
        char line[120];
        snprintf(line, sizeof line, "{\"kind\":\"observe\",\"t\":%.1f,\"figures\":{\"S1-1\":[%.2f,20,90]}}", 5 + 0.1 * i, 40 + 0.2 * i);
        want(&t, line, "");
    }
    want(&t, "{\"kind\":\"end-move\",\"t\":11,\"unit\":\"S1\"}", "");
    assert_int_equal(session_count(t.session).moves, 1);
    assert_true(fabs(t.heard.last.cost_in - 6) < 0.05);
    stage_end(&t);
}

// An error of 0, stated or by house rule, is none that can be averaged with: the places stay numbers.
static void an_error_of_nothing_does_no_harm(void **state) {
    (void)state;
    stage t = stage_begin_with("{\"sigma_pos_in\":0}");
    stage_open(&t);
    want(&t, MOVEMENT_RED, "");
    for (int i = 0; i < 5; i++) {
        char line[120];
        snprintf(line, sizeof line, "{\"kind\":\"observe\",\"t\":%d,\"sigma_in\":%s,\"figures\":{\"S1-1\":[40,24,90]}}", 5 + i,
                 i % 2 ? "1e-300" : "0");
        want(&t, line, "");
    }
    want(&t, "{\"kind\":\"end-move\",\"t\":12,\"unit\":\"S1\"}", "");
    assert_int_equal(session_count(t.session).moves, 1);
    assert_true(fabs(t.heard.last.cost_in - 4) < 0.02);
    assert_int_equal(stage_lines_with(&t, "null"), 0);
    stage_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_declaration_is_taken_back_while_nothing_hangs_on_it),
        cmocka_unit_test(what_was_taken_back_allows_nothing),
        cmocka_unit_test(entries_that_can_not_be_are_left_aside),
        cmocka_unit_test(a_move_that_was_not_made_is_not_taken_back),
        cmocka_unit_test(judging_goes_on_from_the_last_good_state),
        cmocka_unit_test(a_phase_that_is_none_switches_no_judge_off),
        cmocka_unit_test(beyond_the_edge_is_no_contradiction),
        cmocka_unit_test(two_figures_do_not_rest_in_one_place),
        cmocka_unit_test(rest_is_noticed_without_a_word),
        cmocka_unit_test(carried_over_another_is_on_its_way),
        cmocka_unit_test(an_error_of_nothing_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
