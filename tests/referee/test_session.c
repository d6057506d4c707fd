// One game judged from its events: the three rules that matter most end to end, the same verdicts from the recorded lines, and endurance.
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bench/random_moves.h"
#include "tests/referee/stage.h"

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

static const verdict *judge_motion(stage *t, const char *unit, rigid2 m, double turn_rad) {
    stage_open(t);
    stage_feed(t, MOVEMENT_RED);
    stage_move(t, unit, m, turn_rad, 5);
    char line[128];
    snprintf(line, sizeof line, "{\"kind\":\"end-move\",\"t\":8,\"unit\":\"%s\"}", unit);
    stage_feed(t, line);
    assert_int_equal(session_count(t->session).moves, 1);
    return &t->heard.last;
}

// Right wheel of 90 degrees about the right front corner (21.969, 10): 3.630" x 1.571 = 5.70" of 12" (BS1-7.9-5).
static void a_wheel_about_the_corner_is_legal_and_costs_its_arc(void **state) {
    (void)state;
    stage t = stage_begin();
    const verdict *v = judge_motion(&t, "R1", about((vec2){20 + 2.5 * 20 / 25.4, 10}, -PI / 2), 0);
    assert_int_equal(v->ruling, RULING_LEGAL);
    assert_true(fabs(v->cost_in - 5.702) < 0.02);
    assert_int_equal(v->maneuvers[0].kind, MANEUVER_WHEEL);
    stage_end(&t);
}

// Turned by 90 degrees about its own centre: no legal way within the rate, the cheapest costs 13.11" (BS1-7.9-4).
static void a_turn_about_the_centre_is_an_illegal_wheel(void **state) {
    (void)state;
    stage t = stage_begin();
    const verdict *v = judge_motion(&t, "R1", about((vec2){20, 10 - 20 / 25.4}, PI / 2), 0);
    assert_int_equal(v->ruling, RULING_ILLEGAL);
    assert_true(breaches(v, "ILLEGAL_WHEEL") || breaches(v, "OVER_DISTANCE") || breaches(v, "RELATIVE_POSITION_BROKEN"));
    stage_end(&t);
}

// Two of R1's figures are hidden when its move ends, and one was taken off: the verdict says that it saw the rest.
static void a_verdict_says_how_many_figures_were_seen(void **state) {
    (void)state;
    stage t = stage_begin();
    int all = t.game->units[game_find_unit(t.game, "R1")].figure_count;
    char seen[64];
    stage_open(&t);
    stage_feed(&t, MOVEMENT_RED);
    stage_move(&t, "R1", (rigid2){.shift = {0, 3}}, 0, 5);
    stage_feed(&t, "{\"kind\":\"remove\",\"t\":5.5,\"figures\":[\"R1-1\"]}");
    stage_feed(&t, "{\"kind\":\"observe\",\"t\":6,\"figures\":{},\"hidden\":[\"R1-2\",\"R1-4\"]}");
    stage_feed(&t, "{\"kind\":\"end-move\",\"t\":9,\"unit\":\"R1\"}");
    snprintf(seen, sizeof seen, "\"seen\":%d,\"figures\":%d", all - 3, all - 1);
    assert_int_equal(stage_lines_with(&t, "\"kind\":\"move\""), 1);
    assert_int_equal(stage_lines_with(&t, seen), 1);
    stage_end(&t);
    t = stage_begin();
    judge_motion(&t, "R1", (rigid2){.shift = {0, 3}}, 0);
    assert_int_equal(stage_lines_with(&t, "\"seen\""), 0);  // all of them
    stage_end(&t);
}

// R1 goes so far, the last inch of it while no picture came for gap_s; of the figures two are lost from sight, or none.
static const verdict *judge_gap(stage *t, double inches, double gap_s, bool lose) {
    char line[160];
    stage_open(t);
    stage_feed(t, MOVEMENT_RED);
    stage_move(t, "R1", (rigid2){.shift = {0, inches - 1}}, 0, 5);
    stage_move(t, "R1", (rigid2){.shift = {0, inches}}, 0, 5.5);
    const game_figure *f = &t->game->figures[game_find_figure(t->game, "R1-3")];
    snprintf(line, sizeof line, "{\"kind\":\"observe\",\"t\":5.6,\"figures\":{\"R1-3\":[%.4f,%.4f,90]}%s,\"gap_s\":%g}", f->start.at.x,
             f->start.at.y + inches + 0.2, lose ? ",\"hidden\":[\"R1-2\",\"R1-4\"]" : "", gap_s);
    stage_feed(t, line);
    stage_feed(t, "{\"kind\":\"end-move\",\"t\":9,\"unit\":\"R1\"}");
    assert_int_equal(session_count(t->session).moves, 1);
    return &t->heard.last;
}

