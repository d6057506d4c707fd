// Figures of which more than one side looks like the front: the verdict that all sides share, the doubt where they differ, and what is said of fronts
// later.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/referee/stage.h"

#define END_R1 "{\"kind\":\"end-move\",\"t\":6,\"unit\":\"R1\"}"
#define HALT "{\"kind\":\"declare\",\"t\":0.5,\"unit\":\"R1\",\"action\":\"halt\"}"  // so that no forced march may be meant

// A line that has R1's ten bases, 5 x 2 facing north, `ahead` inches north of its start, turned by so many degrees in place; `sides` of each look
// like the front (0: it is sure).
static void observe_r1(stage *t, double t_s, double ahead_in, double turned_deg, int sides) {
    char line[4096];
    const game *g = t->game;
    int n = snprintf(line, sizeof line, "{\"kind\":\"observe\",\"t\":%g,\"figures\":{", t_s);
    for (int i = 0; i < 10; i++)
        n += snprintf(line + n, sizeof line - (size_t)n, "%s\"%s\":[%.4f,%.4f,%.4f]", i ? "," : "", g->figures[i].id, g->figures[i].start.at.x,
                      g->figures[i].start.at.y + ahead_in, 90 + turned_deg);
    n += snprintf(line + n, sizeof line - (size_t)n, "}");
    for (int i = 0; sides > 1 && i < 10; i++) {
        n += snprintf(line + n, sizeof line - (size_t)n, "%s\"%s\":[", i ? "," : ",\"fronts\":{", g->figures[i].id);
        for (int k = 0; k < sides; k++) n += snprintf(line + n, sizeof line - (size_t)n, "%s%g", k ? "," : "", 90 + turned_deg + k * 360.0 / sides);
        n += snprintf(line + n, sizeof line - (size_t)n, "]");
    }
    snprintf(line + n, sizeof line - (size_t)n, "%s", sides > 1 ? "}}" : "}");
    stage_feed(t, line);
}

// 10" of 12" straight ahead, as it was first and last seen with so many sides that may be the front.
static void go(stage *t, double ahead_in, int sides) {
    *t = stage_begin();
    stage_open(t);
    stage_feed(t, MOVEMENT_RED);
    stage_feed(t, HALT);
    observe_r1(t, 1, 0, 0, sides);
    observe_r1(t, 3, ahead_in, 0, sides);
    observe_r1(t, 5, ahead_in, 0, sides);
    stage_feed(t, END_R1);
}

// 10" ahead are legal, 10" backwards are not.
static void a_guessed_front_makes_no_move_legal(void **state) {
    (void)state;
    stage t;
    for (int sides = 2; sides <= 4; sides += 2) {
        go(&t, 10, sides);
        assert_int_equal(t.heard.last.ruling, RULING_DOUBTFUL);
        assert_int_equal(t.heard.last.findings[0].ruling, RULING_DOUBTFUL);
        assert_non_null(strstr(t.heard.last.findings[0].message, "R1-1, R1-2, R1-3 and 7 others"));
        for (int i = 0; i < t.heard.last.finding_count; i++) assert_true(t.heard.last.findings[i].ruling != RULING_ILLEGAL);
        stage_end(&t);
    }
    go(&t, 10, 0);
    assert_int_equal(t.heard.last.ruling, RULING_LEGAL);
    stage_end(&t);
}

// 10" backwards, as the likeliest front has it, may as well be 10" ahead.
static void a_guessed_front_accuses_nobody(void **state) {
    (void)state;
    stage t;
    go(&t, -8, 0);
    ruling sure = t.heard.last.ruling;
    stage_end(&t);
    go(&t, -8, 2);
    assert_int_equal(sure, RULING_ILLEGAL);
    assert_int_equal(t.heard.last.ruling, RULING_DOUBTFUL);
    stage_end(&t);
}

// 30" are too far in any direction.
static void what_all_sides_share_is_said(void **state) {
    (void)state;
    stage t;
    go(&t, 30, 4);
    assert_int_equal(t.heard.last.ruling, RULING_ILLEGAL);
    stage_end(&t);
}

// Read the wrong way round and doubtful at first, then surely seen: the unit has not turned, and its way was straight ahead all along.
static void a_front_that_is_told_later_is_no_turn(void **state) {
    (void)state;
    stage t = stage_begin();
    stage_open(&t);
    stage_feed(&t, MOVEMENT_RED);
    stage_feed(&t, HALT);
    observe_r1(&t, 1, 0, 180, 2);
    observe_r1(&t, 3, 10, 180, 2);
    observe_r1(&t, 5, 10, 0, 0);
    stage_feed(&t, END_R1);
    assert_int_equal(stage_lines_with(&t, "\"kind\":\"move\""), 1);
    assert_int_equal(t.heard.last.ruling, RULING_LEGAL);
    assert_true(fabs(t.heard.last.cost_in - 10) < 0.1);
    stage_end(&t);
}

// At rest it is no move at all.
static void a_front_that_is_told_at_rest_is_no_move(void **state) {
    (void)state;
    stage t = stage_begin();
    stage_open(&t);
    stage_feed(&t, MOVEMENT_RED);
    for (int k = 0; k < 3; k++) observe_r1(&t, 1 + k, 0, 180, 2);
    for (int k = 0; k < 3; k++) observe_r1(&t, 5 + k, 0, 0, 0);
    stage_feed(&t, "{\"kind\":\"end-move\",\"t\":12,\"unit\":\"R1\"}");
    assert_int_equal(stage_lines_with(&t, "\"kind\":\"move\""), 0);
    stage_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guessed_front_makes_no_move_legal),
        cmocka_unit_test(a_guessed_front_accuses_nobody),
        cmocka_unit_test(what_all_sides_share_is_said),
        cmocka_unit_test(a_front_that_is_told_later_is_no_turn),
        cmocka_unit_test(a_front_that_is_told_at_rest_is_no_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
