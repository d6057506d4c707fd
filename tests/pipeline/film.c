#include "tests/pipeline/film.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/pipeline/camera_of.h"

// Three tags on bases, in plain view, and a block with painted rims.
const char film_game[] =
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

film film_begin(bool standing) { return film_begin_game(film_game, standing); }

film film_begin_game(const char *text, bool standing) {
    film s = {.step_s = 0.1};
    fault fault = {""};
    if (game_parse(text, strlen(text), "stage", &s.game, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    s.calibration = calib_plain_lens(FILM_WIDTH, FILM_HEIGHT);
    s.calibration.fx = s.calibration.fy = 1510;
    s.calibration.k1 = -0.08, s.calibration.k2 = 0.012;
    calib_set_pose(&s.calibration, (vec3){PI - 0.02, 0.015, -0.01}, (vec3){-35.6, 24.3, 75.2});
    s.scene = render_default_scene(camera_of(&s.calibration), s.game);
    s.scene.standing = standing;
    size_t n = (size_t)s.game->figure_count;
    s.bgr = malloc((size_t)FILM_WIDTH * FILM_HEIGHT * 3);
    s.gray = malloc((size_t)FILM_WIDTH * FILM_HEIGHT);
    s.known = calloc(n, sizeof *s.known);
    s.true_pose = calloc(n, sizeof *s.true_pose);
    s.seen = calloc(n, sizeof *s.seen);
    s.hidden = calloc(n, sizeof *s.hidden);
    assert_true(s.bgr && s.gray && s.known && s.true_pose && s.seen && s.hidden);
    for (size_t i = 0; i < n; i++) s.true_pose[i] = s.game->figures[i].start;
    s.scene.poses = s.true_pose;
    if (renderer_create(&s.scene, &s.renderer, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    if (pipeline_create(s.game, &s.calibration, &s.pipeline, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    return s;
}

void film_end(film *s) {
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

void film_draw(film *s) {
    fault fault = {""};
    s->scene.sequence++;
    if (renderer_frame(s->renderer, &s->scene, s->bgr, (size_t)FILM_WIDTH * 3, &fault) != STATUS_OK) fail_msg("%s", fault.text);
}

frame film_frame(film *s) {
    render_gray(s->bgr, FILM_WIDTH, FILM_HEIGHT, s->gray);
    return (frame){.width = FILM_WIDTH,
                   .height = FILM_HEIGHT,
                   .gray = s->gray,
                   .gray_stride = FILM_WIDTH,
                   .bgr = s->bgr,
                   .bgr_stride = (size_t)FILM_WIDTH * 3,
                   .t_s = s->t_s};
}

void film_give(film *s) {
    fault fault = {""};
    frame f = film_frame(s);
    s->t_s += s->step_s;
    if (pipeline_frame(s->pipeline, &f, &s->last, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    const event_observe *seen = event_as_observe(&s->last);
    event_pose_list poses = event_poses(&s->last);
    for (int i = 0; i < poses.count; i++) {
        s->known[poses.at[i].figure] = poses.at[i].pose;
        s->seen[poses.at[i].figure] = true;
        s->hidden[poses.at[i].figure] = false;
    }
    for (int i = 0; seen && i < seen->hidden_count; i++) s->hidden[seen->hidden[i]] = true;
}

void film_show(film *s) {
    film_draw(s);
    film_give(s);
}
