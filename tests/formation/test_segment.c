// Events to moves: jumps, pauses, nudges, take-backs, hands, noise.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/formation/course.h"

static void a_jump_is_a_move(void **state) {
    course *p = *state;
    course_shift(p, A, 0, 5);
    course_observe(p, 10, A);
    assert_int_equal(p->moves, 0);
    move m;
    assert_true(segmenter_under_way(p->s, A, &m));
    assert_memory_equal(&m.after, segmenter_form(p->s, A), sizeof m.after);  // as it stood
    assert_true(segmenter_ongoing(p->s, A, &m));
    assert_near(m.to[0].at.y - m.from[0].at.y, 5, 1e-12);
    assert_false(m.finished);
    course_say(p, 11, EVENT_END_MOVE, A);
    assert_int_equal(p->moves, 1);
    assert_int_equal(p->last.unit, A);
    assert_true(p->last.finished);
    assert_int_equal(p->last.sample_count, 2);
    assert_near(p->last.t_begin_s, 10, 0);
    assert_near(p->last.t_end_s, 11, 0);
    assert_int_equal(p->last.before.formation, FORMATION_CLOSED);
    assert_near(p->last.before.anchor.y, 10, 1e-9);
    assert_near(p->last.after.anchor.y, 15, 1e-9);
    for (int i = 0; i < 6; i++) {
        assert_true(p->last_with[i]);
        assert_near(p->last_to[i].at.y - p->last_from[i].at.y, 5, 1e-12);
    }
    assert_false(segmenter_ongoing(p->s, A, &m));
    course_finish(p, 20);
    assert_int_equal(p->moves, 1);
}

static void another_unit_ends_it_once_settled(void **state) {
    course *p = *state;
    course_shift(p, A, 0, 5);
    course_observe(p, 10, A);
    course_shift(p, B, 0, 3);
    course_observe(p, 11.6, B);  // A has been still for 1.6 s
    assert_int_equal(p->moves, 1);
    assert_int_equal(p->last.unit, A);
    assert_near(p->ended_s, 11.6, 0);
    course_shift(p, B, 0, 1);
    course_observe(p, 12, B);
    course_finish(p, 12.5);
    assert_int_equal(p->moves, 2);
    assert_int_equal(p->last.unit, B);
    assert_int_equal(p->last.sample_count, 3);
    assert_near(p->last_to[0].at.y - p->last_from[0].at.y, 4, 1e-12);
}

// The unit's figures first..first+count-1 are found where they have lain for so long.
static void find_late(course *p, double t_s, int first, int count, double still_for_s) {
    event_pose poses[ROOM];
    for (int i = 0; i < count; i++) poses[i] = (event_pose){.figure = first + i, .pose = p->at[first + i], .still_for_s = still_for_s};
    course_feed(p, &(event){.kind = EVENT_OBSERVE, .t_s = t_s, .observe = {.poses = poses, .pose_count = count}});
}

// The settle time counts from the time when the last figure came to rest.
static void a_figure_found_late_has_settled_when_it_came_to_rest(void **state) {
    course *p = *state;
    course_shift(p, A, 0, 5);
    course_observe_figures(p, 10, 0, 5, 0, NULL);
    find_late(p, 11.2, 5, 1, 1.1);  // there since 10.1
    course_wait(p, 11.5);
    assert_false(segmenter_settled(p->s, A));
    course_wait(p, 11.6);
    assert_true(segmenter_settled(p->s, A));
    course_shift(p, B, 0, 3);
    course_observe(p, 11.7, B);
    assert_int_equal(p->moves, 1);
    assert_int_equal(p->last.unit, A);
    assert_true(p->last_with[5]);
}

// But a figure that was seen to move waits for the whole settle time.
static void a_figure_found_at_once_waits_the_whole_settle_time(void **state) {
    course *p = *state;
    course_shift(p, A, 0, 5);
    find_late(p, 10, 5, 1, 0);
    find_late(p, 10, 0, 5, 3);
    course_wait(p, 11.4);
    assert_false(segmenter_settled(p->s, A));
    course_wait(p, 11.5);
    assert_true(segmenter_settled(p->s, A));
}

