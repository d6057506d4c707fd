// What hands, things, light, camera and clock do to watching: rendered tables through the whole pipeline.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "referee/session.h"
#include "stream/stream.h"
#include "tests/pipeline/film.h"

static film begin(void) {
    film s = film_begin(true);
    for (int i = 0; i < 6; i++) film_show(&s);
    return s;
}

static const game_unit *unit(const film *s, const char *id) { return &s->game->units[game_find_unit(s->game, id)]; }

static int hidden_of(const film *s, const char *id) {
    const game_unit *u = unit(s, id);
    int n = 0;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) n += s->hidden[i];
    return n;
}

// Every reported figure is at its true place, to a millimetre and a half.
static void check_places(const film *s) {
    for (int i = 0; i < s->game->figure_count; i++) {
        double off_mm = s->seen[i] ? vec2_distance(s->known[i].at, s->true_pose[i].at) / IN_PER_MM : 0;
        if (off_mm > 1.5 && !s->hidden[i]) fail_msg("%s is told %.1f mm off", s->game->figures[i].id, off_mm);
    }
}

// At each place where a figure of the unit stands one of its figures is reported: which of the equal ones was not seen.
static void check_all_found(const film *s) {
    for (int i = 0; i < s->game->figure_count; i++) {
        const game_unit *u = &s->game->units[s->game->figures[i].unit];
        double nearest = INFINITY;
        for (int k = u->first_figure; k < u->first_figure + u->figure_count; k++)
            nearest = fmin(nearest, vec2_distance(s->known[k].at, s->true_pose[i].at));
        if (nearest > 1.5 * IN_PER_MM) fail_msg("nobody is told where %s stands", s->game->figures[i].id);
    }
}

static void darken(film *s, double light) {
    for (size_t i = 0; i < (size_t)FILM_WIDTH * FILM_HEIGHT * 3; i++) s->bgr[i] = (uint8_t)(s->bgr[i] * light);
}

static const char *health(const film *s) { return pipeline_health(s->pipeline); }

static int things(film *s, const char *kind) {
    const stream_eye *e = pipeline_eye(s->pipeline);
    int n = 0;
    for (int i = 0; i < e->occluder_count; i++) n += strcmp(e->occluders[i].kind, kind) == 0;
    return n;
}

// A hand comes, rests on the block and goes: its figures are hidden, stay where they were, and are back at once.
static void a_figure_under_a_resting_hand_is_hidden_and_not_moved(void **state) {
    (void)state;
    film s = begin();
    render_hand hand = {.from = {42, -8}, .z_in = 1};
    s.scene.hands = &hand, s.scene.hand_count = 1;
    for (int i = 0; i < 26; i++) {
        double y = i < 6 ? 1 + 2.4 * i : i < 20 ? 13.2 : 13.2 - 2.4 * (i - 20);
        hand.at = (vec2){40.3, y};
        film_show(&s);
        check_places(&s);
        if (i > 10 && i < 20) {
            assert_true(hidden_of(&s, "R") >= 3);
            assert_int_equal(hidden_of(&s, "T"), 0);
            assert_non_null(strstr(health(&s), "hand"));
            assert_int_equal(things(&s, "hand"), 1);
        }
    }
    s.scene.hand_count = 0;
    for (int i = 0; i < 3; i++) film_show(&s);
    assert_int_equal(hidden_of(&s, "R"), 0);
    assert_string_equal(health(&s), "");
    check_places(&s);
    film_end(&s);
}

// When the figure came that the last event tells to stand there; NAN: it tells of none.
static double came_s(const film *s, vec2 at) {
    event_pose_list poses = event_poses(&s->last);
    for (int i = 0; i < poses.count; i++)
        if (vec2_distance(poses.at[i].pose.at, at) < 1.5 * IN_PER_MM) return s->last.t_s - poses.at[i].still_for_s;
    return NAN;
}

