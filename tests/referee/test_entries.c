// What a page enters with: each ruleset's words, and answers that mean something under every ruleset that asks.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "referee/vocabulary.h"
#include "tests/referee/stage.h"

#define ROWS_MAX 512

static bool has(const char *const *words, const char *word) {
    while (*words && strcmp(*words, word) != 0) words++;
    return *words != NULL;
}

// "declare charge" under a ruleset that has no charge would be left aside.
static bool means_something(const rules_ruleset *rs, const char *entry) {
    char kind[16] = "", word[32] = "", value[32] = "";
    sscanf(entry, "%15s %31s %31s", kind, word, value);
    if (strcmp(kind, "declare") == 0) return has(rules_ruleset_words(rs, RULES_ACTIONS), word);
    if (strcmp(kind, "dice") == 0)
        return has(rules_ruleset_words(rs, RULES_CHECKS), word) && (strcmp(value, "pass") == 0 || strcmp(value, "fail") == 0);
    if (strcmp(kind, "status") == 0) return has(vocabulary_status_keys, word);
    if (strcmp(kind, "order") == 0) return has(rules_ruleset_words(rs, RULES_PHASES), "orders");
    return strcmp(kind, "remove") == 0;
}

static void every_answer_is_an_entry_of_the_ruleset_that_asks(void **state) {
    (void)state;
    int found = 0;
    for (int i = 0; i < rules_ruleset_count(); i++) {
        const rules_ruleset *rs = rules_ruleset_at(i);
        const rules_row *rows[ROWS_MAX];
        int n = rules_ruleset_rows(rs, rows, ROWS_MAX);
        for (int k = 0; k < n; k++)
            for (const rules_answer *a = rows[k]->answers; a && a->label; a++, found++)
                if (!means_something(rs, a->entry)) fail_msg("%s, %s: \"%s\" is no entry", rs->key, rows[k]->id, a->entry);
    }
    assert_true(found > 50);
}

static void every_key_says_what_its_value_is(void **state) {
    (void)state;
    for (int i = 0; i < rules_ruleset_count(); i++) {
        cJSON *o = cJSON_CreateObject(), *key, *action;
        vocabulary_add(o, rules_ruleset_at(i));
        const cJSON *types = cJSON_GetObjectItem(o, "key_types");
        cJSON_ArrayForEach(key, cJSON_GetObjectItem(o, "status")) assert_non_null(cJSON_GetObjectItem(types, key->valuestring));
        cJSON_ArrayForEach(action, cJSON_GetObjectItem(o, "action_keys")) {
            assert_true(has(rules_ruleset_words(rules_ruleset_at(i), RULES_ACTIONS), action->string));
            cJSON_ArrayForEach(key, action) assert_non_null(cJSON_GetObjectItem(types, key->valuestring));
        }
        cJSON_Delete(o);
    }
}

// A value of each type, as the page sends it.
static const char *value_of(const char *type) {
    static const char *const values[][2] = {{"flag", "true"},       {"number", "9"},           {"unit", "\"B1\""},        {"units", "[\"B1\"]"},
                                            {"figure", "\"R1-1\""}, {"figures", "[\"B1-1\"]"}, {"formation", "\"open\""}, {"edge", "\"north\""}};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (strcmp(values[i][0], type) == 0) return values[i][1];
    fail_msg("no value of the type %s", type);
    return "";
}

static void must_be_read(stream_reader *w, const char *line) {
    event e;
    fault fault = {""};
    if (stream_read_entry(w, line, strlen(line), 1, &e, &fault) != STATUS_OK) fail_msg("%s: %s", line, fault.text);
}

