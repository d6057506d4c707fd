// Guides asked for in a game that goes on: where the unit stood is where its figures start; asking changes nothing that is judged.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "referee/guides.h"
#include "tests/referee/stage.h"

typedef struct {
    stage stage;
    guides *guides;
    int reported;
    char json[16384], words[2048];
} desk_of_guides;

static void hear(void *context, double t_s, const char *json, const char *words) {
    desk_of_guides *d = context;
    (void)t_s;
    d->reported++;
    snprintf(d->json, sizeof d->json, "%s", json);
    snprintf(d->words, sizeof d->words, "%s", words);
}

static int begin(void **state) {
    static desk_of_guides d;
    fault fault = {""};
    d = (desk_of_guides){.stage = stage_begin()};
    stage_open(&d.stage);
    stage_feed(&d.stage, MOVEMENT_RED);
    assert_int_equal(guides_create(d.stage.game, hear, &d, &d.guides, &fault), STATUS_OK);
    *state = &d;
    return 0;
}

static int end(void **state) {
    desk_of_guides *d = *state;
    guides_destroy(d->guides);
    stage_end(&d->stage);
    return 0;
}

static status ask(desk_of_guides *d, const char *line, double t_s, bool *mine) {
    fault fault = {""};
    return guides_take_entry(d->guides, d->stage.session, line, t_s, mine, &fault);
}

static void follow(desk_of_guides *d, double t_s) {
    fault fault = {""};
    assert_int_equal(guides_follow(d->guides, d->stage.session, t_s, &fault), STATUS_OK);
}

static const rigid2 home = {0}, ahead = {.shift = {0, 4}};

static void an_entry_of_another_kind_is_left_to_others(void **state) {
    bool mine;
    assert_int_equal(ask(*state, "{\"kind\":\"end-move\",\"unit\":\"R1\"}", 1, &mine), STATUS_OK);
    assert_false(mine);
    assert_int_equal(ask(*state, "{\"kind\":\"ruling\",\"note\":\"the \\\"guide\\\" said so\"}", 1, &mine), STATUS_OK);
    assert_false(mine);
}

static void a_unit_that_has_not_moved_has_no_guide(void **state) {
    bool mine;
    assert_int_equal(ask(*state, "{\"kind\":\"guide\",\"unit\":\"R1\"}", 1, &mine), STATUS_INVALID);
    assert_true(mine);
    assert_false(guides_any(((desk_of_guides *)*state)->guides));
}

static void a_move_under_way_is_guided_back_until_it_stands_there(void **state) {
    desk_of_guides *d = *state;
    bool mine;
    stage_move(&d->stage, "R1", ahead, 0, 5);
    assert_int_equal(ask(d, "{\"kind\":\"guide\",\"unit\":\"R1\"}", 6, &mine), STATUS_OK);
    assert_non_null(strstr(d->words, "R1, all together: 4.0\" toward the south edge"));
    assert_non_null(strstr(guides_member(d->guides), "\"guides\":[{\"guide\":1,\"what\":\"R1\",\"unit\":\"R1\",\"done\":false"));
    stage_move(&d->stage, "R1", (rigid2){.shift = {0, 1}}, 0, 7);
    follow(d, 8);
    assert_non_null(strstr(d->words, "25 mm toward the south edge"));
    stage_move(&d->stage, "R1", home, 0, 9);
    follow(d, 10);
    assert_non_null(strstr(d->json, "\"done\":true"));
    follow(d, 20);
    assert_false(guides_any(d->guides));
    assert_string_equal(guides_member(d->guides), "");
}

static void a_move_that_ended_is_guided_back(void **state) {
    desk_of_guides *d = *state;
    bool mine;
    stage_move(&d->stage, "R1", ahead, 0, 5);
    stage_feed(&d->stage, "{\"kind\":\"end-move\",\"t\":8,\"unit\":\"R1\"}");
    assert_int_equal(ask(d, "{\"kind\":\"guide\",\"unit\":\"R1\"}", 9, &mine), STATUS_OK);
    assert_non_null(strstr(d->words, "4.0\" toward the south edge"));
}

static void after_a_take_back_it_still_leads_home(void **state) {
    desk_of_guides *d = *state;
    bool mine;
    stage_move(&d->stage, "R1", ahead, 0, 5);
    stage_feed(&d->stage, "{\"kind\":\"end-move\",\"t\":8,\"unit\":\"R1\"}");
    stage_feed(&d->stage, "{\"kind\":\"take-back\",\"t\":9,\"unit\":\"R1\"}");
    assert_int_equal(ask(d, "{\"kind\":\"guide\",\"unit\":\"R1\"}", 10, &mine), STATUS_OK);
    stage_move(&d->stage, "R1", (rigid2){.shift = {1, 1}}, 0, 11);
    follow(d, 12);
    assert_non_null(strstr(d->words, "toward the south-west corner"));
}