// A figure is put down 3" off and the hand rests on it, for longer each time, while searches for it find nothing. After the hand goes the figure is
// reported by the third picture that shows it, since a find far off must be made twice. Its reported rest begins before the first picture that shows
// it free, and when the hand last stirred there, though the hand rests there far longer.
static void a_figure_is_found_as_soon_as_the_hand_leaves_it(void **state) {
    (void)state;
    film s = begin();
    int i = unit(&s, "R")->first_figure;
    render_hand hand = {.from = {42, -8}};
    s.scene.hands = &hand;
    for (int round = 0; round < 6; round++) {
        vec2 from = s.true_pose[i].at, to = vec2_add(from, (vec2){round % 2 ? 3 : -3, 0});
        int rests = 8 + 2 * round, away = -1, reported = -1;
        double free_s = NAN, came = NAN;
        s.scene.hand_count = 1;
        for (int k = 0; k < 12 + rests + 8; k++) {
            double carried = fmin(fmax(k - 2, 0) / 10.0, 1), gone = 2.4 * fmax(k - 12 - rests, 0);
            hand.at = vec2_add(vec2_lerp(from, to, carried), (vec2){0, 0.6 - gone});
            hand.z_in = 1;
            s.true_pose[i].at = vec2_lerp(from, to, carried);
            film_show(&s);
            if (away < 0 && gone > 4) away = k, free_s = s.last.t_s;
            if (reported < 0 && k > 12 + rests && !s.hidden[i] && vec2_distance(s.known[i].at, to) < 1.5 * IN_PER_MM)
                reported = k, came = came_s(&s, to);
        }
        if (reported < 0 || reported > away + 2)
            fail_msg("after %d pictures under the hand: free from picture %d on, told at %d", rests, away, reported);
        if (!(came > free_s - 2.5 * s.step_s && came < free_s - s.step_s / 2)) fail_msg("free at %.1f s, said to have come at %.2f s", free_s, came);
        s.scene.hand_count = 0;
        for (int k = 0; k < 10; k++) film_show(&s);
    }
    check_places(&s);
    film_end(&s);
}

// The distance from a hand to each figure: never reported too far, and too near at most by the parallax of the hand's height.
static void how_near_a_hand_is_is_told(void **state) {
    (void)state;
    film s = begin();
    render_hand hand = {.from = {26, -8}, .z_in = 1};
    s.scene.hands = &hand, s.scene.hand_count = 1;
    for (int i = 0; i < 4; i++) {
        hand.at = (vec2){26 + i, 10 + 4.0 * i};
        film_show(&s);
        for (int k = 0; k < s.game->figure_count; k++) {
            // The fingers are 1.2" to either side of the middle, the sleeve 1.5": the nearest of fingertips and arm.
            double at_tip = vec2_distance(s.true_pose[k].at, hand.at), along = segment_distance(s.true_pose[k].at, hand.from, hand.at);
            double least = along - 1.7 - s.game->figures[k].base.width_in, reported = pipeline_figure(s.pipeline, k)->hand_in;
            if (reported > at_tip) fail_msg("%s: the fingertips are %.1f\" away, said to be %.1f\"", s.game->figures[k].id, at_tip, reported);
            if (reported < 6 && reported < least - 2.5)
                fail_msg("%s: the arm is %.1f\" away, said to be %.1f\"", s.game->figures[k].id, along, reported);
        }
    }
    s.scene.hand_count = 0;
    for (int i = 0; i < 2; i++) film_show(&s);
    for (int k = 0; k < s.game->figure_count; k++) assert_true(isinf(pipeline_figure(s.pipeline, k)->hand_in));
    film_end(&s);
}

