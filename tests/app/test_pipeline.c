// From pictures to places: rendered tables with exact truth through vision, calib and formation.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/pipeline.h"
#include "tests/render/render.h"

#define WIDTH 1920
#define HEIGHT 1080

// Three tags on bases, in plain view, and a block with painted rims.
static const char tags_and_rims[] =
    "{\"vedette\":1,\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":72,\"depth_in\":48,\"markers\":["
    "{\"family\":\"tag36h11\",\"id\":0,\"size_mm\":100,\"at_in\":[3.5,3.5]},{\"family\":\"tag36h11\",\"id\":1,\"size_mm\":100,\"at_in\":[68.5,3.5]},"
    "{\"family\":\"tag36h11\",\"id\":2,\"size_mm\":100,\"at_in\":[68.5,44.5]},{\"family\":\"tag36h11\",\"id\":3,\"size_mm\":100,\"at_in\":[3.5,44.5]}"
    "]},"
    "\"sides\":[{\"id\":\"red\"}],\"units\":["
    "{\"id\":\"T\",\"side\":\"red\",\"type\":\"skirmish\",\"figures\":["
    "{\"id\":\"T-1\",\"base\":{\"shape\":\"square\",\"width_mm\":40,\"depth_mm\":40},\"marker\":{\"family\":\"tag36h11\",\"id\":20,\"size_mm\":30},"
    "\"start\":[15,14,40]},"
    "{\"id\":\"T-2\",\"base\":{\"shape\":\"square\",\"width_mm\":40,\"depth_mm\":40},\"marker\":{\"family\":\"tag36h11\",\"id\":21,\"size_mm\":30},"
    "\"start\":[50,36,-170]},"
    "{\"id\":\"T-3\",\"base\":{\"shape\":\"square\",\"width_mm\":40,\"depth_mm\":40},\"marker\":{\"family\":\"tag36h11\",\"id\":22,\"size_mm\":30},"
    "\"start\":[36,24,95]}]},"
    "{\"id\":\"R\",\"side\":\"red\",\"movement_in\":12,\"formation\":\"closed\",\"rim_colour\":\"#b02020\",\"mark_colour\":\"#f6f4ee\","
    "\"array\":{\"files\":5,\"ranks\":2,\"base\":{\"shape\":\"square\",\"width_mm\":25,\"depth_mm\":25},\"at\":[40,12,80],\"gap_in\":0.01}}]}";

typedef struct {
    game *game;
    calibration calibration;
    render_scene scene;
    renderer *renderer;
    pipeline *pipeline;
    uint8_t *bgr, *gray;
    pose *known;  // by figure, as the pipeline told
    bool *seen, *hidden;
    pose *true_pose;
    double t_s;
} stage;

static render_camera camera_of(const calibration *c) {
    vec3 r = calib_rotation_vector(c);
    return (render_camera){.width = c->width,
                           .height = c->height,
                           .fx = c->fx,
                           .fy = c->fy,
                           .cx = c->cx,
                           .cy = c->cy,
                           .k = {c->k1, c->k2, c->p1, c->p2, c->k3},
                           .rotation = {r.x, r.y, r.z},
                           .translation_in = {c->translation_in.x, c->translation_in.y, c->translation_in.z}};
}

static stage set_up(bool standing) {
    stage s = {0};
    fault why = {""};
    if (game_parse(tags_and_rims, strlen(tags_and_rims), "stage", &s.game, NULL, NULL, &why) != STATUS_OK) fail_msg("%s", why.text);
    s.calibration = calib_plain_lens(WIDTH, HEIGHT);
    s.calibration.fx = s.calibration.fy = 1510;
    s.calibration.k1 = -0.08, s.calibration.k2 = 0.012;
    calib_set_pose(&s.calibration, (vec3){PI - 0.02, 0.015, -0.01}, (vec3){-35.6, 24.3, 75.2});
    s.scene = render_default_scene(camera_of(&s.calibration), s.game);
    s.scene.standing = standing;
    size_t n = (size_t)s.game->figure_count;
    s.bgr = malloc((size_t)WIDTH * HEIGHT * 3);
    s.gray = malloc((size_t)WIDTH * HEIGHT);
    s.known = calloc(n, sizeof *s.known);
    s.true_pose = calloc(n, sizeof *s.true_pose);
    s.seen = calloc(n, sizeof *s.seen);
    s.hidden = calloc(n, sizeof *s.hidden);
    assert_true(s.bgr && s.gray && s.known && s.true_pose && s.seen && s.hidden);
    for (size_t i = 0; i < n; i++) s.true_pose[i] = s.game->figures[i].start;
    s.scene.poses = s.true_pose;
    if (renderer_create(&s.scene, &s.renderer, &why) != STATUS_OK) fail_msg("%s", why.text);
    if (pipeline_create(s.game, &s.calibration, &s.pipeline, &why) != STATUS_OK) fail_msg("%s", why.text);
    return s;
}