// An unseen way is not called legal; a move too far is too far by any way.
static void a_way_that_no_picture_shows_is_not_called_legal(void **state) {
    (void)state;
    stage t = stage_begin();
    assert_int_equal(judge_gap(&t, 3, 0, false)->ruling, RULING_LEGAL);
    stage_end(&t);
    t = stage_begin();
    assert_int_equal(judge_gap(&t, 3, 0.8, false)->ruling, RULING_DOUBTFUL);
    assert_int_equal(stage_lines_with(&t, "no picture came while R1 was moved"), 1);
    assert_int_equal(stage_lines_with(&t, "0.8 s"), 1);
    assert_int_equal(stage_lines_with(&t, "nor where"), 0);
    stage_end(&t);
    t = stage_begin();
    assert_int_equal(judge_gap(&t, 3, 0.8, true)->ruling, RULING_DOUBTFUL);
    assert_int_equal(stage_lines_with(&t, "nor where 2 of its"), 1);
    stage_end(&t);
    t = stage_begin();
    assert_int_equal(judge_gap(&t, 19.5, 0.8, false)->ruling, RULING_ILLEGAL);
    stage_end(&t);
}

// R1 goes three inches, but three of its figures are seen up to two inches out of their places, and two others perhaps can't be found. What was seen
// of it was legal; of the two nobody knows how far they went.
static void a_scattered_unit_with_lost_figures_is_not_called_legal(void **state) {
    (void)state;
    for (int lose = 0; lose < 2; lose++) {
        stage t = stage_begin();
        char line[240];
        stage_open(&t);
        stage_feed(&t, MOVEMENT_RED);
        stage_move(&t, "R1", (rigid2){.shift = {0, 3}}, 0, 5);
        int used = snprintf(line, sizeof line, "{\"kind\":\"observe\",\"t\":5.6,\"figures\":{");
        static const char *const aside[] = {"R1-1", "R1-5", "R1-8"};
        for (int i = 0; i < 3; i++) {
            const pose *p = &t.game->figures[game_find_figure(t.game, aside[i])].start;
            used += snprintf(line + used, sizeof line - (size_t)used, "%s\"%s\":[%.4f,%.4f,90]", i ? "," : "", aside[i], p->at.x + 2 * (i - 1),
                             p->at.y + 3 + (i == 1 ? -1.6 : 0));
        }
        snprintf(line + used, sizeof line - (size_t)used, "}%s}", lose ? ",\"hidden\":[\"R1-2\",\"R1-4\"]" : "");
        stage_feed(&t, line);
        stage_feed(&t, "{\"kind\":\"end-move\",\"t\":9,\"unit\":\"R1\"}");
        assert_int_equal(stage_lines_with(&t, "RELATIVE_POSITION_BROKEN"), 1);
        assert_int_equal(t.heard.last.ruling, lose ? RULING_DOUBTFUL : RULING_LEGAL);
        assert_int_equal(stage_lines_with(&t, "2 of the"), lose);
        stage_end(&t);
    }
}

static void a_move_of_twenty_inches_is_too_far(void **state) {
    (void)state;
    stage t = stage_begin();
    const verdict *v = judge_motion(&t, "R1", (rigid2){.shift = {0, 19.5}}, 0);
    assert_int_equal(v->ruling, RULING_ILLEGAL);
    assert_true(breaches(v, "OVER_DISTANCE"));
    stage_end(&t);
}

// S1-1 from (40, 20) into the front of B1 at y = 30: contact at y = 30 - 10/25.4 = 29.606 (BS1-7.4-6).
static void skirmishers_may_come_close_but_not_touch(void **state) {
    (void)state;
    stage t = stage_begin();
    const verdict *v = judge_motion(&t, "S1", (rigid2){.shift = {0, 29.606 - 0.45 - 20}}, 0);
    assert_int_equal(v->ruling, RULING_LEGAL);
    assert_string_equal(t.heard.alert, "");
    stage_end(&t);
    t = stage_begin();
    v = judge_motion(&t, "S1", (rigid2){.shift = {0, 29.606 - 20}}, 0);
    assert_int_equal(v->ruling, RULING_ILLEGAL);
    assert_true(breaches(v, "SKIRMISHER_CONTACT"));
    assert_string_equal(t.heard.alert, "SKIRMISHER_CONTACT");
    stage_end(&t);
}