// A cup is set down on a figure and stays for long: the figure is hidden and named, and back when the cup is gone. A ruler and dice hide no figure.
static void things_on_the_table_move_no_figure(void **state) {
    (void)state;
    film s = begin();
    render_scatter lies[3] = {{SCATTER_TOKEN, {.at = {36, 24}}, 3, 0x703018, 0x502010},
                              {SCATTER_RULER, {.at = {38, 15}, .heading_rad = 0.2}, 12, 0xd8c060, 0},
                              {SCATTER_DIE, {.at = {30, 30}, .heading_rad = 0.7}, 0.63, 0xf0f0f0, 0}};
    s.scene.scatter = lies, s.scene.scatter_count = 3;
    s.scene.present = calloc((size_t)s.game->figure_count, sizeof(bool));
    bool *present = (bool *)s.scene.present;
    int under = game_find_figure(s.game, "T-3");
    assert_true(present && under >= 0);
    for (int i = 0; i < s.game->figure_count; i++) present[i] = i != under;  // a token is flat: what it lies on is not drawn
    for (int i = 0; i < 30; i++) {
        s.t_s += i == 12 ? 3 : 0;  // longer than a hand lies still
        film_show(&s);
        check_places(&s);
    }
    assert_true(s.hidden[under]);
    assert_int_equal(hidden_of(&s, "R"), 0);
    assert_int_equal(things(&s, "cup"), 1);
    assert_int_equal(things(&s, "ruler"), 1);
    assert_int_equal(things(&s, "hand"), 0);
    assert_non_null(strstr(health(&s), "T-3"));
    assert_non_null(strstr(health(&s), "cup"));
    present[under] = true;
    s.scene.scatter_count = 0;
    for (int i = 0; i < 12; i++) film_show(&s);
    assert_false(s.hidden[under]);
    assert_int_equal(pipeline_eye(s.pipeline)->occluder_count, 0);
    check_places(&s);
    free(present);
    film_end(&s);
}

// The light goes out in three frames and comes back dimmer: no figure is hidden, nothing is reported of the dark, and all goes on.
static void the_light_goes_out_and_on(void **state) {
    (void)state;
    static const double light[] = {0.7, 0.3, 0.1, 0.02, 0.02, 0.02, 0.02, 0.02, 0.2, 0.5, 0.75, 0.75, 0.75, 0.75, 0.75, 0.75, 0.75, 0.75, 0.75};
    film s = begin();
    bool dark = false, changing = false;
    for (size_t i = 0; i < sizeof light / sizeof *light; i++) {
        film_draw(&s);
        darken(&s, light[i]);
        film_give(&s);
        dark |= strstr(health(&s), "dark") != NULL, changing |= strstr(health(&s), "light changes") != NULL;
        if (light[i] < 0.1) assert_string_equal(pipeline_eye(s.pipeline)->light, "out");
        if (light[i] < 0.7) assert_true(event_tells_nothing(&s.last));
        for (int k = 0; k < s.game->figure_count; k++) assert_false(s.hidden[k]);
        check_places(&s);
    }
    assert_true(dark && changing);
    assert_string_equal(health(&s), "");
    s.true_pose[0].at.x += 2;  // and what then moves is seen
    for (int i = 0; i < 12; i++) {
        film_draw(&s);
        darken(&s, 0.75);
        film_give(&s);
    }
    check_places(&s);
    film_end(&s);
}

// A figure that was carried while no picture came is reported with the gap; one that goes on later, in full view, is not.
static void what_happened_in_a_gap_is_told_with_it(void **state) {
    (void)state;
    film s = begin();
    double gap = 0;
    for (int i = 0; i < 5; i++) film_show(&s);
    s.t_s += 0.6;
    s.true_pose[0].at.x += 2;
    bool reported = false;
    for (int i = 0; i < 12; i++) {
        film_show(&s);
        const event_observe *seen = event_as_observe(&s.last);
        for (int k = 0; seen && k < seen->pose_count; k++)
            reported |= seen->poses[k].figure == 0, gap = seen->poses[k].figure == 0 ? seen->gap_s : gap;
    }
    assert_true(reported);
    assert_true(fabs(gap - 0.7) < 1e-6);  // 0.6 s more than the step
    for (int i = 0; i < 20; i++) film_show(&s);
    for (int i = 0; i < 12; i++) {
        s.true_pose[0].at.x += 0.1;
        film_show(&s);
        assert_true(event_as_observe(&s.last)->gap_s == 0);
    }
    assert_true(s.known[0].at.x > s.true_pose[0].at.x - 0.3);
    film_end(&s);
}