// A front that was reported wrongly for a while and is corrected delays nothing.
static void a_front_told_late_delays_nothing(void **state) {
    course *p = *state;
    course_shift(p, A, 0, 5);
    course_observe(p, 10, A);
    p->at[2].heading_rad += PI / 2;
    find_late(p, 10.8, 2, 1, 0.8);
    p->at[2].heading_rad -= PI / 2;
    find_late(p, 11, 2, 1, 1);
    course_wait(p, 11.5);
    assert_true(segmenter_settled(p->s, A));
}

// What had settled before it was found ends no sooner than it was.
static void nothing_ends_before_it_is_told(void **state) {
    course *p = *state;
    p->at[1].at.x += 0.2;
    find_late(p, 10, 1, 1, 5);
    course_wait(p, 10.1);
    assert_int_equal(p->ended[SEGMENT_NUDGED], 1);
    assert_near(p->ended_s, 10, 1e-9);
    assert_near(segmenter_reported_s(p->s, A), 10, 0);
}

static void a_pause_does_not_end_it(void **state) {
    course *p = *state;
    course_shift(p, A, 0, 2);
    course_observe(p, 10, A);
    course_wait(p, 30);
    assert_true(segmenter_settled(p->s, A));
    course_shift(p, A, 0, 2);
    course_observe(p, 31, A);
    assert_false(segmenter_settled(p->s, A));
    course_say(p, 40, EVENT_PHASE, -1);
    assert_int_equal(p->moves, 1);
    assert_near(p->last_to[0].at.y - p->last_from[0].at.y, 4, 1e-12);
    assert_int_equal(p->last.sample_count, 3);
}

static void ends_come_in_order_of_their_begin(void **state) {
    course *p = *state;
    course_shift(p, B, 0, 2);
    course_observe(p, 10, B);
    course_shift(p, A, 0, 2);
    course_observe(p, 11, A);
    assert_int_equal(segmenter_feed(p->s, &(event){.kind = EVENT_PHASE, .t_s = 20}), STATUS_OK);
    segment_end first, second;
    assert_true(segmenter_next_finished(p->s, &first));
    assert_true(segmenter_next_finished(p->s, &second));
    assert_false(segmenter_next_finished(p->s, &second));
    assert_int_equal(first.move.unit, B);
    assert_int_equal(second.move.unit, A);
    assert_int_equal(second.move.number, 2);
}

static void a_nudge_is_no_move(void **state) {
    course *p = *state;
    p->at[1].at.x += 0.2;
    course_observe(p, 10, A);
    move m;
    assert_false(segmenter_ongoing(p->s, A, &m));
    course_say(p, 12, EVENT_PHASE, -1);
    assert_int_equal(p->moves, 0);
    assert_int_equal(p->ended[SEGMENT_NUDGED], 1);
    assert_int_equal(p->nudge_figures, 1);
    assert_near(p->nudge_in, 0.2, 1e-12);
    p->at[1].at.x += 0.2;  // from the new rest pose: again a nudge, though 0.4" from the first
    course_observe(p, 20, A);
    course_say(p, 22, EVENT_PHASE, -1);
    assert_int_equal(p->moves, 0);
    assert_int_equal(p->ended[SEGMENT_NUDGED], 2);
}

// A figure of the block stands 0.28" aside, and one is turned by 20 degrees: the block stands where it stood. As far as that it moves as a whole
// only. One that is out of the block has moved, and so has one that faces about in it.
static void a_block_moves_as_a_whole(void **state) {
    course *p = *state;
    p->at[1].at.x += 0.28;
    p->at[4].heading_rad += 20 * RAD_PER_DEG;
    course_observe(p, 10, A);
    move m;
    assert_false(segmenter_ongoing(p->s, A, &m));
    course_say(p, 12, EVENT_PHASE, -1);
    assert_int_equal(p->moves, 0);
    assert_int_equal(p->ended[SEGMENT_NUDGED], 1);
    assert_int_equal(p->nudge_figures, 2);
    course_shift(p, A, 0, 0.28);
    course_observe(p, 20, A);
    course_say(p, 22, EVENT_PHASE, -1);
    assert_int_equal(p->moves, 1);
    assert_near(p->last_to[0].at.y - p->last_from[0].at.y, 0.28, 1e-12);
    p->at[1].at.x += 0.5;
    course_observe(p, 30, A);
    course_say(p, 32, EVENT_PHASE, -1);
    assert_int_equal(p->moves, 2);
    p->at[4].heading_rad += PI;
    course_observe(p, 40, A);
    course_say(p, 42, EVENT_PHASE, -1);
    assert_int_equal(p->moves, 3);
}

