// Figures placed by leave of the rules while their unit's move goes on.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/formation/course.h"

static void place_with(course *p, double t_s, int first, int count, double sigma_in) {
    event_pose poses[ROOM];
    for (int i = 0; i < count; i++) {
        poses[i] = (event_pose){.figure = first + i, .pose = p->at[first + i]};
        poses[i].pose.sigma_in = sigma_in;
    }
    course_feed(p, &(event){.kind = EVENT_PLACE, .t_s = t_s, .place = {.poses = poses, .pose_count = count}});
}

static void place(course *p, double t_s, int first, int count) { place_with(p, t_s, first, count, 0); }

// A goes 5" north, then `count` of its figures are put 20" aside (docs/stream.md: the move ends where its figures stood before the line). The move is
// A's 5", with all six figures; what was placed is none.
static void place_after_five_inches(course *p, int count) {
    pose ended[6];
    course_shift(p, A, 0, 5);
    course_observe(p, 10, A);
    for (int i = 0; i < 6; i++) ended[i] = p->at[i];
    for (int i = 0; i < count; i++) p->at[i].at.x += 20;
    place(p, 10.2, 0, count);
    assert_int_equal(p->moves, 1);
    assert_true(p->ended_s == 10.2);
    for (int i = 0; i < 6; i++) {
        assert_true(p->last_with[i]);
        assert_true(fabs(p->last_to[i].at.y - p->last_from[i].at.y - 5) < 1e-9);
        assert_true(vec2_distance(p->last_to[i].at, ended[i].at) < 1e-9);
        assert_true(vec2_distance(segmenter_rest(p->s, i)->at, p->at[i].at) < 1e-9);
    }
    course_say(p, 12, EVENT_PHASE, -1);
    assert_int_equal(p->moves, 1);  // once
}

static void a_unit_that_is_placed_has_ended_its_move(void **state) { place_after_five_inches(*state, 6); }
static void so_it_has_where_one_figure_is_placed(void **state) { place_after_five_inches(*state, 1); }

static void a_place_ends_the_moves_of_its_own_units_alone(void **state) {
    course *p = *state;
    course_shift(p, A, 0, 5);
    course_observe(p, 10, A);
    p->at[12].at.x += 20;
    place(p, 10.2, 12, 1);
    assert_int_equal(p->moves, 0);
    course_say(p, 12, EVENT_END_MOVE, A);
    assert_int_equal(p->moves, 1);
}

// A unit at rest has no move that could end, and one that was taken up and put back within a nudge has made none.
static void a_place_makes_no_move(void **state) {
    course *p = *state;
    p->at[0].at.x += 20;
    place(p, 5, 0, 1);
    course_shift(p, B, 0, 0.1);
    course_observe(p, 8, B);
    place(p, 8.2, 6, 6);
    assert_int_equal(p->moves, 0);
    assert_int_equal(p->ended[SEGMENT_NUDGED], 1);
}

// A camera finds two of A's figures for the first time while the others go on: they are placed, with an error, and A's move goes on. People place
// them exactly: the move has ended. So it has where a figure that was seen before is placed, however it is.
static void figures_found_late_end_no_move(void **state) {
    static const struct {
        bool seen;
        double sigma_in;
        int moves;
    } rows[] = {{false, 0.02, 0}, {false, 0, 1}, {true, 0.02, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (i > 0) assert_int_equal(course_close(state) + course_open(state), 0);
        course *p = *state;
        if (rows[i].seen) course_observe(p, 4, A);
        for (int f = 0; f < 4; f++) p->at[f].at.y += 5;
        course_observe_figures(p, 10, 0, 4, 0, NULL);
        place_with(p, 10.2, 4, 2, rows[i].sigma_in);
        assert_int_equal(p->moves, rows[i].moves);
        course_say(p, 12, EVENT_END_MOVE, A);
        assert_int_equal(p->moves, 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        COURSE(a_unit_that_is_placed_has_ended_its_move),
        COURSE(so_it_has_where_one_figure_is_placed),
        COURSE(a_place_ends_the_moves_of_its_own_units_alone),
        COURSE(a_place_makes_no_move),
        COURSE(figures_found_late_end_no_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