// Frames that come twice, late, or after a gap; and a clock that is set back and runs on.
static void frames_in_disorder_are_passed_over(void **state) {
    (void)state;
    film s = begin();
    double last = s.last.t_s;
    film_draw(&s);
    s.t_s = last;  // again
    film_give(&s);
    assert_true(event_tells_nothing(&s.last));
    s.t_s = last - 0.35;  // late
    film_give(&s);
    assert_non_null(strstr(health(&s), "backwards"));
    assert_true(s.last.t_s >= last);
    s.t_s = last + 5;  // a gap
    s.true_pose[0].at.x += 2;
    for (int i = 0; i < 12; i++) film_show(&s), assert_true(s.last.t_s >= last + 5);
    check_places(&s);
    last = s.last.t_s;
    s.t_s = 0;  // set back
    s.true_pose[0].at.x += 2;
    film_draw(&s);
    for (int i = 0; i < 40; i++) {
        film_give(&s);
        assert_true(s.last.t_s >= last);
        last = s.last.t_s;
    }
    assert_string_equal(health(&s), "");
    check_places(&s);
    film_end(&s);
}

// Every second pixel of every second row: the same view in a quarter of the pixels.
static frame half_frame(film *s, uint8_t *bgr, uint8_t *gray) {
    for (int v = 0; v < FILM_HEIGHT / 2; v++)
        for (int u = 0; u < FILM_WIDTH / 2; u++)
            for (int k = 0; k < 3; k++) {
                const uint8_t *at = s->bgr + ((size_t)2 * (size_t)v * FILM_WIDTH + 2 * (size_t)u) * 3 + k;
                int sum = at[0] + at[3] + at[FILM_WIDTH * 3] + at[FILM_WIDTH * 3 + 3];
                bgr[((size_t)v * (FILM_WIDTH / 2) + (size_t)u) * 3 + (size_t)k] = (uint8_t)(sum / 4);
            }
    render_gray(bgr, FILM_WIDTH / 2, FILM_HEIGHT / 2, gray);
    return (frame){.width = FILM_WIDTH / 2,
                   .height = FILM_HEIGHT / 2,
                   .gray = gray,
                   .gray_stride = FILM_WIDTH / 2,
                   .bgr = bgr,
                   .bgr_stride = FILM_WIDTH / 2 * 3};
}

// Pictures of half the size: reported, then calibrated from the table's markers; and back again.
static void pictures_of_another_size_are_told_and_calibrated(void **state) {
    (void)state;
    film s = begin();
    fault fault = {""};
    event e;
    uint8_t *bgr = malloc((size_t)FILM_WIDTH * FILM_HEIGHT), *gray = malloc((size_t)FILM_WIDTH * FILM_HEIGHT);
    assert_true(bgr && gray);
    frame f = half_frame(&s, bgr, gray);
    for (int i = 0; i < 20; i++) {
        f.t_s = s.t_s += 0.1;
        assert_int_equal(pipeline_frame(s.pipeline, &f, &e, &fault), STATUS_OK);
        if (i == 3) assert_non_null(strstr(health(&s), "960 x 540"));
        if (i < 10) assert_true(event_tells_nothing(&e));
        event_pose_list poses = event_poses(&e);
        for (int k = 0; k < poses.count; k++) assert_true(vec2_distance(poses.at[k].pose.at, s.true_pose[poses.at[k].figure].at) < 0.1);
    }
    assert_int_equal(pipeline_calibration(s.pipeline)->width, 960);
    assert_null(strstr(health(&s), "960"));
    s.true_pose[0].at.x += 2;
    for (int i = 0; i < 12; i++) film_show(&s);
    assert_int_equal(pipeline_calibration(s.pipeline)->width, FILM_WIDTH);
    check_places(&s);
    free(bgr);
    free(gray);
    film_end(&s);
}