static void the_reader_takes_what_the_types_promise(void **state) {
    (void)state;
    stage t = stage_begin();
    stage_open(&t);
    for (int i = 0; i < rules_ruleset_count(); i++) {
        cJSON *o = cJSON_CreateObject(), *key, *action;
        char line[256];
        vocabulary_add(o, rules_ruleset_at(i));
        const cJSON *types = cJSON_GetObjectItem(o, "key_types");
        cJSON_ArrayForEach(key, cJSON_GetObjectItem(o, "status")) {
            const char *value = value_of(cJSON_GetObjectItem(types, key->valuestring)->valuestring);
            snprintf(line, sizeof line, "{\"kind\":\"status\",\"unit\":\"R1\",\"set\":{\"%s\":%s}}", key->valuestring, value);
            must_be_read(t.reader, line);
        }
        cJSON_ArrayForEach(action, cJSON_GetObjectItem(o, "action_keys")) cJSON_ArrayForEach(key, action) {
            const char *value = value_of(cJSON_GetObjectItem(types, key->valuestring)->valuestring);
            snprintf(line, sizeof line, "{\"kind\":\"declare\",\"unit\":\"R1\",\"action\":\"%s\",\"%s\":%s}", action->string, key->valuestring,
                     value);
            must_be_read(t.reader, line);
        }
        cJSON_Delete(o);
    }
    stage_end(&t);
}

// R1, rate 12", goes 16": BS1-7.0-3 asks whether it marched, and the page gets the possible answers.
static void a_question_comes_with_its_answers_and_a_duty_is_told_while_it_is_due(void **state) {
    (void)state;
    stage t = stage_begin();
    stage_open(&t);
    stage_feed(&t, MOVEMENT_RED);
    stage_move(&t, "R1", (rigid2){.shift = {0, 16}}, 0, 5);
    stage_feed(&t, "{\"kind\":\"end-move\",\"t\":8,\"unit\":\"R1\"}");
    assert_int_equal(t.heard.last.ruling, RULING_ASK);
    char *table = session_rules_json(t.session);
    assert_non_null(strstr(table, "\"phases\":[\"movement\",\"melee\",\"rally\"],\"other_phases\":{\"missile\":null,\"magic\":null}"));
    assert_non_null(strstr(table, "\"BS1-7.0-3\":[{\"label\":\"Forced march\",\"entry\":\"declare forced-march\"}"));
    free(table);
    stage_feed(&t, "{\"kind\":\"declare\",\"t\":9,\"unit\":\"R1\",\"action\":\"forced-march\"}");
    assert_int_equal(t.heard.last.ruling, RULING_LEGAL);
    char *page = session_state_json(t.session, 9, "");
    assert_non_null(strstr(page, "\"due\":[{\"unit\":\"R1\",\"side\":\"red\",\"rule\":\"BS1-7.13-5\",\"message\":"));
    assert_non_null(strstr(page, "\"declared\":\"forced march\""));
    free(page);
    stage_feed(&t, "{\"kind\":\"dice\",\"t\":10,\"unit\":\"R1\",\"check\":\"morale\",\"outcome\":\"pass\"}");
    page = session_state_json(t.session, 10, "");
    assert_non_null(strstr(page, "\"due\":[]"));
    free(page);
    stage_end(&t);
}

// The same before the move has ended: the provisional finding is reported anew once the question is answered.
static void a_provisional_question_is_answered_too(void **state) {
    (void)state;
    stage t = stage_begin();
    fault fault = {""};
    assert_int_equal(session_create(t.game, (session_options){.provisional = true}, stage_hear, &t.heard, &t.session, &fault), STATUS_OK);
    assert_int_equal(stream_reader_create(t.game, &t.reader, &fault), STATUS_OK);
    stage_feed(&t, MOVEMENT_RED);
    stage_move(&t, "R1", (rigid2){.shift = {0, 16}}, 0, 5);
    assert_int_equal(session_tick(t.session, 8, &fault), STATUS_OK);
    assert_int_equal(stage_lines_with(&t, "\"ruling\":\"ask\""), 1);
    assert_int_equal(t.heard.count, 1);
    stage_feed(&t, "{\"kind\":\"declare\",\"t\":9,\"unit\":\"R1\",\"action\":\"forced-march\"}");
    assert_int_equal(session_tick(t.session, 9, &fault), STATUS_OK);
    assert_int_equal(stage_lines_with(&t, "\"ruling\":\"legal\""), 1);
    stage_end(&t);
}

