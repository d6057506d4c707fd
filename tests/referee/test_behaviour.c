// How a rule's word is passed on, by the game file and by the judge's later word; and that a breach that goes on is one alert.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/referee/stage.h"

// R1, rate 12", goes 16" straight on, and no march was declared: a question by BS1-7.0-3, whose breach is OVER_DISTANCE.
static void march(stage *t, double from_y, double t_s) {
    stage_move(t, "R1", (rigid2){.shift = {0, from_y + 16}}, 0, t_s);
    char line[128];
    snprintf(line, sizeof line, "{\"kind\":\"end-move\",\"t\":%g,\"unit\":\"R1\"}", t_s + 3);
    stage_feed(t, line);
}

static void the_most_specific_word_in_the_game_file_holds(void **state) {
    (void)state;
    static const struct {
        const char *options;
        ruling ruling;
        const char *marked;  // of the finding; NULL: there is none
    } cases[] = {
        {"{}", RULING_ASK, ""},
        {"{\"behaviour\":{\"OVER_DISTANCE\":\"off\"}}", RULING_LEGAL, NULL},
        {"{\"behaviour\":{\"BS1-7.0-3\":\"off\"}}", RULING_LEGAL, NULL},
        {"{\"behaviour\":{\"BS1-7.0-3\":\"log\",\"OVER_DISTANCE\":\"off\",\"*\":\"propose\"}}", RULING_ASK, "\"behaviour\":\"log\""},
        {"{\"behaviour\":{\"*\":\"off\",\"OVER_DISTANCE\":\"propose\"}}", RULING_ASK, "\"behaviour\":\"propose\""},
        {"{\"behaviour\":{\"*\":\"off\",\"BS1-7.0-3\":\"announce\"}}", RULING_ASK, ""},
        {"{\"behaviour\":{\"SKIRMISHER_CONTACT\":\"off\"}}", RULING_ASK, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        stage t = stage_begin_with(cases[i].options);
        stage_open(&t);
        stage_feed(&t, MOVEMENT_RED);
        march(&t, 0, 5);
        if (t.heard.last.ruling != cases[i].ruling) fail_msg("%s: %s", cases[i].options, ruling_name(t.heard.last.ruling));
        assert_int_equal(stage_lines_with(&t, "BS1-7.0-3"), cases[i].marked != NULL);
        bool is_marked = stage_lines_with(&t, "\"behaviour\"") > 0;
        assert_int_equal(is_marked, cases[i].marked && cases[i].marked[0]);
        if (is_marked) assert_int_equal(stage_lines_with(&t, cases[i].marked), 1);
        stage_end(&t);
    }
}

static void the_judges_later_word_holds_for_all_that_it_names(void **state) {
    (void)state;
    stage t = stage_begin_with("{\"behaviour\":{\"BS1-7.0-3\":\"log\"}}");
    stage_open(&t);
    stage_feed(&t, MOVEMENT_RED);
    stage_feed(&t, "{\"kind\":\"behaviour\",\"t\":1,\"rule\":\"*\",\"behaviour\":\"off\"}");
    march(&t, 0, 5);
    assert_int_equal(t.heard.last.ruling, RULING_LEGAL);
    stage_feed(&t, "{\"kind\":\"phase\",\"t\":10,\"turn\":2,\"phase\":\"movement\",\"side\":\"red\"}");
    stage_feed(&t, "{\"kind\":\"behaviour\",\"t\":11,\"rule\":\"OVER_DISTANCE\",\"behaviour\":\"announce\"}");
    march(&t, 16, 15);
    assert_int_equal(t.heard.last.ruling, RULING_ASK);
    assert_int_equal(stage_lines_with(&t, "\"behaviour\""), 0);
    char *table = session_rules_json(t.session);
    assert_non_null(strstr(table, "\"id\":\"BS1-7.0-3\""));
    assert_non_null(strstr(table, "\"behaviour\":\"announce\""));
    assert_non_null(strstr(table, "\"behaviour\":\"off\""));
    free(table);
    stage_end(&t);
}

static void a_rule_that_there_is_none_of_is_named(void **state) {
    (void)state;
    stage t = stage_begin_with("{\"behaviour\":{\"BS9-1\":\"off\"}}");
    fault fault = {""};
    assert_int_equal(session_create(t.game, (session_options){0}, stage_hear, &t.heard, &t.session, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.text, "options.behaviour.BS9-1: "));
    stage_end(&t);
}

// S1-1 goes straight up to B1, whose front it touches with its centre at y = 29.606 (BS1-7.4-6); a tenth of a second between pictures.
static void touch(stage *t, double y, int pictures, double *t_s) {
    char line[160];
    for (int i = 0; i < pictures; i++, *t_s += 0.1) {
        snprintf(line, sizeof line, "{\"kind\":\"observe\",\"t\":%.1f,\"figures\":{\"S1-1\":[40,%.3f,90],\"S1-2\":[43,%.3f,90]}}", *t_s, y, y - 3);
        stage_feed(t, line);
    }
}

static void a_breach_that_goes_on_is_one_alert_and_one_that_comes_again_another(void **state) {
    (void)state;
    stage t = stage_begin();
    double t_s = 1;
    stage_open(&t);
    stage_feed(&t, MOVEMENT_RED);
    touch(&t, 25, 3, &t_s);
    touch(&t, 29.6, 40, &t_s);
    assert_int_equal(stage_lines_with(&t, "SKIRMISHER_CONTACT"), 1);
    touch(&t, 28, 2, &t_s);  // 0.2 s: measurement flickers so
    touch(&t, 29.6, 5, &t_s);
    assert_int_equal(stage_lines_with(&t, "SKIRMISHER_CONTACT"), 1);
    touch(&t, 28, 10, &t_s);
    touch(&t, 29.6, 20, &t_s);
    assert_int_equal(stage_lines_with(&t, "SKIRMISHER_CONTACT"), 2);
    stage_end(&t);
}

static void what_is_logged_is_no_alert_and_what_is_proposed_is_marked(void **state) {
    (void)state;
    static const char *const words[] = {"announce", "propose", "log", "off"};
    for (int i = 0; i < 4; i++) {
        char options[80], marked[40];
        double t_s = 1;
        snprintf(options, sizeof options, "{\"behaviour\":{\"SKIRMISHER_CONTACT\":\"%s\"}}", words[i]);
        snprintf(marked, sizeof marked, "\"behaviour\":\"%s\"", words[i]);
        stage t = stage_begin_with(options);
        stage_open(&t);
        stage_feed(&t, MOVEMENT_RED);
        touch(&t, 29.6, 3, &t_s);
        stage_feed(&t, "{\"kind\":\"end-move\",\"t\":4,\"unit\":\"S1\"}");
        assert_int_equal(stage_lines_with(&t, "\"kind\":\"alert\""), i < 2);
        assert_int_equal(t.heard.last.ruling, i < 3 ? RULING_ILLEGAL : RULING_LEGAL);
        assert_int_equal(stage_lines_with(&t, marked), i == 1 ? 2 : i == 2);
        stage_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_most_specific_word_in_the_game_file_holds),
        cmocka_unit_test(the_judges_later_word_holds_for_all_that_it_names),
        cmocka_unit_test(a_rule_that_there_is_none_of_is_named),
        cmocka_unit_test(a_breach_that_goes_on_is_one_alert_and_one_that_comes_again_another),
        cmocka_unit_test(what_is_logged_is_no_alert_and_what_is_proposed_is_marked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
