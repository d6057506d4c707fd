// One game judged from its events: the three rules that matter most end to end, the same verdicts from the recorded lines, and endurance.
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/session.h"
#include "bench/random_moves.h"
#include "record/wire.h"

// R1 is U52 of geometry.md: 5 x 2 on 20 mm bases facing north, rate 12"; its front line lies at y = 10. B1 the same, facing south, its front line at
// y = 30. S1 are skirmishers.
static const char battle[] =
    "{\"vedette\":1,\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":72,\"depth_in\":48},\"sides\":[{\"id\":\"red\"},{\"id\":\"blue\"}],"
    "\"units\":["
    "{\"id\":\"R1\",\"side\":\"red\",\"movement_in\":12,\"formation\":\"closed\",\"array\":{\"files\":5,\"ranks\":2,\"base\":{\"shape\":\"square\","
    "\"width_mm\":20,\"depth_mm\":20},\"at\":[20,10,90]}},"
    "{\"id\":\"S1\",\"side\":\"red\",\"type\":\"skirmish\",\"movement_in\":12,\"formation\":\"skirmish\",\"figures\":["
    "{\"id\":\"S1-1\",\"base\":{\"shape\":\"square\",\"width_mm\":20,\"depth_mm\":20},\"start\":[40,20,90]},"
    "{\"id\":\"S1-2\",\"base\":{\"shape\":\"square\",\"width_mm\":20,\"depth_mm\":20},\"start\":[43,20,90]}]},"
    "{\"id\":\"B1\",\"side\":\"blue\",\"movement_in\":12,\"formation\":\"closed\",\"array\":{\"files\":5,\"ranks\":2,\"base\":{\"shape\":\"square\","
    "\"width_mm\":20,\"depth_mm\":20},\"at\":[40,30,-90]}}]}";

typedef struct {
    char *lines[64];  // of the verdict stream
    int count;
    verdict last;
    char alert[64];
} heard;

static void hear(void *context, const said *what) {
    heard *h = context;
    if (what->kind == SAID_MOVE) h->last = *what->verdict;
    if (what->kind == SAID_ALERT) snprintf(h->alert, sizeof h->alert, "%s", what->alert->violation);
    if (h->count < 64) h->lines[h->count++] = strdup(what->json);
}

static void forget(heard *h) {
    for (int i = 0; i < h->count; i++) free(h->lines[i]);
    *h = (heard){0};
}

typedef struct {
    game *game;
    session *session;
    wire *wire;
    heard heard;
} table;

static table begin(void) {
    table t = {0};
    fault why = {""};
    if (game_parse(battle, strlen(battle), "battle", &t.game, NULL, NULL, &why) != STATUS_OK) fail_msg("%s", why.text);
    return t;
}

static void open_session(table *t) {
    fault why = {""};
    if (session_create(t->game, (session_options){0}, hear, &t->heard, &t->session, &why) != STATUS_OK) fail_msg("%s", why.text);
    if (wire_create(t->game, &t->wire, &why) != STATUS_OK) fail_msg("%s", why.text);
}

static void end(table *t) {
    session_destroy(t->session);
    wire_destroy(t->wire);
    forget(&t->heard);
    game_destroy(t->game);
}

static void feed(table *t, const char *line) {
    event e;
    fault why = {""};
    if (wire_read_event(t->wire, line, strlen(line), &e, &why) != STATUS_OK) fail_msg("%s: %s", line, why.text);
    assert_int_equal(session_feed(t->session, &e, &why), STATUS_OK);
}

// An observation of a unit carried by a rigid motion from its start.
static void observe_moved(table *t, const char *unit, rigid2 m, double turn_rad, double t_s) {
    const game_unit *u = &t->game->units[game_find_unit(t->game, unit)];
    char line[4096];
    size_t n = (size_t)snprintf(line, sizeof line, "{\"kind\":\"observe\",\"t\":%g,\"figures\":{", t_s);
    for (int i = 0; i < u->figure_count; i++) {
        const game_figure *f = &t->game->figures[u->first_figure + i];
        vec2 at = rigid2_apply(m, f->start.at);
        n += (size_t)snprintf(line + n, sizeof line - n, "%s\"%s\":[%.4f,%.4f,%.3f]", i ? "," : "", f->id, at.x, at.y,
                              angle_wrap(f->start.heading_rad + m.rotation_rad + turn_rad) * DEG_PER_RAD);
    }
    snprintf(line + n, sizeof line - n, "}}");
    feed(t, line);
}

static rigid2 about(vec2 pivot, double rad) {
    rigid2 m = {.rotation_rad = rad};
    m.shift = vec2_sub(pivot, vec2_rotate(pivot, rad));
    return m;
}