static void an_end_of_nothing_is_a_nudge_of_nothing(void **state) {
    course *p = *state;
    course_say(p, 10, EVENT_END_MOVE, A);
    assert_int_equal(p->moves, 0);
    assert_int_equal(p->ended[SEGMENT_NUDGED], 1);
    assert_int_equal(p->nudge_figures, 0);
}

static void a_turn_in_place_is_a_move(void **state) {
    course *p = *state;
    for (int f = 0; f < 6; f++) p->at[f].heading_rad = 0;
    course_observe(p, 10, A);
    course_say(p, 12, EVENT_END_MOVE, A);
    assert_int_equal(p->moves, 1);
    assert_near(p->last.after.facing_rad, 0, 1e-9);
    assert_int_equal(p->last.after.ranks, 3);
    assert_int_equal(p->last.after.frontage, 2);
    for (int f = 0; f < 6; f++) p->at[f].heading_rad = 8 * RAD_PER_DEG;
    course_observe(p, 20, A);
    course_say(p, 22, EVENT_END_MOVE, A);
    assert_int_equal(p->moves, 1);
}

static void taken_back_before_its_end(void **state) {
    course *p = *state;
    course_shift(p, A, 0, 8);
    course_observe(p, 10, A);
    course_say(p, 12, EVENT_TAKE_BACK, A);
    move m;
    assert_false(segmenter_ongoing(p->s, A, &m));
    course_shift(p, A, 0, -7.7);  // put back by hand, 0.3" off
    course_observe(p, 14, A);
    course_shift(p, B, 0, 2);
    course_observe(p, 20, B);
    course_finish(p, 30);
    assert_int_equal(p->moves, 1);  // B's
    assert_int_equal(p->ended[SEGMENT_NUDGED], 0);
    assert_near(segmenter_rest(p->s, 0)->at.y, p->at[0].at.y, 1e-12);
}

static void taken_back_after_its_end(void **state) {
    course *p = *state;
    course_shift(p, A, 0, 8);
    course_observe(p, 10, A);
    course_say(p, 12, EVENT_END_MOVE, A);
    course_say(p, 13, EVENT_TAKE_BACK, A);
    course_shift(p, A, 0, -8);
    course_observe(p, 15, A);
    course_say(p, 17, EVENT_PHASE, -1);
    assert_int_equal(p->moves, 1);
    course_shift(p, A, 0, 4);
    course_observe(p, 20, A);
    course_say(p, 22, EVENT_END_MOVE, A);
    assert_int_equal(p->moves, 2);
    assert_near(p->last_from[0].at.y, p->g->figures[0].start.at.y, 1e-12);
    assert_near(p->last.before.anchor.y, 10, 1e-9);
}

static void put_back_first_and_said_then(void **state) {
    course *p = *state;
    course_shift(p, A, 0, 8);
    course_observe(p, 10, A);
    course_say(p, 12, EVENT_END_MOVE, A);
    course_shift(p, A, 0, -8);
    course_observe(p, 13, A);
    course_say(p, 14, EVENT_TAKE_BACK, A);
    course_finish(p, 20);
    assert_int_equal(p->moves, 1);
}

// The unit goes from where it wrongly stood straight to a better place: one move, from where it first stood, of which only the ends are known.
static void taken_back_and_moved_elsewhere(void **state) {
    course *p = *state;
    course_shift(p, A, 0, 8);
    course_observe(p, 10, A);
    course_say(p, 12, EVENT_TAKE_BACK, A);
    course_shift(p, A, 0, -2);
    course_observe(p, 14, A);
    course_say(p, 16, EVENT_END_MOVE, A);
    assert_int_equal(p->moves, 1);
    assert_near(p->last_to[0].at.y - p->last_from[0].at.y, 6, 1e-12);
    assert_int_equal(p->last.sample_count, 2);
}