// R1, rate 12", goes 20", more than any march, and is put 4" from where it began while its move goes on. The move is judged first, as it stood:
// illegal at 20", and it stands where it was put. A second move of 9" from there is judged from there.
static void a_place_judges_the_move_before_it(void **state) {
    (void)state;
    stage t = stage_begin();
    stage_open(&t);
    stage_feed(&t, MOVEMENT_RED);
    stage_move(&t, "R1", (rigid2){.shift = {0, 20}}, 0, 5);
    stage_move_by(&t, "place", "R1", (rigid2){.shift = {0, 4}}, 0, 5.5);
    assert_int_equal(session_count(t.session).moves, 1);
    assert_int_equal(t.heard.last.ruling, RULING_ILLEGAL);
    assert_true(fabs(t.heard.last.cost_in - 20) < 0.02);
    stage_feed(&t, "{\"kind\":\"phase\",\"t\":7,\"turn\":2,\"phase\":\"movement\",\"side\":\"red\"}");
    assert_int_equal(session_count(t.session).moves, 1);
    stage_move(&t, "R1", (rigid2){.shift = {0, 13}}, 0, 8);
    stage_feed(&t, "{\"kind\":\"end-move\",\"t\":10,\"unit\":\"R1\"}");
    assert_int_equal(t.heard.last.ruling, RULING_LEGAL);
    assert_true(fabs(t.heard.last.cost_in - 9) < 0.02);
    stage_end(&t);
}

// R1 declares a march and goes 20" of 18": illegal. The check of a march hangs on that move: it is not due, nor missed as the phase ends, until a
// judge upholds or overrules the verdict (0: nobody does); nor is it where the move is taken back.
static void what_an_illegal_move_demands_waits_for_the_judge(void **state) {
    (void)state;
    static const char *const words[] = {"", "upheld", "overruled"};
    for (int i = 0; i < 3; i++) {
        char line[120];
        stage t = stage_begin();
        stage_open(&t);
        stage_feed(&t, MOVEMENT_RED);
        stage_feed(&t, "{\"kind\":\"declare\",\"t\":1,\"unit\":\"R1\",\"action\":\"forced-march\"}");
        stage_move(&t, "R1", (rigid2){.shift = {0, 20}}, 0, 5);
        stage_feed(&t, "{\"kind\":\"end-move\",\"t\":8,\"unit\":\"R1\"}");
        assert_int_equal(t.heard.last.ruling, RULING_ILLEGAL);
        snprintf(line, sizeof line, "{\"kind\":\"ruling\",\"t\":9,\"move\":1,\"ruling\":\"%s\",\"by\":\"judge\"}", words[i]);
        if (i > 0) stage_feed(&t, line);
        assert_int_equal(stage_lines_with(&t, "\"kind\":\"obligation\""), i > 0);
        stage_feed(&t, "{\"kind\":\"phase\",\"t\":10,\"turn\":1,\"phase\":\"melee\",\"side\":\"red\"}");
        assert_int_equal(stage_lines_with(&t, "MORALE_CHECK_DUE"), i > 0);
        stage_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_answer_is_an_entry_of_the_ruleset_that_asks),
        cmocka_unit_test(every_key_says_what_its_value_is),
        cmocka_unit_test(the_reader_takes_what_the_types_promise),
        cmocka_unit_test(a_place_judges_the_move_before_it),
        cmocka_unit_test(what_an_illegal_move_demands_waits_for_the_judge),
        cmocka_unit_test(a_provisional_question_is_answered_too),
        cmocka_unit_test(a_question_comes_with_its_answers_and_a_duty_is_told_while_it_is_due),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