static bool breaches(const verdict *v, const char *violation) {
    for (int i = 0; i < v->finding_count; i++)
        if (v->findings[i].ruling == RULING_ILLEGAL && strcmp(v->findings[i].violation, violation) == 0) return true;
    return false;
}

#define MOVEMENT_RED "{\"kind\":\"phase\",\"t\":0,\"turn\":1,\"phase\":\"movement\",\"side\":\"red\"}"

static const verdict *judge_motion(table *t, const char *unit, rigid2 m, double turn_rad) {
    open_session(t);
    feed(t, MOVEMENT_RED);
    observe_moved(t, unit, m, turn_rad, 5);
    char line[128];
    snprintf(line, sizeof line, "{\"kind\":\"end-move\",\"t\":8,\"unit\":\"%s\"}", unit);
    feed(t, line);
    assert_int_equal(session_count(t->session).moves, 1);
    return &t->heard.last;
}

// Right wheel of 90 degrees about the right front corner (21.969, 10): 3.630" x 1.571 = 5.70" of 12" (BS1-7.9-5).
static void a_wheel_about_the_corner_is_legal_and_costs_its_arc(void **state) {
    (void)state;
    table t = begin();
    const verdict *v = judge_motion(&t, "R1", about((vec2){20 + 2.5 * 20 / 25.4, 10}, -PI / 2), 0);
    assert_int_equal(v->ruling, RULING_LEGAL);
    assert_true(fabs(v->cost_in - 5.702) < 0.02);
    assert_int_equal(v->maneuvers[0].kind, MANEUVER_WHEEL);
    end(&t);
}

// Turned by 90 degrees about its own centre: no legal way within the rate, the cheapest costs 13.11" (BS1-7.9-4).
static void a_turn_about_the_centre_is_an_illegal_wheel(void **state) {
    (void)state;
    table t = begin();
    const verdict *v = judge_motion(&t, "R1", about((vec2){20, 10 - 20 / 25.4}, PI / 2), 0);
    assert_int_equal(v->ruling, RULING_ILLEGAL);
    assert_true(breaches(v, "ILLEGAL_WHEEL") || breaches(v, "OVER_DISTANCE") || breaches(v, "RELATIVE_POSITION_BROKEN"));
    end(&t);
}

static void a_move_of_twenty_inches_is_too_far(void **state) {
    (void)state;
    table t = begin();
    const verdict *v = judge_motion(&t, "R1", (rigid2){.shift = {0, 19.5}}, 0);
    assert_int_equal(v->ruling, RULING_ILLEGAL);
    assert_true(breaches(v, "OVER_DISTANCE"));
    end(&t);
}

// S1-1 from (40, 20) into the front of B1 at y = 30: contact at y = 30 - 10/25.4 = 29.606 (BS1-7.4-6).
static void skirmishers_may_come_close_but_not_touch(void **state) {
    (void)state;
    table t = begin();
    const verdict *v = judge_motion(&t, "S1", (rigid2){.shift = {0, 29.606 - 0.45 - 20}}, 0);
    assert_int_equal(v->ruling, RULING_LEGAL);
    assert_string_equal(t.heard.alert, "");
    end(&t);
    t = begin();
    v = judge_motion(&t, "S1", (rigid2){.shift = {0, 29.606 - 20}}, 0);
    assert_int_equal(v->ruling, RULING_ILLEGAL);
    assert_true(breaches(v, "SKIRMISHER_CONTACT"));
    assert_string_equal(t.heard.alert, "SKIRMISHER_CONTACT");
    end(&t);
}

static int lines_with(const table *t, const char *text) {
    int n = 0;
    for (int i = 0; i < t->heard.count; i++) n += strstr(t->heard.lines[i], text) != NULL;
    return n;
}

static void advance_to(table *t, double y, double t_s) { observe_moved(t, "R1", (rigid2){.shift = {0, y}}, 0, t_s); }

// 7" judged, 4" more not yet: the players take those back. What was judged stands and stays charged, so 8" more are 3" beyond the rate.
static void taking_back_what_goes_on_leaves_what_was_judged(void **state) {
    (void)state;
    table t = begin();
    open_session(&t);
    feed(&t, MOVEMENT_RED);
    advance_to(&t, 7, 1);
    feed(&t, "{\"kind\":\"end-move\",\"t\":3,\"unit\":\"R1\"}");
    advance_to(&t, 11, 5);
    feed(&t, "{\"kind\":\"take-back\",\"t\":7,\"unit\":\"R1\"}");
    advance_to(&t, 7, 9);
    advance_to(&t, 15, 12);
    feed(&t, "{\"kind\":\"end-move\",\"t\":14,\"unit\":\"R1\"}");
    assert_int_equal(lines_with(&t, "taken_back"), 0);
    assert_int_equal(session_count(t.session).moves, 2);
    assert_int_equal(t.heard.last.ruling, RULING_ASK);
    assert_true(fabs(t.heard.last.cost_in - 8) < 0.02 && fabs(t.heard.last.allowance_in - 5) < 0.02);
    end(&t);
}