// Knocked while a hand pushes the block, and the hand goes on: nothing is reported until the camera is found again; then all places are true.
static void a_knock_while_a_hand_moves_is_got_over(void **state) {
    (void)state;
    film s = begin();
    fault fault = {""};
    const game_unit *u = unit(&s, "R");
    render_hand hand = {.from = {42, -8}, .z_in = 1};
    s.scene.hands = &hand, s.scene.hand_count = 1;
    vec2 forward = heading_forward(80 * RAD_PER_DEG);
    bool reported = false;
    for (int i = 0; i < 26; i++) {
        if (i == 6) {
            renderer *before = s.renderer;
            s.scene.camera.translation_in[0] += 0.3;
            if (renderer_create(&s.scene, &s.renderer, &fault) != STATUS_OK) fail_msg("%s", fault.text);
            renderer_destroy(before);
        }
        for (int k = 0; k < u->figure_count; k++)
            s.true_pose[u->first_figure + k].at = vec2_add(s.game->figures[u->first_figure + k].start.at, vec2_scale(forward, 0.25 * fmin(i, 16)));
        hand.at = vec2_add((vec2){40, 12}, vec2_scale(forward, 0.25 * fmin(i, 16) - 2.4 - (i % 2) * 0.3));
        film_show(&s);
        bool moved = strstr(health(&s), "moved") != NULL;
        reported |= moved;
        if (moved) assert_true(event_tells_nothing(&s.last));
        for (int k = 0; k < 3; k++) assert_true(vec2_distance(s.known[k].at, s.true_pose[k].at) < 0.06);  // no figure of T moved
    }
    assert_true(reported);
    assert_null(strstr(health(&s), "moved"));  // though the hand never rested
    s.scene.hand_count = 0;
    for (int i = 0; i < 10; i++) film_show(&s);
    for (int i = 0; i < s.game->figure_count; i++) assert_false(s.hidden[i]);
    check_all_found(&s);
    film_end(&s);
}