static void advance_to(stage *t, double y, double t_s) { stage_move(t, "R1", (rigid2){.shift = {0, y}}, 0, t_s); }

// 7" judged, 4" more not yet: the players take those back. What was judged stands and stays charged, so 8" more are 3" beyond the rate.
static void taking_back_what_goes_on_leaves_what_was_judged(void **state) {
    (void)state;
    stage t = stage_begin();
    stage_open(&t);
    stage_feed(&t, MOVEMENT_RED);
    advance_to(&t, 7, 1);
    stage_feed(&t, "{\"kind\":\"end-move\",\"t\":3,\"unit\":\"R1\"}");
    advance_to(&t, 11, 5);
    stage_feed(&t, "{\"kind\":\"take-back\",\"t\":7,\"unit\":\"R1\"}");
    advance_to(&t, 7, 9);
    advance_to(&t, 15, 12);
    stage_feed(&t, "{\"kind\":\"end-move\",\"t\":14,\"unit\":\"R1\"}");
    assert_int_equal(stage_lines_with(&t, "taken_back"), 0);
    assert_int_equal(session_count(t.session).moves, 2);
    assert_int_equal(t.heard.last.ruling, RULING_ASK);
    assert_true(fabs(t.heard.last.cost_in - 8) < 0.02 && fabs(t.heard.last.allowance_in - 5) < 0.02);
    stage_end(&t);
}

// The same whether the figures are seen back before the word comes or after it: the verdict is marked, nothing stays charged, and 11" are within 12".
static void a_judged_move_is_taken_back(void **state) {
    (void)state;
    for (int said_first = 0; said_first < 2; said_first++) {
        stage t = stage_begin();
        stage_open(&t);
        stage_feed(&t, MOVEMENT_RED);
        advance_to(&t, 7, 1);
        stage_feed(&t, "{\"kind\":\"end-move\",\"t\":3,\"unit\":\"R1\"}");
        if (!said_first) advance_to(&t, 0, 4);
        stage_feed(&t, "{\"kind\":\"take-back\",\"t\":5,\"unit\":\"R1\"}");
        if (said_first) advance_to(&t, 0, 6);
        advance_to(&t, 11, 9);
        stage_feed(&t, "{\"kind\":\"end-move\",\"t\":11,\"unit\":\"R1\"}");
        assert_int_equal(stage_lines_with(&t, "\"taken_back\":true"), 1);
        assert_int_equal(session_count(t.session).moves, 2);
        assert_int_equal(t.heard.last.ruling, RULING_LEGAL);
        assert_true(fabs(t.heard.last.cost_in - 11) < 0.02 && fabs(t.heard.last.allowance_in - 12) < 0.02);
        stage_end(&t);
    }
}

// 15" of 12": a question. The answer entered after the move settles it: the same move's verdict is reported again, and its cost is charged once.
static void an_answer_after_the_move_settles_it(void **state) {
    (void)state;
    static const struct {
        const char *action;
        ruling r;
    } rows[] = {{"forced-march", RULING_LEGAL}, {"halt", RULING_ILLEGAL}, {"shoot", RULING_ASK}};
    for (int i = 0; i < 3; i++) {
        stage t = stage_begin();
        stage_open(&t);
        stage_feed(&t, MOVEMENT_RED);
        advance_to(&t, 15, 1);
        stage_feed(&t, "{\"kind\":\"end-move\",\"t\":3,\"unit\":\"R1\"}");
        assert_int_equal(t.heard.last.ruling, RULING_ASK);
        char line[120];
        snprintf(line, sizeof line, "{\"kind\":\"declare\",\"t\":5,\"unit\":\"R1\",\"action\":\"%s\"}", rows[i].action);
        stage_feed(&t, line);
        assert_int_equal(t.heard.last.ruling, rows[i].r);
        assert_int_equal(t.heard.last.move, 1);
        assert_int_equal(stage_lines_with(&t, "\"kind\":\"move\""), rows[i].r == RULING_ASK ? 1 : 2);
        session_tally n = session_count(t.session);
        assert_true(n.moves == 1 && n.ask == (rows[i].r == RULING_ASK) && n.illegal == (rows[i].r == RULING_ILLEGAL));
        advance_to(&t, 17, 8);  // 2" more: 17" of the 18" of a march
        stage_feed(&t, "{\"kind\":\"end-move\",\"t\":10,\"unit\":\"R1\"}");
        if (i == 0) assert_true(fabs(t.heard.last.allowance_in - 3) < 0.05);
        assert_int_equal(t.heard.last.ruling, rows[i].r);
        stage_end(&t);
    }
}