static void tear_down(stage *s) {
    pipeline_destroy(s->pipeline);
    renderer_destroy(s->renderer);
    game_destroy(s->game);
    free(s->bgr);
    free(s->gray);
    free(s->known);
    free(s->true_pose);
    free(s->seen);
    free(s->hidden);
}

// Draws a frame as the scene stands and gives it to the pipeline; keeps what it tells.
static void show(stage *s) {
    fault why = {""};
    event e;
    s->scene.sequence++;
    if (renderer_frame(s->renderer, &s->scene, s->bgr, (size_t)WIDTH * 3, &why) != STATUS_OK) fail_msg("%s", why.text);
    render_gray(s->bgr, WIDTH, HEIGHT, s->gray);
    frame f = {
        .width = WIDTH, .height = HEIGHT, .gray = s->gray, .gray_stride = WIDTH, .bgr = s->bgr, .bgr_stride = (size_t)WIDTH * 3, .t_s = s->t_s};
    s->t_s += 0.1;
    if (pipeline_frame(s->pipeline, &f, &e, &why) != STATUS_OK) fail_msg("%s", why.text);
    for (int i = 0; i < e.pose_count; i++) {
        s->known[e.poses[i].figure] = e.poses[i].pose;
        s->seen[e.poses[i].figure] = true;
        s->hidden[e.poses[i].figure] = false;
    }
    for (int i = 0; i < e.figure_count; i++) s->hidden[e.figures[i]] = true;
}

// RMS over a unit's figures against the truth; all must be known.
static void check_unit(const stage *s, const char *id, double most_mm, double most_deg) {
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
    stage s = set_up(false);
    for (int i = 0; i < 5; i++) show(&s);
    check_unit(&s, "T", 1.0, 1.0);
    tear_down(&s);
}

static void painted_rims_under_figures_are_placed_within_a_millimetre(void **state) {
    (void)state;
    stage s = set_up(true);
    for (int i = 0; i < 5; i++) show(&s);
    check_unit(&s, "R", 1.0, 3.0);
    tear_down(&s);
}

static void a_unit_pushed_by_a_hand_is_followed_to_where_it_stops(void **state) {
    (void)state;
    stage s = set_up(true);
    const game_unit *u = &s.game->units[game_find_unit(s.game, "R")];
    for (int i = 0; i < 5; i++) show(&s);
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
        show(&s);
    }
    s.scene.hand_count = 0;
    for (int i = 0; i < 14; i++) show(&s);
    check_unit(&s, "R", 1.0, 3.0);
    tear_down(&s);
}

// The camera is knocked a third of an inch aside: seven pixels. Nobody moved; it says so, and goes on with the camera where it is now.
static void a_knock_against_the_camera_moves_no_figure(void **state) {
    (void)state;
    stage s = set_up(true);
    fault why = {""};
    char notice[256];
    for (int i = 0; i < 8; i++) show(&s);
    renderer *before = s.renderer;
    s.scene.camera.translation_in[0] += 0.3;
    s.scene.camera.translation_in[1] -= 0.2;
    if (renderer_create(&s.scene, &s.renderer, &why) != STATUS_OK) fail_msg("%s", why.text);
    renderer_destroy(before);
    bool told = false;
    for (int i = 0; i < 24; i++) {
        show(&s);
        told |= strstr(pipeline_health(s.pipeline), "moved") != NULL;
        check_unit(&s, "R", 1.0, 3.0);  // at every moment
    }
    assert_true(told);
    assert_true(pipeline_take_notice(s.pipeline, notice, sizeof notice));
    assert_non_null(strstr(notice, "calibrated anew"));
    vec3 now = calib_camera_place(pipeline_calibration(s.pipeline)), was = calib_camera_place(&s.calibration);
    assert_true(hypot(now.x - was.x, now.y - was.y) > 0.25);
    tear_down(&s);
}

static void without_a_calibration_the_markers_place_the_table(void **state) {
    (void)state;
    stage s = set_up(false);
    fault why = {""};
    pipeline_destroy(s.pipeline);
    assert_int_equal(pipeline_create(s.game, NULL, &s.pipeline, &why), STATUS_OK);
    for (int i = 0; i < 6; i++) show(&s);
    char notice[256];
    assert_true(pipeline_take_notice(s.pipeline, notice, sizeof notice));
    assert_non_null(strstr(notice, "from its markers"));
    check_unit(&s, "T", 2.0, 1.0);
    tear_down(&s);
}

static void a_picture_of_another_size_is_refused(void **state) {
    (void)state;
    stage s = set_up(false);
    fault why = {""};
    event e;
    uint8_t small[3 * 64 * 48] = {0};
    frame f = {.width = 64, .height = 48, .gray = small, .gray_stride = 64, .bgr = small, .bgr_stride = 192};
    assert_int_equal(pipeline_frame(s.pipeline, &f, &e, &why), STATUS_INVALID);
    assert_non_null(strstr(why.text, "64 x 48"));
    tear_down(&s);
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