static void a_nudged_figure_is_guided_to_the_place_that_the_page_names(void **state) {
    desk_of_guides *d = *state;
    bool mine;
    stage_feed(&d->stage, "{\"kind\":\"observe\",\"t\":3,\"figures\":{\"S1-1\":[40.2,20,90]}}");
    assert_int_equal(ask(d, "{\"kind\":\"guide\",\"what\":\"nudge 1\",\"figures\":{\"S1-1\":[40,20,90]}}", 4, &mine), STATUS_OK);
    assert_string_equal(d->words, "S1-1: 5 mm toward the west edge");
    assert_int_equal(ask(d, "{\"kind\":\"guide\",\"stop\":1}", 5, &mine), STATUS_OK);
    assert_false(guides_any(d->guides));
}

static void what_is_no_place_is_refused(void **state) {
    static const char *const bad[] = {
        "{\"kind\":\"guide\"}",
        "{\"kind\":\"guide\",\"unit\":\"nobody\"}",
        "{\"kind\":\"guide\",\"figures\":{}}",
        "{\"kind\":\"guide\",\"figures\":{\"nobody\":[1,2,3]}}",
        "{\"kind\":\"guide\",\"figures\":{\"R1-1\":[1,2]}}",
        "{\"kind\":\"guide\",\"figures\":{\"R1-1\":[1,\"2\",3]}}",
        "{\"kind\":\"guide\",\"figures\":{\"R1-1\":[1,1e999,3]}}",
        "{\"kind\":\"guide\",\"figures\":{\"R1-1\":[1,400,3]}}",
        "{\"kind\":\"guide\",\"figures\":{\"R1-1\":[1,2,3],\"R1-1\":[1,2,3]}}",
    };
    desk_of_guides *d = *state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        bool mine;
        if (ask(d, bad[i], 3, &mine) != STATUS_INVALID) fail_msg("%s was taken", bad[i]);
        assert_true(mine);
        assert_false(guides_any(d->guides));
    }
}

static void more_than_there_is_room_for_replace_the_oldest(void **state) {
    desk_of_guides *d = *state;
    bool mine;
    for (int i = 0; i < GUIDES_MAX + 3; i++) assert_int_equal(ask(d, "{\"kind\":\"guide\",\"figures\":{\"R1-1\":[1,2,3]}}", 3, &mine), STATUS_OK);
    assert_null(strstr(guides_member(d->guides), "{\"guide\":3,"));
    assert_non_null(strstr(guides_member(d->guides), "{\"guide\":4,"));
}

static void a_removed_figure_is_not_put_back(void **state) {
    desk_of_guides *d = *state;
    bool mine;
    stage_move(&d->stage, "R1", ahead, 0, 5);
    assert_int_equal(ask(d, "{\"kind\":\"guide\",\"unit\":\"R1\"}", 6, &mine), STATUS_OK);
    assert_non_null(strstr(guides_member(d->guides), "\"R1-10\""));
    stage_feed(&d->stage, "{\"kind\":\"remove\",\"t\":7,\"figures\":[\"R1-10\"]}");
    follow(d, 8);
    assert_null(strstr(guides_member(d->guides), "\"R1-10\""));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_entry_of_another_kind_is_left_to_others, begin, end),
        cmocka_unit_test_setup_teardown(a_unit_that_has_not_moved_has_no_guide, begin, end),
        cmocka_unit_test_setup_teardown(a_move_under_way_is_guided_back_until_it_stands_there, begin, end),
        cmocka_unit_test_setup_teardown(a_move_that_ended_is_guided_back, begin, end),
        cmocka_unit_test_setup_teardown(after_a_take_back_it_still_leads_home, begin, end),
        cmocka_unit_test_setup_teardown(a_nudged_figure_is_guided_to_the_place_that_the_page_names, begin, end),
        cmocka_unit_test_setup_teardown(what_is_no_place_is_refused, begin, end),
        cmocka_unit_test_setup_teardown(more_than_there_is_room_for_replace_the_oldest, begin, end),
        cmocka_unit_test_setup_teardown(a_removed_figure_is_not_put_back, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
