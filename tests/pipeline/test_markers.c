// Markers that are not what they seem: there twice, of the wrong size, in a mirror; and those that are looked for only where they are expected.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/pipeline/film.h"

// Copies what lies about a place of the table to another one: a second base with the same marker.
static void copy_patch(film *s, vec2 from, vec2 to) {
    enum { HALF = 34 };
    px2 a = render_project(&s->scene.camera, (vec3){from.x, from.y, 0}), b = render_project(&s->scene.camera, (vec3){to.x, to.y, 0});
    for (int y = -HALF; y <= HALF; y++)
        memcpy(s->bgr + 3 * ((size_t)((int)b.v + y) * FILM_WIDTH + (size_t)((int)b.u - HALF)),
               s->bgr + 3 * ((size_t)((int)a.v + y) * FILM_WIDTH + (size_t)((int)a.u - HALF)), 3 * (2 * HALF + 1));
}

static int count_figure(const base_list *list, int figure) {
    int n = 0;
    for (int i = 0; i < list->count; i++) n += list->at[i].figure == figure;
    return n;
}

static eye *open_eye(const film *s, const game *g) {
    eye *e;
    fault fault = {""};
    if (eye_create(g, (eye_options){.threads = 1}, &e, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    eye_set_calibration(e, &s->calibration);
    return e;
}

static void a_marker_that_is_there_twice_is_no_figure(void **state) {
    (void)state;
    film s = film_begin(false);
    fault fault = {""};
    eye_sight seen;
    film_draw(&s);
    copy_patch(&s, s.true_pose[0].at, (vec2){25, 30});
    eye *e = open_eye(&s, s.game);
    frame f = film_frame(&s);
    assert_int_equal(eye_look(e, &f, NULL, &seen, &fault), STATUS_OK);
    assert_int_equal(seen.duplicates.count, 2);
    assert_int_equal(count_figure(&seen.duplicates, 0), 2);
    assert_int_equal(count_figure(&seen.bases, 0), 0);
    assert_int_equal(count_figure(&seen.bases, 1), 1);
    assert_int_equal(count_figure(&seen.bases, 2), 1);
    char name[64];
    eye_name_marker(e, &seen.duplicates.at[0], name, sizeof name);
    assert_string_equal(name, "tag36h11 20 (T-1)");
    eye_destroy(e);
    film_end(&s);
}

// The second one is laid down while nothing changes about the first.
static void a_second_base_with_a_known_marker_moves_no_figure(void **state) {
    (void)state;
    film s = film_begin(false);
    bool reported = false;
    for (int i = 0; i < 6; i++) film_show(&s);
    assert_true(s.seen[0] && vec2_distance(s.known[0].at, s.true_pose[0].at) < 0.05);
    for (int i = 0; i < 14; i++) {
        film_draw(&s);
        copy_patch(&s, s.true_pose[0].at, (vec2){25, 30});
        film_give(&s);
        assert_true(vec2_distance(s.known[0].at, s.true_pose[0].at) < 0.05);
        assert_false(s.hidden[0]);
        reported = strstr(pipeline_health(s.pipeline), "tag36h11 20 (T-1)") != NULL;
    }
    assert_true(reported && pipeline_troubled(s.pipeline));
    for (int i = 0; i < 14; i++) film_show(&s);  // taken away again
    assert_string_equal(pipeline_health(s.pipeline), "");
    assert_true(vec2_distance(s.known[0].at, s.true_pose[0].at) < 0.05);
    film_end(&s);
}

// Two of them at once: both are named, and no figure moves.
static void all_markers_that_are_there_twice_are_named(void **state) {
    (void)state;
    film s = film_begin(false);
    const char *reported = "";
    for (int i = 0; i < 6; i++) film_show(&s);
    for (int i = 0; i < 14; i++) {
        film_draw(&s);
        copy_patch(&s, s.true_pose[0].at, (vec2){25, 30});
        copy_patch(&s, s.true_pose[1].at, (vec2){31, 30});
        film_give(&s);
        reported = pipeline_health(s.pipeline);
    }
    assert_non_null(strstr(reported, "tag36h11 20 (T-1)"));
    assert_non_null(strstr(reported, "tag36h11 21 (T-2)"));
    for (int k = 0; k < 2; k++) assert_true(vec2_distance(s.known[k].at, s.true_pose[k].at) < 0.05);
    film_end(&s);
}

static game *game_with_size(const char *size) {
    char *text = strdup(film_game);
    game *g;
    fault fault = {""};
    assert_non_null(text);
    for (char *at = text; (at = strstr(at, "\"size_mm\":30")) != NULL; at++) memcpy(at, size, strlen(size));
    if (game_parse(text, strlen(text), "film", &g, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    free(text);
    return g;
}

// The tags on the table are 30 mm. A game whose tags are 24 mm never printed them; one that says 28 was measured badly.
static void a_tag_of_another_size_is_not_the_games(void **state) {
    (void)state;
    film s = film_begin(false);
    fault fault = {""};
    eye_sight seen;
    film_draw(&s);
    for (int k = 0; k < 2; k++) {
        game *g = game_with_size(k ? "\"size_mm\":28" : "\"size_mm\":24");
        eye *e = open_eye(&s, g);
        frame f = film_frame(&s);
        assert_int_equal(eye_look(e, &f, NULL, &seen, &fault), STATUS_OK);
        assert_int_equal(seen.tags.count, 7);  // in the picture they are all the same
        for (int i = 0; i < 3; i++) {
            bool by_tag = false;
            for (int b = 0; b < seen.bases.count; b++) by_tag |= seen.bases.at[b].figure == i && seen.bases.at[b].by == SEEN_BY_TAG;
            assert_int_equal(by_tag, k);
        }
        eye_destroy(e);
        game_destroy(g);
    }
    film_end(&s);
}

static void a_mirrored_picture_is_told(void **state) {
    (void)state;
    film s = film_begin(false);
    fault fault = {""};
    calib_table_report report;
    film_draw(&s);
    for (int y = 0; y < FILM_HEIGHT; y++)
        for (int x = 0; x < FILM_WIDTH / 2; x++)
            for (int c = 0; c < 3; c++) {
                uint8_t *a = s.bgr + 3 * (size_t)(y * FILM_WIDTH + x) + c, *b = s.bgr + 3 * (size_t)(y * FILM_WIDTH + FILM_WIDTH - 1 - x) + c, t = *a;
                *a = *b;
                *b = t;
            }
    eye *e = open_eye(&s, s.game);
    eye_sight seen;
    frame f = film_frame(&s);
    assert_int_equal(eye_look(e, &f, NULL, &seen, &fault), STATUS_OK);
    assert_int_equal(seen.tags.count, 0);
    assert_int_equal(eye_find_table(e, &f, NULL, &report, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.text, "mirrored"));
    eye_destroy(e);
    film_end(&s);
}

// No search: only what is expected is found, and only where it is.
static void what_is_expected_is_found_without_a_search(void **state) {
    (void)state;
    film s = film_begin(true);
    fault fault = {""};
    px_rect nowhere;
    eye_wish wishes[64] = {0};
    assert_true(s.game->figure_count <= 64);
    film_draw(&s);
    eye *e = open_eye(&s, s.game);
    frame f = film_frame(&s);
    for (int i = 0; i < s.game->figure_count; i++) wishes[i].expected = s.true_pose[i];
    int block = s.game->units[game_find_unit(s.game, "R")].first_figure;
    wishes[0].is_expected = wishes[1].is_expected = wishes[block].is_expected = wishes[block + 1].is_expected = true;
    wishes[0].expected.at.x += 0.04;
    wishes[1].expected.at.x += 3;  // it is not there
    wishes[block].expected.at.y -= 0.03;
    eye_request r = {.where = &nowhere, .wishes = wishes, .reach_in = 0.1};
    eye_sight seen;
    assert_int_equal(eye_look(e, &f, &r, &seen, &fault), STATUS_OK);
    assert_int_equal(seen.tags.count, 1);
    assert_int_equal(count_figure(&seen.bases, 0), 1);
    assert_int_equal(count_figure(&seen.bases, 1), 0);
    for (int k = block; k < block + 2; k++) {
        double nearest = 9;
        for (int i = 0; i < seen.bases.count; i++) nearest = fmin(nearest, vec2_distance(seen.bases.at[i].pose.at, s.true_pose[k].at));
        assert_true(nearest < 0.03);
    }
    eye_destroy(e);
    film_end(&s);
}

// A figure set down unseen: the picture has settled with it. The sweep comes by.
static void the_sweep_finds_what_was_missing(void **state) {
    (void)state;
    film s = film_begin(false);
    bool present[64];
    for (int i = 0; i < 64; i++) present[i] = i != 2;
    s.scene.present = present;
    for (int i = 0; i < 12; i++) film_show(&s);
    assert_false(s.seen[2]);
    present[2] = true;
    film_draw(&s);
    frame f = film_frame(&s);
    vision_settle(pipeline_vision(s.pipeline), &f, NULL);
    for (int i = 0; i < 60 && !s.seen[2]; i++) film_show(&s);
    assert_true(s.seen[2] && vec2_distance(s.known[2].at, s.true_pose[2].at) < 0.05);
    film_end(&s);
}

// Two pictures a second: few looks between a change and the settled picture.
static void a_figure_that_is_gone_is_hidden_at_any_rate(void **state) {
    (void)state;
    film s = film_begin(true);
    bool present[64];
    for (int i = 0; i < 64; i++) present[i] = true;
    s.scene.present = present;
    for (int i = 0; i < 8; i++) film_show(&s);
    assert_true(s.seen[2] && !s.hidden[2]);
    present[2] = false;
    for (int i = 0; i < 10; i++) {
        s.t_s += 0.4;
        film_show(&s);
    }
    assert_true(s.hidden[2]);
    assert_false(s.hidden[0] || s.hidden[1]);
    film_end(&s);
}

// A block goes on a little from picture to picture: it is followed, no figure gets lost on the way, and each is known where it stops.
static void a_unit_is_followed_as_it_moves(void **state) {
    (void)state;
    film s = film_begin(false);
    const game_unit *u = &s.game->units[game_find_unit(s.game, "R")];
    for (int i = 0; i < 6; i++) film_show(&s);
    for (int i = 0; i < 10; i++) {
        for (int k = u->first_figure; k < u->first_figure + u->figure_count; k++) s.true_pose[k].at.x += 0.12;
        film_show(&s);
        for (int k = u->first_figure; k < u->first_figure + u->figure_count; k++) assert_false(s.hidden[k]);
    }
    for (int i = 0; i < 8; i++) film_show(&s);
    for (int k = u->first_figure; k < u->first_figure + u->figure_count; k++)
        assert_true(s.seen[k] && vec2_distance(s.known[k].at, s.true_pose[k].at) < 0.05);
    assert_string_equal(pipeline_health(s.pipeline), "");
    film_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_marker_that_is_there_twice_is_no_figure),
        cmocka_unit_test(a_second_base_with_a_known_marker_moves_no_figure),
        cmocka_unit_test(a_tag_of_another_size_is_not_the_games),
        cmocka_unit_test(a_mirrored_picture_is_told),
        cmocka_unit_test(what_is_expected_is_found_without_a_search),
        cmocka_unit_test(the_sweep_finds_what_was_missing),
        cmocka_unit_test(a_figure_that_is_gone_is_hidden_at_any_rate),
        cmocka_unit_test(all_markers_that_are_there_twice_are_named),
        cmocka_unit_test(a_unit_is_followed_as_it_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