// A forced march without its Morale Check: reported, though it accuses no player, and counted as what it is.
static void advice_is_counted_as_what_it_is(void **state) {
    (void)state;
    stage t = stage_begin();
    stage_open(&t);
    stage_feed(&t, MOVEMENT_RED);
    stage_feed(&t, "{\"kind\":\"declare\",\"t\":0.5,\"unit\":\"R1\",\"action\":\"forced-march\"}");
    advance_to(&t, 15, 1);
    stage_feed(&t, "{\"kind\":\"phase\",\"t\":6,\"turn\":1,\"phase\":\"melee\",\"side\":\"red\"}");
    assert_int_equal(stage_lines_with(&t, "\"kind\":\"act\""), 1);
    assert_int_equal(stage_lines_with(&t, "MORALE_CHECK_DUE"), 1);
    session_tally n = session_count(t.session);
    assert_true(n.acts == 1 && n.advice == 1 && n.illegal_acts == 0);
    stage_end(&t);
}

// B1's front line lies 20" beyond R1's and farther right: a charge out of reach may not be given up (BS1-7.7-7). No move shows that none was made.
static void a_charge_given_up_is_an_act(void **state) {
    (void)state;
    for (int moves = 0; moves < 2; moves++) {
        stage t = stage_begin();
        stage_open(&t);
        stage_feed(&t, MOVEMENT_RED);
        stage_feed(&t, "{\"kind\":\"declare\",\"t\":1,\"unit\":\"R1\",\"action\":\"charge\",\"target\":\"B1\"}");
        if (moves) stage_move(&t, "R1", (rigid2){.shift = {7.5, 9.37}}, 0, 2);  // 12" straight at it
        stage_feed(&t, "{\"kind\":\"phase\",\"t\":9,\"turn\":1,\"phase\":\"movement\",\"side\":\"blue\"}");
        assert_int_equal(stage_lines_with(&t, "\"rule\":\"BS1-7.14-1\""), 1);  // announced at an enemy out of reach: said, and no breach
        assert_int_equal(session_count(t.session).illegal_acts, !moves);
        assert_int_equal(stage_lines_with(&t, "\"rule\":\"BS1-7.7-7\""), !moves);
        assert_int_equal(stage_lines_with(&t, "\"maneuvers\""), moves);
        stage_end(&t);
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
        fault fault = {""};
        stage t = stage_begin();
        assert_int_equal(session_create(t.game, (session_options){.note = take_note}, stage_hear, &n, &t.session, &fault), STATUS_OK);
        assert_int_equal(stream_reader_create(t.game, &t.reader, &fault), STATUS_OK);
        if (entered) stage_feed(&t, MOVEMENT_RED);
        for (int i = 1; i <= 2; i++) {
            char line[80];
            advance_to(&t, 3 * i, 5 * i);
            snprintf(line, sizeof line, "{\"kind\":\"end-move\",\"t\":%d,\"unit\":\"R1\"}", 5 * i + 3);
            stage_feed(&t, line);
        }
        assert_int_equal(session_count(t.session).moves, 2);
        assert_int_equal(n.notes, entered ? 0 : 1);
        stage_forget(&n.heard);
        stage_end(&t);
    }
}

// All reports of a run, made again from the lines that it would have recorded.
static void recorded_lines_give_the_same_verdicts(void **state) {
    (void)state;
    random_moves *r = random_moves_create(4, 5, 2, 3);
    assert_non_null(r);
    const game *g = random_moves_game(r);
    heard live = {0}, again = {0};
    session *first, *second;
    stream_reader *w;
    fault fault = {""};
    assert_int_equal(session_create(g, (session_options){0}, stage_hear, &live, &first, &fault), STATUS_OK);
    assert_int_equal(session_create(g, (session_options){0}, stage_hear, &again, &second, &fault), STATUS_OK);
    assert_int_equal(stream_reader_create(g, &w, &fault), STATUS_OK);
    event_pose *poses = calloc((size_t)g->figure_count, sizeof *poses);
    assert_non_null(poses);
    for (int i = 0; i < 70; i++) {
        event e = stream_rounded(random_moves_next(r), poses), read;
        char *json = stream_event_json(g, &e);
        assert_non_null(json);
        assert_int_equal(session_feed(first, &e, &fault), STATUS_OK);
        if (stream_read_event(w, json, strlen(json), &read, &fault) != STATUS_OK) fail_msg("%s: %s", json, fault.text);
        assert_int_equal(session_feed(second, &read, &fault), STATUS_OK);
        free(json);
    }
    assert_true(live.count > 30);
    assert_int_equal(live.count, again.count);
    for (int i = 0; i < live.count; i++) assert_string_equal(live.lines[i], again.lines[i]);
    free(poses);
    stage_forget(&live);
    stage_forget(&again);
    session_destroy(first);
    session_destroy(second);
    stream_reader_destroy(w);
    random_moves_destroy(r);
}