static void hidden_figures_that_reappear_belong_to_the_move(void **state) {
    course *p = *state;
    course_hide(p, 9, 4, 2);
    course_shift(p, A, 0, 5);
    course_observe_figures(p, 10, 0, 4, 0, NULL);
    course_say(p, 12, EVENT_END_MOVE, A);  // two are still under the hand
    assert_int_equal(p->moves, 1);
    assert_true(p->last_with[3]);
    assert_false(p->last_with[4]);
    assert_int_equal(p->last.after.figures, 4);
    assert_int_equal(p->last.after.ranks, p->last.before.ranks);  // they went along unseen
    assert_int_equal(p->last.after.frontage, p->last.before.frontage);
    course_observe_figures(p, 13, 4, 2, 0, NULL);
    course_finish(p, 20);
    assert_int_equal(p->moves, 1);
    assert_int_equal(p->ended[SEGMENT_NUDGED], 0);
    assert_int_equal(segmenter_form(p->s, A)->figures, 6);
    assert_near(segmenter_rest(p->s, 4)->at.y, p->at[4].at.y, 1e-12);
}

static void reappearing_within_the_move_takes_part(void **state) {
    course *p = *state;
    course_hide(p, 9, 0, 6);
    course_shift(p, A, 0, 5);
    course_shift(p, B, 0, 2);
    course_observe(p, 15, B);  // A is all under the hand: it is not known whether it moved
    course_observe(p, 16, A);
    course_finish(p, 20);
    assert_int_equal(p->moves, 2);
    assert_int_equal(p->last.unit, A);
    for (int i = 0; i < 6; i++) assert_true(p->last_with[i]);
}

static void hidden_and_found_at_the_same_place_is_nothing(void **state) {
    course *p = *state;
    course_hide(p, 9, 0, 6);
    course_observe(p, 12, A);
    course_finish(p, 20);
    assert_int_equal(p->moves + p->ended[SEGMENT_NUDGED], 0);
}

static void exchange(course *p, int i, int j) {
    pose at = p->at[i];
    p->at[i] = p->at[j], p->at[j] = at;
}

// The tracker now knows better which figure is which. No figure has moved, and each one's record moves to its true place.
static void named_anew_at_rest_is_no_move(void **state) {
    course *p = *state;
    course_observe(p, 9, A);
    exchange(p, 0, 4);
    exchange(p, 4, 5);
    course_observe(p, 10, A);
    course_finish(p, 20);
    assert_int_equal(p->moves + p->ended[SEGMENT_NUDGED], 0);
    for (int i = 0; i < 6; i++) assert_near(segmenter_rest(p->s, i)->at.x, p->at[i].at.x, 1e-12);
    assert_int_equal(segmenter_form(p->s, A)->ranks, 2);
}

// Nor does it put off the end of a move.
static void named_anew_within_a_move_is_no_motion(void **state) {
    course *p = *state;
    course_shift(p, A, 0, 5);
    course_observe(p, 10, A);
    exchange(p, 1, 3);
    course_observe(p, 11, A);
    assert_false(segmenter_settled(p->s, A));
    course_wait(p, 11.5);
    assert_true(segmenter_settled(p->s, A));
    course_say(p, 12, EVENT_END_MOVE, A);
    assert_int_equal(p->moves, 1);
    assert_near(p->last_to[1].at.y, p->at[1].at.y, 1e-12);
}

// Two skirmishers are put down out of sight, 6" and 4" ahead, and taken for each other when they are found; then they are told apart. Neither has
// been where the other is.
static void named_anew_within_a_move_leaves_no_detour(void **state) {
    course *p = *state;
    enum { FIRST = 12, SECOND, THIRD };
    course_hide(p, 9, FIRST, 2);
    p->at[FIRST].at.y += 6, p->at[SECOND].at.y += 4;
    exchange(p, FIRST, SECOND);
    course_observe_figures(p, 11, FIRST, 2, 0, NULL);
    p->at[THIRD].at.y += 1;
    course_observe_figures(p, 11.2, THIRD, 1, 0, NULL);
    exchange(p, FIRST, SECOND);
    course_observe_figures(p, 11.4, FIRST, 2, 0, NULL);
    move m;
    assert_true(segmenter_under_way(p->s, S, &m));
    assert_true(m.sample_count >= 2);
    for (int i = 0; i < m.sample_count; i++)
        for (int k = 0; k < 2; k++) assert_near(m.samples[i * m.figure_count + k].at.x, p->at[FIRST + k].at.x, 1e-12);
    assert_near(m.to[0].at.y - m.from[0].at.y, 6, 1e-12);
    assert_near(m.to[1].at.y - m.from[1].at.y, 4, 1e-12);
}