// A base with a marker and one with painted rims that the game does not know are reported once as unregistered; not while a hand is over the table,
// which may hold one of the game's own.
static void bases_of_no_figure_are_named_once(void **state) {
    (void)state;
    static const char more[] =
        "{\"id\":\"X\",\"side\":\"red\",\"rim_colour\":\"#b02020\",\"mark_colour\":\"#f6f4ee\",\"array\":{\"files\":1,\"ranks\":1,"
        "\"base\":{\"shape\":\"square\",\"width_mm\":25,\"depth_mm\":25},\"at\":[58,24,90]}},"
        "{\"id\":\"Y\",\"side\":\"red\",\"type\":\"skirmish\",\"figures\":[{\"id\":\"Y-1\",\"base\":{\"shape\":\"square\",\"width_mm\":40,"
        "\"depth_mm\":40},\"marker\":{\"family\":\"tag36h11\",\"id\":77,\"size_mm\":30},\"start\":[24,34,20]}]}]}";
    film s = film_begin(false);
    char text[4096], words[256], *json;
    fault fault = {""};
    game *drawn;
    int capacity = snprintf(text, sizeof text, "%.*s,%s", (int)strlen(film_game) - 2, film_game, more);  // in place of its last "]}"
    assert_true(capacity < (int)sizeof text);
    if (game_parse(text, strlen(text), "more", &drawn, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    int n = drawn->figure_count;
    pose *poses = calloc((size_t)n, sizeof *poses);
    bool *present = calloc((size_t)n, sizeof *present);
    assert_true(poses && present);
    for (int i = 0; i < n; i++) poses[i] = drawn->figures[i].start, present[i] = i < s.game->figure_count;
    renderer_destroy(s.renderer);
    s.scene.game = drawn, s.scene.poses = poses, s.scene.present = present;
    if (renderer_create(&s.scene, &s.renderer, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    int bases = 0, markers = 0;
    render_hand hand = {.from = {8, -8}, .z_in = 1};
    s.scene.hands = &hand;
    for (int i = 0; i < 40; i++) {
        s.scene.hand_count = i >= 5 && i < 20;
        hand.at = (vec2){8 + 0.3 * (i % 2), 3};
        if (i == 6)
            for (int k = s.game->figure_count; k < n; k++) present[k] = true;
        film_show(&s);
        check_places(&s);
        while (pipeline_take_unregistered(s.pipeline, words, sizeof words, &json)) {
            assert_true(i >= 20);
            bases += strstr(words, "25 x 25") != NULL;
            markers += strstr(words, "tag36h11 77") != NULL;
            assert_non_null(strstr(json, "\"kind\":\"unknown\""));
            free(json);
        }
    }
    assert_int_equal(bases, 1);
    assert_int_equal(markers, 1);
    game_destroy(drawn);
    free(poses);
    free(present);
    film_end(&s);
}

// The verdict ----------------------------------------------------------------------------------------------------------------------------------

typedef struct {
    double settled_s;
} judge;

static void hear(void *context, const report *what) {
    judge *j = context;
    if (what->kind == REPORT_SETTLED && j->settled_s == 0) j->settled_s = what->t_s;
}

// The hand lets go of the block and leaves it; another one works at the far side of the table all the while. The verdict is there when the block has
// stood still for the settle time (1.5 s) without a hand over it, and a tenth of a second more.
static void another_hand_delays_no_verdict(void **state) {
    (void)state;
    film s = film_begin(true);
    judge j = {0};
    session *judging;
    fault fault = {""};
    event_pose rounded[64];
    assert_int_equal(session_create(s.game, (session_options){.provisional = true}, hear, &j, &judging, &fault), STATUS_OK);
    render_hand hands[2] = {{.from = {42, -8}, .z_in = 1}, {.from = {20, 56}, .z_in = 1}};
    s.scene.hands = hands;
    vec2 forward = heading_forward(80 * RAD_PER_DEG);
    const game_unit *u = unit(&s, "R");
    double gone_s = 0;
    s.step_s = 1 / 15.0;
    for (int i = 0; i < 62; i++) {
        int k = i - 10;
        double pushed = fmin(fmax(k, 0), 14) * 0.3, back = k > 14 ? (k - 14) * 1.6 : 0;
        for (int n = 0; n < u->figure_count; n++)
            s.true_pose[u->first_figure + n].at = vec2_add(s.game->figures[u->first_figure + n].start.at, vec2_scale(forward, pushed));
        hands[0].at = vec2_add((vec2){40, 12}, vec2_scale(forward, pushed - 0.6 - back));  // over the rear rank
        hands[1].at = (vec2){20 + 3 * sin(i * 0.7), 38 + 2 * cos(i * 0.9)};
        s.scene.hand_count = k < 0 ? 0 : 2;
        if (k >= 0 && hands[0].at.y < 1) hands[0].at.y = -20;
        if (k > 14 && gone_s == 0 && hands[0].at.y < s.true_pose[u->first_figure + 9].at.y - 2.5) gone_s = s.t_s;
        film_show(&s);
        event e = stream_rounded(&s.last, rounded);
        if (!event_tells_nothing(&e)) assert_int_equal(session_feed(judging, &e, &fault), STATUS_OK);
        assert_int_equal(session_tick(judging, e.t_s, &fault), STATUS_OK);
    }
    assert_true(gone_s > 0);
    if (j.settled_s == 0 || j.settled_s > gone_s + 1.5 + 0.1 + s.step_s)
        fail_msg("the hand was gone at %.2f s, the verdict there at %.2f s", gone_s, j.settled_s);
    check_places(&s);
    session_destroy(judging);
    film_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_figure_under_a_resting_hand_is_hidden_and_not_moved),
        cmocka_unit_test(a_figure_is_found_as_soon_as_the_hand_leaves_it),
        cmocka_unit_test(how_near_a_hand_is_is_told),
        cmocka_unit_test(things_on_the_table_move_no_figure),
        cmocka_unit_test(the_light_goes_out_and_on),
        cmocka_unit_test(what_happened_in_a_gap_is_told_with_it),
        cmocka_unit_test(frames_in_disorder_are_passed_over),
        cmocka_unit_test(pictures_of_another_size_are_told_and_calibrated),
        cmocka_unit_test(a_knock_while_a_hand_moves_is_got_over),
        cmocka_unit_test(bases_of_no_figure_are_named_once),
        cmocka_unit_test(another_hand_delays_no_verdict),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