// In red's movement; provisional findings are reported, too. The session reports to *t, which must not move.
static void begin_provisional(stage *t) {
    fault fault = {""};
    *t = stage_begin();
    assert_int_equal(session_create(t->game, (session_options){.provisional = true}, stage_hear, &t->heard, &t->session, &fault), STATUS_OK);
    assert_int_equal(stream_reader_create(t->game, &t->reader, &fault), STATUS_OK);
    stage_feed(t, MOVEMENT_RED);
}

// Judged by hand: 4 s after the move the unit stands long enough; the light was out from 2.5 s to 5 s, and settle_s is 1.5.
static void nothing_provisional_is_said_while_blind(void **state) {
    (void)state;
    fault fault = {""};
    stage t;
    begin_provisional(&t);
    stage_move(&t, "R1", (rigid2){0}, 0, 1);
    stage_move(&t, "R1", (rigid2){.shift = {0, 20}}, 0, 2);
    for (double t_s = 2.5; t_s <= 5; t_s += 0.5) {
        session_note_blind(t.session, t_s);
        assert_int_equal(session_tick(t.session, t_s, &fault), STATUS_OK);
    }
    assert_int_equal(session_tick(t.session, 6, &fault), STATUS_OK);
    assert_int_equal(stage_lines_with(&t, "illegal"), 0);
    assert_int_equal(session_tick(t.session, 6.6, &fault), STATUS_OK);
    assert_int_equal(stage_lines_with(&t, "OVER_DISTANCE"), 1);
    stage_end(&t);
}

// The first picture after it came to rest, a second later, shows a hand over all of it: its pose is unknown before it is seen again.
static void nothing_provisional_is_said_of_a_unit_that_is_not_seen(void **state) {
    (void)state;
    fault fault = {""};
    stage t;
    begin_provisional(&t);
    stage_feed(&t, "{\"kind\":\"observe\",\"t\":1,\"figures\":{\"S1-1\":[40,20,90],\"S1-2\":[43,20,90]}}");
    stage_feed(&t, "{\"kind\":\"observe\",\"t\":2,\"figures\":{\"S1-1\":[40,40,90],\"S1-2\":[43,40,90]}}");
    assert_int_equal(session_tick(t.session, 2.9, &fault), STATUS_OK);
    stage_feed(&t, "{\"kind\":\"observe\",\"t\":4,\"figures\":{},\"hidden\":[\"S1-1\",\"S1-2\"]}");
    for (double t_s = 4; t_s <= 10; t_s += 1) assert_int_equal(session_tick(t.session, t_s, &fault), STATUS_OK);
    assert_int_equal(stage_lines_with(&t, "OVER_DISTANCE"), 0);
    stage_feed(&t, "{\"kind\":\"observe\",\"t\":11,\"figures\":{\"S1-1\":[40,40,90]}}");
    assert_int_equal(session_tick(t.session, 11, &fault), STATUS_OK);
    assert_int_equal(stage_lines_with(&t, "\"seen\":1,\"figures\":2"), 1);
    assert_int_equal(stage_lines_with(&t, "OVER_DISTANCE"), 1);
    stage_end(&t);
}