// The same whether the figures are seen back before the word comes or after it: the verdict is marked, nothing stays charged, and 11" are within 12".
static void a_judged_move_is_taken_back(void **state) {
    (void)state;
    for (int said_first = 0; said_first < 2; said_first++) {
        table t = begin();
        open_session(&t);
        feed(&t, MOVEMENT_RED);
        advance_to(&t, 7, 1);
        feed(&t, "{\"kind\":\"end-move\",\"t\":3,\"unit\":\"R1\"}");
        if (!said_first) advance_to(&t, 0, 4);
        feed(&t, "{\"kind\":\"take-back\",\"t\":5,\"unit\":\"R1\"}");
        if (said_first) advance_to(&t, 0, 6);
        advance_to(&t, 11, 9);
        feed(&t, "{\"kind\":\"end-move\",\"t\":11,\"unit\":\"R1\"}");
        assert_int_equal(lines_with(&t, "\"taken_back\":true"), 1);
        assert_int_equal(session_count(t.session).moves, 2);
        assert_int_equal(t.heard.last.ruling, RULING_LEGAL);
        assert_true(fabs(t.heard.last.cost_in - 11) < 0.02 && fabs(t.heard.last.allowance_in - 12) < 0.02);
        end(&t);
    }
}

// 15" of 12": a question. The answer entered after the move settles it: the same move's verdict is said again, and what it charged is charged once.
static void an_answer_after_the_move_settles_it(void **state) {
    (void)state;
    static const struct {
        const char *action;
        ruling r;
    } rows[] = {{"forced-march", RULING_LEGAL}, {"halt", RULING_ILLEGAL}, {"shoot", RULING_ASK}};
    for (int i = 0; i < 3; i++) {
        table t = begin();
        open_session(&t);
        feed(&t, MOVEMENT_RED);
        advance_to(&t, 15, 1);
        feed(&t, "{\"kind\":\"end-move\",\"t\":3,\"unit\":\"R1\"}");
        assert_int_equal(t.heard.last.ruling, RULING_ASK);
        char line[120];
        snprintf(line, sizeof line, "{\"kind\":\"declare\",\"t\":5,\"unit\":\"R1\",\"action\":\"%s\"}", rows[i].action);
        feed(&t, line);
        assert_int_equal(t.heard.last.ruling, rows[i].r);
        assert_int_equal(t.heard.last.move, 1);
        assert_int_equal(lines_with(&t, "\"kind\":\"move\""), rows[i].r == RULING_ASK ? 1 : 2);
        session_tally n = session_count(t.session);
        assert_true(n.moves == 1 && n.ask == (rows[i].r == RULING_ASK) && n.illegal == (rows[i].r == RULING_ILLEGAL));
        advance_to(&t, 17, 8);  // 2" more: 17" of the 18" of a march
        feed(&t, "{\"kind\":\"end-move\",\"t\":10,\"unit\":\"R1\"}");
        if (i == 0) assert_true(fabs(t.heard.last.allowance_in - 3) < 0.05);
        assert_int_equal(t.heard.last.ruling, rows[i].r);
        end(&t);
    }
}

// B1's front line lies 20" beyond R1's and farther right: a charge out of reach may not be given up (BS1-7.7-7). No move shows that none was made.
static void a_charge_given_up_is_an_act(void **state) {
    (void)state;
    for (int moves = 0; moves < 2; moves++) {
        table t = begin();
        open_session(&t);
        feed(&t, MOVEMENT_RED);
        feed(&t, "{\"kind\":\"declare\",\"t\":1,\"unit\":\"R1\",\"action\":\"charge\",\"target\":\"B1\"}");
        if (moves) observe_moved(&t, "R1", (rigid2){.shift = {7.5, 9.37}}, 0, 2);  // 12" straight at it
        feed(&t, "{\"kind\":\"phase\",\"t\":9,\"turn\":1,\"phase\":\"movement\",\"side\":\"blue\"}");
        assert_int_equal(lines_with(&t, "\"rule\":\"BS1-7.14-1\""), 1);  // announced at an enemy whom it cannot reach
        assert_int_equal(lines_with(&t, "\"rule\":\"BS1-7.7-7\""), !moves);
        assert_int_equal(lines_with(&t, "\"maneuvers\""), moves);
        end(&t);
    }
}

typedef struct {
    heard heard;  // first: the listener's context is the same
    int notes;
} noted;