// A hand hides the left file of a block of three files and two ranks (0 to 2, 3 to 5) as it goes ahead. Those in sight are taken for the files to the
// left of theirs; then all are seen, and named rightly. Nobody has gone aside.
static void a_block_named_aside_under_a_hand_has_not_gone_there(void **state) {
    course *p = *state;
    const double x[6] = {p->at[0].at.x, p->at[1].at.x, p->at[2].at.x, p->at[3].at.x, p->at[4].at.x, p->at[5].at.x};
    const double aside = x[0] - x[1];
    course_shift(p, A, 0, 2);
    course_observe(p, 9, A);
    course_hide(p, 9.1, 2, 1), course_hide(p, 9.1, 5, 1);
    for (int k = 0; k < 3; k++) {  // 0 is seen where 1 is, and 1 where 2 is
        for (int i = 0; i < 6; i++) p->at[i].at.y += 0.3, p->at[i].at.x = x[i] - aside;
        course_observe_figures(p, 9.2 + 0.1 * k, 0, 2, 0, NULL);
        course_observe_figures(p, 9.2 + 0.1 * k, 3, 2, 0, NULL);
    }
    for (int i = 0; i < 6; i++) p->at[i].at.x = x[i];
    course_observe(p, 9.6, A);
    move m;
    assert_true(segmenter_under_way(p->s, A, &m));
    assert_true(m.sample_count >= 4);
    for (int i = 0; i < m.sample_count; i++)
        for (int k = 0; k < 6; k++)
            if (m.sample_seen[i * m.figure_count + k] && m.sample_t_s[i] > 9.25)  // until then one rank was named so, and the other not yet
                assert_near(m.samples[i * m.figure_count + k].at.x, x[k], 1e-9);
}

// One goes where another stood while that one goes elsewhere: both have moved.
static void going_where_another_stood_is_a_move(void **state) {
    course *p = *state;
    course_observe(p, 9, A);
    exchange(p, 2, 5);
    p->at[5].at.y += 1;
    course_observe(p, 10, A);
    move m;
    assert_true(segmenter_under_way(p->s, A, &m));
    assert_true(vec2_distance(m.from[2].at, m.to[2].at) > 0.9);
}

static void placed_and_removed_is_no_move(void **state) {
    course *p = *state;
    p->at[12].at = (vec2){50, 40};
    event_pose placed = {.figure = 12, .pose = p->at[12]};
    course_feed(p, &(event){.kind = EVENT_PLACE, .t_s = 5, .place = {.poses = &placed, .pose_count = 1}});
    int gone = 5;
    course_feed(p, &(event){.kind = EVENT_REMOVE, .t_s = 6, .remove = {.figures = &gone, .figure_count = 1}});
    assert_null(segmenter_rest(p->s, 5));
    assert_int_equal(segmenter_form(p->s, A)->figures, 5);
    course_observe_figures(p, 8, 5, 1, 0, NULL);  // the dead man is seen again: on the table, but no move
    course_finish(p, 20);
    assert_int_equal(p->moves + p->ended[SEGMENT_NUDGED], 0);
    assert_near(segmenter_rest(p->s, 12)->at.x, 50, 0);
    assert_int_equal(segmenter_form(p->s, A)->figures, 6);
}

static void place(course *p, double t_s, int first, int count) {
    event_pose poses[ROOM];
    for (int i = 0; i < count; i++) poses[i] = (event_pose){.figure = first + i, .pose = p->at[first + i]};
    course_feed(p, &(event){.kind = EVENT_PLACE, .t_s = t_s, .place = {.poses = poses, .pose_count = count}});
}

static void announce_reinforcements(course *p, double t_s, int unit) {
    event e = {.kind = EVENT_DECLARE, .t_s = t_s, .declare = {.unit = unit, .target = -1, .side = -1, .action = "reinforce"}};
    course_feed(p, &e);
}

