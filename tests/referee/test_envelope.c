// The envelope in the state line: there while a move goes on, gone with its verdict.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/referee/stage.h"

static void check_state(const stage *t, const char *text, bool there) {
    char *page = session_state_json(t->session, 20, "");
    assert_non_null(page);
    if ((strstr(page, text) != NULL) != there) fail_msg("%s%s in %s", text, there ? " is not" : " is", page);
    free(page);
}

static void a_move_that_goes_on_has_an_envelope(void **state) {
    (void)state;
    stage t = stage_begin();
    stage_open(&t);
    stage_feed(&t, MOVEMENT_RED);
    check_state(&t, "\"envelopes\":[]", true);
    stage_move(&t, "R1", (rigid2){.shift = {0, 4}}, 0, 5);
    check_state(&t, "\"envelopes\":[{\"unit\":\"R1\",\"come_in\":4,\"limit_in\":12,\"left_in\":8,\"raised_in\":18,\"reach\":[[20,10],", true);
    stage_feed(&t, "{\"kind\":\"end-move\",\"t\":8,\"unit\":\"R1\"}");
    check_state(&t, "\"envelopes\":[]", true);
    stage_end(&t);
}

// Where the rules forbid to pre-measure, players see no reach until the action is declared.
static void players_see_it_once_it_is_declared(void **state) {
    (void)state;
    stage t = stage_begin();
    session_states seen;
    stage_open(&t);
    assert_false(session_may_premeasure(t.session));
    stage_feed(&t, MOVEMENT_RED);
    stage_move(&t, "R1", (rigid2){.shift = {0, 4}}, 0, 5);
    assert_int_equal(session_states_make(t.session, 6, &(session_view){.health = ""}, &seen), STATUS_OK);
    assert_non_null(strstr(seen.judges, "\"come_in\":4,"));
    assert_non_null(strstr(seen.others, "\"envelopes\":[{\"unit\":\"R1\"}]"));
    session_states_free(&seen);
    assert_int_equal(session_states_make(t.session, 6, &(session_view){.premeasure = true, .health = ""}, &seen), STATUS_OK);
    assert_non_null(strstr(seen.others, "\"come_in\":4,"));
    session_states_free(&seen);
    stage_move(&t, "R1", (rigid2){.shift = {0, 19}}, 0, 7);
    assert_int_equal(session_states_make(t.session, 8, &(session_view){.health = ""}, &seen), STATUS_OK);
    assert_non_null(strstr(seen.others, "{\"unit\":\"R1\",\"over\":true}"));
    session_states_free(&seen);
    stage_feed(&t, "{\"kind\":\"declare\",\"t\":9,\"unit\":\"R1\",\"action\":\"forced-march\"}");
    assert_int_equal(session_states_make(t.session, 9, &(session_view){.health = ""}, &seen), STATUS_OK);
    assert_non_null(strstr(seen.others, "\"come_in\":19,"));
    session_states_free(&seen);
    stage_end(&t);
}

static void two_movers_have_two(void **state) {
    (void)state;
    stage t = stage_begin();
    stage_open(&t);
    stage_feed(&t, MOVEMENT_RED);
    stage_feed(&t, "{\"kind\":\"observe\",\"t\":5,\"figures\":{\"S1-1\":[40,23,90],\"S1-2\":[43,23,90]}}");
    stage_move(&t, "R1", (rigid2){.shift = {0, 4}}, 0, 5.1);
    check_state(&t, "{\"unit\":\"R1\",\"come_in\":4,", true);
    check_state(&t, "{\"unit\":\"S1\",\"come_in\":3,\"limit_in\":12,\"left_in\":9,", true);
    stage_end(&t);
}

static void a_rout_is_bounded_by_nothing(void **state) {
    (void)state;
    stage t = stage_begin();
    stage_open(&t);
    stage_feed(&t, MOVEMENT_RED);
    stage_feed(&t, "{\"kind\":\"status\",\"t\":2,\"unit\":\"R1\",\"set\":{\"routed\":true}}");
    stage_move(&t, "R1", (rigid2){.shift = {0, -4}}, 0, 5);
    check_state(&t, "\"limit_in\":null,\"left_in\":null", true);
    stage_end(&t);
}

// A hand over all of the unit: its last envelope is still reported, with its time, until the unit is seen again or its move ends.
static void under_a_hand_the_last_one_stays(void **state) {
    (void)state;
    static const char hidden[] = "{\"kind\":\"observe\",\"t\":%s,\"figures\":{},\"hidden\":[\"S1-1\",\"S1-2\"]}";
    char line[120];
    stage t = stage_begin();
    stage_open(&t);
    stage_feed(&t, MOVEMENT_RED);
    stage_feed(&t, "{\"kind\":\"observe\",\"t\":5,\"figures\":{\"S1-1\":[40,23,90],\"S1-2\":[43,23,90]}}");
    check_state(&t, "{\"unit\":\"S1\",\"come_in\":3,", true);
    snprintf(line, sizeof line, hidden, "5.2");
    stage_feed(&t, line);
    check_state(&t, "{\"unit\":\"S1\",\"as_of\":5,\"come_in\":3,\"limit_in\":12,\"left_in\":9,", true);
    stage_feed(&t, "{\"kind\":\"observe\",\"t\":8,\"figures\":{\"S1-1\":[40,25,90],\"S1-2\":[43,25,90]}}");
    check_state(&t, "{\"unit\":\"S1\",\"come_in\":5,\"limit_in\":12,\"left_in\":7,", true);
    snprintf(line, sizeof line, hidden, "8.2");
    stage_feed(&t, line);
    check_state(&t, "\"as_of\":8,", true);
    stage_feed(&t, "{\"kind\":\"end-move\",\"t\":9,\"unit\":\"S1\"}");  // its place is unknown: that ends nothing
    check_state(&t, "\"as_of\":8,", true);
    stage_feed(&t, "{\"kind\":\"observe\",\"t\":9.2,\"figures\":{\"S1-1\":[40,25,90],\"S1-2\":[43,25,90]}}");
    stage_feed(&t, "{\"kind\":\"end-move\",\"t\":11,\"unit\":\"S1\"}");
    check_state(&t, "\"envelopes\":[]", true);
    stage_feed(&t, "{\"kind\":\"observe\",\"t\":12,\"figures\":{\"S1-1\":[40,26,90],\"S1-2\":[43,26,90]}}");
    snprintf(line, sizeof line, hidden, "12.2");
    stage_feed(&t, line);
    check_state(&t, "\"as_of\":8,", false);  // that was another move
    stage_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_that_goes_on_has_an_envelope),
        cmocka_unit_test(players_see_it_once_it_is_declared),
        cmocka_unit_test(two_movers_have_two),
        cmocka_unit_test(under_a_hand_the_last_one_stays),
        cmocka_unit_test(a_rout_is_bounded_by_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
