// The renderer's truth holds: hand-worked projections, tags where libapriltag finds them, discs where their middle is, what is hidden.
#include <apriltag/apriltag.h>
#include <apriltag/tag36h11.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the four above first
#include <cmocka.h>

#include "core/rim_code.h"
#include "tests/render/render.h"

// cmocka compares floats only
#define assert_near(a, b, within) assert_true(fabs((a) - (b)) <= (within))

static game *game_of(const char *text) {
    game *g = NULL;
    fault fault = {""};
    if (game_parse(text, strlen(text), "test", &g, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    return g;
}

static uint8_t *picture_of(const render_scene *s) {
    fault fault = {""};
    uint8_t *bgr = malloc((size_t)s->camera.width * (size_t)s->camera.height * 3);
    assert_non_null(bgr);
    if (render_frame(s, bgr, (size_t)s->camera.width * 3, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    return bgr;
}

#define HEAD "{\"vedette\":1,\"title\":\"t\",\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":24,\"depth_in\":16"
#define SIDES ",\"sides\":[{\"id\":\"red\",\"name\":\"Red\",\"colour\":\"#b02020\"},{\"id\":\"blue\",\"name\":\"Blue\",\"colour\":\"#2040b0\"}]"

// A camera with its x axis along the table's, looking straight down from 10" above (0, 0): rotation by half a turn about x.
static render_camera plumb_camera(void) {
    return (render_camera){
        .width = 640, .height = 480, .fx = 500, .fy = 400, .cx = 320, .cy = 240, .rotation = {PI, 0, 0}, .translation_in = {0, 0, 10}};
}

static void projects_by_hand(void **state) {
    (void)state;
    render_camera c = plumb_camera();
    // (2, 1, 0): Xc = (2, -1, 10), x = 0.2, y = -0.1. No lens: u = 320 + 500 * 0.2, v = 240 - 400 * 0.1.
    px2 p = render_project(&c, (vec3){2, 1, 0});
    assert_near(p.u, 420, 1e-9);
    assert_near(p.v, 200, 1e-9);
    // At height 2 the depth is 8: x = 0.25, y = -0.125.
    p = render_project(&c, (vec3){2, 1, 2});
    assert_near(p.u, 445, 1e-9);
    assert_near(p.v, 190, 1e-9);
    // k1 = -0.1, k2 = 0.2, k3 = 0.4, r2 = 0.05: radial = 1 - 0.005 + 0.0005 + 0.00005 = 0.99555. p1 = 0.01, p2 = 0.02:
    // x = 0.19911 + 2 * 0.01 * (0.2 * -0.1) + 0.02 * (0.05 + 0.08) = 0.19911 - 0.0004 + 0.0026 = 0.20131
    // y = -0.099555 + 0.01 * (0.05 + 0.02) + 2 * 0.02 * (0.2 * -0.1) = -0.099555 + 0.0007 - 0.0008 = -0.099655
    double k[5] = {-0.1, 0.2, 0.01, 0.02, 0.4};
    memcpy(c.k, k, sizeof k);
    p = render_project(&c, (vec3){2, 1, 0});
    assert_near(p.u, 320 + 500 * 0.20131, 1e-9);
    assert_near(p.v, 240 - 400 * 0.099655, 1e-9);
}

static void eye_is_above_its_foot(void **state) {
    (void)state;
    render_camera c = render_camera_above(640, 480, 500, (vec2){12, 8}, 30, 0.03, -0.02);
    vec3 eye = render_eye(&c);
    assert_near(eye.x, 12, 1e-9);
    assert_near(eye.y, 8, 1e-9);
    assert_near(eye.z, 30, 1e-9);
    // Without tilt the foot is the picture's middle and an inch is 500 / 30 px: east is right, north is up.
    c = render_camera_above(640, 480, 500, (vec2){12, 8}, 30, 0, 0);
    px2 p = render_project(&c, (vec3){13, 9, 0});
    assert_near(p.u, 319.5 + 500.0 / 30, 1e-9);
    assert_near(p.v, 239.5 - 500.0 / 30, 1e-9);
}

static void unprojects_what_it_projects(void **state) {
    (void)state;
    render_camera c = render_camera_above(640, 480, 500, (vec2){12, 8}, 30, 0.05, -0.04);
    double k[5] = {-0.09, 0.018, 0.001, -0.002, 0.003};
    memcpy(c.k, k, sizeof k);
    for (int i = 0; i < 25; i++) {
        vec3 p = {6.0 * (i % 5), 4.0 * (i / 5), 0.3 * (i % 3)};
        vec2 q = render_unproject(&c, render_project(&c, p), p.z);
        assert_near(q.x, p.x, 1e-8);
        assert_near(q.y, p.y, 1e-8);
    }
}

static game *tag_game(void) {
    return game_of(HEAD "}" SIDES
                        ",\"units\":[{\"id\":\"R\",\"name\":\"R\",\"side\":\"red\",\"movement_in\":6,\"figures\":["
                        "{\"id\":\"a\",\"base\":{\"shape\":\"square\",\"width_mm\":60,\"depth_mm\":60,\"height_mm\":4},\"marker\":{\"family\":"
                        "\"tag36h11\",\"id\":5,\"size_mm\":44},\"start\":[5,4,90]},"
                        "{\"id\":\"b\",\"base\":{\"shape\":\"square\",\"width_mm\":60,\"depth_mm\":60,\"height_mm\":4},\"marker\":{\"family\":"
                        "\"tag36h11\",\"id\":6,\"size_mm\":44},\"start\":[12,8,17]},"
                        "{\"id\":\"c\",\"base\":{\"shape\":\"square\",\"width_mm\":60,\"depth_mm\":60,\"height_mm\":20},\"marker\":{\"family\":"
                        "\"tag36h11\",\"id\":7,\"size_mm\":44},\"start\":[20,12,-140]}]}]}");
}

// Sum of squares of the corners' errors; libapriltag has the middle of the top-left pixel at (0.5, 0.5).
static double corner_error(const apriltag_detection_t *d, const px2 truth[4]) {
    double sum = 0;
    for (int i = 0; i < 4; i++) {
        double du = d->p[i][0] - 0.5 - truth[i].u, dv = d->p[i][1] - 0.5 - truth[i].v;
        sum += du * du + dv * dv;
    }
    return sum;
}

static double detect_error(render_scene *s, int *found) {
    int w = s->camera.width, h = s->camera.height;
    uint8_t *bgr = picture_of(s), *gray = malloc((size_t)w * (size_t)h);
    assert_non_null(gray);
    render_gray(bgr, w, h, gray);
    apriltag_family_t *family = tag36h11_create();
    apriltag_detector_t *detector = apriltag_detector_create();
    apriltag_detector_add_family(detector, family);
    detector->quad_decimate = 1;
    image_u8_t image = {.width = w, .height = h, .stride = w, .buf = gray};
    zarray_t *seen = apriltag_detector_detect(detector, &image);
    double sum = 0;
    *found = 0;
    for (int i = 0; i < zarray_size(seen); i++) {
        apriltag_detection_t *d;
        px2 truth[4];
        zarray_get(seen, i, &d);
        assert_true(render_figure_tag(s, d->id - 5, truth));
        sum += corner_error(d, truth);
        ++*found;
    }
    apriltag_detections_destroy(seen);
    apriltag_detector_destroy(detector);
    tag36h11_destroy(family);
    free(gray);
    free(bgr);
    return *found ? sqrt(sum / (4 * *found)) : INFINITY;
}

static void tags_are_where_they_should_be(void **state) {
    (void)state;
    game *g = tag_game();
    render_camera c = render_camera_above(960, 640, 1100, (vec2){12, 8}, 30, 0.03, -0.02);
    double k[5] = {-0.09, 0.018, 0.001, -0.001, 0};
    memcpy(c.k, k, sizeof k);
    render_scene s = render_default_scene(c, g);
    s.standing = false;
    int found;
    double rms = detect_error(&s, &found);
    print_message("tag corners: %d tags, %.3f px rms\n", found, rms);
    assert_int_equal(found, 3);
    assert_true(rms <= 0.15);
    game_destroy(g);
}

// Mean place of the pixels by how much they differ from the bare table.
static px2 changed_middle(const uint8_t *with, const uint8_t *without, int w, int h) {
    double sum = 0, u = 0, v = 0;
    for (int i = 0; i < w * h; i++) {
        int d = abs(with[3 * i + 1] - without[3 * i + 1]);
        sum += d;
        u += d * (i % w);
        v += d * (double)(i / w);
    }
    assert_true(sum > 0);
    return (px2){u / sum, v / sum};
}

static void disc_has_its_middle_where_it_stands(void **state) {
    (void)state;
    // A round white tag would need paint; a tag-less base without rim on the wooden table is darker all over. Thin, so that it throws no shadow.
    game *g = game_of(HEAD "}" SIDES
                           ",\"units\":[{\"id\":\"R\",\"name\":\"R\",\"side\":\"red\",\"movement_in\":6,\"figures\":["
                           "{\"id\":\"a\",\"base\":{\"shape\":\"round\",\"diameter_mm\":50,\"height_mm\":0.01},\"start\":[16.3,5.2,90]}]}]}");
    render_scene s = render_default_scene(render_camera_above(480, 320, 550, (vec2){12, 8}, 30, 0, 0), g);
    s.standing = false, s.noise = 0, s.vignette = 0, s.blur_px = 0, s.ground = RENDER_MAT;
    bool nobody = false;
    uint8_t *with = picture_of(&s);
    s.present = &nobody;
    uint8_t *without = picture_of(&s);
    px2 middle = changed_middle(with, without, 480, 320), truth = render_project(&s.camera, (vec3){16.3, 5.2, 0});
    // The flock's mottling pulls the weighted middle about a little; 5 % of the disc's radius of 18 px is far more than that.
    assert_near(middle.u, truth.u, 0.5);
    assert_near(middle.v, truth.v, 0.5);
    free(with);
    free(without);
    game_destroy(g);
}

static void figures_lean_outward_and_hide(void **state) {
    (void)state;
    game *g = game_of(HEAD "}" SIDES
                           ",\"units\":[{\"id\":\"R\",\"name\":\"R\",\"side\":\"red\",\"movement_in\":6,\"figures\":["
                           "{\"id\":\"under\",\"base\":{\"shape\":\"round\",\"diameter_mm\":25},\"start\":[12,8,90]},"
                           "{\"id\":\"far\",\"base\":{\"shape\":\"round\",\"diameter_mm\":25},\"start\":[23,8,90]},"
                           "{\"id\":\"covered\",\"base\":{\"shape\":\"round\",\"diameter_mm\":25},\"start\":[5,3,90]}]}]}");
    render_hand hand = {{5, -12}, {5, 7.8}, 1.2};  // its palm over (5, 3)
    render_scene s = render_default_scene(render_camera_above(480, 320, 550, (vec2){12, 8}, 30, 0, 0), g);
    s.hands = &hand, s.hand_count = 1;
    double share[3], bare[3];
    fault fault;
    renderer *r;
    assert_int_equal(renderer_create(&s, &r, &fault), STATUS_OK);
    assert_int_equal(renderer_visible(r, &s, share, &fault), STATUS_OK);
    s.standing = false, s.hand_count = 0;
    assert_int_equal(renderer_visible(r, &s, bare, &fault), STATUS_OK);
    for (int i = 0; i < 3; i++) assert_near(bare[i], 1, 1e-9);
    // Seen from straight above a figure hides its own feet; 11" out, at a slope of 11/30, it leans over more of its base.
    assert_true(share[0] > 0.4 && share[0] < 0.95);
    assert_true(share[1] < share[0]);
    assert_near(share[2], 0, 1e-9);
    renderer_destroy(r);
    game_destroy(g);
}

static void same_scene_same_bytes(void **state) {
    (void)state;
    game *g = tag_game();
    render_scene s = render_default_scene(render_camera_above(240, 160, 275, (vec2){12, 8}, 30, 0, 0), g);
    uint8_t *a = picture_of(&s), *b = picture_of(&s);
    assert_memory_equal(a, b, 240 * 160 * 3);
    s.sequence = 1;
    uint8_t *c = picture_of(&s);
    assert_true(memcmp(a, c, 240 * 160 * 3) != 0);
    free(a);
    free(b);
    free(c);
    game_destroy(g);
}

// A clip's frame, drawn over what never moves, is the very picture that is drawn from nothing.
static void frames_leave_nothing_behind(void **state) {
    (void)state;
    game *g = tag_game();
    render_hand hand = {{12, -12}, {12, 9}, 1.2};
    pose moved[3] = {{.at = {9, 5}, .heading_rad = 1}, {.at = {15, 9}}, {.at = {3, 12}, .heading_rad = -1}};
    render_scene s = render_default_scene(render_camera_above(240, 160, 275, (vec2){12, 8}, 30, 0, 0), g), first = s;
    first.hands = &hand, first.hand_count = 1, first.poses = moved;
    fault fault;
    renderer *r;
    uint8_t *fresh = picture_of(&s), *reused = malloc(240 * 160 * 3);
    assert_non_null(reused);
    assert_int_equal(renderer_create(&first, &r, &fault), STATUS_OK);
    assert_int_equal(renderer_frame(r, &first, reused, 240 * 3, &fault), STATUS_OK);
    assert_int_equal(renderer_frame(r, &s, reused, 240 * 3, &fault), STATUS_OK);
    assert_memory_equal(fresh, reused, 240 * 160 * 3);
    renderer_destroy(r);
    free(fresh);
    free(reused);
    game_destroy(g);
}

// The noise has the strength that was asked for: a flat patch of the mat varies by it and by the mat's own grain, which a second frame shares.
static void noise_has_its_sigma(void **state) {
    (void)state;
    game *g = tag_game();
    render_scene s = render_default_scene(render_camera_above(240, 160, 275, (vec2){12, 8}, 30, 0, 0), g);
    s.ground = RENDER_MAT, s.noise = 3;
    uint8_t *a = picture_of(&s);
    s.sequence = 1;
    uint8_t *b = picture_of(&s);
    double sum = 0;
    for (int i = 0; i < 240 * 160 * 3; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
    double sigma = sqrt(sum / (2 * 240 * 160 * 3.0));
    assert_true(sigma > 2.8 && sigma < 3.2);
    free(a);
    free(b);
    game_destroy(g);
}

static void unknown_tag_is_said(void **state) {
    (void)state;
    game *g = game_of(HEAD "}" SIDES
                           ",\"units\":[{\"id\":\"R\",\"name\":\"R\",\"side\":\"red\",\"movement_in\":6,\"figures\":["
                           "{\"id\":\"a\",\"base\":{\"shape\":\"square\",\"width_mm\":25,\"depth_mm\":25},\"marker\":{\"family\":\"tag9h9\",\"id\":9,"
                           "\"size_mm\":20},\"start\":[5,4,90]}]}]}");
    render_scene s = render_default_scene(render_camera_above(240, 160, 275, (vec2){12, 8}, 30, 0, 0), g);
    uint8_t *bgr = malloc(240 * 160 * 3);
    fault fault = {""};
    assert_non_null(bgr);
    assert_int_equal(render_frame(&s, bgr, 240 * 3, &fault), STATUS_EXTERNAL);
    assert_non_null(strstr(fault.text, "tag9h9"));
    free(bgr);
    game_destroy(g);
}

// A gray level of the picture where the table's point p appears.
static int gray_at(const render_scene *s, const uint8_t *gray, vec3 p) {
    px2 at = render_project(&s->camera, p);
    return gray[(int)lround(at.v) * s->camera.width + (int)lround(at.u)];
}

static void cells_are(const render_scene *s, const uint8_t *gray, vec2 cell_middle, double height_in, bool light, int cell) {
    int level = gray_at(s, gray, (vec3){cell_middle.x, cell_middle.y, height_in});
    if (light != (level > 110)) fail_msg("cell %d is %s and drawn at gray %d", cell, light ? "light" : "dark", level);
}

// docs/rim-code.md by hand: cell i of a ring has its middle at (i + 0.5) / N of a turn, counter-clockwise from the front; the middle of the band of a
// square of 20 mm runs 8.5 mm to the left from the middle of the front edge, then 17 mm back along the left side.
static void rim_codes_lie_as_specified(void **state) {
    (void)state;
    game *g = game_of(
        HEAD "}" SIDES
             ",\"units\":[{\"id\":\"R\",\"name\":\"R\",\"side\":\"red\",\"movement_in\":6,\"mark_colour\":\"#e0d8c0\",\"figures\":["
             "{\"id\":\"a\",\"base\":{\"shape\":\"round\",\"diameter_mm\":32},\"marker\":{\"family\":\"rim\",\"id\":9},\"start\":[5,4,30]},"
             "{\"id\":\"b\",\"base\":{\"shape\":\"square\",\"width_mm\":20},\"marker\":{\"family\":\"rim\",\"id\":17},\"start\":[8,4,90]}]}]}");
    render_scene s = render_default_scene(render_camera_above(1200, 800, 1600, (vec2){6.5, 4}, 14, 0, 0), g);
    s.standing = false;
    s.blur_px = s.noise = s.vignette = 0;
    uint8_t *bgr = picture_of(&s), *gray = malloc((size_t)s.camera.width * (size_t)s.camera.height);
    assert_non_null(gray);
    render_gray(bgr, s.camera.width, s.camera.height, gray);
    double top = 3 * IN_PER_MM, r = 14.5 * IN_PER_MM;
    for (int i = 0; i < 64; i++) {
        double turn = 30 * RAD_PER_DEG + 2 * PI * (i + 0.5) / 64;
        cells_are(&s, gray, (vec2){5 + r * cos(turn), 4 + r * sin(turn)}, top, rim_code_word(64, 9) >> i & 1, i);
    }
    for (int i = 0; i < 18; i++) {  // heading north: front up, left to the west
        double along = (i + 0.5) * 68 / 48;
        vec2 mm = along < 8.5 ? (vec2){-along, 8.5} : (vec2){-8.5, 17 - along};
        cells_are(&s, gray, (vec2){8 + mm.x * IN_PER_MM, 4 + mm.y * IN_PER_MM}, top, rim_code_word(48, 17) >> i & 1, i);
    }
    free(gray);
    free(bgr);
    game_destroy(g);
}

// A miniature straight below the camera hides the middle of its base alone; far from the foot it leans outward over the far side of its own rim.
static void a_figure_hides_the_far_side_of_its_rim(void **state) {
    (void)state;
    game *g = game_of(
        HEAD "}" SIDES
             ",\"units\":[{\"id\":\"R\",\"name\":\"R\",\"side\":\"red\",\"movement_in\":6,\"figures\":["
             "{\"id\":\"a\",\"base\":{\"shape\":\"round\",\"diameter_mm\":40},\"marker\":{\"family\":\"rim\",\"id\":1},\"start\":[12,8,0]},"
             "{\"id\":\"b\",\"base\":{\"shape\":\"round\",\"diameter_mm\":25},\"marker\":{\"family\":\"rim\",\"id\":2},\"start\":[22,8,0]}]}]}");
    render_scene s = render_default_scene(render_camera_above(1200, 800, 1300, (vec2){12, 8}, 28, 0, 0), g);
    renderer *r = NULL;
    fault fault = {""};
    uint64_t cells[2];
    assert_int_equal(renderer_create(&s, &r, &fault), STATUS_OK);
    s.standing = false;
    assert_int_equal(renderer_rim_cells(r, &s, cells, &fault), STATUS_OK);
    assert_true(cells[0] == ~UINT64_C(0) && cells[1] == (UINT64_C(1) << 48) - 1);
    s.standing = true;
    assert_int_equal(renderer_rim_cells(r, &s, cells, &fault), STATUS_OK);
    assert_true(__builtin_popcountll(cells[0]) > 48);
    assert_true((cells[1] >> 24 & 1) == 1);                         // the rear is turned to the camera
    assert_true((cells[1] & 1) == 0 || (cells[1] >> 47 & 1) == 0);  // the front lies behind the figure
    assert_in_range(__builtin_popcountll(cells[1]), 20, 46);
    renderer_destroy(r);
    game_destroy(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(projects_by_hand),
        cmocka_unit_test(eye_is_above_its_foot),
        cmocka_unit_test(unprojects_what_it_projects),
        cmocka_unit_test(tags_are_where_they_should_be),
        cmocka_unit_test(disc_has_its_middle_where_it_stands),
        cmocka_unit_test(figures_lean_outward_and_hide),
        cmocka_unit_test(same_scene_same_bytes),
        cmocka_unit_test(frames_leave_nothing_behind),
        cmocka_unit_test(noise_has_its_sigma),
        cmocka_unit_test(unknown_tag_is_said),
        cmocka_unit_test(rim_codes_lie_as_specified),
        cmocka_unit_test(a_figure_hides_the_far_side_of_its_rim),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
