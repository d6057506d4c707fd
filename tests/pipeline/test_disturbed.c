// Misleading pictures: mirrored ones, shaken ones, light that drifts, hands that lie still or lay there from the first picture on. No move is
// reported that was not made, what is not seen is reported as such, and verdicts wait.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "pipeline/health.h"
#include "referee/session.h"
#include "stream/stream.h"
#include "tests/pipeline/film.h"

#define PICTURE_BYTES ((size_t)FILM_WIDTH * FILM_HEIGHT * 3)

// A film and the judge that watches it.
typedef struct {
    film film;
    session *session;
    event_pose rounded[64];
    int lines[REPORT_MIXED + 1];  // reported, by kind
    int healths;                  // different health lines, one after the other
    char health[HEALTH_TEXT];
    verdict verdict;  // the last one
} show;

static void hear(void *context, const report *what) {
    show *w = context;
    w->lines[what->kind]++;
    if (what->verdict) w->verdict = *what->verdict;
}

static void show_begin(show *w) {
    fault fault = {""};
    *w = (show){.film = film_begin(true)};
    assert_int_equal(session_create(w->film.game, (session_options){.provisional = true}, hear, w, &w->session, &fault), STATUS_OK);
}

static void show_end(show *w) {
    session_destroy(w->session);
    film_end(&w->film);
}

static int said_in_all(const show *w) {
    int n = 0;
    for (int k = 0; k <= REPORT_MIXED; k++) n += w->lines[k];
    return n;
}

// Gives what was drawn to the pipeline, and what that tells to the judge, as `watch` does.
static void give(show *w) {
    film *s = &w->film;
    fault fault = {""};
    film_give(s);
    assert_true(event_poses(&s->last).count <= 64);
    event e = stream_rounded(&s->last, w->rounded);
    if (!event_tells_nothing(&e)) assert_int_equal(session_feed(w->session, &e, &fault), STATUS_OK);
    if (pipeline_is_blind(s->pipeline) || !pipeline_knows_hands(s->pipeline)) session_note_blind(w->session, e.t_s);
    for (int u = 0; u < s->game->unit_count; u++) session_hold(w->session, u, pipeline_covers(s->pipeline, u));
    assert_int_equal(session_tick(w->session, e.t_s, &fault), STATUS_OK);
    if (strcmp(w->health, pipeline_health(s->pipeline)) == 0) return;
    snprintf(w->health, sizeof w->health, "%s", pipeline_health(s->pipeline));
    w->healths++;
}

static void play(show *w, int frames) {
    for (int i = 0; i < frames; i++) film_draw(&w->film), give(w);
}

static bool says(const show *w, const char *words) { return strstr(w->health, words) != NULL; }