// One of two figures is found a look after the verdict, still for as long as the other. The new verdict is reported at once, and not a third time.
static void a_figure_found_after_the_verdict_is_judged_at_once(void **state) {
    (void)state;
    fault fault = {""};
    stage t;
    begin_provisional(&t);
    stage_feed(&t, "{\"kind\":\"observe\",\"t\":1,\"figures\":{\"S1-1\":[40,20,90],\"S1-2\":[43,20,90]}}");
    stage_feed(&t, "{\"kind\":\"observe\",\"t\":2,\"figures\":{\"S1-1\":[40,24,90]}}");
    assert_int_equal(session_tick(t.session, 3.6, &fault), STATUS_OK);
    assert_int_equal(stage_lines_with(&t, "\"kind\":\"move\""), 1);
    assert_int_equal(stage_lines_with(&t, "OVER_DISTANCE"), 0);
    stage_feed(&t, "{\"kind\":\"observe\",\"t\":3.7,\"figures\":{\"S1-2\":[43,44,90]},\"lain\":{\"S1-2\":1.7}}");
    for (double t_s = 3.7; t_s < 4; t_s += 0.1) assert_int_equal(session_tick(t.session, t_s, &fault), STATUS_OK);
    assert_int_equal(stage_lines_with(&t, "OVER_DISTANCE"), 1);
    stage_end(&t);
}

// The program was not running for a minute, and R1 stands 20" on. Declarations and phases of that minute were not entered. If only the pictures were
// missing, it went too far.
static void a_move_while_the_program_was_stopped_is_doubtful(void **state) {
    (void)state;
    static const double found_s[] = {64, 64, 200};  // a hand may have lain over it
    for (int cut = 0; cut < 3; cut++) {
        char line[200];
        stage t = stage_begin();
        stage_open(&t);
        stage_feed(&t, MOVEMENT_RED);
        if (cut) stage_feed(&t, "{\"kind\":\"observe\",\"t\":63,\"figures\":{},\"gap_s\":60}");
        snprintf(line, sizeof line, "{\"kind\":\"observe\",\"t\":%g,\"gap_s\":60,\"figures\":{\"S1-1\":[40,40,90],\"S1-2\":[43,40,90]}}",
                 found_s[cut]);
        stage_feed(&t, line);
        stage_feed(&t, "{\"kind\":\"end-move\",\"t\":210,\"unit\":\"S1\"}");
        assert_int_equal(t.heard.last.ruling, cut ? RULING_DOUBTFUL : RULING_ILLEGAL);
        assert_int_equal(stage_lines_with(&t, "OVER_DISTANCE"), 1);
        assert_int_equal(stage_lines_with(&t, "For 60 s at a time"), 1);
        stage_feed(&t, "{\"kind\":\"observe\",\"t\":220,\"figures\":{\"S1-1\":[40,20,90],\"S1-2\":[43,20,90]}}");
        stage_feed(&t, "{\"kind\":\"end-move\",\"t\":230,\"unit\":\"S1\"}");
        assert_int_equal(t.heard.last.ruling, RULING_ILLEGAL);  // that was watched
        stage_end(&t);
    }
}

static void count_said(void *context, const report *what) { *(int *)context += what->kind == REPORT_MOVE; }

static void ten_thousand_moves_leave_the_heap_as_it_was(void **state) {
    (void)state;
    random_moves *r = random_moves_create(8, 5, 2, 1);
    session *s;
    fault fault = {""};
    int judged = 0;
    assert_non_null(r);
    assert_int_equal(session_create(random_moves_game(r), (session_options){0}, count_said, &judged, &s, &fault), STATUS_OK);
    size_t early = 0;
    while (judged < 10000) {
        assert_int_equal(session_feed(s, random_moves_next(r), &fault), STATUS_OK);
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
        cmocka_unit_test(a_verdict_says_how_many_figures_were_seen),
        cmocka_unit_test(a_way_that_no_picture_shows_is_not_called_legal),
        cmocka_unit_test(a_scattered_unit_with_lost_figures_is_not_called_legal),
        cmocka_unit_test(a_move_of_twenty_inches_is_too_far),
        cmocka_unit_test(skirmishers_may_come_close_but_not_touch),
        cmocka_unit_test(taking_back_what_goes_on_leaves_what_was_judged),
        cmocka_unit_test(a_judged_move_is_taken_back),
        cmocka_unit_test(an_answer_after_the_move_settles_it),
        cmocka_unit_test(advice_is_counted_as_what_it_is),
        cmocka_unit_test(a_charge_given_up_is_an_act),
        cmocka_unit_test(an_assumed_phase_is_said_once),
        cmocka_unit_test(recorded_lines_give_the_same_verdicts),
        cmocka_unit_test(a_move_while_the_program_was_stopped_is_doubtful),
        cmocka_unit_test(nothing_provisional_is_said_while_blind),
        cmocka_unit_test(nothing_provisional_is_said_of_a_unit_that_is_not_seen),
        cmocka_unit_test(a_figure_found_after_the_verdict_is_judged_at_once),
        cmocka_unit_test(ten_thousand_moves_leave_the_heap_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