// docs/stream.md: `declare reinforce`, `place`, `end-move` is judged as a move.
static void reinforcements_that_are_placed_have_moved(void **state) {
    course *p = *state;
    course_feed(p, &(event){.kind = EVENT_REMOVE, .t_s = 1, .remove = {.figures = (int[]){0, 1, 2, 3, 4, 5}, .figure_count = 6}});
    announce_reinforcements(p, 2, A);
    place(p, 5, 0, 4);
    place(p, 6, 4, 2);  // by two hands
    assert_int_equal(p->moves, 0);
    course_say(p, 8, EVENT_END_MOVE, A);
    assert_int_equal(p->moves, 1);
    assert_int_equal(p->last.unit, A);
    assert_int_equal(p->last.before.figures, 6);
    for (int i = 0; i < 6; i++) {
        assert_true(p->last_with[i]);
        assert_near(p->last_from[i].at.y, p->at[i].at.y, 1e-12);
        assert_near(p->last_to[i].at.y, p->at[i].at.y, 1e-12);
    }
    course_say(p, 9, EVENT_PHASE, -1);
    assert_int_equal(p->moves, 1);  // once
}

static void reinforcements_move_on_from_where_they_were_placed(void **state) {
    course *p = *state;
    course_feed(p, &(event){.kind = EVENT_REMOVE, .t_s = 1, .remove = {.figures = (int[]){0, 1, 2, 3, 4, 5}, .figure_count = 6}});
    announce_reinforcements(p, 2, A);
    place(p, 5, 0, 6);
    course_shift(p, A, 0, 3);
    course_observe(p, 10, A);
    course_say(p, 12, EVENT_PHASE, -1);
    assert_int_equal(p->moves, 1);
    assert_near(p->last_to[0].at.y - p->last_from[0].at.y, 3, 1e-12);
    place(p, 15, 0, 6);  // set right by leave: no second arrival
    course_say(p, 16, EVENT_PHASE, -1);
    assert_int_equal(p->moves, 1);
}

static void losses_within_a_move_are_left_out(void **state) {
    course *p = *state;
    course_shift(p, A, 0, 5);
    course_observe(p, 10, A);
    int gone = 2;
    course_feed(p, &(event){.kind = EVENT_REMOVE, .t_s = 11, .remove = {.figures = &gone, .figure_count = 1}});
    course_say(p, 12, EVENT_END_MOVE, A);
    assert_int_equal(p->moves, 1);
    assert_false(p->last_with[2]);
    assert_true(p->last_with[1]);
    assert_int_equal(p->last.before.figures, 6);
    assert_int_equal(p->last.after.figures, 5);
}

static void deployment_is_no_move(void **state) {
    (void)state;
    game *g = table_game(
        "{\"id\":\"N\",\"side\":\"red\",\"figures\":[{\"id\":\"N-1\",\"base\":{\"shape\":\"round\",\"diameter_mm\":25}},"
        "{\"id\":\"N-2\",\"base\":{\"shape\":\"round\",\"diameter_mm\":25}}]}");
    segmenter *s;
    segment_options o = segment_default_options();
    assert_int_equal(segmenter_create(g, &o, &s, NULL), STATUS_OK);
    assert_int_equal(segmenter_form(s, 0)->figures, 0);
    assert_null(segmenter_rest(s, 0));
    event_pose seen[2] = {{0, table_pose(10, 10, 90, 0.01, 1)}, {1, table_pose(11, 10, 90, 0.01, 1)}};
    assert_int_equal(segmenter_feed(s, &(event){.kind = EVENT_OBSERVE, .t_s = 1, .observe = {.poses = seen, .pose_count = 2}}), STATUS_OK);
    assert_int_equal(segmenter_finish(s, 5), STATUS_OK);
    segment_end end;
    assert_false(segmenter_next_finished(s, &end));
    assert_int_equal(segmenter_form(s, 0)->figures, 2);
    segmenter_destroy(s);
    game_destroy(g);
}