static void move_camera(film *s, double x_in, double y_in) {
    fault fault = {""};
    renderer *before = s->renderer;
    s->scene.camera.translation_in[0] += x_in, s->scene.camera.translation_in[1] += y_in;
    if (renderer_create(&s->scene, &s->renderer, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    renderer_destroy(before);
}

// Each reported figure stands at its true place, to a millimetre and a half.
static void check_places(const film *s) {
    for (int i = 0; i < s->game->figure_count; i++) {
        double off_mm = s->seen[i] ? vec2_distance(s->known[i].at, s->true_pose[i].at) / IN_PER_MM : 0;
        if (off_mm > 1.5) fail_msg("%s is told %.1f mm off", s->game->figures[i].id, off_mm);
    }
}

static int reported(const film *s) {
    int n = 0;
    for (int i = 0; i < s->game->figure_count; i++) n += s->seen[i];
    return n;
}

// The calibration and the table's markers ------------------------------------------------------------------------------------------------------

static void mirror(uint8_t *bgr) {
    for (int v = 0; v < FILM_HEIGHT; v++)
        for (int u = 0; u < FILM_WIDTH / 2; u++) {
            uint8_t *a = bgr + ((size_t)v * FILM_WIDTH + (size_t)u) * 3, *b = bgr + ((size_t)v * FILM_WIDTH + (size_t)(FILM_WIDTH - 1 - u)) * 3,
                    keep[3];
            memcpy(keep, a, 3), memcpy(a, b, 3), memcpy(b, keep, 3);
        }
}

static void a_mirrored_picture_is_reported_and_places_no_figure(void **state) {
    (void)state;
    static show w;
    show_begin(&w);
    for (int i = 0; i < 30; i++) {
        film_draw(&w.film);
        mirror(w.film.bgr);
        give(&w);
        assert_true(says(&w, "mirrored"));
        assert_true(pipeline_is_blind(w.film.pipeline));
    }
    assert_int_equal(reported(&w.film) + said_in_all(&w), 0);
    play(&w, 15);  // turned off
    assert_string_equal(w.health, "");
    assert_int_equal(reported(&w.film), w.film.game->figure_count);
    check_places(&w.film);
    show_end(&w);
}

static void markers_that_are_not_read_where_the_calibration_has_them_are_said(void **state) {
    (void)state;
    static show w;
    show_begin(&w);
    render_scatter books[4];
    for (int m = 0; m < 4; m++) books[m] = (render_scatter){SCATTER_TOKEN, {.at = w.film.game->table_markers[m].pose.at}, 6.5, 0x303060, 0x202050};
    w.film.scene.scatter = books, w.film.scene.scatter_count = 4;
    play(&w, 25);
    assert_true(says(&w, "not read where the calibration has them"));
    assert_true(says(&w, "mirrored"));
    assert_int_equal(reported(&w.film) + said_in_all(&w), 0);
    w.film.scene.scatter_count = 1;
    play(&w, 30);
    assert_string_equal(w.health, "");
    assert_int_equal(reported(&w.film), w.film.game->figure_count);
    check_places(&w.film);
    show_end(&w);
}

// The camera stands a foot from where it was calibrated: too far for its markers to be looked for where they were.
static void a_camera_that_stands_elsewhere_is_calibrated_anew(void **state) {
    (void)state;
    static show w;
    char notice[256];
    show_begin(&w);
    w.film.scene.camera.fx *= 0.8, w.film.scene.camera.fy *= 0.8;  // so that all of the table stays in its picture
    pipeline_destroy(w.film.pipeline);
    w.film.calibration.fx *= 0.8, w.film.calibration.fy *= 0.8;
    fault fault = {""};
    assert_int_equal(pipeline_create(w.film.game, &w.film.calibration, &w.film.pipeline, &fault), STATUS_OK);
    move_camera(&w.film, 9, -8);
    play(&w, 20);
    assert_true(pipeline_take_notice(w.film.pipeline, notice, sizeof notice));
    assert_non_null(strstr(notice, "calibrated anew"));
    assert_string_equal(w.health, "");
    assert_true(reported(&w.film) > 0);
    check_places(&w.film);
    show_end(&w);
}

// Shaken ---------------------------------------------------------------------------------------------------------------------------------------

// The picture moved by so many pixels, between them by how near they are.
static void shift(const uint8_t *from, uint8_t *to, double right, double down) {
    for (int v = 0; v < FILM_HEIGHT; v++)
        for (int u = 0; u < FILM_WIDTH; u++) {
            double x = fmin(fmax(u - right, 0), FILM_WIDTH - 2), y = fmin(fmax(v - down, 0), FILM_HEIGHT - 2), p = x - floor(x), q = y - floor(y);
            const uint8_t *at = from + ((size_t)y * FILM_WIDTH + (size_t)x) * 3;
            for (int k = 0; k < 3; k++) {
                double above = (1 - p) * at[k] + p * at[k + 3], below = (1 - p) * at[k + FILM_WIDTH * 3] + p * at[k + 3 + FILM_WIDTH * 3];
                to[((size_t)v * FILM_WIDTH + (size_t)u) * 3 + (size_t)k] = (uint8_t)((1 - q) * above + q * below + 0.5);
            }
        }
}

// A player leans on the table for three seconds: it is reported once, and no figure has moved.
static void a_shaken_picture_is_reported_once_and_moves_no_figure(void **state) {
    (void)state;
    const double swings_px[] = {1.5, 12};
    for (size_t n = 0; n < sizeof swings_px / sizeof *swings_px; n++) {
        static show w;
        uint8_t *still = malloc(PICTURE_BYTES);
        assert_non_null(still);
        show_begin(&w);
        play(&w, 20);
        for (int i = 0; i < 30; i++) {
            film_draw(&w.film);
            memcpy(still, w.film.bgr, PICTURE_BYTES);
            shift(still, w.film.bgr, swings_px[n] * sin(2.1 * i), swings_px[n] * cos(1.3 * i));
            give(&w);
            check_places(&w.film);
        }
        play(&w, 25);
        assert_string_equal(w.health, "");
        assert_int_equal(said_in_all(&w), 0);
        if (w.healths > 2) fail_msg("%.1f px: %d health lines", swings_px[n], w.healths);
        check_places(&w.film);
        show_end(&w);
        free(still);
    }
}

// Light ------------------------------------------------------------------------------------------------------------------------------------------

// So many gray levels more are taken from every pixel in each frame; then it stays so.
static void light_that_is_taken_away_evenly_nudges_no_figure(void **state) {
    (void)state;
    const double levels[] = {0.8, 1.5};
    for (size_t n = 0; n < sizeof levels / sizeof *levels; n++) {
        static show w;
        show_begin(&w);
        w.film.scene.sequence = (uint32_t)(7 + 40 * n);
        bool changing = false;
        for (int i = 0; i < 110; i++) {
            double less = levels[n] * fmin(fmax(i - 10, 0), 60);
            film_draw(&w.film);
            for (size_t k = 0; k < PICTURE_BYTES; k++) w.film.bgr[k] = (uint8_t)fmin(fmax(w.film.bgr[k] - less, 0), 255);
            give(&w);
            changing |= says(&w, "light changes");
        }
        assert_true(changing);
        assert_int_equal(said_in_all(&w), 0);
        assert_false(pipeline_is_blind(w.film.pipeline));
        check_places(&w.film);
        show_end(&w);
    }
}

// Hands ------------------------------------------------------------------------------------------------------------------------------------------

// A hand pushes the block and stays on it: it is not judged as it stands before the hand has gone.
static void a_hand_that_rests_on_a_unit_keeps_its_verdict_back(void **state) {
    (void)state;
    static show w;
    show_begin(&w);
    film *s = &w.film;
    const game_unit *u = &s->game->units[game_find_unit(s->game, "R")];
    render_hand hand = {.from = {42, -8}, .z_in = 1};
    vec2 forward = heading_forward(80 * RAD_PER_DEG);
    s->scene.hands = &hand;
    for (int i = 0; i < 85; i++) {
        s->step_s = i < 25 ? 0.1 : 0.2;  // until long after a hand that lies still counts as a thing
        double pushed = fmin(fmax(i - 10, 0), 10) * 0.3;
        for (int k = u->first_figure; k < u->first_figure + u->figure_count; k++)
            s->true_pose[k].at = vec2_add(s->game->figures[k].start.at, vec2_scale(forward, pushed));
        hand.at = vec2_add((vec2){40, 12}, vec2_scale(forward, pushed));
        s->scene.hand_count = i >= 6;
        film_draw(s);
        give(&w);
        if (w.lines[REPORT_SETTLED] > 0) fail_msg("judged at %.1f s, under the hand", s->t_s);
    }
    s->scene.hand_count = 0;
    s->step_s = 0.1;
    play(&w, 30);
    assert_int_equal(w.lines[REPORT_SETTLED], 1);
    assert_int_equal(w.verdict.seen_count, u->figure_count);
    show_end(&w);
}

// An arm from each side of the table, and none.
static void a_hand_in_the_first_picture_is_not_taken_for_the_table(void **state) {
    (void)state;
    const render_hand arms[] = {
        {{25, -8}, {27, 12}, 1}, {{50, 56}, {47, 30}, 1}, {{-8, 20}, {11, 24}, 1}, {{80, 30}, {60, 22}, 1}, {{30, -8}, {40, 13}, 1}};
    for (int n = 0; n < 6; n++) {
        static show w;
        show_begin(&w);
        w.film.scene.hands = n < 5 ? &arms[n] : NULL, w.film.scene.hand_count = n < 5;
        play(&w, 3);
        if (pipeline_knows_hands(w.film.pipeline) != (n == 5)) fail_msg("arm %d", n);
        if (n < 5) assert_true(says(&w, "A hand may lie over the table"));
        w.film.scene.hand_count = 0;
        w.film.t_s += 10;  // long gone
        play(&w, 3);
        assert_true(pipeline_knows_hands(w.film.pipeline));
        show_end(&w);
    }
}

// Roads and streams that the game states lead over the table's edge as arms do.
static void a_road_over_the_edge_is_no_hand(void **state) {
    (void)state;
    char text[4096];
    int capacity = snprintf(text, sizeof text,
                            "%.*s,\"terrain\":[{\"id\":\"road\",\"kind\":\"road\",\"line_in\":[[0,30],[30,33],[72,20]],\"width_in\":2.5},"
                            "{\"id\":\"wood\",\"kind\":\"woods\",\"polygon_in\":[[24,0],[33,0],[32,8],[25,7]]}]}",
                            (int)strlen(film_game) - 1, film_game);
    assert_true(capacity < (int)sizeof text);
    film s = film_begin_game(text, true);
    for (int i = 0; i < 2; i++) film_show(&s);
    assert_true(pipeline_knows_hands(s.pipeline));
    film_end(&s);
}

// After a knock hands are known at once where none is there, and not where one is.
static void after_a_knock_hands_are_known_unless_one_is_there(void **state) {
    (void)state;
    for (int n = 0; n < 2; n++) {
        static show w;
        char notice[256];
        render_hand hand = {{25, -8}, {27, 12}, 1};
        show_begin(&w);
        play(&w, 8);
        w.film.scene.hands = &hand, w.film.scene.hand_count = n;
        move_camera(&w.film, 0.3, -0.2);
        bool anew = false;
        for (int i = 0; i < 24 && !anew; i++) play(&w, 1), anew = pipeline_take_notice(w.film.pipeline, notice, sizeof notice);
        assert_true(anew);
        assert_int_equal(pipeline_knows_hands(w.film.pipeline), n == 0);
        show_end(&w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mirrored_picture_is_reported_and_places_no_figure),
        cmocka_unit_test(markers_that_are_not_read_where_the_calibration_has_them_are_said),
        cmocka_unit_test(a_camera_that_stands_elsewhere_is_calibrated_anew),
        cmocka_unit_test(a_shaken_picture_is_reported_once_and_moves_no_figure),
        cmocka_unit_test(light_that_is_taken_away_evenly_nudges_no_figure),
        cmocka_unit_test(a_hand_that_rests_on_a_unit_keeps_its_verdict_back),
        cmocka_unit_test(a_hand_in_the_first_picture_is_not_taken_for_the_table),
        cmocka_unit_test(a_road_over_the_edge_is_no_hand),
        cmocka_unit_test(after_a_knock_hands_are_known_unless_one_is_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
