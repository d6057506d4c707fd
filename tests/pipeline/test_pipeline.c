// From pictures to places: rendered tables with exact truth through vision, calib and formation.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/pipeline/film.h"

// RMS over a unit's figures against the truth; all must be known.
static void check_unit(const film *s, const char *id, double most_mm, double most_deg) {
    const game_unit *u = &s->game->units[game_find_unit(s->game, id)];
    double place = 0, turn = 0;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        if (!s->seen[i] || s->hidden[i]) fail_msg("%s is not known", s->game->figures[i].id);
        double mm = vec2_distance(s->known[i].at, s->true_pose[i].at) / IN_PER_MM,
               deg = angle_difference(s->known[i].heading_rad, s->true_pose[i].heading_rad) * DEG_PER_RAD;
        place += mm * mm;
        turn += deg * deg;
    }
    place = sqrt(place / u->figure_count), turn = sqrt(turn / u->figure_count);
    if (place > most_mm || turn > most_deg) fail_msg("%s: %.2f mm and %.2f degrees rms", id, place, turn);
}

static void readable_tags_are_placed_within_a_millimetre_and_a_degree(void **state) {
    (void)state;
    film s = film_begin(false);
    for (int i = 0; i < 5; i++) film_show(&s);
    check_unit(&s, "T", 1.0, 1.0);
    film_end(&s);
}

static void painted_rims_under_figures_are_placed_within_a_millimetre(void **state) {
    (void)state;
    film s = film_begin(true);
    for (int i = 0; i < 5; i++) film_show(&s);
    check_unit(&s, "R", 1.0, 3.0);
    film_end(&s);
}

static void a_unit_pushed_by_a_hand_is_followed_to_where_it_stops(void **state) {
    (void)state;
    film s = film_begin(true);
    const game_unit *u = &s.game->units[game_find_unit(s.game, "R")];
    for (int i = 0; i < 5; i++) film_show(&s);
    vec2 forward = heading_forward(80 * RAD_PER_DEG);
    render_hand hand = {.from = {42, -8}, .z_in = 1};
    s.scene.hands = &hand;
    for (int i = -4; i <= 14; i++) {  // the fingertips come up behind the rear rank, push it 4" in a second, and go
        double pushed = fmin(fmax(i, 0) * 0.4, 4), back = i < 0 ? -i * 2.0 : i > 10 ? (i - 10) * 2.5 : 0;
        for (int k = 0; k < u->figure_count; k++) {
            const game_figure *f = &s.game->figures[u->first_figure + k];
            s.true_pose[u->first_figure + k].at = vec2_add(f->start.at, vec2_scale(forward, pushed));
        }
        hand.at = vec2_add((vec2){40, 12}, vec2_scale(forward, pushed - 2.3 - back));
        s.scene.hand_count = hand.at.y > 0 ? 1 : 0;
        film_show(&s);
    }
    s.scene.hand_count = 0;
    for (int i = 0; i < 14; i++) film_show(&s);
    check_unit(&s, "R", 1.0, 3.0);
    film_end(&s);
}

// The camera is knocked a third of an inch aside: seven pixels. No figure moved. The pipeline reports that, and goes on with the camera's new place.
static void a_knock_against_the_camera_moves_no_figure(void **state) {
    (void)state;
    film s = film_begin(true);
    fault fault = {""};
    char notice[256];
    for (int i = 0; i < 8; i++) film_show(&s);
    renderer *before = s.renderer;
    s.scene.camera.translation_in[0] += 0.3;
    s.scene.camera.translation_in[1] -= 0.2;
    if (renderer_create(&s.scene, &s.renderer, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    renderer_destroy(before);
    bool reported = false;
    for (int i = 0; i < 24; i++) {
        film_show(&s);
        reported |= strstr(pipeline_health(s.pipeline), "moved") != NULL;
        check_unit(&s, "R", 1.0, 3.0);  // at every moment
    }
    assert_true(reported);
    assert_true(pipeline_take_notice(s.pipeline, notice, sizeof notice));
    assert_non_null(strstr(notice, "calibrated anew"));
    vec3 now = calib_camera_place(pipeline_calibration(s.pipeline)), was = calib_camera_place(&s.calibration);
    assert_true(hypot(now.x - was.x, now.y - was.y) > 0.25);
    film_end(&s);
}

static void without_a_calibration_the_markers_place_the_table(void **state) {
    (void)state;
    film s = film_begin(false);
    fault fault = {""};
    pipeline_destroy(s.pipeline);
    assert_int_equal(pipeline_create(s.game, NULL, &s.pipeline, &fault), STATUS_OK);
    for (int i = 0; i < 6; i++) film_show(&s);
    char notice[256];
    assert_true(pipeline_take_notice(s.pipeline, notice, sizeof notice));
    assert_non_null(strstr(notice, "from its markers"));
    check_unit(&s, "T", 2.0, 1.0);
    film_end(&s);
}

static void a_picture_of_another_size_is_refused(void **state) {
    (void)state;
    film s = film_begin(false);
    fault fault = {""};
    event e;
    uint8_t small[3 * 64 * 48] = {0};
    frame f = {.width = 64, .height = 48, .gray = small, .gray_stride = 64, .bgr = small, .bgr_stride = 192};
    assert_int_equal(pipeline_frame(s.pipeline, &f, &e, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.text, "64 x 48"));
    film_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(readable_tags_are_placed_within_a_millimetre_and_a_degree),
        cmocka_unit_test(painted_rims_under_figures_are_placed_within_a_millimetre),
        cmocka_unit_test(a_unit_pushed_by_a_hand_is_followed_to_where_it_stops),
        cmocka_unit_test(a_knock_against_the_camera_moves_no_figure),
        cmocka_unit_test(without_a_calibration_the_markers_place_the_table),
        cmocka_unit_test(a_picture_of_another_size_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