static void a_long_rest_in_noise_starts_and_drifts_nothing(void **state) {
    course *p = *state;
    unsigned long long seed = 3;
    int n = p->g->figure_count;
    for (int i = 0; i < 3000; i++) {
        course_observe_figures(p, i * 0.1, 0, n, 0.03, &seed);
        move m;
        for (int u = 0; u < 3; u++) assert_false(segmenter_ongoing(p->s, u, &m));
    }
    course_finish(p, 400);
    assert_int_equal(p->moves + p->ended[SEGMENT_NUDGED], 0);
    for (int f = 0; f < n; f++) assert_true(vec2_distance(segmenter_rest(p->s, f)->at, p->at[f].at) < 0.05);
}

// However small the steps, the unit ends where it was seen last, not where it was on average.
static void a_creeping_end_is_not_averaged(void **state) {
    course *p = *state;
    for (int i = 0; i < 60; i++) {
        course_shift(p, A, 0, 0.04);
        course_observe(p, 10 + i * 0.1, A);
    }
    course_say(p, 20, EVENT_END_MOVE, A);
    assert_int_equal(p->moves, 1);
    for (int i = 0; i < 6; i++) assert_near(p->last_to[i].at.y - p->last_from[i].at.y, 60 * 0.04, 1e-9);
}

static void a_long_path_stays_bounded(void **state) {
    course *p = *state;
    for (int i = 0; i < 5000; i++) {
        course_shift(p, A, 0, i < 2500 ? 0.07 : -0.065);
        course_observe(p, i * 0.1, A);
    }
    course_finish(p, 600);
    assert_int_equal(p->moves, 1);
    assert_true(p->last.sample_count <= SEGMENT_MAX_SAMPLES);
    assert_true(p->last.sample_count > SEGMENT_MAX_SAMPLES / 4);
}

typedef struct {
    int unit;
    pose from[ROOM], to[ROOM];
} made_move;

// One unit goes by a random turn and shift in 0.1 s steps, seen with noise, some of it under a hand; then everything rests.
static void make_move(course *p, made_move *made, double *t_s, unsigned long long *seed) {
    const game_unit *u = &p->g->units[made->unit];
    int first = u->first_figure, n = u->figure_count, steps = 5 + (int)(table_uniform(seed) * 20);
    double turn = (table_uniform(seed) - 0.5) * 0.1;
    vec2 step = {(table_uniform(seed) - 0.5) * 0.4, 0.1 + table_uniform(seed) * 0.3}, centre = p->at[first].at;
    memcpy(made->from, p->at + first, (size_t)n * sizeof(pose));
    for (int k = 0; k < steps; k++) {
        for (int f = first; f < first + n; f++) p->at[f] = table_carry(p->at[f], centre, turn, step);
        centre = vec2_add(centre, step);
        *t_s += 0.1;
        int covered = k + 1 < steps ? (int)(table_uniform(seed) * (n + 1)) : 0;
        if (covered > 0) course_hide(p, *t_s, first, covered);
        if (covered < n) course_observe_figures(p, *t_s, first + covered, n - covered, 0.02, seed);
    }
    memcpy(made->to, p->at + first, (size_t)n * sizeof(pose));
    for (int k = 0; k < 20; k++, *t_s += 0.1) course_observe_figures(p, *t_s, 0, p->g->figure_count, 0.02, seed);
}

static void check_move(const course *p, const made_move *made) {
    assert_int_equal(p->last.unit, made->unit);
    for (int i = 0; i < p->last.figure_count; i++) {
        assert_true(p->last_with[i]);
        assert_true(vec2_distance(p->last_from[i].at, made->from[i].at) < 0.06);
        assert_true(vec2_distance(p->last_to[i].at, made->to[i].at) < 0.06);
    }
}

static void random_moves_in_noise_are_found_exactly(void **state) {
    course *p = *state;
    unsigned long long seed = 11;
    double t_s = 0;
    made_move made, last = {.unit = -1};
    for (int round = 0; round < 150; round++) {
        made.unit = (round + (int)(table_uniform(&seed) * 2)) % 3;
        if (made.unit == last.unit) made.unit = (made.unit + 1) % 3;
        make_move(p, &made, &t_s, &seed);
        assert_int_equal(p->moves, round);  // the one before has ended by now, this one not yet
        if (round > 0) check_move(p, &last);
        last = made;
        if (fabs(p->at[0].at.x) > 1e4) break;
    }
    course_finish(p, t_s);
    check_move(p, &last);
    assert_int_equal(p->moves, 150);
    assert_int_equal(p->ended[SEGMENT_NUDGED], 0);
}

