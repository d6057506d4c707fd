// Tags of every kind are read with their corners where they were drawn.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include "tests/render/tags.h"
#include "tests/vision/aruco_print.h"
#include "tests/vision/print.h"
#include "vision/vision.h"

enum { WIDTH = 360, HEIGHT = 300 };

static printed_tag april(const char *family, int id) {
    tag_book book = {NULL, 0, 0};
    const tag_bitmap *t;
    fault fault = {""};
    if (tag_book_find(&book, family, id, &t, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    printed_tag p = {.cells = t->cells, .border = t->border};
    for (int y = 0; y < t->cells; y++)
        for (int x = 0; x < t->cells; x++) p.white[y * 16 + x] = t->white[y][x];
    tag_book_finish(&book);
    return p;
}

static printed_tag aruco(int dictionary, int id) {
    printed_tag p = {0, 0, {0}};
    assert_int_equal(aruco_print(dictionary, id, p.white, &p.cells), STATUS_OK);
    p.border = p.cells;
    return p;
}

// A square of that edge about (u, v), turned, its far side shorter by `taper`.
static tag_place place_at(double u, double v, double edge, double turn_rad, double taper) {
    static const double x[4] = {-0.5, 0.5, 0.5, -0.5}, y[4] = {-0.5, -0.5, 0.5, 0.5};
    tag_place p;
    for (int k = 0; k < 4; k++) {
        double narrow = k < 2 ? 1 : 1 - taper;
        vec2 d = vec2_rotate((vec2){x[k] * edge * narrow, y[k] * edge}, turn_rad);
        p.corner[k] = (px2){u + d.x, v - d.y};  // the picture's v points down
    }
    return p;
}

static vision *reader_of(const char *family) {
    vision_options o = vision_default_options();
    vision *v;
    fault fault = {""};
    strcpy(o.families[0], family);
    if (vision_create(&o, &v, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    return v;
}

static frame frame_of(const unsigned char *gray) { return (frame){.width = WIDTH, .height = HEIGHT, .gray = gray, .gray_stride = WIDTH}; }

static double corner_error(const tag_sighting *t, const tag_place *p) {
    double worst = 0;
    for (int k = 0; k < 4; k++) worst = fmax(worst, hypot(t->corner[k].u - p->corner[k].u, t->corner[k].v - p->corner[k].v));
    return worst;
}

// OpenCV's numbers of its dictionaries.
enum { DICT_4X4_50 = 0, DICT_4X4_100 = 1, DICT_4X4_1000 = 3, DICT_5X5_100 = 5, DICT_6X6_250 = 10, DICT_7X7_100 = 13, DICT_ORIGINAL = 16 };

typedef struct {
    const char *family;
    int dictionary;  // -1: AprilTag
    int id;
    double edge_px, turn_deg, taper;
} tag_row;

static const tag_row rows[] = {
    {"tag36h11", -1, 0, 60, 0, 0},
    {"tag36h11", -1, 586, 31, 17, 0},
    {"tag36h11", -1, 201, 20, 12, 0},  // two and a half pixels a cell
    {"tag36h11", -1, 101, 140, 100, 0.06},
    {"tag25h9", -1, 12, 50, 33, 0.03},
    {"tag16h5", -1, 5, 48, -80, 0},
    {"tagStandard41h12", -1, 77, 40, 200, 0.02},
    {"aruco4x4_50", DICT_4X4_50, 3, 40, 10, 0},
    {"aruco4x4_100", DICT_4X4_100, 99, 60, -20, 0.04},
    {"aruco4x4_1000", DICT_4X4_1000, 999, 60, 170, 0},
    {"aruco5x5_100", DICT_5X5_100, 42, 60, 45, 0},
    {"aruco6x6_250", DICT_6X6_250, 249, 70, 91, 0.05},
    {"aruco7x7_100", DICT_7X7_100, 7, 80, -135, 0},
    {"aruco_original", DICT_ORIGINAL, 1000, 60, 250, 0.02},
};

// The first corner is the tag's bottom left and they go on counter-clockwise, whatever the family and however it lies.
static void corners_are_where_they_were_drawn(void **state) {
    (void)state;
    static unsigned char gray[WIDTH * HEIGHT];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const tag_row *r = &rows[i];
        printed_tag t = r->dictionary < 0 ? april(r->family, r->id) : aruco(r->dictionary, r->id);
        tag_place p = place_at(170.3, 148.7, r->edge_px, r->turn_deg * RAD_PER_DEG, r->taper);
        print_tags(gray, WIDTH, HEIGHT, &t, &p, 1, 0.7, 1.5);
        vision *v = reader_of(r->family);
        tag_sighting found[8];
        tag_list list = {found, 0, 8};
        frame f = frame_of(gray);
        assert_int_equal(vision_find_tags(v, &f, NULL, &list), STATUS_OK);
        if (list.count != 1 || found[0].id != r->id || strcmp(found[0].family, r->family) != 0) fail_msg("%s %d: not read", r->family, r->id);
        double error = corner_error(&found[0], &p);
        if (error > 0.2) fail_msg("%s %d: corner %.3f px off", r->family, r->id, error);
        assert_true(found[0].sigma_px > 0.003 && found[0].sigma_px < 0.4);
        vision_destroy(v);
    }
}

static double mean_error(const tag_sighting *t, const tag_place *p) {
    double du = 0, dv = 0;
    for (int k = 0; k < 4; k++) du += (t->corner[k].u - p->corner[k].u) / 4, dv += (t->corner[k].v - p->corner[k].v) / 4;
    return hypot(du, dv);
}

// The same square printed as an AprilTag and as an ArUco marker is seen in the same place: both libraries' pixel conventions are taken back.
static void both_libraries_agree_on_a_square(void **state) {
    (void)state;
    static unsigned char gray[WIDTH * HEIGHT];
    tag_place p = place_at(181.25, 139.5, 64, 0.3, 0.02);
    printed_tag print[2] = {april("tag36h11", 9), aruco(DICT_6X6_250, 9)};
    const char *family[2] = {"tag36h11", "aruco6x6_250"};
    for (int i = 0; i < 2; i++) {
        print_tags(gray, WIDTH, HEIGHT, &print[i], &p, 1, 0.7, 1);
        vision *v = reader_of(family[i]);
        tag_sighting found[2];
        tag_list list = {found, 0, 2};
        frame f = frame_of(gray);
        assert_int_equal(vision_find_tags(v, &f, NULL, &list), STATUS_OK);
        assert_int_equal(list.count, 1);
        assert_true(mean_error(&found[0], &p) < 0.05);
        assert_true(corner_error(&found[0], &p) < 0.1);
        vision_destroy(v);
    }
}

static void lists_are_sorted_and_searched_where_asked(void **state) {
    (void)state;
    static unsigned char gray[WIDTH * HEIGHT];
    printed_tag print[3] = {april("tag36h11", 30), april("tag36h11", 4), aruco(DICT_4X4_100, 8)};
    tag_place place[3] = {place_at(70, 70, 50, 0.1, 0), place_at(230, 80, 50, -0.2, 0), place_at(150, 220, 50, 0.4, 0)};
    print_tags(gray, WIDTH, HEIGHT, print, place, 3, 0.7, 1);
    vision_options o = vision_default_options();
    strcpy(o.families[1], "aruco4x4_100");
    vision *v;
    assert_int_equal(vision_create(&o, &v, NULL), STATUS_OK);
    tag_sighting found[3];
    tag_list list = {found, 0, 3};
    frame f = frame_of(gray);
    assert_int_equal(vision_find_tags(v, &f, NULL, &list), STATUS_OK);
    assert_int_equal(list.count, 3);
    assert_string_equal(found[0].family, "aruco4x4_100");
    assert_int_equal(found[1].id, 4);
    assert_int_equal(found[2].id, 30);
    px_rect right = {150, 10, 5000, 150};
    assert_int_equal(vision_find_tags(v, &f, &right, &list), STATUS_OK);
    assert_int_equal(list.count, 1);
    assert_int_equal(found[0].id, 4);
    assert_true(corner_error(&found[0], &place[1]) < 0.2);
    list.capacity = 1;
    assert_int_equal(vision_find_tags(v, &f, NULL, &list), STATUS_FULL);
    assert_int_equal(list.count, 1);
    vision_destroy(v);
}

// The cells of a tag of one family may read as a tag of a shorter code: only the real one is reported, with all usual families searched for at once.
static void no_tag_is_seen_within_another(void **state) {
    (void)state;
    static unsigned char gray[WIDTH * HEIGHT];
    static const char *const usual[] = {"tag25h9", "tag16h5", "aruco4x4_100", "aruco5x5_100", "aruco6x6_250", "aruco_original"};
    vision_options o = vision_default_options();
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) strcpy(o.families[i + 1], usual[i]);
    vision *v;
    assert_int_equal(vision_create(&o, &v, NULL), STATUS_OK);
    for (int id = 0; id < 90; id++) {
        printed_tag t = april("tag36h11", id);
        tag_place p = place_at(150, 150, 36, id * 0.3, 0);
        print_tags(gray, WIDTH, HEIGHT, &t, &p, 1, 0.7, 1.5);
        tag_sighting found[8];
        tag_list list = {found, 0, 8};
        frame f = frame_of(gray);
        assert_int_equal(vision_find_tags(v, &f, NULL, &list), STATUS_OK);
        if (list.count != 1 || found[0].id != id || strcmp(found[0].family, "tag36h11") != 0)
            fail_msg("tag36h11 %d: %d tags, the first %s %d", id, list.count, found[0].family, found[0].id);
    }
    vision_destroy(v);
}

static void noise_is_no_tag(void **state) {
    (void)state;
    static unsigned char gray[WIDTH * HEIGHT];
    uint32_t r = 1;
    for (int i = 0; i < WIDTH * HEIGHT; i++) r = r * 1664525u + 1013904223u, gray[i] = (unsigned char)(r >> 24);
    vision_options o = vision_default_options();
    static const char *const families[] = {"tag36h11", "tag25h9", "tag16h5", "aruco4x4_1000", "aruco_original"};
    for (int i = 0; i < 5; i++) strcpy(o.families[i], families[i]);
    vision *v;
    assert_int_equal(vision_create(&o, &v, NULL), STATUS_OK);
    tag_sighting found[8];
    tag_list list = {found, 0, 8};
    frame f = frame_of(gray);
    assert_int_equal(vision_find_tags(v, &f, NULL, &list), STATUS_OK);
    assert_int_equal(list.count, 0);
    vision_destroy(v);
}

static void families_are_checked(void **state) {
    (void)state;
    assert_true(vision_knows_family("tag36h11") && vision_knows_family("aruco_original") && vision_knows_family("aruco7x7_1000"));
    assert_false(vision_knows_family("") || vision_knows_family("tag36h12") || vision_knows_family("rim"));
    vision_options o = vision_default_options();
    vision *v = NULL;
    fault fault = {""};
    strcpy(o.families[1], "tag99h9");
    assert_int_equal(vision_create(&o, &v, &fault), STATUS_INVALID);
    assert_null(v);
    assert_non_null(strstr(fault.text, "tag99h9"));
    vision_destroy(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners_are_where_they_were_drawn),
        cmocka_unit_test(both_libraries_agree_on_a_square),
        cmocka_unit_test(lists_are_sorted_and_searched_where_asked),
        cmocka_unit_test(no_tag_is_seen_within_another),
        cmocka_unit_test(noise_is_no_tag),
        cmocka_unit_test(families_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