static void take_note(void *context, const char *text) {
    noted *n = context;
    n->notes++;
    assert_non_null(strstr(text, "no phase"));
}

static void an_assumed_phase_is_said_once(void **state) {
    (void)state;
    for (int entered = 0; entered < 2; entered++) {
        noted n = {0};
        fault why = {""};
        table t = begin();
        assert_int_equal(session_create(t.game, (session_options){.note = take_note}, hear, &n, &t.session, &why), STATUS_OK);
        assert_int_equal(wire_create(t.game, &t.wire, &why), STATUS_OK);
        if (entered) feed(&t, MOVEMENT_RED);
        for (int i = 1; i <= 2; i++) {
            char line[80];
            advance_to(&t, 3 * i, 5 * i);
            snprintf(line, sizeof line, "{\"kind\":\"end-move\",\"t\":%d,\"unit\":\"R1\"}", 5 * i + 3);
            feed(&t, line);
        }
        assert_int_equal(session_count(t.session).moves, 2);
        assert_int_equal(n.notes, entered ? 0 : 1);
        forget(&n.heard);
        end(&t);
    }
}

// Everything that a run says, said again from the lines that it would have recorded.
static void recorded_lines_give_the_same_verdicts(void **state) {
    (void)state;
    random_moves *r = random_moves_create(4, 5, 2, 3);
    assert_non_null(r);
    const game *g = random_moves_game(r);
    heard live = {0}, again = {0};
    session *first, *second;
    wire *w;
    fault why = {""};
    assert_int_equal(session_create(g, (session_options){0}, hear, &live, &first, &why), STATUS_OK);
    assert_int_equal(session_create(g, (session_options){0}, hear, &again, &second, &why), STATUS_OK);
    assert_int_equal(wire_create(g, &w, &why), STATUS_OK);
    event_pose *poses = calloc((size_t)g->figure_count, sizeof *poses);
    assert_non_null(poses);
    for (int i = 0; i < 70; i++) {
        event e = *random_moves_next(r), read;
        if (e.pose_count) {
            memcpy(poses, e.poses, (size_t)e.pose_count * sizeof *poses);
            wire_round_event(poses, e.pose_count);
            e.poses = poses;
        }
        char *json = wire_event_json(g, &e);
        assert_non_null(json);
        assert_int_equal(session_feed(first, &e, &why), STATUS_OK);
        if (wire_read_event(w, json, strlen(json), &read, &why) != STATUS_OK) fail_msg("%s: %s", json, why.text);
        assert_int_equal(session_feed(second, &read, &why), STATUS_OK);
        free(json);
    }
    assert_true(live.count > 30);
    assert_int_equal(live.count, again.count);
    for (int i = 0; i < live.count; i++) assert_string_equal(live.lines[i], again.lines[i]);
    free(poses);
    forget(&live);
    forget(&again);
    session_destroy(first);
    session_destroy(second);
    wire_destroy(w);
    random_moves_destroy(r);
}

static void count_said(void *context, const said *what) { *(int *)context += what->kind == SAID_MOVE; }

static void ten_thousand_moves_leave_the_heap_as_it_was(void **state) {
    (void)state;
    random_moves *r = random_moves_create(8, 5, 2, 1);
    session *s;
    fault why = {""};
    int judged = 0;
    assert_non_null(r);
    assert_int_equal(session_create(random_moves_game(r), (session_options){0}, count_said, &judged, &s, &why), STATUS_OK);
    size_t early = 0;
    while (judged < 10000) {
        assert_int_equal(session_feed(s, random_moves_next(r), &why), STATUS_OK);
        if (judged <= 1000) early = mallinfo2().uordblks;
    }
    size_t late = mallinfo2().uordblks;  // under the sanitizers both are 0 and the leak checker does the work
    assert_true(late <= early + 65536);
    session_destroy(s);
    random_moves_destroy(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wheel_about_the_corner_is_legal_and_costs_its_arc),
        cmocka_unit_test(a_turn_about_the_centre_is_an_illegal_wheel),
        cmocka_unit_test(a_move_of_twenty_inches_is_too_far),
        cmocka_unit_test(skirmishers_may_come_close_but_not_touch),
        cmocka_unit_test(taking_back_what_goes_on_leaves_what_was_judged),
        cmocka_unit_test(a_judged_move_is_taken_back),
        cmocka_unit_test(an_answer_after_the_move_settles_it),
        cmocka_unit_test(a_charge_given_up_is_an_act),
        cmocka_unit_test(an_assumed_phase_is_said_once),
        cmocka_unit_test(recorded_lines_give_the_same_verdicts),
        cmocka_unit_test(ten_thousand_moves_leave_the_heap_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