static void observe_after_gap(course *p, double t_s, int unit, double gap_s) {
    event_pose seen[ROOM];
    const game_unit *u = &p->g->units[unit];
    for (int i = 0; i < u->figure_count; i++) seen[i] = (event_pose){.figure = u->first_figure + i, .pose = p->at[u->first_figure + i]};
    course_feed(p, &(event){.kind = EVENT_OBSERVE, .t_s = t_s, .observe = {.poses = seen, .pose_count = u->figure_count, .gap_s = gap_s}});
}

// A gap belongs to the move on whose way something changed in it, and to no other.
static void a_move_knows_the_longest_gap_on_its_way(void **state) {
    course *p = *state;
    observe_after_gap(p, 9, A, 3);  // nothing had changed
    course_shift(p, A, 0, 2);
    course_observe(p, 10, A);
    course_shift(p, A, 0, 1);
    observe_after_gap(p, 11, A, 0.8);
    course_shift(p, A, 0, 1);
    observe_after_gap(p, 11.5, A, 0.4);
    observe_after_gap(p, 12.5, A, 2);  // it stands where it stood
    move m;
    assert_true(segmenter_under_way(p->s, A, &m));
    assert_near(m.gap_s, 0.8, 0);
    course_say(p, 20, EVENT_END_MOVE, A);
    assert_near(p->last.gap_s, 0.8, 0);
    course_shift(p, B, 0, 2);
    course_observe(p, 21, B);
    course_say(p, 30, EVENT_END_MOVE, B);
    assert_near(p->last.gap_s, 0, 0);
    course_shift(p, A, 0, 2);
    course_observe(p, 31, A);
    course_say(p, 40, EVENT_END_MOVE, A);
    assert_int_equal(p->moves, 3);
    assert_near(p->last.gap_s, 0, 0);  // another move
}

int main(void) {
    const struct CMUnitTest tests[] = {
        COURSE(a_jump_is_a_move),
        COURSE(a_move_knows_the_longest_gap_on_its_way),
        COURSE(another_unit_ends_it_once_settled),
        COURSE(a_figure_found_late_has_settled_when_it_came_to_rest),
        COURSE(a_figure_found_at_once_waits_the_whole_settle_time),
        COURSE(a_front_told_late_delays_nothing),
        COURSE(nothing_ends_before_it_is_told),
        COURSE(a_pause_does_not_end_it),
        COURSE(ends_come_in_order_of_their_begin),
        COURSE(a_nudge_is_no_move),
        COURSE(a_block_moves_as_a_whole),
        COURSE(an_end_of_nothing_is_a_nudge_of_nothing),
        COURSE(a_turn_in_place_is_a_move),
        COURSE(taken_back_before_its_end),
        COURSE(taken_back_after_its_end),
        COURSE(put_back_first_and_said_then),
        COURSE(taken_back_and_moved_elsewhere),
        COURSE(hidden_figures_that_reappear_belong_to_the_move),
        COURSE(reappearing_within_the_move_takes_part),
        COURSE(hidden_and_found_at_the_same_place_is_nothing),
        COURSE(named_anew_at_rest_is_no_move),
        COURSE(named_anew_within_a_move_is_no_motion),
        COURSE(named_anew_within_a_move_leaves_no_detour),
        COURSE(a_block_named_aside_under_a_hand_has_not_gone_there),
        COURSE(going_where_another_stood_is_a_move),
        COURSE(placed_and_removed_is_no_move),
        COURSE(reinforcements_that_are_placed_have_moved),
        COURSE(reinforcements_move_on_from_where_they_were_placed),
        COURSE(losses_within_a_move_are_left_out),
        cmocka_unit_test(deployment_is_no_move),
        COURSE(a_long_rest_in_noise_starts_and_drifts_nothing),
        COURSE(a_creeping_end_is_not_averaged),
        COURSE(a_long_path_stays_bounded),
        COURSE(random_moves_in_noise_are_found_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
