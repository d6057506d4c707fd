#include "tests/formation/course.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/same_pose.h"

static const char units[] =
    "{\"id\":\"A\",\"side\":\"red\",\"movement_in\":12,\"array\":{\"files\":3,\"ranks\":2,"
    "\"base\":{\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4},\"at\":[10,10,90]}},"
    "{\"id\":\"B\",\"side\":\"blue\",\"movement_in\":12,\"array\":{\"files\":3,\"ranks\":2,"
    "\"base\":{\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4},\"at\":[40,10,90]}},"
    "{\"id\":\"S\",\"side\":\"red\",\"type\":\"skirmish\",\"movement_in\":12,\"figures\":["
    "{\"id\":\"S-1\",\"base\":{\"shape\":\"round\",\"diameter_mm\":25.4},\"start\":[20,30,90]},"
    "{\"id\":\"S-2\",\"base\":{\"shape\":\"round\",\"diameter_mm\":25.4},\"start\":[23,30,90]},"
    "{\"id\":\"S-3\",\"base\":{\"shape\":\"round\",\"diameter_mm\":25.4},\"start\":[26,30,90]}]},"
    "{\"id\":\"L\",\"side\":\"blue\",\"movement_in\":12,\"array\":{\"files\":6,\"ranks\":3,"
    "\"base\":{\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4},\"at\":[55,30,90]}}";

int course_open(void **state) {
    course *p = calloc(1, sizeof *p);
    assert_non_null(p);
    p->g = table_game(units);
    segment_options o = segment_default_options();
    assert_int_equal(segmenter_create(p->g, &o, &p->s, NULL), STATUS_OK);
    for (int f = 0; f < p->g->figure_count; f++) p->at[f] = p->g->figures[f].start;
    *state = p;
    return 0;
}

int course_close(void **state) {
    course *p = *state;
    segmenter_destroy(p->s);
    game_destroy(p->g);
    free(p);
    return 0;
}

static void take_shift(course *p, const segment_end *end) {
    p->nudge_in = end->shift.distance_in;
    p->nudge_figures = end->shift.figure_count;
    for (int i = 0; i < end->shift.figure_count; i++) {
        p->shifted[i] = end->shift.figures[i];
        p->last_from[i] = end->shift.from[i];
        p->last_to[i] = end->shift.to[i];
    }
}

static void take_ended(course *p) {
    segment_end end;
    while (segmenter_next_finished(p->s, &end)) {
        p->ended[end.kind]++;
        p->ended_s = end.t_s;
        p->number = end.number;
        if (end.kind == SEGMENT_NUDGED || end.kind == SEGMENT_PUT_BACK) take_shift(p, &end);
        if (end.kind != SEGMENT_MOVED) continue;
        p->moves++;
        p->last = end.move;
        assert_int_equal(end.move.number, p->moves);
        int n = end.move.figure_count, last = end.move.sample_count - 1;
        assert_true(last >= 1);
        memcpy(p->last_from, end.move.from, (size_t)n * sizeof(pose));
        memcpy(p->last_to, end.move.to, (size_t)n * sizeof(pose));
        memcpy(p->last_with, end.move.moved_with, (size_t)n * sizeof(bool));
        for (int i = 0; i < n; i++) {  // the path joins the rest poses
            if (!end.move.moved_with[i]) continue;
            assert_true(same_pose(end.move.samples[i], end.move.from[i]));
            assert_true(same_pose(end.move.samples[last * n + i], end.move.to[i]));
        }
        for (int i = 0; i < last; i++) assert_true(end.move.sample_t_s[i] <= end.move.sample_t_s[i + 1]);
    }
}

void course_feed(course *p, const event *e) {
    assert_int_equal(segmenter_feed(p->s, e), STATUS_OK);
    take_ended(p);
}

void course_say(course *p, double t_s, event_kind kind, int unit) {
    event e = {.kind = kind, .t_s = t_s};
    if (kind == EVENT_END_MOVE) e.end_move.unit = unit;
    if (kind == EVENT_TAKE_BACK) e.take_back.unit = unit;
    if (kind == EVENT_PHASE) e.phase.side = -1;
    course_feed(p, &e);
}

void course_finish(course *p, double t_s) {
    assert_int_equal(segmenter_finish(p->s, t_s), STATUS_OK);
    take_ended(p);
}

void course_shift(course *p, int unit, double dx, double dy) {
    for (int f = p->g->units[unit].first_figure; f < p->g->units[unit].first_figure + p->g->units[unit].figure_count; f++)
        p->at[f].at = vec2_add(p->at[f].at, (vec2){dx, dy});
}

// Observes the figures first..first+count-1 where they are, with noise.
void course_observe_figures(course *p, double t_s, int first, int count, double noise_in, unsigned long long *seed) {
    event_pose seen[ROOM];
    for (int i = 0; i < count; i++) {
        pose at = noise_in > 0 ? table_noisy(p->at[first + i], noise_in, 50 * noise_in, seed) : p->at[first + i];
        seen[i] = (event_pose){.figure = first + i, .pose = at};
    }
    course_feed(p, &(event){.kind = EVENT_OBSERVE, .t_s = t_s, .observe = {.poses = seen, .pose_count = count}});
}

void course_observe(course *p, double t_s, int unit) {
    course_observe_figures(p, t_s, p->g->units[unit].first_figure, p->g->units[unit].figure_count, 0, NULL);
}

void course_hide(course *p, double t_s, int first, int count) {
    int figures[ROOM];
    for (int i = 0; i < count; i++) figures[i] = first + i;
    course_feed(p, &(event){.kind = EVENT_OBSERVE, .t_s = t_s, .observe = {.hidden = figures, .hidden_count = count}});
}

void course_wait(course *p, double t_s) {
    assert_int_equal(segmenter_advance(p->s, t_s), STATUS_OK);
    take_ended(p);
}

void course_nudge(course *p, double t_s, int figure) {
    event_pose seen = {figure, p->at[figure]};
    course_feed(p, &(event){.kind = EVENT_OBSERVE, .t_s = t_s, .observe = {.poses = &seen, .pose_count = 1, .nudged = &figure, .nudged_count = 1}});
}
